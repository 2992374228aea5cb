"""Pack whole numbers into short texts, one character each, and read them back.

Theory: numbers of an index are small, so a decimal and its comma waste most of their bytes, and
reading them one by one most of the time. A number n is the character with the code n + 35, which
takes one byte of UTF-8 up to 92 and two up to 2,012; the space, "!" and the quotation mark come
before. A space may separate texts; "!" says that the next two characters are one number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_FIRST = ord("#")
_SURROGATES = 0xD800
_SURROGATES_SIZE = 0x800
_LAST = 0x10FFFF
_WIDE = "!"
_WIDE_BITS = 20


def packed(numbers: Iterable[int]) -> str:
    """Return numbers of at least 0 as a text without spaces."""
    return "".join(map(_character, numbers))


@lru_cache(maxsize=4096)
def _character(number: int) -> str:
    code = number + _FIRST
    if code < _SURROGATES:
        return chr(code)
    if code + _SURROGATES_SIZE <= _LAST:
        return chr(code + _SURROGATES_SIZE)
    high, low = divmod(number, 1 << _WIDE_BITS)
    return f"{_WIDE}{_character(high)}{_character(low)}"


def unpacked(text: str) -> list[int]:
    """Return the numbers of a text; raise ValueError for one that packed() does not make."""
    if not text:
        return []
    if min(text) < _WIDE or '"' in text:
        raise ValueError("a character that stands for no number")
    if _WIDE in text or max(text) >= chr(_SURROGATES):
        return _unpacked_wide(text)
    return [ord(character) - _FIRST for character in text]


def _unpacked_wide(text: str) -> list[int]:
    numbers: list[int] = []
    characters = iter(text)
    for character in characters:
        if character != _WIDE:
            numbers.append(_number(character))
            continue
        pair = (next(characters, _WIDE), next(characters, _WIDE))
        if _WIDE in pair:
            raise ValueError(f"{_WIDE} without two numbers")
        numbers.append((_number(pair[0]) << _WIDE_BITS) + _number(pair[1]))
    return numbers


def _number(character: str) -> int:
    code = ord(character)
    return code - _FIRST - (_SURROGATES_SIZE if code >= _SURROGATES else 0)
