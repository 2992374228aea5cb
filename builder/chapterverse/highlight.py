"""Colours for code: a few families of Pygments' tokens as CSS classes, never as inline styles.

What has no colour of its own has no markup either, and neighbours of one family share theirs: a
third of the bytes of a class for every kind of token.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

# Longer code is shown without colours: some lexers are slow on adversarial input.
MAX_CHARS = 20_000

# The class of a kind of token and of all that are more special, see `code.css`.
_CLASS_OF_KIND = {
    Token.Comment: "c",
    Token.Comment.Preproc: "k",
    Token.Comment.PreprocFile: "c",
    Token.Keyword: "k",
    Token.Operator.Word: "k",
    Token.Name.Tag: "k",
    Token.Generic.Heading: "k",
    Token.Generic.Subheading: "c",
    Token.Literal.String: "s",
    Token.Generic.Inserted: "s",
    Token.Literal.Number: "m",
    Token.Literal.Date: "m",
    Token.Name.Constant: "m",
    Token.Name.Attribute: "nf",
    Token.Name.Builtin: "nf",
    Token.Name.Class: "nf",
    Token.Name.Decorator: "nf",
    Token.Name.Exception: "nf",
    Token.Name.Function: "nf",
    Token.Name.Label: "nf",
    Token.Name.Namespace: "nf",
    Token.Name.Variable.Class: "nf",
    Token.Name.Variable.Global: "nf",
    Token.Name.Variable.Instance: "nf",
    Token.Generic.Error: "err",
    Token.Generic.Deleted: "err",
    Token.Generic.Strong: "gp",
    Token.Generic.Prompt: "gp",
}


def highlight(code: str, language: str) -> str:
    """Return code as escaped HTML, with `i` elements and classes when the language is known."""
    lexer = _lexer(language) if language and len(code) <= MAX_CHARS else None
    if lexer is None:
        return escape(code)
    return "".join(
        f'<i class="{name}">{escape(text)}</i>' if name else escape(text)
        for name, text in _runs(code, lexer)
    )


def _runs(code: str, lexer: Lexer) -> list[tuple[str, str]]:
    """Return the class and the text of every run of one class; blanks go with what they follow."""
    runs: list[tuple[str, str]] = []
    last, texts = "", [""]
    for kind, text in lexer.get_tokens(code):
        name = last if text.isspace() else _class_of(kind)
        if name != last:
            runs.append((last, "".join(texts)))
            last, texts = name, []
        texts.append(text)
    return [*runs, (last, "".join(texts))]


@lru_cache(maxsize=1024)
def _class_of(kind: _TokenType) -> str:
    family: _TokenType | None = kind
    while family is not None and family not in _CLASS_OF_KIND:
        family = family.parent
    return _CLASS_OF_KIND[family] if family is not None else ""


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer | None:
    if language in ("text", "txt", "plain", "plaintext"):
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
