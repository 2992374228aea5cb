"""Questions that nobody had to write for a site: its headings, and those of other subjects.

A heading asked as a question has its answer under it. A question about bread, comets or chess has
none in most documentations; where a site is about one of them, its own cases count for more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chapterverse.evaluation.foreign_questions import CHINESE, ENGLISH
from chapterverse.site_lists import HEADINGS_PATH
from chapterverse_engine.language import language_of

MAX_HEADINGS = 80
_QUESTION_OF_LANG = {"en": "What about {}?", "zh": "{}是什么？"}
_FOREIGN_OF_LANG = {"en": ENGLISH, "zh": CHINESE}


@dataclass(frozen=True, slots=True)
class AutomaticCase:
    """A question and whether the site should answer it."""

    query: str
    lang: str
    answerable: bool


def automatic_cases(site: Path) -> list[AutomaticCase]:
    """Return a site's headings as questions and foreign questions in its languages.

    At most MAX_HEADINGS headings take part, chosen by their hash, so that equal sites give equal
    cases.
    """
    headings = sorted(
        set(_headings(site)), key=lambda item: hashlib.sha256(item[0].encode()).digest()
    )
    asked = [
        AutomaticCase(_QUESTION_OF_LANG[lang].format(heading), lang, answerable=True)
        for heading, lang in headings[:MAX_HEADINGS]
    ]
    foreign = [
        AutomaticCase(question, lang, answerable=False)
        for lang in sorted({case.lang for case in asked})
        for question in _FOREIGN_OF_LANG[lang]
    ]
    return asked + foreign


def _headings(site: Path) -> Iterator[tuple[str, str]]:
    """Yield the headings of a site, each with its language, of the languages that have questions."""
    file = site / HEADINGS_PATH
    pages = json.loads(file.read_bytes()) if file.is_file() else []
    for _, title, _, headings in pages:
        for entry in headings:
            heading = entry if isinstance(entry, str) else entry[-1]
            lang = language_of(heading)
            if heading != title and lang in _QUESTION_OF_LANG:
                yield heading, lang
