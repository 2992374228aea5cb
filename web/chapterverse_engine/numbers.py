"""Read the numbers of a text, in digits and in words, so that a claim's can be held to a quote's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .fold import fold

_DIGITS = re.compile(r"\d+(?:[.:]\d+)*")
_GROUPED = re.compile(r"(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))")
_VALUE_OF_WORD = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
}
_PRONOUN = re.compile(
    r"\b(?:no|the|each|every|this|that|which|any|some)\s+one\b"
    r"|\bone\s+(?:of|another|by|can|may|must|should|has|needs)\b"
)
_WORD = re.compile(rf"\b(?:{'|'.join(_VALUE_OF_WORD)})\b")
_VALUE_OF_HAN = {**{han: value for value, han in enumerate("零一二三四五六七八九")}, "两": 2}
# A Han numeral counts only before a measure word: elsewhere it is mostly part of another word.
_HAN = re.compile(
    r"([二三四五六七八九]?)(十)([一二三四五六七八九]?)(?=\s?MEASURE)|([零一二两三四五六七八九])(?=\s?MEASURE)".replace(
        "MEASURE", r"([个名次台条项天日月年小秒位页行件人级步层班种份组遍轮套]|分(?!重|之))"
    )
)
_SINGLE = re.compile(
    r"(?<![零一二两三四五六七八九十])一\s?([个名次台条项天日月年小秒位页行件人级步层班种份组遍轮套分])"
)


def unsupported_numbers(claim: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """List the claim's numbers that no quote holds, sorted.

    The Chinese "one" is often no more than an article (校准一次), so it needs support only where a
    quote counts the same thing.
    """
    shown = list(quotes)
    known = {number for quote in shown for number in numbers(quote)}
    text = fold(claim).text
    for found in reversed(list(_SINGLE.finditer(text))):
        if not any(_counts(quote, found[1]) for quote in shown):
            text = text[: found.start()] + text[found.end() :]
    return tuple(sorted(set(numbers(text)) - known))


def numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a text as digits; thousands are not grouped."""
    plain = _GROUPED.sub("", fold(text).text)
    for found in _DIGITS.finditer(plain):
        yield found.group()
    for found in _WORD.finditer(_PRONOUN.sub(" ", plain)):
        yield str(_VALUE_OF_WORD[found.group()])
    for found in _HAN.finditer(plain):
        yield str(_han_value(found))


def _han_value(found: re.Match[str]) -> int:
    tens, ten, ones, _, single, _ = found.groups()
    if not ten:
        return _VALUE_OF_HAN[single]
    return 10 * _VALUE_OF_HAN.get(tens, 1) + _VALUE_OF_HAN.get(ones, 0)


def _counts(quote: str, measure: str) -> bool:
    return bool(re.search(rf"[\d零一二两三四五六七八九十]\s?{measure}", fold(quote).text))
