"""How tokens become HTML where markdown-it's own way is not what the site needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from chapterverse.highlight import highlight
from chapterverse.markdown_inline import plain_text
from chapterverse.raw_html import block_html, inline_html

type_of_rule = Callable[..., str]

_LANGUAGE = re.compile(r"[\w+#.-]{1,40}")
# Two prices in one sentence are no formula.
_FORMULA = re.compile(r"[\\^_*={}<>+]")
_BOX_KINDS = re.compile(r"[a-z][a-z0-9-]{0,30}")


def fence(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    found = _LANGUAGE.match(token.info.strip().strip("{}. "))
    language = found[0].lower() if found else ""
    code = highlight(token.content, language if token.meta.get("colours", True) else "")
    css = f' class="language-{escape(language)}"' if language else ""
    return f"<pre{_lines(token)}><code{css}>{code}</code></pre>\n"


def code_block(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    return f"<pre{_lines(token)}><code>{escape(token.content)}</code></pre>\n"


def html_block(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    if "clean" in token.meta:
        return str(token.meta["clean"])
    return block_html(token.content, _lines(token))


def html_inline(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    return str(token.meta["clean"]) if "clean" in token.meta else inline_html(token.content)


def long_inline(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    return escape(tokens[index].content)


def image_link(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    url = escape(str(token.attrGet("src") or ""))
    attrs = 'class="external image-link" rel="noopener noreferrer"'
    return f'<a href="{url}" {attrs}>{escape(_alternative(token)) or url}</a>'


def image_text(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    url = escape(str(token.attrGet("src") or ""))
    return f'<span class="image-text">{escape(_alternative(token)) or url}</span>'


def alert_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    kind = escape(str(token.meta.get("kind", "note")).lower())
    return f'<div class="admonition {kind}"{_lines(token)}>\n'


def alert_title_open(_: RendererHTML, *__: Any) -> str:
    return '<p class="admonition-title">'


def table_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    return f'<div class="table-scroll"{_lines(tokens[index])}><table>\n'


def table_close(_: RendererHTML, *__: Any) -> str:
    return "</table></div>\n"


def math(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    source = escape(f"{token.markup}{token.content}{token.markup}")
    is_formula = _FORMULA.search(token.content)
    return f'<code class="math">{source}</code>' if is_formula else source


def box_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    name = str(token.meta["name"])
    kind = name.lower() if _BOX_KINDS.fullmatch(name.lower()) else "note"
    title = escape(str(token.meta["title"]) or name)
    if token.tag == "details":
        is_open = " open" if token.meta.get("open") else ""
        return f'<details class="box {kind}"{_lines(token)}{is_open}>\n<summary>{title}</summary>\n'
    return (
        f'<div class="admonition {kind}"{_lines(token)}>\n<p class="admonition-title">{title}</p>\n'
    )


RULES: dict[str, type_of_rule] = {
    "alert_open": alert_open,
    "alert_title_open": alert_title_open,
    "box_open": box_open,
    "code_block": code_block,
    "fence": fence,
    "html_block": html_block,
    "html_inline": html_inline,
    "image_link": image_link,
    "image_text": image_text,
    "long_inline": long_inline,
    "math_inline": math,
    "math_inline_double": math,
    "table_close": table_close,
    "table_open": table_open,
}


def _alternative(token: Token) -> str:
    inline = Token("inline", "", 0, children=token.children)
    return plain_text(inline)


def _lines(token: Token) -> str:
    return "".join(
        f' {name}="{escape(str(token.attrs[name]))}"'
        for name in ("data-lines",)
        if name in token.attrs
    )
