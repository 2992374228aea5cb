"""The vector channel: find terms that look alike by hashed character n-gram vectors.

Theory: a term's vector counts its hashed character trigrams (single characters for unspaced
scripts). Terms with a high cosine are typos, inflections or other spellings of each other.
Comparing with a whole vocabulary would mean loading it, so the vocabulary is stored by MinHash
signature: a term stands under the smallest of its trigrams by each of BANDS hash orders, and two
terms whose trigram sets have Jaccard similarity J share at least one key with probability
1 - (1 - J)^BANDS. A question so touches a few small shards, then the postings of the terms found.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from .cjk import UNSPACED
from .integers import isqrt_ratio

BANDS = 4
DIMENSION = 1024
# Cosine in thousandths under which two terms have nothing to do with each other.
MIN_COSINE = 500
MIN_COSINE_UNSPACED = 490
MAX_SIMILAR = 6
# A single ideograph is looked for in the bigrams that hold it.
MAX_SIMILAR_TO_CHARACTER = 24
# A similar term counts this share (of 256) of its cosine; exact forms always outweigh it.
SIMILAR_WEIGHT_Q8 = 140
_UNSPACED = f"[{UNSPACED}]"
_FUZZY = re.compile(r"[^\W\d_]+$")


def is_unspaced(term: str) -> bool:
    """Tell whether a term is of a script without spaces."""
    return not term.isascii() and bool(re.search(_UNSPACED, term))


def is_fuzzy(term: str) -> bool:
    """Tell whether a term may match similar ones: words, never codes, numbers or identifiers."""
    if is_unspaced(term):
        return True
    return len(term) > 3 and bool(_FUZZY.match(term))


@lru_cache(maxsize=16384)
def ngrams_of(term: str) -> tuple[str, ...]:
    """Return the distinct n-grams of a term: padded trigrams, or characters if unspaced."""
    if is_unspaced(term):
        return tuple(sorted(set(term)))
    padded = f"^{term}$"
    return tuple(sorted({padded[i : i + 3] for i in range(len(padded) - 2)}))


def signature_keys(term: str) -> tuple[str, ...]:
    """Return the keys, one a band, under which the vocabulary holds a term."""
    grams = ngrams_of(term)
    if is_unspaced(term):
        return grams
    keys = (
        min(grams, key=lambda gram: (zlib.crc32(f"{band}:{gram}".encode()), gram))
        for band in range(BANDS)
    )
    return tuple(f"{band}:{gram}" for band, gram in enumerate(keys))


@lru_cache(maxsize=16384)
def vector_of(term: str) -> Mapping[int, int]:
    """Return the term's vector as dimension → count."""
    vector: dict[int, int] = {}
    for gram in ngrams_of(term):
        dimension = zlib.crc32(gram.encode()) % DIMENSION
        vector[dimension] = vector.get(dimension, 0) + 1
    return vector


def cosine(left: str, right: str) -> int:
    """Return the cosine of two terms' vectors in thousandths."""
    a, b = vector_of(left), vector_of(right)
    dot = sum([count * b[dimension] for dimension, count in a.items() if dimension in b])
    return isqrt_ratio(dot, _square_of(left), _square_of(right)) if dot else 0


@lru_cache(maxsize=16384)
def _square_of(term: str) -> int:
    return sum([count * count for count in vector_of(term).values()])


def similar_terms(term: str, candidates: Iterable[str]) -> list[tuple[str, int]]:
    """Return up to MAX_SIMILAR (term, cosine) of the candidates, most similar first."""
    least = MIN_COSINE_UNSPACED if is_unspaced(term) else MIN_COSINE
    near = ((-cosine(term, other), other) for other in set(candidates) if other != term)
    best = sorted(pair for pair in near if -pair[0] >= least)
    most = MAX_SIMILAR_TO_CHARACTER if len(term) == 1 else MAX_SIMILAR
    return [(other, -negative) for negative, other in best[:most]]
