"""Notice that two passages say different things of the same subject.

Theory: two statements contradict each other when they share nearly all their words and differ in
a number with the same measure, or in a negation. Everything else that differs, a name, a code, a
number without a measure, more likely makes them statements about two things, so there is no note.
Both have to say by themselves what was asked; a subject that only their headings name may differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .claims import content_terms
from .evidence import Evidence
from .fold import fold
from .matching import Concepts
from .model import Note, Quote, Reason, UnitKind
from .polarity import is_turned

# Of 1000: the share of the question that both statements cover, and of their words that they share.
_MIN_COVERED = 600
_MIN_SHARED = 600
_MIN_TERMS = 3
_MEASURED = re.compile(
    r"(?P<value>\d[\d.,]*)[ -]?(?P<measure>%|[a-z]{1,12}|[\u3400-\u9fff]{1,2})?", re.IGNORECASE
)
# Chinese words of permission and denial: without them the bigrams around them can be compared.
_MODALS = r"不得|不能|不可以?|不许|不应|可以|必须|应当|应该|允许|禁止|没有|[不没能应须可]"
_PROSE = frozenset((UnitKind.SENTENCE, UnitKind.ITEM))


class _Statement(NamedTuple):
    """What a unit says: its text, its words, its numbers without and with measure."""

    text: str
    words: frozenset[str]
    labels: frozenset[str]
    values_of_measure: dict[str, frozenset[str]]


def contradiction_of(units: Sequence[Evidence], concepts: Concepts) -> Evidence | None:
    """Return the best of the units that contradicts the first one, if there is one."""
    best = units[0] if units else None
    if best is None or best.kind not in _PROSE or concepts.share(best.covered) < _MIN_COVERED:
        return None
    statement = _statement(best.text)
    comparable = (
        other
        for other in units[1:]
        if other.kind in _PROSE
        and concepts.share(other.covered) >= _MIN_COVERED
        and other.passage.passage_id != best.passage.passage_id
    )
    return next((other for other in comparable if _differ(statement, _statement(other.text))), None)


def conflict_notes(quotes: Sequence[Quote], best: Evidence, other: Evidence) -> tuple[Note, ...]:
    """Return the note that names the quotes of both statements; none if one is not quoted."""
    labels = [
        quote.label
        for unit in (best, other)
        for quote in quotes
        if quote.passage.passage_id == unit.passage.passage_id and unit.text in quote.text
    ]
    pair = tuple(dict.fromkeys(labels))
    return (Note(Reason.CONFLICT, pair),) if len(pair) > 1 else ()


def _differ(one: _Statement, other: _Statement) -> bool:
    shared, all_words = len(one.words & other.words), len(one.words | other.words)
    if shared < _MIN_TERMS or 1000 * shared < _MIN_SHARED * all_words:
        return False
    if one.labels != other.labels:
        return False
    values, others = one.values_of_measure, other.values_of_measure
    apart = [name for name in values.keys() | others.keys() if values.get(name) != others.get(name)]
    if not apart:
        return is_turned(one.text, other.text)
    # Where more than one number differs, one of them says which thing is meant.
    return len(apart) == 1 and apart[0] in values and apart[0] in others


@lru_cache(maxsize=256)
def _statement(text: str) -> _Statement:
    values: dict[str, set[str]] = {}
    labels: set[str] = set()
    for found in _MEASURED.finditer(fold(text).text):
        measure = found["measure"]
        if measure:
            values.setdefault(measure.rstrip("s"), set()).add(found["value"].rstrip(".,"))
        else:
            labels.add(found["value"].rstrip(".,"))
    plain = re.sub(_MODALS, "", text)
    words = frozenset(term for term in content_terms(plain) if not term[:1].isdigit())
    measured = {measure: frozenset(found) for measure, found in values.items()}
    return _Statement(text, words, frozenset(labels), measured)
