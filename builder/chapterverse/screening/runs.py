"""Cheap proofs that a text holds no code or cipher: the runs that such a pattern needs aren't there.

A text becomes one byte a character, each the class of its character, so a run is found by a search for
bytes. Nothing is found here: where a run is there, the pattern itself decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import add

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-"
_UPPER = _BASE64[:26]
_LOWER = _BASE64[26:52]
_LEET = b"013457@$!|8"
_DOT = b"\xb7"
_WORD = re.compile(r"[a-z]{2,}")
_MIN_BASE64 = 20
_MIN_HEX = 24
_MIN_MORSE = 13
_MIN_LONG_RUN = 24
_BASE64_RUN = re.compile(rb"b{%d,}" % _MIN_BASE64)
_BASE64_LINE = re.compile(rb"\n {0,8}b{4,76}={0,2} *\n {0,8}b")
_SEPARATED_LETTERS = re.compile(rb"a {1,3}a {1,3}a {1,3}a {1,3}a {1,3}a")


def _classes(*pairs: tuple[bytes, bytes]) -> bytes:
    table = bytearray(b"." * 256)
    for members, name in pairs:
        for member in members:
            table[member] = name[0]
    return bytes(table)


_AS_BASE64 = _classes((_BASE64, b"b"), (b"\n", b"\n"), (b"=", b"="), (b" \t>", b" "))
_AS_HEX = _classes((b"0123456789abcdefABCDEF", b"h"))
_AS_MORSE = _classes((b".-" + _DOT, b"m"))
_AS_CASES = _classes((_LOWER, b"a"), (_UPPER, b"A"))
_AS_BLACK = _classes((bytes(range(33, 126)), b"x"), (b" ", b" "), (b"\n", b"\n"))
_AS_SEEN = _classes(
    (bytes(code for code in range(256) if not chr(code).isspace()), b"x"), (b" ", b" ")
)
# What is no byte of Latin-1 becomes a question mark, so that one may stand for a letter.
_OTHERS = b"?" + bytes(range(0x80, 0x100))
_AS_LETTERS = _classes((_LOWER + _UPPER + _OTHERS, b"a"), (_LEET, b"0"))
_AS_GAPS = _classes((_LOWER + _UPPER + _OTHERS, b"a"), (b" \n.-_/|" + _DOT, b" "))


@lru_cache(maxsize=4)
def words_of(normal: str) -> frozenset[str]:
    """Return the distinct runs of two and more small Latin letters of a normalised text."""
    return frozenset(_WORD.findall(normal))


@lru_cache(maxsize=4)
def starts_of(normal: str) -> frozenset[str]:
    """Return the distinct characters and pairs of characters of a text: what words in it begin with."""
    return frozenset([*normal, *map(add, normal, normal[1:])])


def words_by_start(words: Iterable[str], chars: int) -> Mapping[str, Sequence[str]]:
    """Return words under their first so many characters."""
    found: dict[str, list[str]] = {}
    for word in words:
        found.setdefault(word[:chars], []).append(word)
    return found


def words_within(normal: str, by_start: Mapping[str, Sequence[str]]) -> list[str]:
    """Return those words, kept under their first two characters, that are in a text."""
    starts = by_start.keys() & starts_of(normal)
    return [word for start in starts for word in by_start[start] if word in normal]


def may_be_letters(text: str) -> bool:
    """Tell whether a text may hold bytes as letters: Base64, Base32, also cut into lines."""
    raw = _bytes(text)
    classes = raw.translate(_AS_BASE64)
    if b"b" * _MIN_BASE64 in classes and _has_capital(raw, classes):
        return True
    return bool(_BASE64_LINE.search(b"\n" + classes))


def _has_capital(raw: bytes, classes: bytes) -> bool:
    """Tell whether any long run holds a capital: addresses and paths often don't, Base64 of text does."""
    runs = (raw[found.start() : found.end()] for found in _BASE64_RUN.finditer(classes))
    return any(run != run.lower() for run in runs)


def may_be_digits(text: str) -> bool:
    """Tell whether a text may hold bytes as digits: hexadecimal, binary or decimal ones."""
    return b"h" * _MIN_HEX in _bytes(text).translate(_AS_HEX, b" :,;x\\")


def may_be_morse(text: str) -> bool:
    """Tell whether a text may hold a row of dots and dashes."""
    return b"m" * _MIN_MORSE in _bytes(text).translate(_AS_MORSE, b" /")


def may_have_humps(text: str) -> bool:
    """Tell whether a text may hold three small letters before capital ones, as joined words do."""
    return _bytes(text).translate(_AS_CASES).count(b"aA") > 2


def may_be_spaced(normal: str) -> bool:
    """Tell whether a normalised text may hold six single characters with blanks between them."""
    return b"x x x x x x" in _bytes(normal).translate(_AS_SEEN)


def may_be_leet(normal: str) -> bool:
    """Tell whether a normalised text may hold a word with a digit or sign after a letter."""
    return b"a0" in _bytes(normal).translate(_AS_LETTERS)


def may_run_together(normal: str) -> bool:
    """Tell whether a normalised text may hold separated letters or a run too long for a word."""
    raw = _bytes(normal)
    return b"x" * _MIN_LONG_RUN in raw.translate(_AS_BLACK) or bool(
        _SEPARATED_LETTERS.search(raw.translate(_AS_GAPS))
    )


def _bytes(text: str) -> bytes:
    return text.encode("latin-1", "replace")
