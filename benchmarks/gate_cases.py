"""Cases that teach the gate: those of the sets, and two kinds that no set has enough of.

*Hidden*: an answerable question asked of its documents without the one that answers it. *Foreign*:
a question of another set in the same language. Both are unanswerable, but for a few hidden ones
that another document answers; which sets that can be said of is in HIDDEN_SHARE_OF_SET. All choices
are by hashes, so the same sets give the same cases.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from benchmarks.question_sets import DEMO, TUNE, QuestionSet, SetCase, ask
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import Manifest
from chapterverse_engine.model import Passage

LEFT_OUT_KINDS = frozenset(("heldout-soft",))
HIDDEN_PER_SET = 90
FOREIGN_PER_LANGUAGE = 120
_MAX_FOREIGN_CHARS = 400
# How much hidden cases weigh against the set's own unanswerable ones; none where other documents
# may answer as well.
HIDDEN_SHARE_OF_SET = {
    "xquad-en": 0.5, "xquad-zh": 0.5, "aws-docs-en": 1.0, "clapnq-en": 0.5, DEMO: 0.15,
}  # fmt: skip
# Sets of which only the passages that answer are hidden: their documents hold many subjects.
_BY_PASSAGE = frozenset(("clapnq-en", DEMO))
FOREIGN_SHARE = 0.5


class Origin(StrEnum):
    """Where a case comes from."""

    OWN = "own"
    HIDDEN = "hidden"
    FOREIGN = "foreign"


class GateCase(NamedTuple):
    """A case as asked; `stages` is its trace."""

    set_name: str
    origin: Origin
    case: SetCase
    is_answerable: bool
    stages: Sequence[Mapping[str, Any]]


def own_cases(questions: QuestionSet, half: int) -> Iterator[GateCase]:
    """Ask a half's own cases; all of the demo's tune cases, whatever the half."""
    reader = questions.reader()
    for case in _of_half(questions, half):
        if case.kind not in LEFT_OUT_KINDS:
            stages = ask(questions, reader, case).stages
            yield GateCase(questions.name, Origin.OWN, case, case.is_answerable, stages)


def hidden_cases(questions: QuestionSet) -> Iterator[GateCase]:
    """Ask answerable tune cases without what answers them."""
    if questions.name not in HIDDEN_SHARE_OF_SET:
        return
    passages = questions.passages()
    answerable = [case for case in _of_half(questions, TUNE) if case.is_answerable]
    answerable.sort(key=lambda case: (zlib.crc32(case.id.encode()), case.id))
    reader = questions.reader()
    for case in answerable[:HIDDEN_PER_SET]:
        hide(reader, questions, passages, _hides(questions, case))
        yield GateCase(
            questions.name,
            Origin.HIDDEN,
            case,
            is_answerable=False,
            stages=ask(questions, reader, case).stages,
        )


def foreign_cases(questions: QuestionSet, others: Sequence[QuestionSet]) -> Iterator[GateCase]:
    """Ask tune cases of other sets in a language of this one's questions."""
    reader = questions.reader()
    for lang in sorted({case.lang for case in questions.cases}):
        found = [
            [case for case in _of_half(other, TUNE) if _is_foreign(case, lang)]
            for other in others
            if other.name not in (questions.name, DEMO)
        ]
        filled = [cases for cases in found if cases]
        for cases in filled:
            cases.sort(key=lambda case: zlib.crc32(f"{questions.name}{case.id}".encode()))
            for case in cases[: FOREIGN_PER_LANGUAGE // len(filled)]:
                stages = ask(questions, reader, case).stages
                yield GateCase(
                    questions.name, Origin.FOREIGN, case, is_answerable=False, stages=stages
                )


def _is_foreign(case: SetCase, lang: str) -> bool:
    return case.lang == lang and len(case.query) <= _MAX_FOREIGN_CHARS


def _of_half(questions: QuestionSet, half: int) -> list[SetCase]:
    is_demo = questions.name == DEMO
    return [case for case in questions.cases if is_demo or case.half == half]


def _hides(questions: QuestionSet, case: SetCase) -> Callable[[Passage], bool]:
    if questions.name in _BY_PASSAGE:
        return case.is_gold
    sources = {gold.source_path for gold in case.golds}
    return lambda passage: passage.document.source_path in sources


def hide(
    reader: IndexReader,
    questions: QuestionSet,
    passages: Sequence[Passage],
    is_hidden: Callable[[Passage], bool],
) -> None:
    """Let a reader see only the passages that are not hidden, as if the others were not there."""
    groups = []
    for group in questions.index.groups:
        first = group.first
        for ordinal in range(group.first, group.end):
            if is_hidden(passages[ordinal]):
                groups.append(group._replace(first=first, end=ordinal))
                first = ordinal + 1
        groups.append(group._replace(first=first))
    # The last group keeps its end, also when it is empty: ordinals are counted from it.
    index = questions.index._replace(groups=tuple(groups))
    reader.manifest = Manifest(1, "", "", {}, (index,), {})
