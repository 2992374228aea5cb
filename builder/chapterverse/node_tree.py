"""A page of ours as a tree of nodes in JSON, for a browser that builds it without parsing markup.

A text is a string; an element is `[name, {attribute: value}, child, …]`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

Node = Any
_VOID = frozenset({"br", "hr", "img", "input", "col", "wbr", "link", "meta"})
# A paragraph ends where one of these begins.
_BLOCKS = (
    "p", "ol", "ul", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "div", "blockquote", "table",
    "details", "hr", "section", "nav", "figure", "article",
)  # fmt: skip
# What a start tag ends where the end tag was left out, as HTML allows.
_ENDED_BY = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "tr": ("td", "th", "tr"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    **dict.fromkeys(_BLOCKS, ("p",)),
}


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, str]
    children: list[_Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[_Element]:
        yield self
        for child in self.children:
            if isinstance(child, _Element):
                yield from child.walk()

    def node(self) -> Node:
        return [self.name, self.attributes, *self.content()]

    def content(self) -> list[Node]:
        return [one if isinstance(one, str) else one.node() for one in self.children]


class _Reader(HTMLParser):
    """Builds the tree of a page that our own templates wrote: balanced but for ends of items."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self._open[-1].name in _ENDED_BY.get(tag, ()):
            self._open.pop()
        made = _Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(made)
        if tag not in _VOID:
            self._open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML knows no such tags: the slash is that of an address without quotes.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        names = [one.name for one in self._open]
        if tag in names:
            last = len(names) - 1 - names[::-1].index(tag)
            del self._open[last:]

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def page_tree(html: str, path: str) -> bytes:
    """Return what the frame of another page needs to show this one, as JSON; `path` is its own."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    elements = list(reader.root.walk())
    by_name = {one.name: one for one in reversed(elements)}
    by_id = {one.attributes.get("id", ""): one for one in reversed(elements)}
    title, aside, navigation = by_name["title"], by_name.get("aside"), by_id.get("cv-navigation")
    shown = {
        "path": path,
        "lang": by_name["html"].attributes.get("lang", ""),
        "title": "".join(map(str, title.content())),
        "body_class": by_name["body"].attributes.get("class", ""),
        "navigation": navigation.content() if navigation else [],
        "main": by_id["cv-content"].content(),
        "aside": [aside.node()] if aside else [],
    }
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
