"""Errors of the engine: what must not happen, named by file and field."""

from __future__ import annotations


class EngineError(Exception):
    """Something the engine refuses to work with; the message needs no traceback."""


class FormatError(EngineError):
    """An index file is malformed, of another format, or not the one that the manifest names."""

    def __init__(self, name: str, field: str, found: object, expected: str) -> None:
        shown = repr(found)
        if len(shown) > 80:
            shown = f"{shown[:77]}..."
        self.name, self.field = name, field
        super().__init__(f"{name}: {field}: found {shown}, expected {expected}")


class HashMismatch(FormatError):
    """A shard's bytes are not the bytes that the manifest names."""


class QuestionError(EngineError):
    """A question's fields are malformed."""
