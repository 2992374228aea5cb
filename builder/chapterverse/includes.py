"""Lines that would draw another file into a document: they are named, never followed.

What is drawn in has lines of its own in another file, and a citation names the file that holds the
lines. So an include stays the text that it is, and the build says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from chapterverse.errors import Problem
from chapterverse.model import DocumentFacts

# One expression for each notation; the group is what it would draw in. All are anchored at the
# start of a line, where every tool expects them, and look at a bounded stretch.
_NOTATIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"-{1,20}8<-{1,20}[ \t]{0,9}[\"']?([^\s\"']{0,300})",  # PyMdown snippets
        r"\{!{1,2}[ \t]{0,9}([^!{}\n]{1,300}?)[ \t]{0,9}!{1,2}\}",  # Markdown-Include
        r"!include(?:code|svg)?\b[ \t(]{0,9}[\"']?([^\s\"')]{1,300})",
        r"\[!include[\[ \t]([^\n]{1,300})\)",  # DocFX
        r"\{\{[ \t]{0,9}#(?:rustdoc_)?(?:include|playground)[ \t]{1,9}([^\s{}]{1,300})",  # mdBook
        r"\{%-?[ \t]{0,9}include(?:_relative|-markdown)?[ \t]{1,9}[\"']?([^\s\"'%{}]{1,300})",
        r"\{\{[<%][ \t]{0,9}(?:include|readfile|code_sample|codenew)[ \t]{1,9}([^<>%{}\n]{1,300}?)[ \t]{0,9}/?[%>]\}\}",
        r"\.\.[ \t]{1,9}(?:literal)?include::[ \t]{0,9}(\S{1,300})",  # reStructuredText
        r"<!--[ \t]{0,9}[@#]?include(?:[ \t]{0,9}[:=]|[ \t]{1,9}file=)[ \t]{0,9}[\"']?([^\s\"'>]{1,300})",
        r"<<<[ \t]{1,9}(@?[\w./~{][^\s]{0,300})",  # VitePress code
        r":{2,9}[ \t]{0,9}include\b[ \t{]{0,9}([^\n}]{0,300})",
        r":{3,9}[ \t]{0,9}code[ \t]{1,9}([^\n]{0,200}source=[^\n]{0,200})",
        r"include::([^\s\[\]]{1,300})\[",  # AsciiDoc
    )
)
_FENCE = re.compile(r"\{(?:literal)?include\}[ \t]{1,9}(\S{1,300})", re.IGNORECASE)  # MyST
_SNIPPET_MARK = re.compile(r"-{1,20}8<-{1,20}[ \t]*")


def includes_in(blocks: Iterable[Token]) -> Iterator[tuple[int, str]]:
    """Yield the line (1-based) and the text of every include in block tokens, outside of code."""
    for token in blocks:
        if token.map is None:
            continue
        first = token.map[0] + 1
        if token.type == "fence":
            yield from _of_line(first, token.info.strip(), (_FENCE,))
        elif token.type == "box_open" and token.meta["name"].lower() in ("include", "code"):
            line = f"{token.markup}{token.meta['name']} {token.meta['title']}"
            yield from _of_line(first, line, _NOTATIONS)
        elif token.type in ("inline", "html_block"):
            yield from _of_lines(first, token.content)


def include_problems(documents: Iterable[DocumentFacts]) -> Iterator[Problem]:
    """Yield a problem for each include, with what to do instead."""
    for facts in documents:
        for line, text in facts.includes:
            message = (
                f"found `{text}`, expected the text itself or a link: includes are not followed, "
                "as a citation names the file that holds its lines"
            )
            yield Problem(facts.document.source_path, line, message)


def _of_lines(first: int, content: str) -> Iterator[tuple[int, str]]:
    is_in_list = False
    for number, line in enumerate(content.split("\n"), first):
        text = line.strip()
        if _SNIPPET_MARK.fullmatch(text):
            is_in_list = not is_in_list  # between two bare marks stand paths, one a line
        elif is_in_list and text:
            yield number, f"--8<-- {text[:300]}"
        else:
            yield from _of_line(number, text, _NOTATIONS)


def _of_line(
    number: int, text: str, notations: Iterable[re.Pattern[str]]
) -> Iterator[tuple[int, str]]:
    found = next((match for one in notations if (match := one.match(text))), None)
    if found:
        yield number, found[0].strip()
