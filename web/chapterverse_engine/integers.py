"""Integer arithmetic that decides rankings: the same on every runtime."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

# Fixed-point one for logarithms and idf: 8 fractional bits.
ONE_Q8 = 256


@lru_cache(maxsize=65536)
def log2_q8(number: int) -> int:
    """Return floor(256 * log2(number)) for number >= 1, by repeated squaring."""
    exponent = number.bit_length() - 1
    mantissa = (number << 32) >> exponent
    fraction = 0
    for _ in range(8):
        mantissa = (mantissa * mantissa) >> 32
        fraction <<= 1
        if mantissa >> 33:
            mantissa >>= 1
            fraction |= 1
    return (exponent << 8) | fraction


def idf_q8(passages: int, frequency: int) -> int:
    """Return 256 * log2(1 + (N - df + 0.5) / (df + 0.5)), at least 1.

    That is BM25's idf as Lucene uses it; `frequency` is the number of passages with the term. A
    term that no passage has weighs as one that a single passage has: rarer cannot be observed.
    """
    frequency = max(1, frequency)
    return max(1, log2_q8(2 * passages + 2) - log2_q8(2 * frequency + 1))


def isqrt_ratio(numerator: int, left: int, right: int, scale: int = 1000) -> int:
    """Return scale * numerator / sqrt(left * right), rounded down; 0 when a factor is 0."""
    if not left or not right:
        return 0
    return isqrt(scale * scale * numerator * numerator // (left * right))
