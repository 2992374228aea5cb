"""Reduce English words to stems by tables, after the Porter2 algorithm.

Theory: R1 is the part of a word after the first non-vowel that follows a vowel, R2 is R1 of R1.
Suffixes are taken off only inside those regions, so short words keep their shape. The steps are
those of Porter2 (plural, participle, y, derivational suffixes in two rounds, final e or l); each
is one table of (suffix, replacement), longest suffix first.
"""

from __future__ import annotations

import re
from functools import lru_cache

_VOWELS = "aeiouy"
_REGION = re.compile(r"[aeiouy][^aeiouy]")
_SHORT_SYLLABLE = re.compile(r"(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$")
_HAS_VOWEL = re.compile(r"[aeiouy]")
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_LI_ENDINGS = frozenset("cdeghkmnrt")
_R1_PREFIXES = ("gener", "commun", "arsen", "univers", "later", "emerg", "organ", "inter")

# Words whose regular stem would be wrong, and words that are their own stem.
_IRREGULAR = {
    "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl", "ugly": "ugli",
    "early": "earli", "only": "onli", "singly": "singl", "sky": "sky", "news": "news",
    "dying": "die", "lying": "lie", "tying": "tie", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
}  # fmt: skip
_KEPT_AFTER_PLURAL = frozenset(
    ("inning", "outing", "canning", "herring", "earring", "evening", "proceed", "exceed", "succeed")
)

# In R1.
_STEP2 = (
    ("ization", "ize"), ("ational", "ate"), ("ousness", "ous"), ("iveness", "ive"),
    ("fulness", "ful"), ("tional", "tion"), ("lessli", "less"), ("biliti", "ble"),
    ("entli", "ent"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("fulli", "ful"),
    ("ousli", "ous"), ("iviti", "ive"), ("ogist", "og"), ("enci", "ence"), ("anci", "ance"),
    ("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"),
    ("ogi", "og"), ("li", ""),
)  # fmt: skip
# In R1, except "ative", which has to lie in R2.
_STEP3 = (
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"),
    ("ative", ""), ("ical", "ic"), ("ness", ""), ("ful", ""),
)  # fmt: skip
# In R2; "ion" only after s or t.
_STEP4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous",
    "ive", "ize", "ion", "al", "er", "ic",
)  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the stem of a lower-case a-z word; other strings come back unchanged."""
    if len(word) <= 2 or not (word.isascii() and word.isalpha()):
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    word = _mark_consonant_y(word)
    r1 = _region1(word)
    r2 = _region_from(word, r1)
    word = _plural(word)
    if word in _KEPT_AFTER_PLURAL:
        return word
    word = _final_y(_participle(word, r1))
    word = _step2(word, r1)
    word = _step3(word, r1, r2)
    return _final(_step4(word, r2), r1, r2).lower()


def _mark_consonant_y(word: str) -> str:
    if "y" not in word:
        return word
    if word[0] == "y":
        word = f"Y{word[1:]}"
    return re.sub(r"(?<=[aeiouy])y", "Y", word)


def _region1(word: str) -> int:
    for prefix in _R1_PREFIXES:
        if word.startswith(prefix):
            return len(prefix)
    return _region_from(word, 0)


def _region_from(word: str, start: int) -> int:
    found = _REGION.search(word, start)
    return found.end() if found else len(word)


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("us", "ss")) or not word.endswith("s"):
        return word
    return word[:-1] if _HAS_VOWEL.search(word[:-2]) else word


def _participle(word: str, r1: int) -> str:
    for suffix in ("eedly", "eed"):
        if word.endswith(suffix):
            return f"{word[: -len(suffix)]}ee" if len(word) - len(suffix) >= r1 else word
    for suffix in ("ingly", "edly", "ing", "ed"):
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return _mended(rest, r1) if _HAS_VOWEL.search(rest) else word
    return word


def _mended(rest: str, r1: int) -> str:
    """Give back the e, or take off the doubled letter, that -ing and -ed changed."""
    if rest.endswith(("at", "bl", "iz")):
        return f"{rest}e"
    if rest.endswith(_DOUBLES):
        return rest[:-1] if len(rest) > 3 or rest[0] not in "aeo" else rest
    return f"{rest}e" if len(rest) <= r1 and _SHORT_SYLLABLE.search(rest) else rest


def _final_y(word: str) -> str:
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        return f"{word[:-1]}i"
    return word


def _step2(word: str, r1: int) -> str:
    for suffix, replacement in _STEP2:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if len(rest) < r1 or not _allows_step2(suffix, rest):
                return word
            return rest + replacement
    return word


def _allows_step2(suffix: str, rest: str) -> bool:
    if suffix == "ogi":
        return rest.endswith("l")
    return suffix != "li" or rest[-1:] in _LI_ENDINGS


def _step3(word: str, r1: int, r2: int) -> str:
    for suffix, replacement in _STEP3:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            inside = len(rest) >= (r2 if suffix == "ative" else r1)
            return rest + replacement if inside else word
    return word


def _step4(word: str, r2: int) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if len(rest) < r2 or (suffix == "ion" and rest[-1:] not in ("s", "t")):
                return word
            return rest
    return word


def _final(word: str, r1: int, r2: int) -> str:
    rest = word[:-1]
    if word.endswith("e"):
        if len(rest) >= r2 or (len(rest) >= r1 and not _SHORT_SYLLABLE.search(rest)):
            return rest
    elif word.endswith("ll") and len(rest) >= r2:
        return rest
    return word
