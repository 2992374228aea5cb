"""From Markdown tokens to blocks with true lines that cover every line of the body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from chapterverse.markdown import trimmed_lines
from chapterverse.model import Block, BlockKind, Leaf
from chapterverse.raw_html import is_hidden, text_of

# A list item up to this length is quoted whole, with what is nested in it.
MAX_ITEM_CHARS = 300

_KIND_OF_TOKEN = {
    "heading_open": BlockKind.HEADING,
    "paragraph_open": BlockKind.PARAGRAPH,
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "dl_open": BlockKind.LIST,
    "table_open": BlockKind.TABLE,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "blockquote_open": BlockKind.QUOTE,
    "alert_open": BlockKind.QUOTE,
    "admonition_open": BlockKind.QUOTE,
    "box_open": BlockKind.QUOTE,
    "footnote_reference_open": BlockKind.PARAGRAPH,
}
_PIECE_TOKENS = {
    "bullet_list_open": ("list_item_open",),
    "ordered_list_open": ("list_item_open",),
    "dl_open": ("dt_open",),
    "table_open": ("tr_open",),
}
_WORDS = re.compile(r"(?<!\w)\w++(?:\W++\w++){2}|[^\W\x00-\u2e7f]{4}")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that opens a section."""

    level: int
    text: str
    anchor: str
    start_line: int


def blocks_of(
    tokens: Sequence[Token], lines: Sequence[str], body_start_line: int
) -> tuple[tuple[Block, ...], tuple[Heading, ...]]:
    """Turn block tokens into blocks, in the order of the file, and the headings among them.

    Every line of the body that isn't blank is in exactly one block.
    """
    found: list[Block] = []
    headings: list[Heading] = []
    for group in _top_level_groups(tokens):
        if group[0].map is None:
            continue
        if group[0].type == "heading_open":
            headings.append(_heading(group[0], lines))
        block = _block(group, lines, len(headings) - 1)
        previous_end = found[-1].end_line if found else body_start_line - 1
        if block.start_line > previous_end and _has_text(block, lines):
            found.append(block)
    return tuple(_with_gaps_filled(found, lines, body_start_line)), tuple(headings)


def plain_blocks(
    lines: Sequence[str], body_start_line: int, section: int = -1
) -> tuple[Block, ...]:
    """Cut plain text into paragraphs at blank lines."""
    return tuple(
        Block(
            BlockKind.PARAGRAPH,
            start,
            end,
            section,
            (start,),
            leaves=(Leaf(BlockKind.PARAGRAPH, start, end),),
        )
        for start, end in _runs(lines, body_start_line, len(lines))
    )


def _top_level_groups(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    start = 0
    for index, token in enumerate(tokens):
        if token.level == 0 and token.nesting >= 0:
            start = index
        if token.level == 0 and token.nesting <= 0:
            yield tokens[start : index + 1]


def _heading(token: Token, lines: Sequence[str]) -> Heading:
    start, _ = trimmed_lines(token, lines)
    level = int(token.tag[1:])
    return Heading(level, str(token.meta["text"]), str(token.attrGet("id")), start)


def _has_text(block: Block, lines: Sequence[str]) -> bool:
    return any(line.strip() for line in lines[block.start_line - 1 : block.end_line])


def _block(group: Sequence[Token], lines: Sequence[str], section: int) -> Block:
    first = group[0]
    start, end = trimmed_lines(first, lines)
    kind = _KIND_OF_TOKEN.get(first.type, BlockKind.OTHER)
    pieces, fine = _cuts(group, lines, start, end)
    return Block(
        kind,
        start,
        end,
        section,
        pieces,
        fine,
        tuple(_leaves(group, lines)),
        header_lines=2 if kind is BlockKind.TABLE else 0,
        is_hidden=first.type == "html_block" and is_hidden(first.content),
    )


def _cuts(
    group: Sequence[Token], lines: Sequence[str], start: int, end: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first = group[0]
    if first.type in ("fence", "code_block"):
        after_blank = (
            n
            for n in range(start + 1, end + 1)
            if lines[n - 1].strip() and not lines[n - 2].strip()
        )
        return (start, *after_blank), ()
    nested = [token for token in group[1:] if token.map and token.type != "inline"]
    wanted = _PIECE_TOKENS.get(first.type)
    top = {"table_open": 2}.get(first.type, 1)
    pieces = {
        token.map[0] + 1
        for token in nested
        if token.map and token.level <= top and (wanted is None or token.type in wanted)
    }
    fine = {token.map[0] + 1 for token in nested if token.map}
    in_block = range(start + 1, end + 1)
    return (
        (start, *sorted(line for line in pieces if line in in_block)),
        tuple(sorted(line for line in fine if line in in_block)),
    )


def _leaves(group: Sequence[Token], lines: Sequence[str]) -> Iterator[Leaf]:
    """Yield the parts that can be quoted, each line in one of them at most."""
    quote_depth = 0
    header_depth = 0
    last_line = 0
    for index, token in enumerate(group):
        quote_depth += token.nesting * token.type.startswith(("blockquote_", "alert_o", "alert_c"))
        header_depth += token.nesting * token.type.startswith("thead_")
        if token.map is None or token.nesting < 0:
            continue
        leaf = _leaf(group, index, lines, in_header=header_depth > 0, in_quote=quote_depth > 0)
        if leaf and leaf.start_line > last_line:
            last_line = leaf.end_line
            yield leaf


def _leaf(
    group: Sequence[Token], index: int, lines: Sequence[str], *, in_header: bool, in_quote: bool
) -> Leaf | None:
    token = group[index]
    start, end = trimmed_lines(token, lines)
    kind: BlockKind | None = None
    if token.type == "dt_open":
        end = _definition_end(group, index, lines)
    if token.type in ("list_item_open", "dt_open"):
        kind = BlockKind.LIST if _is_short(lines[start - 1 : end]) else None
        if kind is None and token.type == "dt_open":
            return Leaf(BlockKind.PARAGRAPH, start, start)
    elif token.type == "paragraph_open":
        # The first paragraph of a long item starts with the item's marker.
        kind = BlockKind.QUOTE if in_quote else BlockKind.PARAGRAPH
    elif token.type == "tr_open":
        kind = BlockKind.HEADING if in_header else BlockKind.TABLE
    elif token.type in ("heading_open", "fence", "code_block"):
        kind = BlockKind.HEADING if token.type == "heading_open" else BlockKind.CODE
    elif token.type == "html_block" and _has_prose(token.content):
        kind = BlockKind.PARAGRAPH
    return Leaf(kind, start, end) if kind else None


def _has_prose(html: str) -> bool:
    return not is_hidden(html) and bool(_WORDS.search(text_of(html)))


def _definition_end(group: Sequence[Token], index: int, lines: Sequence[str]) -> int:
    """Return the last line of the definitions that follow a term."""
    end = trimmed_lines(group[index], lines)[1]
    for token in group[index + 1 :]:
        if token.level == group[index].level and token.type == "dt_open":
            break
        if token.type == "dd_open" and token.level == group[index].level:
            end = trimmed_lines(token, lines)[1]
        if token.level < group[index].level:
            break
    return end


def _is_short(lines: Sequence[str]) -> bool:
    return sum(map(len, lines)) + len(lines) - 1 <= MAX_ITEM_CHARS


def _with_gaps_filled(
    blocks: Iterable[Block], lines: Sequence[str], body_start_line: int
) -> Iterator[Block]:
    """Yield blocks with what the parser swallows (reference definitions) added as OTHER."""
    covered = body_start_line - 1
    section = -1
    for block in blocks:
        yield from _gap(lines, covered + 1, block.start_line - 1, section)
        yield block
        covered, section = block.end_line, block.section
    yield from _gap(lines, covered + 1, len(lines), section)


def _gap(lines: Sequence[str], start: int, end: int, section: int) -> Iterator[Block]:
    for first, last in _runs(lines, start, end):
        yield Block(BlockKind.OTHER, first, last, section, tuple(range(first, last + 1)))


def _runs(lines: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    first = 0
    for number in range(start, end + 1):
        if lines[number - 1].strip():
            first = first or number
        elif first:
            yield first, number - 1
            first = 0
    if first:
        yield first, end
