"""Tell the language of a text by the scripts that it is written in."""

from __future__ import annotations

import re

# Patterns as text: they are compiled where a text needs them, which takes a browser a while.
_LETTERS_OF_LANGUAGE = {
    "en": "[A-Za-z\u00c0-\u024f]",
    "zh": "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]",
    "ja": "[\u3041-\u3096\u30a1-\u30fa\u30fc]",
    "ko": "[\uac00-\ud7a3\u1100-\u11ff]",
    "ru": "[\u0400-\u052f]",
    "el": "[\u0370-\u03ff]",
    "ar": "[\u0600-\u06ff]",
    "he": "[\u0590-\u05ff]",
    "hi": "[\u0900-\u097f]",
    "th": "[\u0e00-\u0e7f]",
}
# An ideograph or a syllable says about as much as two or three Latin letters.
_WEIGHT = {"zh": 3, "ja": 3, "ko": 3}
# Kana make a text with ideographs Japanese from a tenth of both on; Chinese has next to none.
_KANA_SHARE = 10


def language_of(text: str, default: str = "en") -> str:
    """Return the primary language subtag whose script has the largest share of a text.

    `default` is the answer where no letter of a known script is found.
    """
    if text.isascii():
        return "en" if any(map(str.isalpha, text)) else default
    counts = {
        lang: len(re.findall(letters, text)) for lang, letters in _LETTERS_OF_LANGUAGE.items()
    }
    if _KANA_SHARE * counts["ja"] > counts["zh"] + counts["ja"]:
        counts["ja"] += counts.pop("zh")
    weighted = {lang: count * _WEIGHT.get(lang, 1) for lang, count in counts.items()}
    best = max(weighted, key=weighted.__getitem__)
    return best if weighted[best] else default
