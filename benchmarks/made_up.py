"""Make up documentation from a seed, with the statistics of a language and nobody's text.

Words are drawn from a Zipf-Mandelbrot distribution over a vocabulary that grows with the text as
Heaps' law says: about 30 times the square root of the number of words for English prose.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from itertools import accumulate

_HEAPS, _SHIFT = 30, 2.7
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai", "en", "or")]


class Words:
    """Words for a text of about so many, each drawn with its frequency."""

    def __init__(self, seed: int, text_words: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - it makes up text
        size = int(_HEAPS * text_words**0.5)
        self._words = [_word(rank) for rank in range(size)]
        self._sums = list(accumulate(1 / (rank + _SHIFT) for rank in range(size)))

    def phrase(self, words: int) -> str:
        """Return so many words, the first with a capital."""
        return " ".join(self.drawn() for _ in range(words)).capitalize()

    def drawn(self) -> str:
        """Return one word."""
        return self._words[bisect_left(self._sums, self.chance.random() * self._sums[-1])]

    def section(self, code: str) -> str:
        """Return about 250 words under a heading: prose, a list, code, and a code of its own."""
        paragraphs = [
            " ".join(f"{self.phrase(14)}." for _ in range(sentences)) for sentences in (6, 5)
        ]
        paragraphs[-1] += f" The code of this part is {code}."
        items = "\n".join(f"- {self.phrase(8)}" for _ in range(4))
        block = f"```\n{self.phrase(10).lower()}\n```"
        return "\n\n".join([f"## {self.phrase(4)}", *paragraphs, items, block])

    def short_section(self, code: str) -> str:
        """Return about 60 words under a heading, as in a reference of many small entries."""
        sentences = " ".join(f"{self.phrase(14)}." for _ in range(4))
        return f"## {self.phrase(3)}\n\n{sentences} The code of this part is {code}."


SECTION_WORDS = 14 * 11 + 8 + 4 * 8 + 10 + 4
SHORT_SECTION_WORDS = 14 * 4 + 8 + 3


def _word(rank: int) -> str:
    text, rest = "", rank + 7
    while rest:
        rest, syllable = divmod(rest, len(_SYLLABLES))
        text += _SYLLABLES[syllable]
    return text
