"""Tabs as MkDocs writes them: `=== "Title"` above indented content, each a box that can be opened."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

TAB = "tab"
_OPENING = re.compile(r"===[+!]?[ \t]+(?P<quote>[\"'])(.+)(?P=quote)[ \t]*")
_INDENT = 4


def tabs_plugin(parser: MarkdownIt) -> None:
    """Add the rule; its tokens are those of boxes, with the name `tab`."""
    parser.block.ruler.before("fence", "tab", _tab, {"alt": ["paragraph", "blockquote", "list"]})


def _tab(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    first = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("===", first) or state.is_code_block(start):
        return False
    opening = _OPENING.fullmatch(state.src[first : state.eMarks[start]])
    last = _end_of_content(state, start, end)
    if opening is None or last == start + 1:
        return False
    if not silent:
        _push(state, opening[2].strip(), start, last)
    return True


def _end_of_content(state: StateBlock, start: int, end: int) -> int:
    """Return the line (from 0) after the last one that is indented below the title."""
    least = state.sCount[start] + _INDENT
    last = start + 1
    for line in range(start + 1, end):
        if state.isEmpty(line):
            continue
        if state.sCount[line] < least:
            break
        last = line + 1
    return last


def _push(state: StateBlock, title: str, start: int, end: int) -> None:
    token = state.push("box_open", "details", 1)
    token.map = [start, end]
    before = state.tokens[-2] if len(state.tokens) > 1 else None
    # The first of a row of tabs is the one that is open.
    is_first = before is None or before.meta.get("name") != TAB
    token.meta = {"name": TAB, "title": title, "open": is_first}
    old_parent, old_line_max, old_indent = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax = "container", end
    state.blkIndent = state.sCount[start] + _INDENT
    state.md.block.tokenize(state, start + 1, end)
    state.parentType, state.lineMax, state.blkIndent = old_parent, old_line_max, old_indent
    state.push("box_close", "details", -1).meta = {"name": TAB}
    state.line = end
