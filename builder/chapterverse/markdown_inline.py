"""What lies inside a block: links and images are settled, alternative texts collected."""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from chapterverse.markdown_links import LinkBook, is_external, is_safe_image_data

_EXTERNAL_REL = "noopener noreferrer"


@dataclass(slots=True)
class InlineFacts:
    """What the inline content of a document holds, in the order of the file.

    `book` notes its links; `alt_texts` and `titles` are pairs of line (1-based) and text.
    """

    book: LinkBook
    alt_texts: list[tuple[int, str]] = field(default_factory=list)
    titles: list[tuple[int, str]] = field(default_factory=list)


def settle_inline(inline: Token, facts: InlineFacts) -> None:
    """Point links and images of an inline token to where they lead in the site."""
    line = inline.map[0] + 1 if inline.map else 0
    link_depth = 0
    for token in inline.children or ():
        if token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "link_open":
            link_depth += 1
            _settle_link(token, facts, line)
        elif token.type == "link_close":
            link_depth -= 1
        elif token.type == "image":
            _settle_image(token, facts, line, is_in_link=link_depth > 0)
        if title := token.attrGet("title"):
            facts.titles.append((line, str(title)))


def plain_text(inline: Token) -> str:
    """Return the text of an inline token without any markup."""
    if inline.type != "inline":
        return inline.content
    return " ".join("".join(_texts(inline.children or ())).split())


def _texts(tokens: list[Token] | tuple[Token, ...]) -> list[str]:
    texts = []
    for token in tokens:
        if token.type in ("text", "code_inline", "text_special"):
            texts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            texts.append(" ")
        elif token.type in ("math_inline", "math_inline_double"):
            texts.append(f"{token.markup}{token.content}{token.markup}")
        elif token.type in ("image", "image_link", "image_text"):
            texts += _texts(token.children or ())
    return texts


def _settle_link(token: Token, facts: InlineFacts, line: int) -> None:
    url = str(token.attrGet("href") or "")
    if is_safe_image_data(url):
        del token.attrs["href"]
        return
    target = facts.book.settle(url, line)
    token.attrSet("href", target.url)
    if target.is_external:
        token.attrSet("rel", _EXTERNAL_REL)
        token.attrJoin("class", "external")


def _settle_image(token: Token, facts: InlineFacts, line: int, *, is_in_link: bool) -> None:
    url = str(token.attrGet("src") or "")
    text = " ".join("".join(_texts(token.children or ())).split())
    if text:
        facts.alt_texts.append((line, text))
    if is_safe_image_data(url):
        return
    if is_external(url):
        # A picture from elsewhere would tell that server who reads the page.
        token.type = "image_text" if is_in_link else "image_link"
        return
    token.attrSet("src", facts.book.settle_picture(url, line))
    token.attrSet("loading", "lazy")
