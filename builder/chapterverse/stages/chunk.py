"""The third stage: cut a document's blocks into passages of true, contiguous lines.

Blocks of a section are packed whole, in order, while they fit into `max_chars`; a block that
doesn't fit by itself is first taken apart, at its items, rows or groups of lines, then at any
line. A heading stays with what follows it, so a passage may exceed `max_chars` by its heading;
otherwise only a single line can.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from chapterverse.model import HIDDEN, Block, Leaf, ParsedDocument, PassageDraft, Section
from chapterverse.packing import Atom, Sizes, atoms_of, packed
from chapterverse.source_text import sha256_hex
from chapterverse.units import units_of
from chapterverse_engine.passage_codec import passage_id_of

DEFAULT_MAX_CHARS = 1200


def chunk(
    parsed: ParsedDocument, lines: Sequence[str], max_chars: int = DEFAULT_MAX_CHARS
) -> tuple[PassageDraft, ...]:
    """Cut a parsed document into passages; each non-blank line of its body is in exactly one."""
    sizes = Sizes(lines)
    sections = parsed.document.sections
    ranges: list[tuple[int, Atom]] = []
    pending: list[Atom] = []
    for section, blocks in _by_section(parsed.blocks):
        atoms = [*pending, *atoms_of(blocks, sizes, lines, max_chars)]
        pending = []
        if all(atom.is_lead for atom in atoms) and _has_child(sections, section):
            pending = atoms
            continue
        ranges += ((section, each) for each in packed(atoms, sizes, max_chars))
    return _drafts(parsed, lines, ranges)


def _by_section(blocks: Sequence[Block]) -> Iterator[tuple[int, list[Block]]]:
    for section, group in groupby(blocks, key=lambda block: block.section):
        yield section, list(group)


def _has_child(sections: Sequence[Section], section: int) -> bool:
    following = section + 1
    return following < len(sections) and sections[following].level > sections[section].level


def _drafts(
    parsed: ParsedDocument, lines: Sequence[str], ranges: Sequence[tuple[int, Atom]]
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
        passage_id = passage_id_of(draft.document_id, content_hash, occurrence)
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


def _draft(parts: _Parts, section: int, atom: Atom, text: str) -> PassageDraft:
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
        unsafe_reason=HIDDEN if atom.is_hidden else "",
        hidden=parts.hidden(atom.start, atom.end),
    )
