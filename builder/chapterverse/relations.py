"""How a document relates to others and to its repository: its translations, its file there."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import quote

from chapterverse.model import Document
from chapterverse.site_paths import RECORDS_SUFFIX, is_document

# What hosts call the view of a file, where MkDocs' `edit_uri` names the editor.
_EDITOR = re.compile(r"(^|/)edit/")


def translations_of(documents: Iterable[Document]) -> dict[str, tuple[Document, ...]]:
    """Return each document's translations, by its page path, itself included.

    Translations have the same path but for a folder (`zh/a.md`) or a mark (`a.zh.md`) that names
    the document's language; such a folder may be missing for one language.
    """
    groups: dict[tuple[str, str], dict[str, Document]] = {}
    for document in documents:
        key = (_without_language(document), document.version)
        groups.setdefault(key, {}).setdefault(document.lang, document)
    return {
        document.page_path: tuple(sorted(group.values(), key=lambda each: each.lang))
        for group in groups.values()
        if len(group) > 1
        for document in group.values()
    }


def main_language(documents: Iterable[Document]) -> str:
    """Return the language of most documents, English where there is none."""
    counts = Counter(document.lang for document in documents if document.lang)
    return min(counts, key=lambda lang: (-counts[lang], lang), default="en")


def _without_language(document: Document) -> str:
    names = {document.lang.lower(), document.lang.lower().split("-")[0]}
    *folders, name = document.source_path.split("/")
    kept = [folder for folder in folders if folder.lower().replace("_", "-") not in names]
    stem, suffix = posixpath.splitext(name)
    base, _, mark = stem.rpartition(".")
    if base and is_document(name) and mark.lower() in names:
        name = base + suffix
    return "/".join([*kept, name])


def repository_url(document: Document, repo_url: str, edit_uri: str) -> str:
    """Return the address of a document's file in its repository, as MkDocs makes it.

    `edit_uri` is relative to `repo_url` and says where the corpus lies; where it names the host's
    editor, the view is meant. Empty without an `edit_uri`, and for records, which are no files.
    """
    if not edit_uri or f"{RECORDS_SUFFIX}/" in document.source_path:
        return ""
    base = _EDITOR.sub(r"\1blob/", edit_uri, count=1)
    if "://" not in base:
        joint = "" if base.startswith(("?", "#")) else "/"
        base = f"{repo_url.rstrip('/')}{joint}{base.lstrip('/')}"
    if not base.endswith(("/", "=", "#")):
        base += "/"
    return base + quote(document.source_path, safe="/")
