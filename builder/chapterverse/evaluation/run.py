"""Asking the cases: the host's door, and the reply as it comes over the wire."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.cases import Case
from chapterverse_engine.model import Question


@dataclass(frozen=True, slots=True)
class Asked:
    """What a host returns: the outcome's wire JSON, and what it cost."""

    outcome: dict[str, Any]
    elapsed_ms: float
    bytes_fetched: int
    shards_fetched: int


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
    """A case with the reply to it; `reply` holds claims, nothing in it has been checked yet."""

    case: Case
    reply: Reply
    elapsed_ms: float
    bytes_fetched: int
    shards_fetched: int


def run_cases(host: Host, cases: Iterable[Case]) -> tuple[Result, ...]:
    """Ask every case in order.

    Raise InputError when a reply is not an outcome of the wire format; the engine's own errors
    pass through.
    """
    return tuple(_run(host, case) for case in cases)


def _run(host: Host, case: Case) -> Result:
    asked = host.ask(case.question())
    try:
        reply = Reply.model_validate(asked.outcome)
    except ValidationError as error:
        problems = [
            Problem(f"reply to case {case.id}", 0, f"{'.'.join(map(str, e['loc']))}: {e['msg']}")
            for e in error.errors()
        ]
        raise InputError(problems) from error
    return Result(case, reply, asked.elapsed_ms, asked.bytes_fetched, asked.shards_fetched)
