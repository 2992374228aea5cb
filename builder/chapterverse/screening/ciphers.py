"""Texts whose letters or words are moved: shifted alphabets, reversals, scrambled spellings.

A text is only turned back when words of the language show up in it that way: common ones together,
or one that orders to models need.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache

from chapterverse.screening.runs import may_be_spaced, may_have_humps, words_of

_COMMON = frozenset(
    [
        "the",
        "and",
        "that",
        "you",
        "all",
        "with",
        "this",
        "not",
        "your",
        "are",
        "for",
        "say",
        "must",
        "of",
        "to",
    ]
)
_TELLING = frozenset(
    [
        "ignore",
        "disregard",
        "forget",
        "previous",
        "instruction",
        "instructions",
        "prompt",
        "system",
        "assistant",
        "user",
        "answer",
        "reply",
        "guidelines",
        "rules",
        "secret",
        "reveal",
        "language",
        "model",
    ]
)
_MIN_COMMON = 3
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_LONG_WORD = re.compile(r"(?<![\w'-])[a-z]{5,14}(?![\w'-])")
_REVERSED_CHINESE = (
    "令指",
    "示提",
    "案答",
    "答回",
    "户用",
    "者读",
    "型模",
    "手助",
    "则规",
    "略忽",
    "视无",
    "复回",
    "须必",
    "情知不",
)
_TURNED = str.maketrans("ɐɔǝɟƃɥıɾʞןɯɹʇʌʍʎ", "acefghijklmrtvwy") | str.maketrans("ᴉʃ", "il")
_TURNED_LETTERS = frozenset("ɐɔǝɟƃɥɾʞɯɹʇʌʍʎᴉ")
_UPSIDE_DOWN = str.maketrans("nubqdp", "unqbpd")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HUMPS = re.compile(r"(?<!\w)(?:[A-Z]?[a-z]{1,20}(?=[A-Z])){3,60}[A-Z][a-z]{0,20}")
_SINGLE = re.compile(r"(?<!\S)(?:\S[^\S\n]{1,3}){5,}\S(?!\S)")
_RUN = re.compile(r"\S+")
_GAP = re.compile(r"(?<=\S)\s(?=\S)")
_MIN_CELLS = 6
_REMEMBERED_WORDS = 1 << 16
# Words that are known by their letters when only the inner ones are swapped.
_SPELLINGS = {
    (word[0], word[-1], "".join(sorted(word))): word
    for word in [
        "ignore",
        "disregard",
        "forget",
        "override",
        "bypass",
        "previous",
        "prior",
        "preceding",
        "earlier",
        "instructions",
        "instruction",
        "prompt",
        "prompts",
        "directives",
        "guidelines",
        "reveal",
        "system",
        "rules",
    ]
}


_SHAPES = frozenset((first, last, len(letters)) for first, last, letters in _SPELLINGS)


def turned_back(text: str, normal: str) -> Iterator[tuple[str, str]]:
    """Yield the name of a cipher and the text without it, for each that seems to be used."""
    words = words_of(normal)
    known = words & _ANY_COMMON
    if len(known) >= _MIN_COMMON or not words.isdisjoint(_ANY_TELLING):
        for name, undo, common, telling in _CIPHERS:
            if not words.isdisjoint(telling) or len(known & common) >= _MIN_COMMON:
                yield name, undo(normal)
    if not normal.isascii() and any(sign in normal for sign in _REVERSED_CHINESE):
        yield "reversed", normal[::-1]
    if (
        not text.isascii()
        and len(_TURNED_LETTERS.intersection(lowered := text.lower())) >= _MIN_COMMON
    ):
        yield "upside down", lowered.translate(_UPSIDE_DOWN).translate(_TURNED)[::-1]
    yield from _rejoined(text, normal, words)


def _rejoined(text: str, normal: str, words: frozenset[str]) -> Iterator[tuple[str, str]]:
    respelt = _respelt(_LONG_WORD.findall(normal)) if _respelt(words) else {}
    if respelt:
        yield "misspelt", _LONG_WORD.sub(lambda word: respelt.get(word[0], word[0]), normal)
    humps = _HUMPS.findall(text) if may_have_humps(text) else []
    if humps and seems_meant(_HUMP.sub(" ", " ".join(humps)).lower().split()):
        yield "joined words", _HUMP.sub(" ", text)
    for run in _SINGLE.findall(normal) if may_be_spaced(normal) else ():
        yield "spaced letters", _GAP.sub("", run)
    for line in normal.split("\n") if "|" in normal else ():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) >= _MIN_CELLS and not any(" " in cell for cell in cells):
            yield "split over cells", " ".join(cells)


def _respelt(words: Iterable[str]) -> dict[str, str]:
    """Return the scrambled ones among words with what they are read as."""
    return {word: read for word in words if (read := _unscrambled(word))}


@lru_cache(maxsize=_REMEMBERED_WORDS)
def _unscrambled(word: str) -> str:
    """Return the word that is known by these letters; nothing if there is none or it is spelt so."""
    if (word[0], word[-1], len(word)) not in _SHAPES:
        return ""
    read = _SPELLINGS.get((word[0], word[-1], "".join(sorted(word))), word)
    return "" if read == word else read


def seems_meant(words: Collection[str]) -> bool:
    """Tell whether words that came out of a disguise are those of an order, not an accident."""
    return not _TELLING.isdisjoint(words) or len(_COMMON.intersection(words)) >= _MIN_COMMON


def _swapped(to: str) -> Callable[[str], str]:
    table = str.maketrans(_ALPHABET, to)
    return lambda text: text.translate(table)


def _reversed_words(text: str) -> str:
    return _RUN.sub(lambda run: run[0][::-1], text)


def _backwards(text: str) -> str:
    return text[::-1]


_Cipher = tuple[str, Callable[[str], str], frozenset[str], frozenset[str]]


def _ciphers() -> Iterator[_Cipher]:
    """Yield each cipher with the common and the telling words as they look in it."""
    for shift in range(1, 26):
        name = "rot13" if shift == 13 else f"letters shifted by {shift}"
        encode = _swapped(_ALPHABET[shift:] + _ALPHABET[:shift])
        decode = _swapped(_ALPHABET[-shift:] + _ALPHABET[:-shift])
        yield name, decode, frozenset(map(encode, _COMMON)), frozenset(map(encode, _TELLING))
    mirror = _swapped(_ALPHABET[::-1])
    yield "atbash", mirror, frozenset(map(mirror, _COMMON)), frozenset(map(mirror, _TELLING))
    common, telling = (frozenset(map(_backwards, words)) for words in (_COMMON, _TELLING))
    yield "reversed", _backwards, common, telling
    yield "reversed words", _reversed_words, common, telling


_CIPHERS: tuple[_Cipher, ...] = tuple(_ciphers())
_ANY_COMMON = frozenset().union(*(common for _, _, common, _ in _CIPHERS))
_ANY_TELLING = frozenset().union(*(telling for _, _, _, telling in _CIPHERS))
