"""Text as a model would understand it: disguises taken off, for detection only.

Nothing here is ever shown or quoted; a finding points at lines of the file.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from chapterverse.screening.runs import may_be_leet, may_run_together
from chapterverse_engine.variants import SIMPLIFIED_OF_TRADITIONAL

# Letters that look like Latin ones. NFKC has already dealt with full width and mathematical ones.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһԛԝɡѵӏмтвнкьгґпзчαοερνικτυχγωηℓıȷəօոսհցգզյքաᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏴᏻ",
    "aeopcyxijsdhqwgvlmtbhkbrrnзчaoepviktuxywnlijeonuhgqqjpwdrtiajewmhygz4brwsvslcpkbg",
)
# What is left of letters that have no decomposition: stroked, small capital, boxed, turned ones.
_NAMED_LETTER = re.compile(
    r"(?:NEGATIVE |PARENTHESIZED )?(?:(?:SQUARED|CIRCLED) )?(?:LATIN |REGIONAL INDICATOR SYMBOL )"
    r"(?:(?:SMALL|CAPITAL) )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?"
)
_LEET = str.maketrans("013457@$!|", "oieastasil")
_LEET_WORD = re.compile(r"(?<!\w)[0134578@$!|]?[^\W\d_]{1,20}[0134578@$!|][\w@$!|]{0,40}")
# Format characters, marks, unassigned code points.
_UNSEEN = frozenset({"Cf", "Mn", "Me", "Cn"})
_FILLERS = dict.fromkeys((0x034F, 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0))
_VARIATION = dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
_INVISIBLE = _FILLERS | _VARIATION
_TAG = re.compile("[\U000e0020-\U000e007e]+")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
# Tags that forge a part of a conversation are no markup.
_MARKUP = re.compile(
    r"</?(?!(?:system|assistant|context|evidence|document|instruction|passage|retrieved|untrusted|"
    r"start_of_turn|end_of_turn|user_?input|search_?results?)(?:_?\w{1,20})?\s?>)[a-z][^<>]{0,200}>|"
    r"(?<=\w)[*`~]+(?=\w)|[*~]+",
    re.IGNORECASE,
)
_QUOTE_MARK = re.compile(r"\n[ \t>]+")
_SPACES = re.compile(r"[^\S\n]+")
_CJK = "\u3400-\u9fff"
# A single line end may stand in a sentence, a blank line ends it.
_SPACED_CJK = re.compile(rf"(?<=[{_CJK}])(?:[^\S\n]|[·・.\-_*|/+]|\n(?!\n)){{1,4}}(?=[{_CJK}])")
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_LONG_RUN = re.compile(r"(?<!\S)[!-{}]{24,1000}(?!\S)")
_SPACED_LETTERS = re.compile(r"(?<![^\W_])(?:[^\W\d_][ \n.\-_·/|]{1,3}){5,}[^\W\d_](?![^\W_])")


def hidden_tag_text(text: str) -> str:
    """Return the text that is written in invisible tag characters; flags are not text."""
    if text.isascii():
        return ""
    runs = _TAG.findall(_FLAG.sub("", text))
    return "".join(chr(ord(char) - 0xE0000) for run in runs for char in run)


def normalised(text: str) -> str:
    """Return text in lower case, without blank lines, markup, disguises and accents."""
    plain = unescape(text) if "&" in text else text
    if not plain.isascii():
        plain = _undisguised(plain)
    if ">" in plain:
        plain = _QUOTE_MARK.sub("\n", plain)
    if any(sign in plain for sign in "<*`~"):
        plain = _MARKUP.sub("", plain)
    plain = plain.lower().replace("`", '"').replace("_", " ")
    if not plain.isascii():
        plain = _SPACED_CJK.sub("", _BLANK_LINES.sub("\n\n", _SPACES.sub(" ", plain)))
    lines = (" ".join(line.split()) for line in plain.split("\n"))
    return "\n".join(filter(None, lines))


def leet_undone(normal: str) -> tuple[str, set[str]]:
    """Return normalised text with digits and signs in words read as letters, and those words."""
    changed: set[str] = set()

    if not may_be_leet(normal):
        return normal, changed

    def undone(word: re.Match[str]) -> str:
        changed.add(read := word[0].translate(_LEET))
        return read

    return _LEET_WORD.sub(undone, normal), changed


def run_together(normal: str) -> list[str]:
    """Return the runs of single letters of a normalised text, joined, and the words too long to be one."""
    if not may_run_together(normal):
        return []
    spaced = ("".join(filter(str.isalpha, run)) for run in _SPACED_LETTERS.findall(normal))
    return [*spaced, *_LONG_RUN.findall(normal)]


class _Folded(dict[int, str]):
    """What each character is read as; filled as characters occur."""

    def __missing__(self, code: int) -> str:
        self[code] = _read_as(chr(code))
        return self[code]


def _read_as(char: str) -> str:
    named = _NAMED_LETTER.fullmatch(unicodedata.name(char, ""))
    if named:
        return named[1].lower()
    decomposed = unicodedata.normalize("NFKD", char).casefold()
    seen = "".join(c for c in decomposed if unicodedata.category(c) not in _UNSEEN)
    simplified = "".join(SIMPLIFIED_OF_TRADITIONAL.get(c, c) for c in seen)
    return simplified.translate(_INVISIBLE).translate(_LOOKALIKES)


_FOLDED = _Folded()


def _undisguised(text: str) -> str:
    return text.translate(_FOLDED)
