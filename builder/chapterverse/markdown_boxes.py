"""Boxes between `::: name` and `:::`: a block rule that never swallows an unclosed rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_OPENING = re.compile(r"(:{3,})[ \t]*([A-Za-z][\w-]*)(.*)")
_CLOSING = re.compile(r":{3,}[ \t]*")
_FENCE = ("```", "~~~")


def boxes_plugin(parser: MarkdownIt) -> None:
    """Add the rule; its tokens are `box_open` (with `name` and `title` in `meta`) and `box_close`."""
    parser.block.ruler.before(
        "fence", "box", _box, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    first = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith(":::", first) or state.is_code_block(start):
        return False
    opening = _OPENING.fullmatch(state.src[first : state.eMarks[start]])
    close = _closings(state.env, state.src).get(start, end) if opening else end
    if opening is None or close >= end:
        return False
    if not silent:
        _push(state, opening, start, close)
    return True


def _push(state: StateBlock, opening: re.Match[str], start: int, close: int) -> None:
    tag = "details" if opening[2].lower() == "details" else "div"
    token = state.push("box_open", tag, 1)
    token.map = [start, close + 1]
    token.markup = opening[1]
    token.meta = {"name": opening[2], "title": opening[3].strip()}
    old_parent, old_line_max = state.parentType, state.lineMax
    state.parentType, state.lineMax = "container", close
    state.md.block.tokenize(state, start + 1, close)
    state.parentType, state.lineMax = old_parent, old_line_max
    state.push("box_close", tag, -1)
    state.line = close + 1


def _closings(env: Any, src: str) -> dict[int, int]:
    """Return the closing line of each opening line (from 0), found once per document."""
    known: dict[int, int] | None = env.get("box_closings")
    if known is None:
        known = env["box_closings"] = _matched(src.split("\n"))
    return known


def _matched(lines: Sequence[str]) -> dict[int, int]:
    close_of_open: dict[int, int] = {}
    opened: list[int] = []
    fence = ""
    for number, line in enumerate(lines):
        text = line.strip()
        if fence or text.startswith(_FENCE):
            is_closing = bool(fence) and text.startswith(fence) and not text.strip(fence[0])
            fence = "" if is_closing else fence or _fence_marker(text)
        elif text.startswith(":::") and _CLOSING.fullmatch(text):
            if opened:
                close_of_open[opened.pop()] = number
        elif text.startswith(":::") and _OPENING.fullmatch(text):
            opened.append(number)
    return close_of_open


def _fence_marker(text: str) -> str:
    return text[: len(text) - len(text.lstrip(text[0]))]
