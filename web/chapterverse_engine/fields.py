"""Turn the fields of a passage into quantised impacts, one small integer a term.

Theory: BM25F. A term's frequency is summed over the fields, each with its weight and its own
length normalisation, then saturated: `impact = MAX_IMPACT * tf / (K1 + tf)`. Lengths are compared
with fixed pivots instead of corpus averages, so an impact depends on its passage alone and a
change elsewhere never touches it; the corpus enters a score through the idf, at question time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from .terms import TermKind, Token

MAX_IMPACT = 63
K1 = 1.2


class Field(StrEnum):
    """Where in a passage a term stands."""

    TITLE = "title"
    HEADING = "heading"
    BODY = "body"
    ALT = "alt"


class FieldSettings(NamedTuple):
    """A field's weight, its length normalisation b (0 to 1), and its pivot length in terms."""

    weight: float
    b: float
    pivot_terms: int


# Tuned by hand on the tune half of docs-faq-en, aws-docs-en and docs-faq-zh.
SETTINGS_OF_FIELD: Mapping[Field, FieldSettings] = {
    Field.TITLE: FieldSettings(0.6, 0.5, 5),
    Field.HEADING: FieldSettings(1.2, 0.5, 8),
    Field.BODY: FieldSettings(1.0, 0.75, 150),
    Field.ALT: FieldSettings(0.7, 0.5, 10),
}
_WEIGHT_OF_KIND = {
    TermKind.WORD: 1.0,
    TermKind.PART: 0.8,
    TermKind.IDENTIFIER: 1.0,
    TermKind.BIGRAM: 1.0,
    TermKind.SYMBOL: 1.0,
}


def impacts_of(tokens_of_field: Mapping[Field, Iterable[Token]]) -> dict[str, int]:
    """Return the impact, 1 to MAX_IMPACT, of every term of a passage."""
    frequency: dict[str, float] = {}
    for field, tokens in tokens_of_field.items():
        counted = list(tokens)
        norm = _length_norm(SETTINGS_OF_FIELD[field], counted)
        for token in counted:
            share = _WEIGHT_OF_KIND[token.kind] * norm
            frequency[token.term] = frequency.get(token.term, 0.0) + share
    return {term: _quantised(frequency[term]) for term in sorted(frequency)}


def _length_norm(settings: FieldSettings, tokens: list[Token]) -> float:
    length = sum(token.kind is not TermKind.IDENTIFIER for token in tokens)
    return settings.weight / (1 - settings.b + settings.b * length / settings.pivot_terms)


def _quantised(frequency: float) -> int:
    return max(1, round(MAX_IMPACT * frequency / (K1 + frequency)))
