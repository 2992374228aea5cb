"""The one door between JavaScript and the engine; only text and bytes pass it."""

from __future__ import annotations

from .errors import EngineError, HashMismatch, QuestionError
from .lookup import IndexReader
from .manifest import decode_manifest
from .model import Need
from .session import Session
from .wire import encoded, outcome_fields, question_of


class _Site:
    """The open site and its sessions; a page has one worker, a worker one site."""

    def __init__(self) -> None:
        self.reader: IndexReader | None = None
        self.sessions: dict[int, Session] = {}
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
    if _site.reader is None:
        return _error(QuestionError("question: (site): found none, expected an open site"))
    try:
        question = question_of(question_json)
    except EngineError as error:
        return _error(error)
    _site.last_session += 1
    _site.sessions[_site.last_session] = Session(_site.reader, question, is_traced=True)
    return step(_site.last_session)


def receive(session: int, name: str, data: bytes) -> str:
    """Feed a needed file to a session."""
    try:
        _site.sessions[session].receive(name, bytes(data))
    except EngineError as error:
        return _error(error)
    return encoded({"session": session, "received": name})


def step(session: int) -> str:
    """Let a session go on: it needs files, or it has its outcome and is closed."""
    try:
        reached = _site.sessions[session].step()
    except EngineError as error:
        close(session)
        return _error(error)
    if isinstance(reached, Need):
        return encoded({"session": session, "need": list(reached.names)})
    trace = _site.sessions[session].trace.stages
    close(session)
    return encoded({"session": session, "outcome": outcome_fields(reached), "trace": trace})


def close(session: int) -> None:
    """Forget a session; closing twice is harmless."""
    _site.sessions.pop(session, None)


def _error(error: EngineError) -> str:
    kind = {HashMismatch: "hash-mismatch", QuestionError: "question"}.get(type(error), "format")
    return encoded({"error": {"kind": kind, "message": str(error)}})
