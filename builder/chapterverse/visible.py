"""What a reader sees of a passage: lines that hold only what nobody sees are emptied."""

from __future__ import annotations

from typing import NamedTuple

from chapterverse.model import PassageDraft
from chapterverse_engine.model import Unit


class Visible(NamedTuple):
    """A passage's text with as many lines as its source has, and its units in there.

    `hidden_lines` are those that were emptied, numbered from the passage's first, 0.
    """

    text: str
    units: tuple[Unit, ...]
    hidden_lines: tuple[int, ...]


def visible_part(draft: PassageDraft) -> Visible:
    """Return a passage without the spans that no reader sees; they are whole lines."""
    if not draft.hidden:
        return Visible(draft.text, draft.units, ())
    pieces: list[str] = []
    lines: list[int] = []
    taken: list[tuple[int, int]] = []
    end = 0
    for start, stop in draft.hidden:
        breaks = draft.text.count("\n", start, stop)
        first = draft.text.count("\n", 0, start)
        lines += range(first, first + breaks + 1)
        pieces += [draft.text[end:start], "\n" * breaks]
        taken.append((stop, stop - start - breaks))
        end = stop
    pieces.append(draft.text[end:])

    def moved(offset: int) -> int:
        return offset - sum(size for stop, size in taken if stop <= offset)

    units = tuple(Unit(moved(unit.start), moved(unit.end), unit.kind) for unit in draft.units)
    return Visible("".join(pieces), units, tuple(lines))
