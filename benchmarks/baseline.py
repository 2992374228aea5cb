"""Rank the same passages by plain BM25, as others do, so that figures are compared in one run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

K1, B = 1.5, 0.75
_WORD = re.compile(r"[㐀-鿿]|[^\W㐀-鿿]+")


class Bm25:
    """BM25 over lower-cased words and single Chinese characters, as rank_bm25 and bm25s count it."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(terms_of(text)) for text in texts]
        self._length = [sum(count.values()) for count in counts]
        self._mean = sum(self._length) / max(1, len(texts))
        self._postings: dict[str, list[tuple[int, int]]] = {}
        for number, count in enumerate(counts):
            for term, times in count.items():
                self._postings.setdefault(term, []).append((number, times))

    def top(self, query: str, depth: int) -> list[int]:
        """Return the numbers of the best texts, best first."""
        score: dict[int, float] = {}
        total = len(self._length)
        for term in set(terms_of(query)):
            found = self._postings.get(term, [])
            idf = log(1 + (total - len(found) + 0.5) / (len(found) + 0.5))
            for number, times in found:
                norm = K1 * (1 - B + B * self._length[number] / self._mean)
                score[number] = score.get(number, 0.0) + idf * times * (K1 + 1) / (times + norm)
        return sorted(score, key=lambda number: (-score[number], number))[:depth]


def terms_of(text: str) -> list[str]:
    """Return the words of a text, and the characters of its Chinese runs."""
    return _WORD.findall(text.lower())
