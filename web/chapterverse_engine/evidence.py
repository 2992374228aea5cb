"""Choose the units of the best passages that support an answer.

Theory: a unit (sentence, list item, table row, code block) is worth what it covers of the
question, counting what its headings already say for less, plus a little for the passage's place in
the ranking, for standing early, and for having the shape that the kind of question asks for. A unit
that asks is no answer: like a heading it speaks for what follows it. The best unit is taken; more
are added only while they cover something new or support it about as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .matching import Concepts, PassageTerms, terms_of
from .model import Candidate, Passage, Unit, UnitKind
from .query import QuestionKind
from .shapes import Wanted, fit_of

MAX_QUOTES = 3
MAX_PASSAGES = 5
# A list or a code block joins its lead-in up to this many characters.
MAX_SPAN_CHARS = 900
# A row is quoted together with the rows between it and its header up to this many characters.
MAX_TABLE_CHARS = 300
_CONTEXT_SHARE = 600  # of 1000: what the headings cover counts for less
_PASSAGE_STEP = 45  # what a place in the ranking is worth
FIT_BONUS = (0, 120, 260)
NEAR_BONUS = 100
_POSITION_STEP = 6
_MIN_GAIN = 110  # thousandths of the question that a further quote has to add
_SUPPORT_SHARE = 720  # or how good it has to be against the best, in thousandths

_LEAD_IN_END = (":", "：")
_QUESTION_END = ("?", "？")
# How a sentence starts that says something of the one before it.
_BACK = (
    "It ", "They ", "This ", "These ", "Those ", "He ", "She ", "His ", "Her ", "Its ", "Their ",
    "Such ", "它", "他", "她", "这", "该", "其", "此",
)  # fmt: skip
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

    @property
    def kind(self) -> UnitKind:
        """The kind of its first unit."""
        return self.passage.units[self.first].kind

    @property
    def text(self) -> str:
        """The span of the passage's text."""
        units = self.passage.units
        return self.passage.text[units[self.first].start : units[self.last].end]


def ranked_units(
    candidates: Sequence[Candidate], concepts: Concepts, wanted: Wanted
) -> list[Evidence]:
    """Return the units of the best candidates that cover something, the best first."""
    units = [
        evidence
        for place, candidate in enumerate(candidates[:MAX_PASSAGES])
        for evidence in _units(candidate, place, concepts, wanted)
    ]
    return sorted(units, key=_order)


def gather(
    units: Sequence[Evidence], concepts: Concepts, kind: QuestionKind
) -> tuple[Evidence, ...]:
    """Return up to MAX_QUOTES spans of ranked units, the best first; empty without units."""
    spans: list[Evidence] = []
    for unit in _choose(units, concepts):
        ways = (_joined([*spans, *way]) for way in _ways(unit, kind))
        fitting = next((joined for joined in ways if len(joined) <= MAX_QUOTES), None)
        if fitting is None:
            break
        spans = fitting
    return tuple(spans)


def _ways(unit: Evidence, kind: QuestionKind) -> Iterator[list[Evidence]]:
    """Yield the ways to quote a unit, the tightest first: a row in one piece where two are too many."""
    yield _extended(unit, kind)
    units = unit.passage.units
    if unit.kind is UnitKind.ROW:
        header = _header_of(units, unit.first)
        if units[unit.last].end - units[header].start <= MAX_SPAN_CHARS:
            yield [unit._replace(first=header)]


def with_unit(spans: Sequence[Evidence], unit: Evidence) -> tuple[Evidence, ...]:
    """Return the spans with a unit that must be among them, in place of the last if it has to be."""
    if any(_holds(span, unit) for span in spans):
        return tuple(spans)
    return (*spans[: MAX_QUOTES - 1], unit)


def _holds(span: Evidence, unit: Evidence) -> bool:
    same = span.passage.passage_id == unit.passage.passage_id
    return same and span.first <= unit.first and unit.last <= span.last


def _order(unit: Evidence) -> tuple[int, int, int]:
    return -unit.score, unit.candidate.rank, unit.first


def _units(candidate: Candidate, place: int, concepts: Concepts, wanted: Wanted) -> list[Evidence]:
    passage = candidate.passage
    terms = terms_of(passage)
    above = _above(terms, concepts)
    question_before: frozenset[str] = frozenset()
    header: frozenset[str] = frozenset()
    found: list[Evidence] = []
    position = 0
    for index, unit in enumerate(passage.units):
        covered = concepts.covered(terms.unit_terms[index])
        text = passage.text[unit.start : unit.end]
        if unit.kind is UnitKind.HEADING:
            above, question_before, header = above | covered, frozenset(), covered
            continue
        if _asks(text, unit):
            question_before = covered
            continue
        if unit.kind is UnitKind.ROW:
            covered |= header
        score = _unit_score(concepts, covered, above | question_before)
        if score:
            fit = fit_of(text, unit, wanted)
            score += FIT_BONUS[fit]
            score -= place * _PASSAGE_STEP + position * _POSITION_STEP
            found.append(Evidence(candidate, index, index, score, covered, fit > 0))
        position += 1
    return found


def _above(terms: PassageTerms, concepts: Concepts) -> frozenset[str]:
    return concepts.covered(terms.trail_terms | terms.title_terms)


def _unit_score(concepts: Concepts, covered: frozenset[str], above: frozenset[str]) -> int:
    own = concepts.share(covered)
    return own + concepts.share(above - covered) * _CONTEXT_SHARE // 1000


def _asks(text: str, unit: Unit) -> bool:
    is_prose = unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM)
    return is_prose and text.rstrip(_CLOSING).endswith(_QUESTION_END)


def _choose(units: Sequence[Evidence], concepts: Concepts) -> list[Evidence]:
    """Take the best unit, then those that add to it or support it, up to MAX_QUOTES."""
    if not units:
        return []
    best = units[0]
    near = [unit._replace(score=unit.score + _nearness(unit, best)) for unit in units[1:]]
    near.sort(key=_order)
    chosen, covered, texts = [best], best.covered, {best.text}
    for unit in near:
        if len(chosen) == MAX_QUOTES:
            break
        text = unit.text
        gain = concepts.share(unit.covered - covered)
        supports = unit.score * 1000 >= best.score * _SUPPORT_SHARE and _is_peer(unit, best)
        if (gain >= _MIN_GAIN or supports) and text not in texts:
            chosen.append(unit)
            covered |= unit.covered
            texts.add(text)
    return chosen


def _is_peer(unit: Evidence, best: Evidence) -> bool:
    """Tell whether a unit may support the best one: not a row of its table with less of the same."""
    are_rows = unit.kind is best.kind is UnitKind.ROW
    is_same = unit.passage.passage_id == best.passage.passage_id
    return not (are_rows and is_same and unit.covered < best.covered)


def _nearness(unit: Evidence, best: Evidence) -> int:
    """Return what a unit is worth for standing next to the best one: they often answer together."""
    if unit.kind is UnitKind.ROW or unit.passage.passage_id != best.passage.passage_id:
        return 0
    distance = abs(unit.first - best.first)
    return NEAR_BONUS if distance == 1 else NEAR_BONUS // 2 if distance == 2 else 0


def _extended(evidence: Evidence, kind: QuestionKind) -> list[Evidence]:
    """Take in what a unit does not stand without: its lead-in, its list, its table's header.

    A header far above its row is a span of its own.
    """
    units = evidence.passage.units
    first = last = evidence.first
    unit_kind = units[first].kind
    if unit_kind is UnitKind.ROW:
        return _with_header(evidence, _header_of(units, first))
    if unit_kind is UnitKind.CODE and _is_lead_in(evidence.passage, first - 1):
        first -= 1
    elif unit_kind is UnitKind.ITEM and kind is QuestionKind.HOW_TO:
        first, last = _run_of_items(units, first)
    elif _is_lead_in(evidence.passage, last):
        last = _end_of_list(units, last + 1)
    elif _leans_back(evidence.passage, first):
        first -= 1
    if units[last].end - units[first].start > MAX_SPAN_CHARS:
        return [evidence]
    return [evidence._replace(first=first, last=last)]


def _with_header(row: Evidence, header: int) -> list[Evidence]:
    units = row.passage.units
    if units[row.last].end - units[header].start <= MAX_TABLE_CHARS:
        return [row._replace(first=header)]
    return [row, row._replace(first=header, last=header, fits=False)]


def _leans_back(passage: Passage, index: int) -> bool:
    """Tell whether a sentence starts with a word for something in the sentence before it."""
    units = passage.units
    if not index or units[index].kind is not UnitKind.SENTENCE:
        return False
    is_prose = units[index - 1].kind is UnitKind.SENTENCE
    between = passage.text[units[index - 1].end : units[index].start]
    return is_prose and "\n\n" not in between and passage.text.startswith(_BACK, units[index].start)


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
    """Join spans of one passage that belong together; the order of first choice stays."""
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
    """Tell whether two spans overlap or have at most one sentence or item between them."""
    if span.passage.passage_id != other.passage.passage_id:
        return False
    early, late = sorted((span, other), key=lambda one: one.first)
    between = span.passage.units[early.last + 1 : late.first]
    is_short = len(between) == 1 and between[0].kind in (UnitKind.SENTENCE, UnitKind.ITEM)
    return not between or is_short
