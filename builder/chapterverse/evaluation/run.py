"""Asking the cases: the host's door, and the reply as it comes over the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.asked import Asked
from chapterverse.evaluation.cases import Case
from chapterverse_engine.model import Question
from chapterverse_engine.wire import encoded


class Host(Protocol):
    """Whoever fetches for the engine."""

    def ask(self, question: Question) -> Asked:
        """Answer one question."""
        ...


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ReplyLines(_Wire):
    """Lines of a document that a reply names."""

    source_path: str
    start_line: int
    end_line: int


class ReplyQuote(ReplyLines):
    """A quote as the reply claims it; without columns it claims whole lines."""

    text: str
    start_column: int | None = None
    end_column: int | None = None
    label: str = ""
    heading_path: tuple[str, ...] = ()
    passage_id: str = ""
    content_hash: str = ""
    href: str = ""


class ReplyPassage(ReplyLines):
    """A candidate, source or nearest section as the reply claims it."""

    passage_id: str = ""
    title: str = ""
    scope: str = ""
    href: str = ""


class Reply(_Wire):
    """The part of an outcome's wire JSON that is measured."""

    outcome: str
    reason: str | None = None
    rewritten_query: str = ""
    confidence: int = 0
    threshold: int = 0
    quotes: tuple[ReplyQuote, ...] = ()
    sources: tuple[ReplyPassage, ...] = ()
    nearest: tuple[ReplyPassage, ...] = ()
    candidates: tuple[ReplyPassage, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Tell an answer from an abstention or a question back."""
        return self.outcome == "answer"


@dataclass(frozen=True, slots=True)
class Result:
    """A case with the reply to it; `reply` holds claims, nothing in it has been checked yet.

    `is_same_elsewhere` tells whether another runtime gave the same bytes, None if none was asked.
    """

    case: Case
    reply: Reply
    elapsed_ms: float
    bytes_fetched: int
    shards_fetched: int
    is_same_elsewhere: bool | None = None


Elsewhere = Callable[[Sequence[Question]], Sequence[str]]
"""Another runtime: takes questions, returns the text of each reply."""


Track = Callable[[Sequence[Case]], Iterable[Case]]
"""Yields the cases that it is given, for whoever wants to see how far they are."""


def run_cases(
    host: Host,
    cases: Sequence[Case],
    elsewhere: Elsewhere | None = None,
    track: Track = iter,
) -> tuple[Result, ...]:
    """Ask every case in order, and once more elsewhere if there is such a place.

    Raise InputError when a reply is not an outcome of the wire format; the engine's own errors
    pass through.
    """
    asked = [host.ask(case.question()) for case in track(cases)]
    texts = elsewhere([case.question() for case in cases]) if elsewhere else [None] * len(asked)
    return tuple(
        _result(case, reply, text) for case, reply, text in zip(cases, asked, texts, strict=True)
    )


def reply_text(asked: Asked) -> str:
    """Return the text of a reply, outcome and trace, that all runtimes have to agree on."""
    return encoded([asked.outcome, asked.stages, None])


def _result(case: Case, asked: Asked, text: str | None) -> Result:
    return Result(
        case=case,
        reply=_reply_of(case, asked),
        elapsed_ms=asked.elapsed_ms,
        bytes_fetched=asked.bytes_fetched,
        shards_fetched=asked.shards_fetched,
        is_same_elsewhere=None if text is None else text == reply_text(asked),
    )


def _reply_of(case: Case, asked: Asked) -> Reply:
    try:
        return Reply.model_validate(asked.outcome)
    except ValidationError as error:
        problems = [
            Problem(f"reply to case {case.id}", 0, f"{'.'.join(map(str, e['loc']))}: {e['msg']}")
            for e in error.errors()
        ]
        raise InputError(problems) from error
