"""Raw HTML that a site lets its authors write: an explicit list of what may stay, the rest goes.

It works in two steps. Tag by tag, what an author wrote loses all that could forge a part of the
page (ids, classes, line marks) or load something from elsewhere, and elements that hide their text
become `cv-hidden`. Then the whole body passes a well-kept sanitiser, which also balances the tags
and drops `cv-hidden` with its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

import nh3

from chapterverse.markdown_links import (
    SCHEMES,
    LinkBook,
    is_allowed,
    is_external,
    is_safe_image_data,
)

TAGS = frozenset(
    re.findall(
        r"\w+",
        "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt"
        " em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s"
        " samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr",
    )
)
ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "details": {"open"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
}
HIDDEN = "cv-hidden"
_EVERYWHERE = {"lang", "dir"}
_VOID = frozenset({"br", "col", "hr", "img", "wbr"})
# Their content is no text of the page.
_OPAQUE = frozenset(
    re.findall(
        r"\w+",
        "script style template noscript iframe object embed applet svg math title head textarea"
        " select video audio canvas xmp noembed noframes plaintext frameset",
    )
)
_OPAQUE_VOID = frozenset({"embed"})
_HIDING_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|font-size:(?:0|1px)|opacity:0(?!\.?[1-9])|"
    r"(?:^|;)color:(?:white|#fff(?:fff)?(?![0-9a-f])|transparent)|(?:left|top|text-indent):-\d{3,}|"
    r"clip(?:-path)?:|(?:^|;)(?:max-)?(?:height|width):0"
)
# What our own rendering adds to the tags and attributes of authors.
_OUR_TAGS = TAGS | {"section", "input"}
_OUR_ATTRIBUTES = {
    **ATTRIBUTES,
    "*": {*_EVERYWHERE, "class", "id", "data-lines", "data-item-lines"},
    "a": {*ATTRIBUTES["a"], "rel", "aria-labelledby"},
    "img": {*ATTRIBUTES["img"], "loading"},
    "input": {"type", "checked", "disabled"},
}


@dataclass(slots=True)
class HtmlCleaner:
    """Cleans the raw HTML of one document, in its order; what is open stays open in between.

    `hidden` are the ranges of lines (1-based, inclusive) that hold text nobody sees.
    """

    book: LinkBook
    hidden: list[tuple[int, int]] = field(default_factory=list)
    _open: list[tuple[str, int]] = field(default_factory=list)

    def clean(self, html: str, start: int, end: int) -> str:
        """Return a piece of HTML on these lines with only what may stay."""
        reader = _Reader(self, start, end)
        reader.feed(html)
        reader.close()
        return "".join(reader.pieces)

    def finish(self, last_line: int) -> None:
        """Take what was never closed as hidden to the end of the document."""
        self.hidden += [(start, last_line) for _, start in self._open if start]

    def opened(self, tag: str, start: int) -> None:
        """Note an open tag; `start` is the line where it begins to hide, 0 if it doesn't."""
        self._open.append((tag, start))

    def closed(self, tag: str, end: int) -> str:
        """Return the end tag that closes the nearest open one of this name, if there is one."""
        for index in range(len(self._open) - 1, -1, -1):
            name, start = self._open[index]
            if name == tag:
                del self._open[index]
                if start:
                    self.hidden.append((start, end))
                return f"</{HIDDEN if start else tag}>"
        return ""


def sanitised(body_html: str) -> str:
    """Return a rendered body with nothing but listed tags, attributes and schemes, balanced."""
    return nh3.clean(
        body_html,
        tags=set(_OUR_TAGS),
        clean_content_tags={HIDDEN, "script", "style"},
        attributes=_OUR_ATTRIBUTES,
        attribute_filter=_filtered,
        url_schemes={*SCHEMES, "data"},
        link_rel=None,
        strip_comments=True,
    )


def _filtered(tag: str, name: str, value: str) -> str | None:
    if name == "href" and not is_allowed(value):
        return None
    if name == "src" and is_external(value) and not is_safe_image_data(value):
        return None
    return None if name == "href" and tag == "a" and value.startswith("data:") else value


class _Reader(HTMLParser):
    def __init__(self, cleaner: HtmlCleaner, start: int, end: int) -> None:
        super().__init__(convert_charrefs=False)
        self.cleaner, self.start, self.end = cleaner, start, end
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in reversed(attrs)}
        if tag in _OPAQUE or _hides(values):
            if tag not in _VOID and tag not in _OPAQUE_VOID:
                self.cleaner.opened(tag, self.start)
                self.pieces.append(f"<{HIDDEN}>")
        elif tag in TAGS:
            self.pieces.append(self._start_tag(tag, values))
            if tag not in _VOID:
                self.cleaner.opened(tag, 0)

    def handle_endtag(self, tag: str) -> None:
        self.pieces.append(self.cleaner.closed(tag, self.end))

    def handle_data(self, data: str) -> None:
        self.pieces.append(escape(data, quote=False))

    def handle_entityref(self, name: str) -> None:
        self.pieces.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.pieces.append(f"&#{name};")

    def _start_tag(self, tag: str, values: dict[str, str]) -> str:
        kept = {
            name: value
            for name, value in values.items()
            if name in ATTRIBUTES.get(tag, ()) or name in _EVERYWHERE
        }
        if tag == "a" and "href" in kept:
            kept = self._link(kept)
        if tag == "img" and not is_safe_image_data(kept.get("src", "")):
            url = kept.get("src", "")
            if not url or is_external(url) or not is_allowed(url):
                # A picture from elsewhere would tell that server who reads the page.
                return escape(kept.get("alt", ""))
            kept |= {"src": self.cleaner.book.settle_picture(url, self.start), "loading": "lazy"}
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in kept.items())
        return f"<{tag}{attributes}>"

    def _link(self, kept: dict[str, str]) -> dict[str, str]:
        url = kept.pop("href").strip()
        if not is_allowed(url) or is_safe_image_data(url):
            return kept
        target = self.cleaner.book.settle(url, self.start)
        if target.is_external:
            kept |= {"rel": "noopener noreferrer", "class": "external"}
        return {**kept, "href": target.url}


def _hides(values: dict[str, str]) -> bool:
    style = re.sub(r"\s|/\*.*?\*/", "", values.get("style", "").lower())
    is_aria_hidden = values.get("aria-hidden", "").strip().lower() == "true"
    return "hidden" in values or is_aria_hidden or bool(_HIDING_STYLE.search(style))
