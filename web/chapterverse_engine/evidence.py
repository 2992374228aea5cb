"""Choose the units of the best passages that support an answer.

Theory: a unit (sentence, list item, table row, code block) is worth what it covers of the
question, counting what its headings already say for less, plus a little for the passage's place in
the ranking, for standing early, and for having the shape that the kind of question asks for. A unit
that asks is no answer: like a heading it speaks for what follows it. The best unit is taken; more
are added only while they cover something new or support it about as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .matching import Concepts, PassageTerms, terms_of
from .model import Candidate, Passage, Unit, UnitKind
from .query import QuestionKind

MAX_QUOTES = 3
MAX_PASSAGES = 5
# A list or a code block joins its lead-in up to this many characters.
MAX_SPAN_CHARS = 900
_CONTEXT_SHARE = 500  # of 1000: what the headings cover counts half
_PASSAGE_STEP = 60  # what a place in the ranking is worth
_FIT_BONUS = 120
_POSITION_STEP = 8
_MIN_GAIN = 130  # thousandths of the question that a further quote has to add
_SUPPORT_SHARE = 720  # or how good it has to be against the best, in thousandths

# Patterns as text: only what a question needs is compiled, which the browser is slow at.
_SIGN_OF_KIND = {
    QuestionKind.HOW_MANY: (
        r"(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|"
        r"forty|fifty|hundred|thousand|million|billion|half|twice|once|dozen|no|none|zero)\b"
        r"|[一二三四五六七八九十百千万两半]"
    ),
    QuestionKind.WHEN: (
        r"\d|\b(?:January|February|March|April|May|June|July|August|September|October|November|"
        r"December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|century|year|day|"
        r"before|after|during|when|until)\b|[年月日时]"
    ),
    QuestionKind.WHO: (r"(?<=[a-z,;)] )[A-Z][a-z]+|[A-Z][a-z]+ [A-Z]|[·•]|先生|女士|[组部局司]"),
    QuestionKind.WHY: (
        r"(?i)\b(?:because|since|due|so that|therefore|reason|cause|order to|avoid|as a result)\b"
        r"|因为|由于|所以|因此|以便|为了|原因"
    ),
}
_LEAD_IN_END = (":", "：")
_QUESTION_END = ("?", "？")
_CLOSING = "*_~`\"'”’»」』)） "


class Evidence(NamedTuple):
    """A span of consecutive units of a passage: indexes `first` to `last`, inclusive.

    `score` orders evidence; `covered` are the question's terms that the span itself has; `fits`
    tells whether it has the shape that the kind of question asks for.
    """

    candidate: Candidate
    first: int
    last: int
    score: int
    covered: frozenset[str]
    fits: bool

    @property
    def passage(self) -> Passage:
        """The passage that the span belongs to."""
        return self.candidate.passage


def gather(
    candidates: Sequence[Candidate], concepts: Concepts, kind: QuestionKind
) -> tuple[Evidence, ...]:
    """Return up to MAX_QUOTES spans, the best first; empty when no unit covers anything."""
    units = [
        evidence
        for place, candidate in enumerate(candidates[:MAX_PASSAGES])
        for evidence in _units(candidate, place, concepts, kind)
    ]
    units.sort(key=lambda unit: (-unit.score, unit.candidate.rank, unit.first))
    chosen = _choose(units, concepts)
    return tuple(_joined([_extended(unit, kind) for unit in chosen]))


def _units(
    candidate: Candidate, place: int, concepts: Concepts, kind: QuestionKind
) -> list[Evidence]:
    passage = candidate.passage
    terms = terms_of(passage)
    above = _above(terms, concepts)
    question_before: frozenset[str] = frozenset()
    found: list[Evidence] = []
    position = 0
    for index, unit in enumerate(passage.units):
        covered = terms.unit_terms[index] & concepts.weight_of_term.keys()
        text = passage.text[unit.start : unit.end]
        if unit.kind is UnitKind.HEADING:
            above, question_before = above | covered, frozenset()
            continue
        if _asks(text, unit):
            question_before = covered
            continue
        score = _unit_score(concepts, covered, above | question_before)
        if score:
            fits = _fits(text, unit, kind)
            score += _FIT_BONUS if fits else 0
            score -= place * _PASSAGE_STEP + position * _POSITION_STEP
            found.append(Evidence(candidate, index, index, score, covered, fits))
        position += 1
    return found


def _above(terms: PassageTerms, concepts: Concepts) -> frozenset[str]:
    return (terms.trail_terms | terms.title_terms) & concepts.weight_of_term.keys()


def _unit_score(concepts: Concepts, covered: frozenset[str], above: frozenset[str]) -> int:
    own = concepts.share(covered)
    return own + concepts.share(above - covered) * _CONTEXT_SHARE // 1000


def _asks(text: str, unit: Unit) -> bool:
    is_prose = unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM)
    return is_prose and text.rstrip(_CLOSING).endswith(_QUESTION_END)


def _fits(text: str, unit: Unit, kind: QuestionKind) -> bool:
    """Tell whether a unit has the shape of an answer to this kind of question."""
    if kind is QuestionKind.HOW_TO:
        return unit.kind in (UnitKind.ITEM, UnitKind.CODE) or text.endswith(_LEAD_IN_END)
    sign = _SIGN_OF_KIND.get(kind)
    return bool(sign and re.search(sign, text))


def _choose(units: Sequence[Evidence], concepts: Concepts) -> list[Evidence]:
    """Take the best unit, then those that add to it or support it, up to MAX_QUOTES."""
    chosen: list[Evidence] = []
    covered: frozenset[str] = frozenset()
    texts: set[str] = set()
    for unit in units:
        if len(chosen) == MAX_QUOTES:
            break
        text = _text_of(unit)
        gain = concepts.share(unit.covered - covered)
        supports = chosen and unit.score * 1000 >= chosen[0].score * _SUPPORT_SHARE
        if (not chosen or gain >= _MIN_GAIN or supports) and text not in texts:
            chosen.append(unit)
            covered |= unit.covered
            texts.add(text)
    return chosen


def _text_of(evidence: Evidence) -> str:
    units = evidence.passage.units
    return evidence.passage.text[units[evidence.first].start : units[evidence.last].end]


def _extended(evidence: Evidence, kind: QuestionKind) -> Evidence:
    """Take in what a unit does not stand without: its lead-in, its list, its table's header."""
    units = evidence.passage.units
    first, last = evidence.first, evidence.last
    unit_kind = units[first].kind
    if unit_kind is UnitKind.CODE and _is_lead_in(evidence.passage, first - 1):
        first -= 1
    elif unit_kind is UnitKind.ROW:
        first = _header_of(units, first)
    elif unit_kind is UnitKind.ITEM and kind is QuestionKind.HOW_TO:
        first, last = _run_of_items(units, first)
    elif _is_lead_in(evidence.passage, last):
        last = _end_of_list(units, last + 1)
    if units[last].end - units[first].start > MAX_SPAN_CHARS:
        return evidence
    return evidence._replace(first=first, last=last)


def _is_lead_in(passage: Passage, index: int) -> bool:
    if not 0 <= index < len(passage.units):
        return False
    unit = passage.units[index]
    text = passage.text[unit.start : unit.end].rstrip("*_ ")
    return unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM) and text.endswith(_LEAD_IN_END)


def _header_of(units: Sequence[Unit], row: int) -> int:
    """Return the index of the table's header if it lies in the passage, else of the row."""
    index = row
    while index and units[index - 1].kind is UnitKind.ROW:
        index -= 1
    has_header = index and units[index - 1].kind is UnitKind.HEADING
    return index - 1 if has_header else row


def _run_of_items(units: Sequence[Unit], index: int) -> tuple[int, int]:
    first = index
    while first and units[first - 1].kind is UnitKind.ITEM:
        first -= 1
    last = _end_of_list(units, index)
    while units[last].end - units[first].start > MAX_SPAN_CHARS and last > index:
        last -= 1
    while units[last].end - units[first].start > MAX_SPAN_CHARS and first < index:
        first += 1
    return first, last


def _end_of_list(units: Sequence[Unit], index: int) -> int:
    """Return the last unit of the list, or the code block, that starts at an index."""
    if index >= len(units):
        return index - 1
    if units[index].kind is not UnitKind.ITEM:
        return index if units[index].kind is UnitKind.CODE else index - 1
    start = units[index].start
    while (
        index + 1 < len(units)
        and units[index + 1].kind is UnitKind.ITEM
        and units[index + 1].end - start <= MAX_SPAN_CHARS
    ):
        index += 1
    return index


def _joined(spans: Sequence[Evidence]) -> list[Evidence]:
    """Join spans of one passage that touch or overlap; the order of first choice stays."""
    joined: list[Evidence] = []
    for span in spans:
        for index, other in enumerate(joined):
            if _touches(span, other):
                joined[index] = other._replace(
                    first=min(span.first, other.first),
                    last=max(span.last, other.last),
                    covered=span.covered | other.covered,
                )
                break
        else:
            joined.append(span)
    return joined


def _touches(span: Evidence, other: Evidence) -> bool:
    same = span.passage.passage_id == other.passage.passage_id
    return same and span.first <= other.last + 1 and other.first <= span.last + 1
