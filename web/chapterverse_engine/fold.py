"""Fold text for matching while every folded character remembers where it came from.

Folding is NFKC, case, accents, width and Chinese variants. A folded string may be longer (the
German sharp s) or shorter (a decomposed accent) than its source; `Folded.origin` maps back, so
that citations and marks always point at the text on disk.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .variants import SIMPLIFIED_OF_TRADITIONAL

# Characters that show nothing: they may split a word on the page, never for matching.
_INVISIBLE = frozenset("\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
_CLUSTER = r"(?s)[^\u0300-\u036f\u3099\u309a][\u0300-\u036f\u3099\u309a]*|."


class Folded(NamedTuple):
    """A folded text; `origin[i]` is the offset in the source of folded character i.

    `origin` has one more entry than `text`, the length of the source.
    """

    text: str
    origin: Sequence[int]


class _FoldTable(dict[int, str]):
    """Code point → folded character, filled as characters are met; `uneven` fold to more or less."""

    def __init__(self) -> None:
        super().__init__()
        self.uneven: set[str] = set()

    def __missing__(self, code: int) -> str:
        folded = fold_cluster(chr(code))
        if len(folded) != 1:
            self.uneven.add(chr(code))
        self[code] = folded
        return folded


_table = _FoldTable()


def fold(text: str) -> Folded:
    """Fold a text; where every character folds to one, offsets stay as they are."""
    if text.isascii():
        return Folded(text.lower(), range(len(text) + 1))
    if unicodedata.is_normalized("NFC", text):
        translated = text.translate(_table)
        if _table.uneven.isdisjoint(text):
            return Folded(translated, range(len(text) + 1))
    return _folded_apart(text)


def _folded_apart(text: str) -> Folded:
    """Fold cluster by cluster, noting where each folded character comes from."""
    pieces: list[str] = []
    origin: list[int] = []
    for offset, cluster in _clusters(text):
        folded = fold_cluster(cluster)
        pieces.append(folded)
        origin.extend([offset] * len(folded))
    origin.append(len(text))
    return Folded("".join(pieces), origin)


def _clusters(text: str) -> Sequence[tuple[int, str]]:
    if unicodedata.is_normalized("NFC", text):
        return list(enumerate(text))
    return [(found.start(), found.group()) for found in re.finditer(_CLUSTER, text)]


@lru_cache(maxsize=32768)
def fold_cluster(cluster: str) -> str:
    """Fold one character, or one with its combining marks."""
    if cluster[0] in _INVISIBLE:
        return fold_cluster(cluster[1:]) if len(cluster) > 1 else ""
    composed = unicodedata.normalize("NFKC", cluster)
    simplified = "".join(SIMPLIFIED_OF_TRADITIONAL.get(char, char) for char in composed)
    return "".join(map(_bare, simplified)).casefold()


def _bare(char: str) -> str:
    """Take the accents off a Latin, Greek or Cyrillic letter; й and kana keep their marks."""
    if char.isascii() or char > "\u1fff" or char in "йЙ":
        return char
    decomposed = unicodedata.normalize("NFD", char)
    return "".join(part for part in decomposed if not unicodedata.combining(part))
