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
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "  # noqa: SIM905
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_VALUE_OF_TENS = {
    word: 10 * value
    for value, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),  # noqa: SIM905
        start=2,
    )
}
_PRONOUN = re.compile(
    r"\b(?:no|the|each|every|this|that|which|any|some)\s+one\b"
    r"|\bone\s+(?:of|another|by|can|may|must|should|has|needs)\b"
)
_WORD = re.compile(
    rf"\b(?P<tens>{'|'.join(_VALUE_OF_TENS)})(?:[- ](?P<ones>{'|'.join(_VALUE_OF_WORD)}))?\b"
    rf"|\b(?P<word>{'|'.join(_VALUE_OF_WORD)})\b"
)
# Units in which something is counted in documents; spelt in either language they are the same.
_UNITS = (
    r"ms\b|milliseconds?\b|毫秒", r"s\b|sec(?:ond)?s?\b|秒", r"min(?:ute)?s?\b|分钟|分(?![之数])",
    r"h\b|hours?\b|小时", r"days?\b|天|日", r"weeks?\b|周|星期", r"months?\b|个?月", r"years?\b|年",
    r"%|percent\b", r"bytes?\b|b\b|字节", r"ki?b\b|kilobytes?\b", r"mi?b\b|megabytes?\b",
    r"gi?b\b|gigabytes?\b", r"char(?:acter)?s?\b|字(?!节)", r"words?\b|词", r"lines?\b|行",
    r"degrees?\b|°|度", r"times\b|次",
    r"ml\b|millilit(?:er|re)s?\b|毫升", r"l\b|lit(?:er|re)s?\b|升", r"mm\b|毫米", r"cm\b|厘米",
    r"m\b|met(?:er|re)s?\b|米", r"km\b|kilomet(?:er|re)s?\b|公里|千米", r"kpa\b|千帕", r"mpa\b|兆帕",
    r"people\b|persons?\b|[名人]",
)  # fmt: skip
_UNIT = re.compile("|".join(f"(?P<u{number}>{unit})" for number, unit in enumerate(_UNITS)))
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


def numbers_with_other_units(claim: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """List the claim's numbers with units that the quotes give in another unit only, sorted."""
    shown = {quantity for quote in quotes for quantity in _quantities(quote)}
    counted = {number for number, _, _ in shown}
    known = {(number, unit) for number, unit, _ in shown}
    return tuple(
        sorted(
            f"{number} {text}"
            for number, unit, text in _quantities(claim)
            if number in counted and (number, unit) not in known
        )
    )


def is_counting(term: str) -> bool:
    """Tell whether a term is no name but a number, in words or with its unit: 30-day."""
    plain = _plain(term)
    number = _DIGITS.match(plain) or _WORD.match(plain)
    rest = plain[number.end() :].lstrip(" -") if number else term
    return number is not None and (not rest or _UNIT.fullmatch(rest) is not None)


def numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a text as digits; thousands are not grouped."""
    for number, _ in _placed(_plain(text)):
        yield number


def _quantities(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield numbers that a unit follows: the number, the unit, and how the unit is written."""
    plain = _plain(text)
    for number, end in _placed(plain):
        after = len(plain) - len(plain[end:].lstrip(" -"))
        if found := _UNIT.match(plain, after):
            yield number, str(found.lastgroup), found.group()


def _plain(text: str) -> str:
    return _GROUPED.sub("", fold(text).text)


def _placed(plain: str) -> Iterator[tuple[str, int]]:
    """Yield each number with the offset where it ends."""
    for found in _DIGITS.finditer(plain):
        yield found.group(), found.end()
    for found in _WORD.finditer(_PRONOUN.sub(lambda one: " " * len(one.group()), plain)):
        yield str(_word_value(found)), found.end()
    for found in _HAN.finditer(plain):
        yield str(_han_value(found)), found.end()


def _word_value(found: re.Match[str]) -> int:
    if found["word"]:
        return _VALUE_OF_WORD[found["word"]]
    return _VALUE_OF_TENS[found["tens"]] + _VALUE_OF_WORD.get(found["ones"] or "", 0)


def _han_value(found: re.Match[str]) -> int:
    tens, ten, ones, _, single, _ = found.groups()
    if not ten:
        return _VALUE_OF_HAN[single]
    return 10 * _VALUE_OF_HAN.get(tens, 1) + _VALUE_OF_HAN.get(ones, 0)


def _counts(quote: str, measure: str) -> bool:
    return bool(re.search(rf"[\d零一二两三四五六七八九十]\s?{measure}", fold(quote).text))
