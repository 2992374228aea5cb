"""The units of a passage: the spans of its text that can be quoted by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from chapterverse.model import BlockKind, Leaf
from chapterverse.sentences import Span, sentence_spans
from chapterverse_engine.model import Unit, UnitKind

# A code block up to this length is one unit; a longer one is quoted by its groups of lines.
MAX_CODE_CHARS = 800

_KIND_OF_LEAF = {
    BlockKind.HEADING: UnitKind.HEADING,
    BlockKind.LIST: UnitKind.ITEM,
    BlockKind.TABLE: UnitKind.ROW,
}
# What stands before the words of a quote's line.
_QUOTE_MARKS = re.compile(r"[ \t>]*(?:\[![A-Za-z]+\][ \t>\n]*)?")
_NOTHING = re.compile("")


def units_of(
    leaves: Iterable[Leaf], lines: Sequence[str], start: int, end: int
) -> tuple[Unit, ...]:
    """Return the units of the passage of lines `start` to `end` (1-based, inclusive).

    Offsets count from the passage's first character; a leaf that the passage cuts is cut too.
    """
    offsets = _line_offsets(lines, start, end)
    units: list[Unit] = []
    for leaf in leaves:
        first, last = max(leaf.start_line, start), min(leaf.end_line, end)
        if first > last:
            continue
        text = "\n".join(lines[first - 1 : last])
        base = offsets[first - start]
        for kind, span in _spans(leaf, text):
            begin, stop = _trimmed(text, *span)
            if begin < stop:
                units.append(Unit(base + begin, base + stop, kind))
    return tuple(units)


def _line_offsets(lines: Sequence[str], start: int, end: int) -> list[int]:
    offsets = [0]
    for line in lines[start - 1 : end]:
        offsets.append(offsets[-1] + len(line) + 1)
    return offsets


def _spans(leaf: Leaf, text: str) -> Iterator[tuple[UnitKind, Span]]:
    whole = (0, len(text))
    if leaf.kind in _KIND_OF_LEAF:
        yield _KIND_OF_LEAF[leaf.kind], whole
    elif leaf.kind is BlockKind.CODE:
        spans = [whole] if len(text) <= MAX_CODE_CHARS else _line_groups(text)
        yield from ((UnitKind.CODE, span) for span in spans)
    else:
        skip = _QUOTE_MARKS if leaf.kind is BlockKind.QUOTE else _NOTHING
        for begin, end in sentence_spans(text):
            marks = skip.match(text, begin, end)
            yield UnitKind.SENTENCE, (marks.end() if marks else begin, end)


def _line_groups(text: str) -> list[Span]:
    """Return the spans between blank lines."""
    spans: list[Span] = []
    position = 0
    start = -1
    for line in text.split("\n"):
        if line.strip():
            start = position if start < 0 else start
        elif start >= 0:
            spans.append((start, position - 1))
            start = -1
        position += len(line) + 1
    if start >= 0:
        spans.append((start, len(text)))
    return spans


def _trimmed(text: str, begin: int, end: int) -> Span:
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    return begin, end
