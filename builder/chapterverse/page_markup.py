"""Take out of a page's markup what HTML lets one leave out: a site is mostly such bytes.

Only what cannot change the page goes: indents of the frame, the quotes of plain attribute values,
end tags of what ends with the next block, references where a character may stand by itself, and
elements around a text that an element has alone.
"""

from __future__ import annotations

import re

_INDENT = re.compile(r"\n\s+")
_TAG = re.compile(r"<[a-z](?:[^<>\"]|\"[^\"]*\")*>")
# A value may stand without quotes when nothing in it could end it.
_QUOTED = re.compile(r"=\"([\w./:#%@+,;-]+)\"(?=[\s>])", re.ASCII)
_END_TAG = re.compile(
    r"</p>(?=\n<(?:p|[ou]l|h[1-6]|pre|div|blockquote|table|details|hr)[ >])"
    r"|</li>(?=\n?(?:<li[ >]|</[ou]l>))|</t[dh]>(?=\n?(?:<t[dh][ >]|</tr>))|</tr>(?=\n?(?:<tr[ >]|</t))"
)
_PLAIN_CHARACTER = {"&quot;": '"', "&#34;": '"', "&#x27;": "'", "&#39;": "'", "&gt;": ">"}
_TAG_OR_REFERENCE = re.compile(f"{_TAG.pattern}|{'|'.join(_PLAIN_CHARACTER)}")
# An interface text that is all that an element holds: the element itself can say which it is.
_LONE_TEXT = re.compile(
    r"(<(?:a|p|button|summary|small)(?: [^<>]*)?)><span data-text=(\w+)>([^<]*)</span>(?=</)"
)
# What holds the texts of a document, and where its end begins.
_CONTENT = re.compile(r"(<article.*?</article>|<ol class=\"source-lines.*?</ol>)", re.DOTALL)


def compact(html: str) -> str:
    """Return a page with the same elements, attributes and texts in fewer bytes."""
    pieces = _CONTENT.split(html)
    pieces[::2] = [_compact_frame(piece) for piece in pieces[::2]]
    pieces[1::2] = [_compact_content(piece) for piece in pieces[1::2]]
    return "".join(pieces)


def _compact_frame(html: str) -> str:
    return _END_TAG.sub(
        "", _LONE_TEXT.sub(r"\1 data-text=\2>\3", _plain_tags(_INDENT.sub("\n", html)))
    )


def _compact_content(html: str) -> str:
    if html.startswith("<ol"):
        head, end, lines = html.partition(">")
        return _plain_tags(head + end) + lines
    return _END_TAG.sub("", _TAG_OR_REFERENCE.sub(_plain, html))


def _plain(found: re.Match[str]) -> str:
    text = found.group()
    return _PLAIN_CHARACTER.get(text) or _QUOTED.sub(r"=\1", text)


def _plain_tags(html: str) -> str:
    return _TAG.sub(lambda tag: _QUOTED.sub(r"=\1", tag.group()), html)
