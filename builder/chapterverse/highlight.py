"""Colours for code: Pygments' tokens as CSS classes, never as inline styles."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from pygments import highlight as pygments_highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

# Longer code is shown without colours: some lexers are slow on adversarial input.
MAX_CHARS = 20_000

_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)


def highlight(code: str, language: str) -> str:
    """Return code as escaped HTML, with `span` classes when the language is known."""
    lexer = _lexer(language) if language and len(code) <= MAX_CHARS else None
    if lexer is None:
        return escape(code)
    return pygments_highlight(code, lexer, _FORMATTER)


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer | None:
    if language in ("text", "txt", "plain", "plaintext"):
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
