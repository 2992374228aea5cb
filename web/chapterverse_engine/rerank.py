"""Order the best candidates by what can be seen only in their text: a small linear model.

Features are in thousandths and the weights are integers, so that every runtime agrees. The
weights come from `benchmarks/train_reranker.py`, which names the data that it saw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from .fold import fold
from .matching import Concepts, PassageTerms, terms_of
from .model import Passage, UnitKind
from .query import STOP_TERMS, Query, QuestionKind


class Shares(NamedTuple):
    """A passage's scores against the best in the pool, in thousandths.

    `document` is the share of the pool's keyword score that the passage's document holds, `page`
    the keyword score of that document's best passage, `beside` the mean of those of the passages
    before and after this one; `first` is 1000 for the best passage, 500 for the second, 333 for the
    third.
    """

    keyword: int
    vector: int
    first: int
    document: int
    page: int
    beside: int


class Features(NamedTuple):
    """What the reranker knows of a passage, each 0 to 1000.

    `keyword`, `vector`, `first`, `document`, `page` and `beside` are its Shares; `strong` is
    `keyword` squared. `terms` is the share of the question's terms, each counting the same, in the
    passage with its trail and title; `heading` the share of their weight in its heading, `unit`
    that in the best unit and `lead` that in the first one; `rarest` whether the rarest term is
    there, `often` how often the text has it, 1000 from four times on; `exact` the share of the
    question's words in their very form. `focus` is how much of the heading the question asks for;
    `named`, from `heading` and `focus`, is only large when they are the same words. `adjacency` is the share of the question's neighbouring terms that are
    neighbours here too; `cue` whether the text has the shape of an answer to this kind of question;
    `start` whether a section begins here, `depth` how deep its heading lies; `length` is that of
    the text, `items` and `links` the shares of those in it; `news` whether it tells of releases.
    """

    keyword: int
    vector: int
    first: int
    document: int
    page: int
    beside: int
    strong: int
    terms: int
    heading: int
    unit: int
    lead: int
    rarest: int
    often: int
    exact: int
    focus: int
    named: int
    adjacency: int
    cue: int
    start: int
    depth: int
    length: int
    items: int
    links: int
    news: int


# Fitted by benchmarks/train_reranker.py on tune halves. A heading that says part of the question
# tells no more than a text that does; one that the question repeats counts through `named`.
WEIGHT_OF_FEATURE: Mapping[str, int] = {
    "keyword": 10,
    "vector": 11,
    "first": 3,
    "document": 5,
    "page": 10,
    "beside": 7,
    "strong": 11,
    "terms": 8,
    "heading": 0,
    "unit": 4,
    "lead": 13,
    "rarest": -3,
    "often": 7,
    "exact": 25,
    "focus": 0,
    "named": 40,
    "adjacency": 3,
    "cue": 7,
    "start": 8,
    "depth": 9,
    "length": -3,
    "items": -3,
    "links": -7,
    "news": -10,
}

# The rarest term this many times, a heading this deep, a text of this many characters: no more.
_OFTEN, _DEEPEST, _LONGEST = 4, 6, 1200
# The power that tells a heading that is the question from one that shares most of its words.
_SAMENESS = 8
_NEWS = re.compile(
    r"change ?log|release notes?|what['’]?s new|更新日志|变更日志|更新记录|发布说明|发行说明|版本说明",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\d\.\d")
_LINK = re.compile(r"\]\([^)\n]{0,200}\)|\]\[[^\]\n]{0,80}\]")
# As text, so that only the one that a question needs is compiled.
_CUE_OF_KIND: Mapping[QuestionKind, str] = {
    QuestionKind.YES_NO: (
        r"(?i)^\W*(?:yes|no|not|it depends|short answer|是|否|不|会|可以|能|支持|默认)\b|\b(?:cannot|can't|"
        r"does not|do not|is not|can|must|should)\b|不支持|不会|不能|可以|支持"
    ),
    QuestionKind.WHY: (
        r"(?i)\b(?:because|since|so that|therefore|reason|cause[sd]?|in order to|avoid|result)\b"
        r"|因为|由于|所以|因此|以便|为了|原因|导致"
    ),
    QuestionKind.HOW_TO: (
        r"(?im)^\s*(?:\d+[.)]|[-*]) |```|\b(?:use|set|run|add|call|configure|install)\b|使用|设置|执行|运行|配置|通过"
    ),
    QuestionKind.HOW_MANY: r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b",
    QuestionKind.WHEN: r"\d{4}|\b(?:when|after|before|during|until)\b|[年月日]|时候?",
    QuestionKind.WHAT: r"\b(?:is|are|means?|refers?|defines?|called)\b|是|指|表示|用于|称为",
}  # fmt: skip


def features_of(passage: Passage, query: Query, concepts: Concepts, shares: Shares) -> Features:
    """Return a passage's features for a question."""
    terms = terms_of(passage)
    unit, lead = _unit_shares(passage, concepts, terms)
    heading, focus = concepts.share(terms.heading_terms), _focus(concepts, terms)
    return Features(
        keyword=shares.keyword,
        vector=shares.vector,
        first=shares.first,
        document=shares.document,
        page=shares.page,
        beside=shares.beside,
        strong=shares.keyword * shares.keyword // 1000,
        terms=_terms(concepts, terms),
        heading=heading,
        unit=unit,
        lead=lead,
        rarest=1000 * (concepts.rarest in terms.all_terms),
        often=min(1000, terms.ordered.count(concepts.rarest) * 1000 // _OFTEN),
        exact=_exact(query, concepts, passage),
        focus=focus,
        named=(heading * focus) ** _SAMENESS // 1000 ** (2 * _SAMENESS - 1),
        adjacency=_adjacency(query, concepts, terms),
        cue=_cue(passage, query.kind),
        start=1000 * (bool(passage.units) and passage.units[0].kind is UnitKind.HEADING),
        depth=min(1000, len(passage.heading_path) * 1000 // _DEEPEST),
        length=min(1000, len(passage.text) * 1000 // _LONGEST),
        items=_item_share(passage),
        links=_link_share(passage.text),
        news=_news(passage),
    )


def rerank_score(features: Features) -> int:
    """Return the model's score of a passage."""
    return sum(map(mul, WEIGHT_OF_FEATURE.values(), features))


def share_of_score(score: int) -> int:
    """Return a score in thousandths of the highest that there could be, at least 0."""
    return max(0, score) // sum(weight for weight in WEIGHT_OF_FEATURE.values() if weight > 0)


def _unit_shares(passage: Passage, concepts: Concepts, terms: PassageTerms) -> tuple[int, int]:
    """Return the share of the question in the best unit, and in the first one."""
    asked = concepts.weight_of_term.keys()
    shares = [
        concepts.share(found & asked)
        for found, unit in zip(terms.unit_terms, passage.units, strict=True)
        if unit.kind is not UnitKind.HEADING
    ]
    return max(shares, default=0), shares[0] if shares else 0


def _terms(concepts: Concepts, terms: PassageTerms) -> int:
    asked = concepts.weight_of_term.keys()
    return 1000 * len(asked & terms.all_terms) // max(1, len(asked))


def _exact(query: Query, concepts: Concepts, passage: Passage) -> int:
    text = fold(passage.text).text
    return concepts.share(
        term.term for term in query.content_terms if _folded(term.surface) in text
    )


@lru_cache(maxsize=1024)
def _folded(text: str) -> str:
    return fold(text).text


def _adjacency(query: Query, concepts: Concepts, terms: PassageTerms) -> int:
    weights = concepts.weight_of_term
    total = found = 0
    for pair in query.pairs:
        weight = weights.get(pair[0], 0) + weights.get(pair[1], 0)
        total += weight
        found += weight if pair in terms.neighbours else 0
    return 1000 * found // total if total else 0


def _focus(concepts: Concepts, terms: PassageTerms) -> int:
    said = terms.heading_terms - STOP_TERMS or terms.heading_terms
    asked = sum(term in concepts.weight_of_term for term in said)
    return 1000 * asked // len(said) if said else 0


def _cue(passage: Passage, kind: QuestionKind) -> int:
    sign = _CUE_OF_KIND.get(kind)
    if sign is None:
        return 0
    starts = [unit.start for unit in passage.units if unit.kind is not UnitKind.HEADING]
    return 1000 if re.compile(sign).search(passage.text, starts[0] if starts else 0) else 0


def _item_share(passage: Passage) -> int:
    items = sum(unit.end - unit.start for unit in passage.units if unit.kind is UnitKind.ITEM)
    return 1000 * items // max(1, len(passage.text))


def _link_share(text: str) -> int:
    return min(1000, 20_000 * len(_LINK.findall(text)) // max(1, len(text)))


def _news(passage: Passage) -> int:
    above = "\n".join((passage.document.title, *passage.heading_path))
    return 1000 if _NEWS.search(above) or _VERSION.search(passage.document.title) else 0
