"""How a section's blocks become ranges of lines: taken apart where too long, then packed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

from chapterverse.model import Block, BlockKind
from chapterverse.screening.detect import hidden_hits_in, is_unsafe

# A last passage shorter than this gets something from the one before it.
MIN_TAIL_CHARS = 100
# A longer comment would make a passage of prose mostly hidden text.
MAX_QUIET_COMMENT_CHARS = 160

_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？", "；", ":", "：")


@dataclass(frozen=True, slots=True)
class Atom:
    """Lines that stay together, of one block.

    `is_hidden` lines are a comment; one that `is_apart` gets a passage of its own.
    """

    start: int
    end: int
    is_heading: bool = False
    is_hidden: bool = False
    is_apart: bool = False

    @property
    def is_lead(self) -> bool:
        """Tell whether this can only stand before something that can be read."""
        return self.is_heading or (self.is_hidden and not self.is_apart)


class Sizes:
    """How many characters a range of lines has as a passage."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._before = [0, *accumulate(len(line) + 1 for line in lines)]

    def of(self, start: int, end: int) -> int:
        """Return the length of lines `start` to `end` (1-based, inclusive) joined by LF."""
        return self._before[end] - self._before[start - 1] - 1


def atoms_of(
    blocks: Sequence[Block], sizes: Sizes, lines: Sequence[str], max_chars: int
) -> Iterator[Atom]:
    """Take a section's blocks apart into lines that stay together, each within the size."""
    room = max_chars
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            yield Atom(block.start_line, block.end_line, is_heading=True)
            room = max(max_chars // 2, max_chars - sizes.of(block.start_line, block.end_line) - 2)
            continue
        if block.is_hidden:
            yield _comment(block, lines)
            continue
        # Code that fits by itself stays whole even when its heading makes the passage too long.
        limit = max_chars if block.kind is BlockKind.CODE else room
        if sizes.of(block.start_line, block.end_line) <= limit:
            yield Atom(block.start_line, block.end_line)
        else:
            yield from _pieces(block, sizes, lines, room)
        room = max_chars


def _comment(block: Block, lines: Sequence[str]) -> Atom:
    """Keep a comment away from the prose when it is long, or hides orders to a model."""
    text = "\n".join(lines[block.start_line - 1 : block.end_line])
    is_apart = len(text) > MAX_QUIET_COMMENT_CHARS or is_unsafe(hidden_hits_in(text))
    return Atom(block.start_line, block.end_line, is_hidden=True, is_apart=is_apart)


def _pieces(block: Block, sizes: Sizes, lines: Sequence[str], max_chars: int) -> Iterator[Atom]:
    # The header of a table goes with its first row.
    header_end = block.start_line + block.header_lines
    starts = [n for n in block.piece_lines if n == block.start_line or n > header_end]
    for start, end in _ranges(starts, block.end_line, lines):
        if sizes.of(start, end) <= max_chars:
            yield Atom(start, end)
            continue
        fine = [start, *(line for line in block.fine_lines if start < line <= end)]
        for part_start, part_end in _ranges(fine, end, lines):
            for cut in _cut_lines(part_start, part_end, sizes, lines, max_chars):
                yield Atom(*cut)


def _ranges(starts: Sequence[int], end: int, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    for start, following in pairwise([*starts, end + 1]):
        last = following - 1
        first = start
        while first < last and not lines[first - 1].strip():
            first += 1
        while last > first and not lines[last - 1].strip():
            last -= 1
        if lines[first - 1].strip():
            yield first, last


def _cut_lines(
    start: int, end: int, sizes: Sizes, lines: Sequence[str], max_chars: int
) -> Iterator[tuple[int, int]]:
    """Cut lines to the size, after a blank line or a sentence where there is one in reach."""
    first = start
    while first <= end:
        last = first
        best = 0
        while last < end and sizes.of(first, last + 1) <= max_chars:
            last += 1
            if _is_good_end(lines, last) and sizes.of(first, last) * 2 >= max_chars:
                best = last
        cut = last if last == end else best or last
        following = cut + 1
        while cut > first and not lines[cut - 1].strip():
            cut -= 1
        yield first, cut
        first = following
        while first < end and not lines[first - 1].strip():
            first += 1


def _is_good_end(lines: Sequence[str], number: int) -> bool:
    line = lines[number - 1].rstrip()
    return not line or line.endswith(_SENTENCE_ENDS)


def packed(atoms: Sequence[Atom], sizes: Sizes, max_chars: int) -> Iterator[Atom]:
    """Join atoms into passages: greedily, then with a last one that isn't tiny."""
    for is_apart, group in groupby(atoms, key=lambda atom: atom.is_apart):
        packs = _greedy(list(group), sizes, max_chars)
        if not is_apart:
            _balance_tail(packs, sizes, max_chars)
        for pack in packs:
            is_hidden = all(atom.is_hidden for atom in pack)
            yield Atom(pack[0].start, pack[-1].end, is_hidden=is_hidden)


def _greedy(atoms: Sequence[Atom], sizes: Sizes, max_chars: int) -> list[list[Atom]]:
    packs: list[list[Atom]] = []
    for atom in atoms:
        fits = packs and sizes.of(packs[-1][0].start, atom.end) <= max_chars
        if packs and (fits or all(each.is_lead for each in packs[-1])):
            packs[-1].append(atom)
        else:
            packs.append([atom])
    return packs


def _balance_tail(packs: list[list[Atom]], sizes: Sizes, max_chars: int) -> None:
    if len(packs) < 2:
        return
    giver, tail = packs[-2:]
    wanted = min(MIN_TAIL_CHARS, max_chars // 4)
    while (
        sizes.of(tail[0].start, tail[-1].end) < wanted
        and len(giver) > 1
        and not giver[-2].is_lead
        and sizes.of(giver[-1].start, tail[-1].end) <= max_chars
    ):
        tail.insert(0, giver.pop())
