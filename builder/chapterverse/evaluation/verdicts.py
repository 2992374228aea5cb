"""Judging one reply: what it claims against the files on disk and the case's gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict

from chapterverse.evaluation.cases import Case, Place
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.ranking import (
    document_flags,
    first_rank,
    ndcg_at,
    passage_flags,
    recall_at,
    reciprocal_rank,
    relevant_passages,
)
from chapterverse.evaluation.run import Reply, ReplyPassage, ReplyQuote, Result
from chapterverse.evaluation.safety import Ground, safety_scores

RANKS = (1, 3, 5, 10)
DEPTH = 10


class QuoteVerdict(BaseModel):
    """A returned quote and what the files say of it.

    `is_exact`: its text is what stands at its lines and columns. `is_right`: it is exact and
    overlaps a right citation. `is_fresh`: the passage that it comes from still has its hash.
    """

    model_config = ConfigDict(frozen=True)

    source_path: str
    start_line: int
    end_line: int
    text: str
    href: str
    is_exact: bool
    is_right: bool
    is_fresh: bool


class Verdict(BaseModel):
    """What became of a case.

    `scores` has a number for each measure that applies to the case, and no entry for one that does
    not; a share lies between 0 and 1. Ranks are 1-based, None when nothing right was ranked.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    query: str
    lang: str
    kind: str
    split: str
    history: tuple[str, ...] = ()
    answerable: bool
    match: str
    answers: tuple[str, ...]
    expected: tuple[Place, ...]
    expected_texts: tuple[str, ...]
    outcome: str
    reason: str | None
    confidence: int
    threshold: int
    quotes: tuple[QuoteVerdict, ...]
    nearest: tuple[Place, ...]
    passage_rank: int | None
    document_rank: int | None
    bytes_fetched: int
    shards_fetched: int
    scores: dict[str, float]

    @property
    def is_right(self) -> bool:
        """Tell whether the outcome is the right one."""
        return self.scores["outcome_accuracy"] == 1.0


def judge(result: Result, ground: Ground) -> Verdict:
    """Judge one reply."""
    case, reply = result.case, result.reply
    quotes = tuple(_judge_quote(quote, result, ground) for quote in reply.quotes)
    flags = passage_flags(reply.candidates[:DEPTH], case.places)
    documents = document_flags(reply.candidates[:DEPTH], case.places)
    return Verdict(
        **case.model_dump(include={"id", "query", "lang", "kind", "split", "history"}),
        **case.model_dump(include={"answerable", "match", "answers"}),
        expected=case.places,
        expected_texts=tuple(_expected_text(place, ground.originals) for place in case.places[:1]),
        outcome=reply.outcome,
        reason=reply.reason,
        confidence=reply.confidence,
        threshold=reply.threshold,
        quotes=quotes,
        nearest=tuple(_place(item) for item in reply.nearest if _is_range(item)),
        passage_rank=first_rank(flags),
        document_rank=first_rank(documents),
        bytes_fetched=result.bytes_fetched,
        shards_fetched=result.shards_fetched,
        scores=dict(sorted(_scores(result, quotes, ground))),
    )


def _scores(
    result: Result, quotes: Sequence[QuoteVerdict], ground: Ground
) -> Iterator[tuple[str, float]]:
    case, reply = result.case, result.reply
    yield from _outcome_scores(case, reply)
    if case.places:
        yield from _rank_scores(case, reply)
    if quotes:
        yield "line_accuracy", _share([quote.is_exact for quote in quotes])
        yield "stale_rate", float(not all(quote.is_fresh for quote in quotes))
    if quotes and case.places:
        yield "citation_precision", _share([quote.is_right for quote in quotes])
    if result.is_same_elsewhere is not None:
        yield "runtime_parity", float(result.is_same_elsewhere)
    yield from safety_scores(case, reply, ground)


def _outcome_scores(case: Case, reply: Reply) -> Iterator[tuple[str, float]]:
    answered = float(reply.is_answer)
    right = answers_case(case, reply) if case.answerable else not reply.is_answer
    yield "answered_share", answered
    yield "outcome_accuracy", float(right)
    if case.answerable:
        yield "answer_accuracy", float(right)
        yield "answerable_answered_share", answered
    if case.answerable and reply.is_answer:
        yield "answered_accuracy", float(right)
    if case.history:
        yield "followup_accuracy", float(right)


def answers_case(case: Case, reply: Reply) -> bool:
    """Tell whether the quotes hold what the case asks for; white space does not count."""
    if not reply.is_answer:
        return False
    if case.match == "section":
        return any(_is_on_gold(quote, case) for quote in reply.quotes)
    texts = [_squeeze(quote.text) for quote in reply.quotes]
    wanted = [_squeeze(answer) for answer in case.answers if answer.strip()]
    found = [any(answer in text for text in texts) for answer in wanted]
    return all(found) if case.match == "all" else any(found)


def _rank_scores(case: Case, reply: Reply) -> Iterator[tuple[str, float]]:
    candidates = reply.candidates[:DEPTH]
    levels = {
        "": (passage_flags(candidates, case.places), relevant_passages(candidates, case.places)),
        "document_": (
            document_flags(candidates, case.places),
            len({place.source for place in case.places}),
        ),
    }
    for prefix, (flags, relevant) in levels.items():
        rank = first_rank(flags)
        for depth in RANKS:
            yield f"{prefix}recall_at_{depth}", recall_at(rank, depth)
        yield f"{prefix}mrr", reciprocal_rank(rank)
        yield f"{prefix}ndcg_at_10", ndcg_at(flags, relevant, DEPTH)


def _judge_quote(quote: ReplyQuote, result: Result, ground: Ground) -> QuoteVerdict:
    place = (quote.source_path, quote.start_line, quote.end_line)
    original = ground.originals.span(*place, quote.start_column, quote.end_column)
    is_exact = original is not None and original == quote.text
    return QuoteVerdict(
        source_path=quote.source_path,
        start_line=quote.start_line,
        end_line=quote.end_line,
        text=quote.text,
        href=quote.href,
        is_exact=is_exact,
        is_right=is_exact and _is_on_gold(quote, result.case),
        is_fresh=_is_fresh(quote, result.reply, ground.originals),
    )


def _is_fresh(quote: ReplyQuote, reply: Reply, originals: Originals) -> bool:
    """Compare the hash of the quote's passage with the passage's lines on disk.

    A quote from a passage that isn't among the candidates can't be checked, which is no pass.
    """
    for passage in reply.candidates:
        if passage.passage_id == quote.passage_id and passage.source_path == quote.source_path:
            place = (passage.source_path, passage.start_line, passage.end_line)
            return originals.content_hash(*place) == quote.content_hash
    return False


def _is_on_gold(quote: ReplyQuote, case: Case) -> bool:
    lines = (quote.source_path, quote.start_line, quote.end_line)
    return any(place.overlaps(*lines) for place in case.places)


def _expected_text(place: Place, originals: Originals) -> str:
    return originals.span(place.source, place.start_line, place.end_line) or ""


def _is_range(item: ReplyPassage) -> bool:
    return 1 <= item.start_line <= item.end_line


def _place(item: ReplyPassage) -> Place:
    return Place(source=item.source_path, start_line=item.start_line, end_line=item.end_line)


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def _squeeze(text: str) -> str:
    return "".join(text.split())
