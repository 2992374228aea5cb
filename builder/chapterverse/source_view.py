"""The lines of a source page: every line an anchor, every invisible character a visible marker."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from markupsafe import Markup, escape

# Characters that change or hide text without showing: controls, bidi controls, zero-width
# characters, tags, fillers. A reader who checks a citation must see that they are there.
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_JOINERS = "\u200c\u200d"


def source_lines_html(lines: Sequence[str]) -> Markup:
    """Return the list items of a source page; line n has `id=Ln`.

    Every line pays for the markup, so there are no quotes, classes or end tags that HTML lets one
    leave out; a list counts by itself, and a script makes numbers links. There is no line feed
    between items: it would be text of the line before.
    """
    return Markup().join(_line_html(number, line) for number, line in enumerate(lines, 1))


def _line_html(number: int, line: str) -> Markup:
    # Only numbers and marked_text(), which escapes, go into the markup.
    return Markup(f"<li id=L{number}>{marked_text(line)}")  # noqa: S704


def marked_text(text: str) -> Markup:
    """Return the text as HTML; invisible characters stay in it, each inside a marker."""
    if not _INVISIBLE.search(text):
        return _escaped(text)
    pieces: list[Markup] = []
    end = 0
    for match in _INVISIBLE.finditer(text):
        if _joins_letters(text, match.start()):
            continue
        pieces += [_escaped(text[end : match.start()]), _marker(match.group())]
        end = match.end()
    return Markup("").join([*pieces, _escaped(text[end:])])


def _escaped(text: str) -> Markup:
    """Escape what is markup in a text; quotes and `>` are none there, and lines have many."""
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;"))  # noqa: S704


def _joins_letters(text: str, place: int) -> bool:
    """Tell whether a joiner stands between two non-ASCII characters, where it is orthography."""
    if text[place] not in _JOINERS or not 0 < place < len(text) - 1:
        return False
    return not text[place - 1].isascii() and not text[place + 1].isascii()


def _marker(character: str) -> Markup:
    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "control character").lower()
    return Markup('<span class="invisible-character" data-code="{}" title="{}">{}</span>').format(
        code, f"{code} {name}", _in_html(character)
    )


def _in_html(character: str) -> Markup:
    """Return the character so that an HTML parser keeps it."""
    if character == "\0":
        return Markup("")
    if character == "\r":
        return Markup("&#13;")
    return escape(character)
