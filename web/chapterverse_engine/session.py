"""A question being answered without I/O: it says what it needs and is fed bytes."""

from __future__ import annotations

from .answer import ask
from .lookup import IndexReader
from .model import Need, Outcome, Question
from .trace import Trace


class Session:
    """One question against one open site.

    Call `step()`: a `Need` names index files; feed each with `receive(name, data)` and step again,
    until an outcome is returned. Sessions of one `IndexReader` share what was received.
    """

    def __init__(self, reader: IndexReader, question: Question, *, is_traced: bool = False) -> None:
        self._reader = reader
        self._asking = ask(reader, question, trace := Trace(is_on=is_traced))
        self._need: Need | None = None
        self._outcome: Outcome | None = None
        self.trace = trace

    def receive(self, name: str, data: bytes) -> None:
        """Take the bytes of a needed file; raise HashMismatch or FormatError if they are wrong."""
        self._reader.receive(name, data)

    def step(self) -> Need | Outcome:
        """Go on until something is needed or the outcome is known."""
        while self._outcome is None:
            if self._need and (missing := self._reader.missing(self._need.names)):
                return Need(missing)
            try:
                self._need = next(self._asking)
            except StopIteration as stop:
                self._outcome = stop.value
        return self._outcome
