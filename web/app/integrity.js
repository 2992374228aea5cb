/**
 * What each file of the site is: its hash, and the modules that it imports at once. The build
 * writes the table (`chapterverse/integrity.py`); without it nothing is checked.
 */

/** @type {Map<string, [integrity: string, imports: string[]]>} */
export const FILES = new Map();
