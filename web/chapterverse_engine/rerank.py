"""Order the best candidates by what can be seen only in their text: a small linear model.

Features are in thousandths and the weights are integers, so that every runtime agrees. The
weights come from `benchmarks/train_reranker.py`, which names the data that it saw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from .matching import Concepts, PassageTerms, terms_of
from .model import Passage, UnitKind
from .query import Query, QuestionKind


@dataclass(frozen=True, slots=True)
class Shares:
    """A passage's scores against the best in the pool, in thousandths.

    `document` is the share of the pool's keyword score that the passage's document holds.
    """

    keyword: int
    vector: int
    document: int


@dataclass(frozen=True, slots=True)
class Features:
    """What the reranker knows of a passage, each 0 to 1000.

    `coverage` is the share of the question's weight in the passage with its trail and title;
    `text`, `heading`, `trail` and `title` the share in each; `unit` the share in the best unit
    and `window` in the best two neighbours; `adjacency` the share of the question's neighbouring
    terms that are neighbours here too; `focus` how much of the heading the question asks for;
    `cue` whether the text has the shape of an answer to this kind of question; `code` the share
    of code in it, `links` that of links, `news` whether it tells of releases; `depth` how deep its
    section lies.
    """

    keyword: int
    vector: int
    document: int
    coverage: int
    text: int
    heading: int
    trail: int
    title: int
    unit: int
    window: int
    adjacency: int
    focus: int
    cue: int
    code: int
    links: int
    news: int
    depth: int


WEIGHT_OF_FEATURE: Mapping[str, int] = {
    "keyword": 26,
    "vector": 27,
    "document": 2,
    "coverage": 19,
    "text": 5,
    "heading": 10,
    "trail": 5,
    "title": 3,
    "unit": 14,
    "window": 10,
    "adjacency": 3,
    "focus": 6,
    "cue": 10,
    "code": -10,
    "links": -5,
    "news": -12,
    "depth": 3,
}

_NEWS_TERMS = frozenset(("changelog", "releas", "migrat", "更新", "发布", "版本", "变更", "日志"))
_VERSION = re.compile(r"\d+\.\d")
_LINK = re.compile(r"\]\([^)\n]{0,200}\)|\]\[[^\]\n]{0,80}\]")
_CUE_OF_KIND: Mapping[QuestionKind, re.Pattern[str]] = {
    QuestionKind.YES_NO: re.compile(
        r"^\W*(?:yes|no|not|it depends|short answer|是|否|不|会|可以|能|支持|默认)\b|\b(?:cannot|can't|"
        r"does not|do not|is not|can|must|should)\b|不支持|不会|不能|可以|支持",
        re.IGNORECASE,
    ),
    QuestionKind.WHY: re.compile(
        r"\b(?:because|since|so that|therefore|reason|cause[sd]?|in order to|avoid|result)\b"
        r"|因为|由于|所以|因此|以便|为了|原因|导致",
        re.IGNORECASE,
    ),
    QuestionKind.HOW_TO: re.compile(
        r"^\s*(?:\d+[.)]|[-*]) |```|\b(?:use|set|run|add|call|configure|install)\b|使用|设置|执行|运行|配置|通过",
        re.IGNORECASE | re.MULTILINE,
    ),
    QuestionKind.HOW_MANY: re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b"),
    QuestionKind.WHEN: re.compile(r"\d{4}|\b(?:when|after|before|during|until)\b|[年月日]|时候?"),
    QuestionKind.WHAT: re.compile(r"\b(?:is|are|means?|refers?|defines?|called)\b|是|指|表示|用于|称为"),
}  # fmt: skip


def features_of(passage: Passage, query: Query, concepts: Concepts, shares: Shares) -> Features:
    """Return a passage's features for a question."""
    terms = terms_of(passage)
    unit, window = _unit_shares(passage, concepts, terms)
    return Features(
        keyword=shares.keyword,
        vector=shares.vector,
        document=shares.document,
        coverage=concepts.share(terms.all_terms),
        text=concepts.share(terms.text_terms),
        heading=concepts.share(terms.heading_terms),
        trail=concepts.share(terms.trail_terms),
        title=concepts.share(terms.title_terms),
        unit=unit,
        window=window,
        adjacency=_adjacency(query, concepts, terms),
        focus=_focus(concepts, terms),
        cue=_cue(passage, query.kind),
        code=_code_share(passage),
        links=_link_share(passage.text),
        news=_news(passage, terms),
        depth=min(1000, 200 * len(passage.heading_path)),
    )


def rerank_score(features: Features) -> int:
    """Return the model's score of a passage."""
    values: dict[str, int] = asdict(features)
    return sum(weight * values[name] for name, weight in WEIGHT_OF_FEATURE.items())


def _unit_shares(passage: Passage, concepts: Concepts, terms: PassageTerms) -> tuple[int, int]:
    asked = concepts.weight_of_term.keys()
    units: Sequence[frozenset[str]] = [
        found & asked
        for found, unit in zip(terms.unit_terms, passage.units, strict=True)
        if unit.kind is not UnitKind.HEADING
    ]
    best = max(map(concepts.share, units), default=0)
    window = max((concepts.share(a | b) for a, b in pairwise(units)), default=0)
    return best, max(best, window)


def _adjacency(query: Query, concepts: Concepts, terms: PassageTerms) -> int:
    weights = concepts.weight_of_term
    total = found = 0
    for pair in query.pairs:
        weight = weights.get(pair[0], 0) + weights.get(pair[1], 0)
        total += weight
        found += weight if pair in terms.neighbours else 0
    return 1000 * found // total if total else 0


def _focus(concepts: Concepts, terms: PassageTerms) -> int:
    asked = sum(term in concepts.weight_of_term for term in terms.heading_terms)
    return 1000 * asked // len(terms.heading_terms) if terms.heading_terms else 0


def _cue(passage: Passage, kind: QuestionKind) -> int:
    sign = _CUE_OF_KIND.get(kind)
    if sign is None:
        return 0
    starts = [unit.start for unit in passage.units if unit.kind is not UnitKind.HEADING]
    return 1000 if sign.search(passage.text, starts[0] if starts else 0) else 0


def _code_share(passage: Passage) -> int:
    code = sum(unit.end - unit.start for unit in passage.units if unit.kind is UnitKind.CODE)
    return 1000 * code // max(1, len(passage.text))


def _link_share(text: str) -> int:
    return min(1000, 20_000 * len(_LINK.findall(text)) // max(1, len(text)))


def _news(passage: Passage, terms: PassageTerms) -> int:
    above = terms.trail_terms | terms.title_terms
    told = _NEWS_TERMS & above or _VERSION.search(passage.document.title)
    return 1000 if told else 0
