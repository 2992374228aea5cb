"""Small documents for the builder's tests, and what must hold for the passages of any of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from chapterverse.front_matter import read_front_matter
from chapterverse.model import (
    BlockKind,
    ParsedDocument,
    PassageDraft,
    Source,
    SourceKind,
)
from chapterverse.source_text import sha256_hex, split_lines
from chapterverse.stages.chunk import chunk
from chapterverse.stages.parse import parse


def source_of(text: str, source_path: str = "guide/page.md") -> Source:
    """Return a source as `ingest` would read it from a file with this text."""
    lines = split_lines(text)
    metadata = read_front_matter(source_path, lines)
    kind = SourceKind.TEXT if source_path.endswith(".txt") else SourceKind.MARKDOWN
    return Source(
        source_path,
        kind,
        lines,
        sha256_hex(text.encode()),
        metadata.front_matter,
        metadata.body_start_line,
    )


def parsed_of(text: str, source_path: str = "guide/page.md") -> ParsedDocument:
    """Parse a document's text."""
    return parse(source_of(text, source_path))


def passages_of(text: str, max_chars: int = 1200) -> tuple[PassageDraft, ...]:
    """Cut a document's text into passages."""
    source = source_of(text)
    return chunk(parse(source), source.lines, max_chars)


def unit_texts(passages: Sequence[PassageDraft]) -> list[str]:
    """Return the texts of all units, in order."""
    return [passage.text[unit.start : unit.end] for passage in passages for unit in passage.units]


def line_ranges(passages: Sequence[PassageDraft]) -> list[tuple[int, int]]:
    """Return the first and last line of each passage."""
    return [(passage.start_line, passage.end_line) for passage in passages]


def assert_passages_hold(text: str, max_chars: int = 1200) -> None:
    """Check what must hold for every document, with its lines counted here once more."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    source = source_of(text)
    parsed = parse(source)
    passages = chunk(parsed, source.lines, max_chars)
    covered = [
        number for passage in passages for number in range(passage.start_line, passage.end_line + 1)
    ]
    assert covered == sorted(set(covered)), "passages overlap or are out of order"
    body = range(source.body_start_line, len(lines) + 1)
    missing = {n for n in body if lines[n - 1].strip()} - set(covered)
    assert not missing, f"lines in no passage: {sorted(missing)}"
    assert min(covered, default=source.body_start_line) >= source.body_start_line
    for passage in passages:
        assert passage.text == "\n".join(lines[passage.start_line - 1 : passage.end_line])
        assert lines[passage.start_line - 1].strip()
        assert lines[passage.end_line - 1].strip()
        _assert_units_hold(passage)
    assert len({passage.passage_id for passage in passages}) == len(passages)
    _assert_no_heading_inside(parsed, passages)


def _assert_units_hold(passage: PassageDraft) -> None:
    end_before = 0
    for unit in passage.units:
        assert end_before <= unit.start < unit.end <= len(passage.text)
        quoted = passage.text[unit.start : unit.end]
        assert quoted == quoted.strip()
        end_before = unit.end


def _assert_no_heading_inside(parsed: ParsedDocument, passages: Sequence[PassageDraft]) -> None:
    """A heading may follow only the headings of the sections above it in one passage."""
    headings = {
        line
        for block in parsed.blocks
        if block.kind is BlockKind.HEADING
        for line in range(block.start_line, block.end_line + 1)
    }
    prose = {
        line
        for block in parsed.blocks
        if block.kind is not BlockKind.HEADING
        for line in range(block.start_line, block.end_line + 1)
    }
    for passage in passages:
        numbers = range(passage.start_line, passage.end_line + 1)
        first_prose = min((n for n in numbers if n in prose), default=passage.end_line + 1)
        assert not any(n in headings for n in numbers if n > first_prose), "crosses a heading"


def shared_data() -> Path:
    """Return the folder of test data that isn't part of the project; it may not exist."""
    shared = os.environ.get("CHAPTERVERSE_SHARED")
    checkout = Path(__file__).resolve().parents[2]
    return (Path(shared) if shared else checkout.parent / "shared") / "data"
