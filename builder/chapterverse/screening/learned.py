"""A learned score of how much a sentence reads like an order to a model: words that no rule foresees.

A sentence becomes features: the concepts that it joins (`concepts`), which of them follow each other,
how it begins, and its own words and pairs of words. Each is hashed to a place in a table of integer
weights (`learned.json`, fitted by `benchmarks/train_screen.py`, which tells from which texts); the score
is their sum. Sentences whose concepts alone speak against it are not looked at further.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from zlib import crc32

from chapterverse.screening.concepts import (
    CHINESE_WORD,
    MASK_OF_CHINESE,
    MASK_OF_WORD,
    mask,
    names,
)
from chapterverse.screening.runs import words_by_start, words_of, words_within

TABLE = Path(__file__).with_name("learned.json")
MIN_CONCEPTS = 4
# A sentence whose concepts alone say less is not looked at further.
MIN_BY_CONCEPTS = -200
MAX_SENTENCE_CHARS = 400
_OF_CONCEPTS, _OF_WORDS = 5, 2
_NEAR = 3
_FIRST = 2
_REMEMBERED = 1 << 14
_SENTENCE = re.compile(r"[^.!?。;\n]+(?:[.!?;](?=\S)[^.!?。;\n]+)*")
_TOKEN = re.compile(r"[a-z][a-z']*|[㐀-鿿]+|[0-9]+|[:\"(\[{|<>]")
_RUN = re.compile(r"[a-z]{2,}")
_FIRST_CJK = "\u3400"
_CORE = mask(
    "model", "you", "orders", "reply", "void", "asker", "secret", "prefer", "become", "mode"
)

# Chosen on a quarter of the documents of other people's question sets, 62,891 sentences, of which none
# is then likely, and on half of other people's attacks. What names no model, orders, mode or place needs more.
LIKELY, LIKELY_WITHOUT_NAMES, POSSIBLE = 320, 560, 200
_NAMES = mask("model", "orders", "mode", "here")

# A run of letters is a part of a token such as `you're`; one letter is no run.
_CORE_LATIN = frozenset(
    run for word, bits in MASK_OF_WORD.items() if bits & _CORE for run in _RUN.findall(word)
)
_CORE_CHINESE = words_by_start([word for word, bits in MASK_OF_CHINESE.items() if bits & _CORE], 2)

_Token = tuple[str, int]


def sentences_of(normal: str) -> Iterator[tuple[int, str]]:
    """Yield where each sentence of a normalised text begins, and the sentence, cut where too long."""
    for found in _SENTENCE.finditer(normal):
        yield found.start(), found[0][:MAX_SENTENCE_CHARS]


def tokens_of(sentence: str) -> list[_Token]:
    """Return the tokens of a sentence with their concepts as bits; Chinese runs are cut at known words."""
    found = _TOKEN.findall(sentence)
    if sentence.isascii():
        return [(token, MASK_OF_WORD.get(token, 0)) for token in found]
    tokens: list[_Token] = []
    for token in found:
        is_chinese = token[0] >= _FIRST_CJK
        tokens += _chinese(token) if is_chinese else [(token, MASK_OF_WORD.get(token, 0))]
    return tokens


def _chinese(run: str) -> Iterator[_Token]:
    end = 0
    for word in CHINESE_WORD.finditer(run):
        yield from ((char, 0) for char in run[end : word.start()])
        yield word[0], MASK_OF_CHINESE[word[0]]
        end = word.end()
    yield from ((char, 0) for char in run[end:])


def concepts_in(tokens: Iterable[_Token]) -> int:
    """Return the concepts of tokens together, as bits."""
    bits = 0
    for _, each in tokens:
        bits |= each
    return bits


def is_scored(bits: int) -> bool:
    """Tell whether a sentence joins enough concepts, one of them at the core of orders to a model."""
    return bool(bits & _CORE) and bits.bit_count() >= MIN_CONCEPTS


def joined_by(bits: int) -> set[str]:
    """Return the names of the features that tell which concepts a sentence joins."""
    here = names(bits)
    found = {f"c {name}" for name in here}
    found.update(f"p {one} {other}" for one, other in combinations(here, 2))
    return found


def order_of(tokens: list[_Token]) -> set[str]:
    """Return the names of the features that tell how a sentence goes on, and its words."""
    told = [names(each) for _, each in tokens if each]
    found = {
        f"n {one} {other}"
        for place, first in enumerate(told)
        for second in told[place + 1 : place + 1 + _NEAR]
        for one in first
        for other in second
    }
    for place, (word, each) in enumerate(tokens[:_FIRST]):
        found.update(f"s{place} {name}" for name in names(each) or [f"={word}"])
    found.update(f"w {word}" for word, _ in tokens)
    found.update(f"b {one} {other}" for (one, _), (other, _) in pairwise(tokens))
    return found


def place_of(feature: str, places: int) -> int:
    """Return the place of a feature in a table of so many weights."""
    return crc32(feature.encode()) % places


def value_of(feature: str) -> int:
    """Return what a feature counts: words less than concepts, so that a new word matters less."""
    return _OF_WORDS if feature[0] in "wb" else _OF_CONCEPTS


def _load() -> tuple[int, tuple[int, ...]]:
    table = json.loads(TABLE.read_text("utf-8"))
    return table["bias"], tuple(table["weights"])


BIAS, WEIGHTS = _load() if TABLE.exists() else (0, (0,))


@lru_cache(maxsize=_REMEMBERED)
def score_by_concepts(bits: int) -> int | None:
    """Return the part of the score that concepts make in whatever order; none if they rule it out."""
    if not is_scored(bits):
        return None
    score = BIAS + _sum(joined_by(bits))
    return score if score >= MIN_BY_CONCEPTS else None


def orders_in(normal: str) -> Iterator[tuple[int, str, bool]]:
    """Yield start and text of each sentence that may be an order to a model, and whether that is likely."""
    core = _core_words_in(normal)
    for start, sentence in sentences_of(normal) if core else ():
        # Most sentences have none of the words that it takes; only the others are cut into tokens.
        if not any(word in sentence for word in core):
            continue
        tokens = tokens_of(sentence)
        bits = concepts_in(tokens)
        by_concepts = score_by_concepts(bits)
        if by_concepts is None:
            continue
        score = by_concepts + _sum(order_of(tokens))
        if score >= POSSIBLE:
            yield start, sentence, score >= (LIKELY if bits & _NAMES else LIKELY_WITHOUT_NAMES)


def _core_words_in(normal: str) -> list[str]:
    found = list(_CORE_LATIN & words_of(normal))
    if not normal.isascii():
        found += words_within(normal, _CORE_CHINESE)
    return found


def _sum(features: Iterable[str]) -> int:
    places = len(WEIGHTS)
    return sum(value_of(each) * WEIGHTS[place_of(each, places)] for each in features)
