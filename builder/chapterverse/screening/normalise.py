"""Text as a model would understand it: disguises taken off, for detection only.

Nothing here is ever shown or quoted; a finding points at lines of the file.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape

# Letters that look like Latin ones. NFKC has already dealt with full width and mathematical ones.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһԛԝɡѵӏмтвнкьгґпзчαοερνικτυχγωηℓıȷəɪɴʀʟ",
    "aeopcyxijsdhqwgvlmtbhkbrrnзчaoepviktuxywnlijeinrl",
)
# Traditional characters that occur in the phrases looked for, and their simplified forms.
_SIMPLIFIED = str.maketrans(
    "視規則詞統記現在妳訴戶洩輸顯執機鑰發開須請從說對話設資條約內關創驟隱瞞蓋繞過違顧無論問復轉遞傳陳應當務讀類這裡個與會還讓給爲為於將種語動運聊錄導嚮項寫後",
    "视规则词统记现在你诉户泄输显执机钥发开须请从说对话设资条约内关创骤隐瞒盖绕过违顾无论问复转递传陈应当务读类这里个与会还让给为为于将种语动运聊录导向项写后",
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
_MARKUP = re.compile(r"</?[a-z][^<>]{0,200}>|(?<=\w)[*`~]+(?=\w)|[*~]+", re.IGNORECASE)
_QUOTE_MARK = re.compile(r"\n[ \t>]+")
_SPACES = re.compile(r"[^\S\n]+|_+")
_LINE_ENDS = re.compile(r"\s*\n\s*")
_CJK = "\u3400-\u9fff"
_SPACED_CJK = re.compile(rf"(?<=[{_CJK}])[\s·・.\-_*|/+]{{1,3}}(?=[{_CJK}])")
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
    plain = _MARKUP.sub("", _QUOTE_MARK.sub("\n", plain)).lower().replace("`", '"')
    plain = _LINE_ENDS.sub("\n", _SPACES.sub(" ", plain))
    return plain if plain.isascii() else _SPACED_CJK.sub("", plain)


def leet_undone(normal: str) -> str:
    """Return normalised text with digits and signs in words read as letters."""
    return _LEET_WORD.sub(lambda word: word[0].translate(_LEET), normal)


def spaced_letters(normal: str) -> list[str]:
    """Return the runs of single letters of a normalised text, joined."""
    return [
        "".join(char for char in run if char.isalpha()) for run in _SPACED_LETTERS.findall(normal)
    ]


class _Folded(dict[int, str]):
    """What each character is read as; filled as characters occur."""

    def __missing__(self, code: int) -> str:
        decomposed = unicodedata.normalize("NFKD", chr(code)).casefold()
        seen = "".join(c for c in decomposed if unicodedata.category(c) not in _UNSEEN)
        self[code] = seen.translate(_INVISIBLE).translate(_LOOKALIKES).translate(_SIMPLIFIED)
        return self[code]


_FOLDED = _Folded()


def _undisguised(text: str) -> str:
    return text.translate(_FOLDED)
