"""The places of a text that a reader doesn't see and a model does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chapterverse.raw_html import without_comments

_COMMENT = re.compile(r"<!--(.*?)(?:-->|$)", re.DOTALL)
_MDX_COMMENT = re.compile(r"\{/\*(.*?)\*/\}", re.DOTALL)
_LINK_COMMENT = re.compile(r"^[ ]{0,3}\[(?://|#|comment)\]:[^\n]*", re.MULTILINE | re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z][^<>]{0,2000}>")
_ATTRIBUTE = re.compile(r"""=\s*(?:"([^"]*)"|'([^']*)')""")
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt|em|rem|%)?\b|opacity\s*:\s*0(?![.\d])|"
    r"color\s*:\s*(?:white|#fff\b|#ffffff|transparent)|(?:left|top|text-indent)\s*:\s*-\d{3,}|"
    r"\shidden(?=[\s>=/])|aria-hidden\s*=\s*[\"']?true",
    re.IGNORECASE,
)
_HIDING_TAGS = ("<template", "<noscript")
_INVISIBLE_RUN = re.compile(
    "[\u200b-\u200f\u2060-\u2064\u2066-\u2069\u202a-\u202e\ufeff\u00ad\u180e\u3164\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef]{10,}"
)


def hidden_texts(text: str) -> Iterator[str]:
    """Yield the texts that a piece of Markdown hides: comments, attributes, hidden elements."""
    for pattern in (_COMMENT, _MDX_COMMENT):
        for found in pattern.finditer(text) if "<!--" in text or "{/*" in text else ():
            yield found[1]
    if "]:" in text:
        yield from (found[0] for found in _LINK_COMMENT.finditer(text))
    if "<" not in text:
        return
    tags = _TAG.findall(text)
    values = (value for tag in tags for pair in _ATTRIBUTE.findall(tag) for value in pair if value)
    yield " . ".join(values)
    if any(_HIDING.search(tag) or tag.lower().startswith(_HIDING_TAGS) for tag in tags):
        yield without_comments(text)


def has_invisible_run(text: str) -> bool:
    """Tell whether a text holds so many invisible characters in a row that they carry data."""
    return not text.isascii() and bool(_INVISIBLE_RUN.search(text))
