"""The third stage: cut a document's blocks into passages of true, contiguous lines.

Blocks of a section are packed whole, in order, while they fit into `max_chars`; a block that
doesn't fit by itself is first taken apart, at its items, rows or groups of lines, then at any
line. A heading stays with what follows it, so a passage may exceed `max_chars` by its heading;
otherwise only a single line can.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise

from chapterverse.model import Block, BlockKind, Leaf, ParsedDocument, PassageDraft, Section
from chapterverse.screening.detect import hidden_hits_in, is_unsafe
from chapterverse.source_text import sha256_hex
from chapterverse.units import units_of

DEFAULT_MAX_CHARS = 1200
# A last passage shorter than this gets something from the one before it.
MIN_TAIL_CHARS = 100
# A longer comment would make a passage of prose mostly hidden text.
MAX_QUIET_COMMENT_CHARS = 160

_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？", "；", ":", "：")


@dataclass(frozen=True, slots=True)
class _Atom:
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


def chunk(
    parsed: ParsedDocument, lines: Sequence[str], max_chars: int = DEFAULT_MAX_CHARS
) -> tuple[PassageDraft, ...]:
    """Cut a parsed document into passages; each non-blank line of its body is in exactly one."""
    sizes = _Sizes(lines)
    sections = parsed.document.sections
    ranges: list[tuple[int, _Atom]] = []
    pending: list[_Atom] = []
    for section, blocks in _by_section(parsed.blocks):
        atoms = [*pending, *_atoms(blocks, sizes, lines, max_chars)]
        pending = []
        if all(atom.is_lead for atom in atoms) and _has_child(sections, section):
            pending = atoms
            continue
        ranges += ((section, each) for each in _packed(atoms, sizes, max_chars))
    return _drafts(parsed, lines, ranges)


class _Sizes:
    """How many characters a range of lines has as a passage."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._before = [0, *accumulate(len(line) + 1 for line in lines)]

    def of(self, start: int, end: int) -> int:
        return self._before[end] - self._before[start - 1] - 1


def _by_section(blocks: Sequence[Block]) -> Iterator[tuple[int, list[Block]]]:
    for section, group in groupby(blocks, key=lambda block: block.section):
        yield section, list(group)


def _has_child(sections: Sequence[Section], section: int) -> bool:
    following = section + 1
    return following < len(sections) and sections[following].level > sections[section].level


def _atoms(
    blocks: Sequence[Block], sizes: _Sizes, lines: Sequence[str], max_chars: int
) -> Iterator[_Atom]:
    room = max_chars
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            yield _Atom(block.start_line, block.end_line, is_heading=True)
            room = max(max_chars // 2, max_chars - sizes.of(block.start_line, block.end_line) - 2)
            continue
        if block.is_hidden:
            yield _comment(block, lines)
            continue
        # Code that fits by itself stays whole even when its heading makes the passage too long.
        limit = max_chars if block.kind is BlockKind.CODE else room
        if sizes.of(block.start_line, block.end_line) <= limit:
            yield _Atom(block.start_line, block.end_line)
        else:
            yield from _pieces(block, sizes, lines, room)
        room = max_chars


def _comment(block: Block, lines: Sequence[str]) -> _Atom:
    """Keep a comment away from the prose when it is long, or hides orders to a model."""
    text = "\n".join(lines[block.start_line - 1 : block.end_line])
    is_apart = len(text) > MAX_QUIET_COMMENT_CHARS or is_unsafe(hidden_hits_in(text))
    return _Atom(block.start_line, block.end_line, is_hidden=True, is_apart=is_apart)


def _pieces(block: Block, sizes: _Sizes, lines: Sequence[str], max_chars: int) -> Iterator[_Atom]:
    # The header of a table goes with its first row.
    header_end = block.start_line + block.header_lines
    starts = [n for n in block.piece_lines if n == block.start_line or n > header_end]
    for start, end in _ranges(starts, block.end_line, lines):
        if sizes.of(start, end) <= max_chars:
            yield _Atom(start, end)
            continue
        fine = [start, *(line for line in block.fine_lines if start < line <= end)]
        for part_start, part_end in _ranges(fine, end, lines):
            for cut in _cut_lines(part_start, part_end, sizes, lines, max_chars):
                yield _Atom(*cut)


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
    start: int, end: int, sizes: _Sizes, lines: Sequence[str], max_chars: int
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


def _packed(atoms: Sequence[_Atom], sizes: _Sizes, max_chars: int) -> Iterator[_Atom]:
    """Join atoms into passages: greedily, then with a last one that isn't tiny."""
    for is_apart, group in groupby(atoms, key=lambda atom: atom.is_apart):
        packs = _greedy(list(group), sizes, max_chars)
        if not is_apart:
            _balance_tail(packs, sizes, max_chars)
        for pack in packs:
            is_hidden = all(atom.is_hidden for atom in pack)
            yield _Atom(pack[0].start, pack[-1].end, is_hidden=is_hidden)


def _greedy(atoms: Sequence[_Atom], sizes: _Sizes, max_chars: int) -> list[list[_Atom]]:
    packs: list[list[_Atom]] = []
    for atom in atoms:
        fits = packs and sizes.of(packs[-1][0].start, atom.end) <= max_chars
        if packs and (fits or all(each.is_lead for each in packs[-1])):
            packs[-1].append(atom)
        else:
            packs.append([atom])
    return packs


def _balance_tail(packs: list[list[_Atom]], sizes: _Sizes, max_chars: int) -> None:
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


def _drafts(
    parsed: ParsedDocument, lines: Sequence[str], ranges: Sequence[tuple[int, _Atom]]
) -> tuple[PassageDraft, ...]:
    parts = _Parts(parsed, lines)
    occurrences: dict[str, int] = {}
    drafts = []
    for section, atom in ranges:
        text = "\n".join(lines[atom.start - 1 : atom.end])
        content_hash = sha256_hex(text.encode())
        occurrence = occurrences.get(content_hash, 0)
        occurrences[content_hash] = occurrence + 1
        draft = _draft(parts, section, atom, text)
        passage_id = f"{draft.document_id}-{content_hash[:12]}-{occurrence}"
        drafts.append(replace(draft, passage_id=passage_id, content_hash=content_hash))
    return tuple(drafts)


class _Parts:
    """What lies on which lines of a document, found without looking through all of it."""

    def __init__(self, parsed: ParsedDocument, lines: Sequence[str]) -> None:
        self.document = parsed.document
        self.lines = lines
        self._leaves = [leaf for block in parsed.blocks for leaf in block.leaves]
        self._leaf_ends = [leaf.end_line for leaf in self._leaves]
        self._blocks = parsed.blocks
        self._block_ends = [block.end_line for block in parsed.blocks]
        self._hidden = [block for block in parsed.blocks if block.is_hidden]
        self._hidden_lines = [block.start_line for block in self._hidden]
        self._alt_texts = sorted(parsed.alt_texts)
        self._alt_lines = [line for line, _ in self._alt_texts]

    def leaves(self, start: int, end: int) -> Iterator[Leaf]:
        for index in range(bisect_left(self._leaf_ends, start), len(self._leaves)):
            if self._leaves[index].start_line > end:
                return
            yield self._leaves[index]

    def hidden(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """Return the spans of comments in a passage's text."""
        first = bisect_left(self._hidden_lines, start)
        last = bisect_right(self._hidden_lines, end)
        spans = []
        for block in self._hidden[first:last]:
            begin = sum(len(line) + 1 for line in self.lines[start - 1 : block.start_line - 1])
            text = self.lines[block.start_line - 1 : block.end_line]
            spans.append((begin, begin + sum(map(len, text)) + len(text) - 1))
        return tuple(spans)

    def alt_text(self, start: int, end: int) -> str:
        """Join what is searched besides the text: pictures' texts, a cut table's header."""
        first, last = bisect_left(self._alt_lines, start), bisect_right(self._alt_lines, end)
        texts = [text for _, text in self._alt_texts[first:last]]
        block = self._blocks[bisect_left(self._block_ends, start)]
        if block.header_lines and block.start_line < start:
            texts.append(self.lines[block.start_line - 1])
        return "\n".join(texts)


def _draft(parts: _Parts, section: int, atom: _Atom, text: str) -> PassageDraft:
    own = parts.document.sections[section] if section >= 0 else None
    leaves = parts.leaves(atom.start, atom.end)
    return PassageDraft(
        passage_id="",
        document_id=parts.document.document_id,
        heading_path=own.heading_path if own else (),
        anchor=own.anchor if own else "",
        start_line=atom.start,
        end_line=atom.end,
        content_hash="",
        text=text,
        units=units_of(leaves, parts.lines, atom.start, atom.end),
        alt_text=parts.alt_text(atom.start, atom.end),
        unsafe_reason="hidden" if atom.is_hidden else "",
        hidden=parts.hidden(atom.start, atom.end),
    )
