"""Which language a text is in, by the share of its scripts; enough to choose the terms' rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

SAMPLE_CHARS = 20_000

# A Han character or a syllable says about as much as two or three Latin letters.
_SYLLABIC_WEIGHT = 3
_LETTERS_OF_LANGUAGE = {
    "zh": re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"),
    "ja": re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]"),
    "ko": re.compile("[\uac00-\ud7a3\u1100-\u11ff]"),
    "ru": re.compile("[\u0400-\u052f]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "he": re.compile("[\u0590-\u05ff]"),
    "hi": re.compile("[\u0900-\u097f]"),
    "th": re.compile("[\u0e00-\u0e7f]"),
    "en": re.compile("[A-Za-z\u00c0-\u024f]"),
}
_SYLLABIC = ("zh", "ja", "ko")
# Kana between Han characters makes a text Japanese; Chinese has next to none.
_KANA_SHARE = 0.1


def primary_subtag(tag: str) -> str:
    """Return the language of a tag such as `zh-Hant-TW`, in lower case."""
    return re.split("[-_]", tag.strip().lower(), maxsplit=1)[0]


def detect_language(texts: Iterable[str], default: str = "en") -> str:
    """Name the language whose script has the largest share of the first texts."""
    sample: list[str] = []
    size = 0
    for text in texts:
        sample.append(text[:SAMPLE_CHARS])
        size += len(text)
        if size >= SAMPLE_CHARS:
            break
    joined = "\n".join(sample)
    counts = {lang: len(letters.findall(joined)) for lang, letters in _LETTERS_OF_LANGUAGE.items()}
    if counts["ja"] > _KANA_SHARE * (counts["zh"] + counts["ja"]):
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    weighted = {
        lang: count * (_SYLLABIC_WEIGHT if lang in _SYLLABIC else 1)
        for lang, count in counts.items()
    }
    best = max(weighted, key=lambda lang: weighted[lang])
    return best if weighted[best] else default
