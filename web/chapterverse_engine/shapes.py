"""Tell whether a text has the shape of an answer to a kind of question.

A "how many" wants a number, a "when" a time, a "who" a name; a number or name that the question
already says answers nothing. A question that names its measure (几分钟, "how many litres", "how
long") wants a number with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .model import Unit, UnitKind
from .query import QuestionKind

# Patterns as text: only what a question needs is compiled, which the browser is slow at.
_NUMBER = (
    r"(?:\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
    r"|thirty|forty|fifty|hundred|thousand|million|billion|half|twice|once|dozen|no|none|zero)\b"
    r"|[一二三四五六七八九十百千万两半]+)"
)
_TIME_UNIT = (
    r"(?:(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|ms"
    r"|秒|分钟|小时|天|日|周|星期|个?月|年|世纪)"
)
_SIGN_OF_KIND = {
    QuestionKind.HOW_MANY: rf"(?i){_NUMBER}",
    QuestionKind.WHEN: (
        r"\d[\d:./-]*|\b(?:January|February|March|April|May|June|July|August|September|October|"
        r"November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|century|year|"
        r"day|before|after|during|when|until)\b|[一二三四五六七八九十每次当][年月日周天]|[时后前]"
    ),
    QuestionKind.WHO: (
        r"(?<=[a-z,;)] )[A-Z][a-z]+|[A-Z][a-z]+ [A-Z]\w*|\w+·\w+|\w+(?:先生|女士)|[组部局司员长]"
    ),
    QuestionKind.WHERE: (
        r"(?i)\b(?:in|at|on|near|behind|under|between|beside|inside|from|into) (?:the |a |an |our )?\w"
        r"|[在于位]|[东西南北内外上下侧旁]|`[^`\n]*/[^`\n]*`"
    ),
    QuestionKind.YES_NO: (
        r"(?i)\b(?:yes|not|never|no|only|must|cannot|always|by default|off|on)\b"
        r"|不|只|必须|允许|禁止|默认"
    ),
    QuestionKind.WHY: (
        r"(?i)\b(?:because|since|due|so that|therefore|reason|cause|order to|avoid|as a result)\b"
        r"|因为|由于|所以|因此|以便|为了|原因|以免|否则"
    ),
}
_DEFINES = r"(?i)\b(?:is|are) (?:a|an|the|one)\b|\bmeans?\b|\n: |是指|是一|表示|指的"
_ASKS_DEFINITION = re.compile(
    r"(?i)^\W*what (?:is|are) (?:a |an |the )?[\w`.-]+(?: [\w`.-]+)?(?: (?:for|mean))?\W*$"
    r"|^什么是|(?:是|指|代表|表示)什么\W*$|什么意思"
)
_ASKED_MEASURE = re.compile(
    r"(?i)\bhow many (?P<many>[a-z]{3,30})"
    r"|(?P<time>\bhow (?:long|often)\b|\b(?:interval|how frequently)\b|多久|多长时间)"
    r"|(?:几|多少)(?P<measure>分钟|小时|个月|[秒分天日周月年人次名台个元米度升级页条件种根台倍层])"
)
_LEAD_IN_END = (":", "：")


class Wanted(NamedTuple):
    """What an answer should look like: a kind, patterns as text ("" for none), and the question.

    `measure` is a number with the measure that was asked for.
    """

    kind: QuestionKind
    sign: str
    measure: str
    asked: str


@lru_cache(maxsize=64)
def wanted_of(question: str, kind: QuestionKind) -> Wanted:
    """Return the shape that answers to a question should have."""
    is_definition = kind is QuestionKind.WHAT and _ASKS_DEFINITION.search(question)
    sign = _DEFINES if is_definition else _SIGN_OF_KIND.get(kind, "")
    return Wanted(kind, sign, _measure(question), question.lower())


def _measure(question: str) -> str:
    found = _ASKED_MEASURE.search(question)
    if not found:
        return ""
    if found["time"]:
        return rf"(?i){_NUMBER}[ -]?(?:个|more |full )?{_TIME_UNIT}"
    if found["many"]:
        return rf"(?i){_NUMBER}(?:[ -]\w+)?[ -]{re.escape(found['many'][:-1])}"
    return rf"{_NUMBER} ?{re.escape(found['measure'])}"


def fit_of(text: str, unit: Unit, wanted: Wanted) -> int:
    """Return how well a unit fits: 2 with the measure that was asked for, 1 by its kind, else 0."""
    if wanted.measure and _says_new(wanted.measure, text, wanted.asked):
        return 2
    if wanted.kind is QuestionKind.HOW_TO:
        return int(unit.kind in (UnitKind.ITEM, UnitKind.CODE) or text.endswith(_LEAD_IN_END))
    return int(bool(wanted.sign) and _says_new(wanted.sign, text, wanted.asked))


def _says_new(sign: str, text: str, asked: str) -> bool:
    """Tell whether a pattern stands for something in the text that the question doesn't say."""
    return any(found.lower() not in asked for found in _matches(sign, text))


def _matches(sign: str, text: str) -> Iterator[str]:
    return (found.group() for found in re.finditer(sign, text))
