"""Make questions of headings that are hidden from the index, to learn from more than the sets.

A heading that says something and stands only once becomes a question; its section is the gold. In
the index it is replaced by a number, as readers ask for sections whose headings do not repeat their
words. The choice is by hash, so the same sections are taken every time.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.question_sets import Drafted, Gold, QuestionSet, SetCase, drafted, index_drafted
from chapterverse.model import PassageDraft
from chapterverse_engine.model import UnitKind
from chapterverse_engine.query import understand
from chapterverse_engine.terms import TermKind

KIND = "hidden"
HIDDEN_PER_SET = 100
_LEAST_TERMS, _MOST_TERMS = 3, 24
_LEAST_CHARS, _MOST_CHARS = 120, 6000


class _Place(NamedTuple):
    """A section: the number of its document, and the headings down to its own."""

    document: int
    path: tuple[str, ...]


def load_hidden(folder: Path, name: str) -> QuestionSet:
    """Return a set whose cases are headings of its own documents, hidden from its index."""
    read = drafted(folder, name)
    chosen = _chosen(read)
    label_of = {place: f"§ {number}" for number, place in enumerate(chosen, 1)}
    hidden, cases = [], []
    for number, (source, parsed, drafts) in enumerate(read):
        labels = {place.path: label_of[place] for place in chosen if place.document == number}
        hidden.append((source, parsed, tuple(_without(draft, labels) for draft in drafts)))
        for path in labels:
            found = [draft for draft in drafts if draft.heading_path[: len(path)] == path]
            cases.append(_case(path[-1], parsed.document.source_path, parsed.document.lang, found))
    index, data_of_name = index_drafted(hidden)
    return QuestionSet(f"{name}/{KIND}", tuple(cases), index, data_of_name)


def _chosen(read: Sequence[Drafted]) -> list[_Place]:
    """Return the sections whose headings are asked, the same ones every time."""
    places_of: dict[str, set[_Place]] = defaultdict(set)
    chars_of: dict[_Place, int] = defaultdict(int)
    for number, (_, _, drafts) in enumerate(read):
        for draft in drafts:
            for depth in range(2, len(draft.heading_path) + 1):
                place = _Place(number, draft.heading_path[:depth])
                places_of[place.path[-1]].add(place)
                chars_of[place] += len(draft.text)
    alone = [place for places in places_of.values() if len(places) == 1 for place in places]
    usable = [
        place
        for place in alone
        if _LEAST_CHARS < chars_of[place] < _MOST_CHARS and _says_something(place.path[-1])
    ]
    return sorted(usable, key=_hash_of)[:HIDDEN_PER_SET]


def _says_something(heading: str) -> bool:
    terms = [t for t in understand(heading).content_terms if t.kind is not TermKind.IDENTIFIER]
    return _LEAST_TERMS <= len(terms) <= _MOST_TERMS


def _hash_of(place: _Place) -> str:
    return hashlib.sha256("\n".join((str(place.document), *place.path)).encode()).hexdigest()


def _without(draft: PassageDraft, label_of_path: dict[tuple[str, ...], str]) -> PassageDraft:
    """Return a passage whose hidden headings are numbers, as long as before."""
    path, text = list(draft.heading_path), draft.text
    for hidden, label in label_of_path.items():
        if draft.heading_path[: len(hidden)] == hidden:
            path[len(hidden) - 1] = label
            text = _overwritten(draft, text, hidden[-1], label)
    return dataclasses.replace(draft, heading_path=tuple(path), text=text)


def _overwritten(draft: PassageDraft, text: str, heading: str, label: str) -> str:
    for unit in draft.units:
        shown = draft.text[unit.start : unit.end]
        if unit.kind is UnitKind.HEADING and _bare(heading) in _bare(shown):
            end = text.find("\n", unit.start)
            end = len(text) if end < 0 else end
            text = text[: unit.start] + label.ljust(end - unit.start) + text[end:]
    return text


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _case(heading: str, source_path: str, lang: str, found: Sequence[PassageDraft]) -> SetCase:
    case_id = f"{KIND} {source_path} {heading}"
    return SetCase.of_heading(case_id, heading, lang, KIND, _golds(source_path, found))


def _golds(source_path: str, found: Sequence[PassageDraft]) -> Iterator[Gold]:
    for draft in found:
        yield Gold(source_path, draft.start_line, draft.end_line)
