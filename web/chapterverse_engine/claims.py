"""Compare a claim with the quotes it cites: shared words, numbers, identifiers and negation.

Theory: this is lexical evidence, not understanding. It refuses what can't be supported by the
words of the quotes and flags what looks turned around; it never proves that a claim follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from .numbers import is_counting, numbers
from .polarity import is_turned
from .terms import STOP_WORDS, TermKind, analyze

MIN_QUOTE_TERMS = 3
"""A quote of fewer content terms says nothing by itself, unless it is a whole line."""

MIN_SUPPORT_PERCENT = 50
"""The share of a claim's content terms that its quotes must hold; claims may be reworded."""

_SENTENCE = re.compile(r"[^.!?。！？；;\n]+(?:[.](?=\S)[^.!?。！？；;\n]*)*")
_ROW_END = re.compile(r"\|[ \t]+\|(?=[^|\n]*\|)")
_NUMERIC = re.compile(r"[\d.,:%]+")


@lru_cache(maxsize=256)
def content_terms(text: str) -> frozenset[str]:
    """Return the terms of a text that carry meaning."""
    kept = (TermKind.WORD, TermKind.PART, TermKind.IDENTIFIER, TermKind.BIGRAM)
    return frozenset(
        token.term
        for token in analyze(text)
        if token.kind in kept and text[token.start : token.end].lower() not in STOP_WORDS
    )


def is_meaningful(quote: str, evidence_text: str) -> bool:
    """Tell whether a quote says enough to support anything."""
    if len(content_terms(quote)) >= MIN_QUOTE_TERMS:
        return True
    lines = (collapsed(line) for line in evidence_text.split("\n"))
    return bool(content_terms(quote)) and collapsed(quote) in lines


def is_within(quote: str, evidence_text: str) -> bool:
    """Tell whether a quote stands in the evidence, white space aside, nothing else."""
    return bool(quote.strip()) and collapsed(quote) in collapsed(evidence_text)


def collapsed(text: str) -> str:
    """Return a text with every run of white space as one space."""
    return " ".join(text.split())


def supports(claim: str, quotes: Iterable[str]) -> bool:
    """Tell whether the quotes share enough of the claim's content terms."""
    wanted = content_terms(claim)
    found = wanted & _all_terms(quotes)
    return bool(found) and len(found) * 100 >= len(wanted) * MIN_SUPPORT_PERCENT


def shares_a_term(claim: str, quote: str) -> bool:
    """Tell whether a quote has to do with the claim at all."""
    return not content_terms(claim).isdisjoint(content_terms(quote))


def unsupported_identifiers(claim: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """List the claim's identifiers (`--flag`, `AX-3`, `a.b`) that no quote holds, sorted."""
    known = _all_terms(quotes)
    named = {token.term for token in analyze(claim) if token.kind is TermKind.IDENTIFIER}
    return tuple(sorted(name for name in named - known if not is_counting(name)))


def misplaced_numbers(claim: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """List the claim's numbers that the quotes say of something else, sorted.

    Of the pieces (sentences or table rows) with numbers, the one that shares most with the claim
    has other numbers; each piece with the claimed one shares less, and nothing beside that.
    """
    wanted = _wordy(content_terms(claim))
    shares = [
        (wanted & content_terms(piece), frozenset(numbers(piece)))
        for quote in quotes
        for piece in _pieces(quote)
    ]
    counting = [share for share, found in shares if found]
    best = max(counting, key=len, default=frozenset[str]())
    known = {number for _, found in shares for number in found}
    fitting = {number for share, found in shares if not share < best for number in found}
    return tuple(sorted(set(numbers(claim)) & known - fitting))


def is_negated_otherwise(claim: str, quotes: Iterable[str]) -> bool:
    """Tell whether the piece that supports the claim best denies what the claim says."""
    pieces = [piece for quote in quotes for piece in _pieces(quote)]
    if not pieces:
        return False
    wanted = content_terms(claim)
    return is_turned(claim, max(pieces, key=lambda piece: len(wanted & content_terms(piece))))


def _sentences(text: str) -> Iterator[str]:
    for found in _SENTENCE.finditer(collapsed(text)):
        if found.group().strip():
            yield found.group()


def _pieces(quote: str) -> Iterator[str]:
    """Cut a quote into table rows and sentences; rows stay apart though white space was lost."""
    prose: list[str] = []
    for line in _ROW_END.sub("|\n|", quote).split("\n"):
        if line.strip().startswith("|"):
            yield line
        else:
            prose.append(line)
    yield from _sentences("\n".join(prose))


def _wordy(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in terms if not _NUMERIC.fullmatch(term))


def _all_terms(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(content_terms(text) for text in texts))
