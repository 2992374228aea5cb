"""Record what each stage of a question decided, for the "why?" panel and trace.jsonl."""

from __future__ import annotations


class Trace:
    """Stages in order, each with its name and JSON values; `is_on=False` records nothing."""

    __slots__ = ("is_on", "stages")

    def __init__(self, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self.stages: list[dict[str, object]] = []

    def add(self, stage: str, **values: object) -> None:
        """Record a stage."""
        if self.is_on:
            self.stages.append({"stage": stage, **values})
