"""HTML that authors wrote into Markdown: shown as text, comments hidden, headings understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape

from markdown_it.token import Token

_HEADING_LINE = re.compile(r"\s{0,3}<h([1-6])(\s[^<>]*)?>(.*)</h\1>\s*", re.IGNORECASE)
_HEADING_START = re.compile(r"<h([1-6])(\s[^<>]*)?>", re.IGNORECASE)
_ID = re.compile(r"""\sid\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BREAK = re.compile(r"<br\s{0,3}/?>", re.IGNORECASE)
# Content that is not markup in these, so a heading in it is none.
_UNSEEN = ("<style", "<script")
_OPAQUE = ("<!", "<?", "<script", "<style", "<pre", "<textarea")


def without_comments(html: str) -> str:
    """Take the comments out of HTML; one that is never closed runs to the end."""
    kept = []
    rest = html
    while True:
        before, mark, rest = rest.partition("<!--")
        kept.append(before)
        if not mark:
            return "".join(kept)
        if rest.startswith((">", "->")):
            rest = rest.partition(">")[2]
            continue
        rest = rest.partition("-->")[2]


def is_hidden(html: str) -> bool:
    """Tell whether nothing of a piece of HTML is seen by a reader: comments, styles, scripts."""
    if html.lstrip()[:7].lower().startswith(_UNSEEN):
        return html.rstrip().lower().endswith(("</style>", "</script>"))
    return "<!--" in html and not without_comments(html).strip()


def text_of(html: str) -> str:
    """Return the text of HTML without comments and tags."""
    return unescape(_TAG.sub("", without_comments(html)))


def block_html(content: str, attrs: str) -> str:
    """Show an HTML block as escaped text; what nobody sees vanishes."""
    if is_hidden(content):
        return ""
    shown = without_comments(content).strip("\n")
    return f"<pre{attrs}>{escape(shown)}</pre>\n" if shown.strip() else ""


def inline_html(content: str) -> str:
    """Show an inline tag as escaped text; comments vanish and line breaks break."""
    if content.startswith("<!--"):
        return ""
    return "<br>" if _BREAK.fullmatch(content) else escape(content)


def heading_tokens(token: Token) -> list[Token]:
    """Split an HTML block around its headings, which become tokens like those of Markdown."""
    content = token.content
    if "</h" not in content.lower() or content.lstrip().lower().startswith(_OPAQUE):
        return [token]
    if "<!--" in content or not token.map:
        return [token]
    lines = content.removesuffix("\n").split("\n")
    whole = _HEADING_LINE.fullmatch(" ".join(lines)) if _is_one_heading(content) else None
    if whole:
        return list(_heading(whole, token, token.map[0], token.map[0] + len(lines)))
    return _split_by_line(lines, token, token.map[0])


def _is_one_heading(content: str) -> bool:
    lowered = content.strip().lower()
    return lowered.startswith("<h") and lowered.count("</h") == 1


def _split_by_line(lines: list[str], token: Token, first: int) -> list[Token]:
    tokens: list[Token] = []
    pending: list[str] = []
    for number, line in enumerate([*lines, ""]):
        heading = _HEADING_LINE.fullmatch(line)
        if (heading or number == len(lines)) and "".join(pending).strip():
            tokens.append(_html(pending, token, first + number - len(pending)))
        if heading:
            tokens += _heading(heading, token, first + number, first + number + 1)
        pending = [] if heading else [*pending, line]
    return tokens


def _html(lines: list[str], token: Token, start: int) -> Token:
    part = token.copy()
    part.content = "\n".join(lines) + "\n"
    part.map = [start, start + len(lines)]
    return part


def _heading(match: re.Match[str], token: Token, start: int, end: int) -> Iterator[Token]:
    tag, level = f"h{match[1]}", token.level
    opening = Token("heading_open", tag, 1, map=[start, end], level=level, block=True)
    opening.markup = "html"
    own_id = _ID.search(match[2] or "")
    if own_id:
        opening.meta["wanted_id"] = own_id[1]
    yield opening
    inline = Token("inline", "", 0, map=[start, end], level=level + 1, block=True, children=[])
    inline.content = " ".join(text_of(match[3]).split())
    yield inline
    yield Token("heading_close", tag, -1, level=level, block=True)
