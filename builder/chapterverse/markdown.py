"""The one Markdown parser of the build: CommonMark with the usual extensions, safe by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from chapterverse import markdown_rendering
from chapterverse.heading_ids import HeadingIds
from chapterverse.html_cleaning import HtmlCleaner, sanitised
from chapterverse.markdown_boxes import boxes_plugin
from chapterverse.markdown_inline import InlineFacts, plain_text, settle_inline
from chapterverse.markdown_links import LinkBook, is_allowed
from chapterverse.markdown_tabs import tabs_plugin
from chapterverse.raw_html import heading_tokens

# Longer inline content (a minified file, a data dump) is shown as it is: parsing it is linear,
# but with a factor that adversarial text can drive up.
MAX_INLINE_CHARS = 50_000
MAX_NESTING = 60

# Characters that some part of the tool chain takes for a line end or for white space that can be
# trimmed; each becomes a space, so every line keeps its number and every column its place.
_NOT_LINE_ENDS = dict.fromkeys(map(ord, "\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"), " ")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A parsed document: `blocks` are block tokens in the order of the file, with its lines.

    `hidden` are the ranges of lines (1-based, inclusive) whose raw HTML hides text from readers.
    """

    blocks: tuple[Token, ...]
    body_html: str
    facts: InlineFacts
    hidden: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _Page:
    """What the rules need to know about the document while it is parsed."""

    facts: InlineFacts
    lines: Sequence[str]
    colours: bool
    cleaner: HtmlCleaner | None = None
    ids: HeadingIds = field(default_factory=HeadingIds)
    blocks: tuple[Token, ...] = ()


def render(
    lines: Sequence[str],
    book: LinkBook,
    *,
    body_start_line: int = 1,
    colours: bool = True,
    html: bool = False,
) -> Rendered:
    """Parse and render a document's lines; token maps count them from 0, front matter included.

    `book` settles and notes its links. With `html` raw HTML becomes part of the page, cleaned; else
    it is shown as text.
    """
    body = (line.translate(_NOT_LINE_ENDS) for line in lines[body_start_line - 1 :])
    text = "\n".join([*[""] * (body_start_line - 1), *body])
    cleaner = HtmlCleaner(book) if html else None
    page = _Page(InlineFacts(book), lines, colours, cleaner)
    env: dict[str, Any] = {"page": page}
    body = _parser().render(text, env)
    if cleaner:
        cleaner.finish(len(lines))
        return Rendered(page.blocks, sanitised(body), page.facts, tuple(cleaner.hidden))
    return Rendered(page.blocks, body, page.facts)


def trimmed_lines(token: Token, lines: Sequence[str]) -> tuple[int, int]:
    """Return a token's first and last line (1-based) without blank lines at its ends."""
    start, end = token.map or [0, 0]
    end = min(max(end, start + 1), len(lines))
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    while start < end - 1 and not lines[start].strip():
        start += 1
    return start + 1, end


@cache
def _parser() -> MarkdownIt:
    options = {
        "html": True,
        "maxNesting": MAX_NESTING,
        "tasklists": True,
        "alerts": True,
        "xhtmlOut": False,
    }
    parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin).use(admon_plugin).use(boxes_plugin)
    parser.use(tabs_plugin)
    # Formulas stay source; the plugin only keeps their signs from being read as Markdown.
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    parser.block.ruler.disable("math_block")
    parser.validateLink = is_allowed  # type: ignore[method-assign]  # its documented way to extend
    parser.core.ruler.after("block", "collapsible", _make_collapsible)
    parser.core.ruler.after("collapsible", "html_headings", _find_html_headings)
    parser.core.ruler.after("html_headings", "explicit_ids", _take_explicit_ids)
    parser.core.ruler.after("explicit_ids", "line_ranges", _mark_line_ranges)
    parser.core.ruler.after("line_ranges", "align_by_class", _align_by_class)
    parser.core.ruler.after("align_by_class", "long_inline", _leave_long_inline)
    parser.core.ruler.after("inline", "settle_inline", _settle_inline)
    parser.core.ruler.after("settle_inline", "give_ids", _give_ids)
    parser.core.ruler.after("give_ids", "clean_html", _clean_html)
    for name, rule in markdown_rendering.RULES.items():
        parser.add_render_rule(name, rule)
    return parser


def _page(state: StateCore) -> _Page:
    page = state.env["page"]
    assert isinstance(page, _Page)  # noqa: S101  # narrows what markdown-it leaves untyped
    return page


def _make_collapsible(state: StateCore) -> None:
    """Make notes that begin with `???` what they are meant to be: boxes that can be opened."""
    opened: list[bool] = []
    for token in state.tokens:
        if token.type == "admonition_open":
            classes = str(token.attrs.get("class", "")).split()
            opened.append("is-collapsible" in classes)
            token.attrs["class"] = " ".join(c for c in classes if "collapsible" not in c)
            if "collapsible-open" in classes:
                token.attrs["open"] = ""
        if token.type.startswith("admonition_") and opened[-1]:
            token.tag = "summary" if "title" in token.type else "details"
        if token.type == "admonition_close":
            opened.pop()


def _find_html_headings(state: StateCore) -> None:
    tokens: list[Token] = []
    for token in state.tokens:
        tokens += heading_tokens(token) if token.type == "html_block" else [token]
    state.tokens = tokens


def _take_explicit_ids(state: StateCore) -> None:
    """Take `{#id}` (`{/*id*/}` in MDX) off the end of headings; other attributes are dropped."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        content = inline.content.rstrip()
        if opening.type != "heading_open" or not content.endswith("}"):
            continue
        text, mark, braces = content.rpartition("{")
        words = braces[:-1].split()
        if braces.startswith("/*") and braces.endswith("*/}"):
            words = [f"#{braces[2:-3].strip()}"]
        if mark and words and words[0][:1] in "#." and len(words[0]) > 1:
            inline.content = text.rstrip()
            ids = [word[1:] for word in words if word.startswith("#")]
            if ids:
                opening.meta["wanted_id"] = ids[0]


def line_range(start: int, end: int) -> str:
    """Return how a page says which lines a block is from: `3-6`, or `3` for a single one."""
    return str(start) if start == end else f"{start}-{end}"


def _mark_line_ranges(state: StateCore) -> None:
    page = _page(state)
    page.blocks = tuple(state.tokens)
    footnote_depth = 0
    for token in state.tokens:
        if token.nesting < 0:
            footnote_depth -= token.type == "footnote_reference_close"
            continue
        if token.map and token.type != "inline":
            start, end = trimmed_lines(token, page.lines)
            if token.level == footnote_depth:
                token.attrSet("data-lines", line_range(start, end))
            elif token.type in ("list_item_open", "tr_open", "dt_open", "dd_open"):
                token.attrSet("data-item-lines", line_range(start, end))
        footnote_depth += token.type == "footnote_reference_open"


def _align_by_class(state: StateCore) -> None:
    """Say how a cell is aligned by a class: the site's policy allows no inline styles."""
    for token in state.tokens:
        style = token.attrs.pop("style", None) if token.type in ("th_open", "td_open") else None
        if style:
            token.attrSet("class", f"align-{str(style).rpartition(':')[2]}")


def _leave_long_inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > MAX_INLINE_CHARS:
            token.type = "long_inline"


def _settle_inline(state: StateCore) -> None:
    page = _page(state)
    for token in state.tokens:
        if token.type == "inline":
            settle_inline(token, page.facts)


def _clean_html(state: StateCore) -> None:
    cleaner = _page(state).cleaner
    if cleaner is None:
        return
    for token in state.tokens:
        start, end = token.map or (0, 0)
        for each in (token, *(token.children or ())):
            if each.type in ("html_block", "html_inline"):
                each.meta["clean"] = cleaner.clean(each.content, start + 1, max(end, start + 1))


def _give_ids(state: StateCore) -> None:
    page = _page(state)
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            opening.meta["text"] = plain_text(inline)
            wanted = str(opening.meta.get("wanted_id", ""))
            opening.attrSet("id", page.ids.give(opening.meta["text"], wanted))
        elif opening.type == "fence":
            opening.meta["colours"] = page.colours
