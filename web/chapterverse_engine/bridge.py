"""The one door between JavaScript and the engine; only text and bytes pass it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .errors import EngineError, HashMismatch, QuestionError
from .lookup import IndexReader
from .manifest import decode_manifest
from .model import Need, Outcome
from .session import Session
from .wire import encoded, outcome_fields, question_of


class _Open(NamedTuple):
    """A session and what is made of its outcome: the name of the reply's field, and its value."""

    session: Session
    field: str
    fields_of: Callable[[Outcome], dict[str, object]]


class _Site:
    """The open site and its sessions; a page has one worker, a worker one site."""

    def __init__(self) -> None:
        self.reader: IndexReader | None = None
        self.sessions: dict[int, _Open] = {}
        self.last_session = 0


_site = _Site()


def open_site(manifest: bytes) -> str:
    """Open the site of a manifest; forget the one before."""
    try:
        decoded = decode_manifest(bytes(manifest))
    except EngineError as error:
        return _error(error)
    _site.reader = IndexReader(decoded)
    _site.sessions.clear()
    groups = [group for index in decoded.scopes for group in index.groups]
    return encoded(
        {
            "ok": True,
            "generation": decoded.generation,
            "passages": sum(index.passages for index in decoded.scopes),
            "documents": sum(group.documents for group in groups),
            "scopes": [index.scope for index in decoded.scopes],
            "languages": sorted({group.lang for group in groups}),
            "versions": sorted({group.version for group in groups if group.version}),
        }
    )


def start(question_json: str) -> str:
    """Start a session for a question and take its first step."""
    return _start(question_json, "outcome", outcome_fields)


def prompt(question_json: str, nonce: str, budget: int) -> str:
    """Start a session that ends in an evidence prompt of at most `budget` characters.

    `nonce` is fresh for each call, so that a replayed answer shows.
    """
    from .prompt import prompt_fields  # noqa: PLC0415 - a first question comes sooner without it

    return _start(question_json, "prompt", lambda found: prompt_fields(found, nonce, budget))


def verify(evidence_json: str, answer_json: str, hashes_json: str = "") -> str:
    """Judge an outside model's answer; `hashes_json` maps passage ids to current hashes."""
    from .verify import verify_texts  # noqa: PLC0415 - as above

    try:
        return encoded({"verdict": verify_texts(evidence_json, answer_json, hashes_json)})
    except EngineError as error:
        return _error(error)


def _start(
    question_json: str, field: str, fields_of: Callable[[Outcome], dict[str, object]]
) -> str:
    if _site.reader is None:
        return _error(QuestionError("question: (site): found none, expected an open site"))
    try:
        question = question_of(question_json)
    except EngineError as error:
        return _error(error)
    _site.last_session += 1
    session = Session(_site.reader, question, is_traced=True)
    _site.sessions[_site.last_session] = _Open(session, field, fields_of)
    return step(_site.last_session)


def receive(session: int, name: str, data: bytes) -> str:
    """Feed a needed file to a session."""
    try:
        _site.sessions[session].session.receive(name, bytes(data))
    except EngineError as error:
        return _error(error)
    return encoded({"session": session, "received": name})


def step(session: int) -> str:
    """Let a session go on: it needs files, or it has its outcome and is closed."""
    opened = _site.sessions[session]
    try:
        reached = opened.session.step()
        if isinstance(reached, Need):
            return encoded({"session": session, "need": list(reached.names)})
        fields = opened.fields_of(reached)
    except EngineError as error:
        close(session)
        return _error(error)
    close(session)
    stages = opened.session.trace.stages
    return encoded({"session": session, opened.field: fields, "trace": stages})


def close(session: int) -> None:
    """Forget a session; closing twice is harmless."""
    _site.sessions.pop(session, None)


def _error(error: EngineError) -> str:
    kind = {HashMismatch: "hash-mismatch", QuestionError: "question"}.get(type(error), "format")
    return encoded({"error": {"kind": kind, "message": str(error)}})
