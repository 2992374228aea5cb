"""The fourth stage: keep instructions that hide in documents from ever being evidence."""

from __future__ import annotations

from collections.abc import Sequence

from chapterverse.model import Finding, ParsedDocument, PassageDraft, Source


def screen(
    source: Source, parsed: ParsedDocument, drafts: Sequence[PassageDraft]
) -> tuple[tuple[PassageDraft, ...], tuple[Finding, ...]]:
    """Mark the passages that must not be evidence, and report why."""
    del source, parsed
    return tuple(drafts), ()
