"""Understand a question: its terms, phrases, required codes, kind and language."""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from .cjk import PARTICLES
from .integers import ONE_Q8
from .language import language_of
from .stem import stem
from .terms import STOP_WORDS, TermKind, Token, analyze, analyze_question, is_amount

MAX_QUESTION_CHARS = 2000
MAX_QUESTION_TERMS = 64
_MAX_TOKENS_WITH_REQUIRED = 40
# What people say around a question: it counts for less than what they ask about.
# fmt: off
_TALK_WORDS = (
    "after", "another", "any", "anybody", "anyone", "anything", "because", "before", "come",
    "during", "each", "every", "find", "following", "found", "going", "got", "hello", "help", "hi",
    "however", "idea", "know", "like", "look", "looking", "many", "more", "most", "much", "new",
    "once", "one", "other", "over", "per", "please", "question", "same", "see", "seem", "seems",
    "since", "someone", "something", "still", "supposed", "sure", "thank", "thanks", "through",
    "tried", "try", "trying", "two", "under", "understand", "until", "upon", "very", "via", "when",
    "while", "within", "without", "wondering",
)
# fmt: on
_TALK_TERMS = frozenset(map(stem, _TALK_WORDS))
_TALK_WEIGHT_Q8 = 77
# A bigram with a particle in it is as often a border between words as a word.
_PARTICLE_WEIGHT_Q8 = 128
STOP_TERMS = STOP_WORDS | frozenset(map(stem, STOP_WORDS))


class QuestionKind(StrEnum):
    """What kind of answer a question asks for."""

    HOW_TO = "how-to"
    HOW_MANY = "how-many"
    WHEN = "when"
    WHERE = "where"
    WHO = "who"
    WHY = "why"
    WHAT = "what"
    YES_NO = "yes-no"
    OTHER = "other"


_SIGN_OF_KIND: tuple[tuple[QuestionKind, str], ...] = (
    (
        QuestionKind.HOW_MANY,
        (
            r"\bhow (?:many|much|long|often|old|large|big|far|fast|high|deep)\b"
            r"|\bwhat (?:percentage|percent|number)\b|多少|几[个次天年月人台种分秒小条页倍名级度元米升根]|多[长久大高远快]"
        ),
    ),
    (QuestionKind.HOW_TO, r"\bhow\b|\bsteps?\b|\bprocedure\b|如何|怎[么样]|步骤|方法"),
    (QuestionKind.WHEN, r"\bwhen\b|\bwhat (?:year|date|time|day)\b|什么时候|何时|哪[年天]|几[点月]"),
    (QuestionKind.WHERE, r"\bwhere\b|哪里|哪儿|何处|什么地方"),
    (QuestionKind.WHO, r"\bwho(?:m|se)?\b|谁|哪位|何人"),
    (QuestionKind.WHY, r"\bwhy\b|为什么|为何|原因"),
    (QuestionKind.WHAT, r"\b(?:what|which)\b|什么|哪[些个种]"),
    (
        QuestionKind.YES_NO,
        r"^\W*(?:is|are|was|were|do|does|did|can|could|will|would|should|must|may|has|have)\b|是否|能否|可否|[吗么]\W*$",
    ),
)  # fmt: skip
_YEAR = re.compile(r"(?:1\d|20)\d\d$")
_NEVER_COUNTED = STOP_TERMS | {"mean", "happen", "stand", "work", "say", "tell", "look"}
_QUOTED = re.compile(r"\"([^\"\n]{2,200})\"|“([^”\n]{2,200})”|「([^」\n]{2,200})」")
# Ordinals and decades (10th, 1990s) name nothing.
_CODE_WORD = re.compile(r"(?!\d+(?:st|nd|rd|th|s)$)(?=.*[0-9])(?=.*[a-z])[a-z0-9]{3,}$")
_CODE_LIKE = re.compile(r"[0-9_$@]|^-|^\.|::|->|\+\+|#|\.")


class QueryTerm(NamedTuple):
    """A distinct term of a question, where it stands first, and whether it only connects.

    `weight_q8` multiplies its idf, in 256ths: more for a term that is repeated, less for talk.
    """

    term: str
    surface: str
    kind: TermKind
    is_stop: bool
    weight_q8: int = ONE_Q8


class Required(NamedTuple):
    """Something that evidence has to contain: any one of `forms`, shown as `surface`."""

    surface: str
    forms: tuple[str, ...]


class Query(NamedTuple):
    """A question as the engine understands it; `terms` in order of first occurrence.

    `pairs` are terms that stand next to each other. `phrases` are the terms of quoted parts.
    `is_open` says that it refers to something that neither it nor its thread names.
    """

    text: str
    lang: str
    kind: QuestionKind
    terms: tuple[QueryTerm, ...]
    pairs: tuple[tuple[str, str], ...]
    phrases: tuple[tuple[str, ...], ...]
    required: tuple[Required, ...]
    is_open: bool = False

    @property
    def content_terms(self) -> tuple[QueryTerm, ...]:
        """The terms that say what the question is about; all of them if there are only others."""
        content = tuple(term for term in self.terms if not term.is_stop)
        return content or self.terms


def understand(text: str, lang: str = "") -> Query:
    """Read a question of any length and content; only its first characters count when huge."""
    text = text[:MAX_QUESTION_CHARS].replace("\x00", " ")
    tokens = analyze_question(text)
    return Query(
        text=text,
        lang=_language(text, tokens, lang),
        kind=kind_of(text),
        terms=_distinct_terms(text, tokens),
        pairs=_pairs(tokens),
        phrases=_phrases(text) if len(tokens) <= _MAX_TOKENS_WITH_REQUIRED else (),
        required=_required(text, tokens),
    )


def kind_of(text: str) -> QuestionKind:
    """Return the kind of answer that a question asks for."""
    lowered = text.lower()
    for kind, sign in _SIGN_OF_KIND:
        if re.search(sign, lowered):
            return kind
    return QuestionKind.OTHER


def _language(text: str, tokens: list[Token], preferred: str) -> str:
    """Return the language of the words; identifiers and numbers alone belong to none."""
    says_something = any(
        token.kind in (TermKind.BIGRAM, TermKind.WORD) and not token.term.isdigit()
        for token in tokens
    )
    return _asked_in(text) if says_something else preferred


def _asked_in(text: str) -> str:
    """Return the language that a question is asked in, whatever names and messages it quotes.

    Whoever asks in Chinese about an English error writes more Latin letters than ideographs; whoever
    asks in English about a Chinese word writes English words that connect.
    """
    foreign = re.sub(r"[A-Za-z]", " ", text)
    letters = sum(map(str.isalpha, foreign))
    connecting = sum(word in STOP_WORDS for word in re.findall(r"[a-z]+", text.lower()))
    return language_of(foreign if letters > 2 * connecting else text)


def _distinct_terms(text: str, tokens: list[Token]) -> tuple[QueryTerm, ...]:
    times: dict[str, int] = {}
    for token in tokens:
        times[token.term] = times.get(token.term, 0) + 1
    found: dict[str, QueryTerm] = {}
    for token in tokens:
        if token.term not in found:
            surface = text[token.start : token.end]
            is_stop = token.term in STOP_TERMS and token.kind is not TermKind.IDENTIFIER
            is_name = token.start > 0 and surface[:1].isupper()
            weight = _weight_q8(token, times[token.term], is_name=is_name)
            found[token.term] = QueryTerm(token.term, surface, token.kind, is_stop, weight)
    return tuple(found.values())[:MAX_QUESTION_TERMS]


def _weight_q8(token: Token, times: int, *, is_name: bool) -> int:
    """Return a term's weight: 1 when said once, towards 2 when repeated, less for talk."""
    weight = ONE_Q8 * 2 * times // (times + 1)
    if token.kind is TermKind.BIGRAM and not PARTICLES.isdisjoint(token.term):
        weight = weight * _PARTICLE_WEIGHT_Q8 // ONE_Q8
    elif token.kind is TermKind.WORD and token.term in _TALK_TERMS and not is_name:
        weight = weight * _TALK_WEIGHT_Q8 // ONE_Q8
    return weight


def _pairs(tokens: list[Token]) -> tuple[tuple[str, str], ...]:
    simple = [token for token in tokens if token.kind is not TermKind.IDENTIFIER]
    pairs = (
        (left.term, right.term)
        for left, right in pairwise(simple)
        if left.end <= right.start + 1 and right.start - left.end <= 2
    )
    return tuple(dict.fromkeys(pair for pair in pairs if not STOP_TERMS.issuperset(pair)))


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    phrases = (tuple(token.term for token in simple_tokens(part)) for part in quoted_in(text))
    return tuple(phrase for phrase in phrases if phrase)


def quoted_in(text: str) -> tuple[str, ...]:
    """Return what stands in quotation marks in a question."""
    return tuple(next(filter(None, found.groups())) for found in _QUOTED.finditer(text))


def simple_tokens(text: str) -> list[Token]:
    """Return the terms of a text without the whole forms of its compounds."""
    return [token for token in analyze(text) if token.kind is not TermKind.IDENTIFIER]


def _required(text: str, tokens: list[Token]) -> tuple[Required, ...]:
    """Return the codes, versions, flags and identifiers that evidence must not lack.

    A question that tells a story names more of them than its answer needs, so there are none.
    """
    if len(tokens) > _MAX_TOKENS_WITH_REQUIRED:
        return ()
    forms_of_span: dict[tuple[int, int], list[str]] = {}
    for place, token in enumerate(tokens):
        if _is_code(token) or _is_label(text, tokens, place):
            forms_of_span.setdefault((token.start, token.end), []).append(token.term)
    return tuple(
        Required(text[start:end], tuple(forms)) for (start, end), forms in forms_of_span.items()
    )


def _is_label(text: str, tokens: list[Token], place: int) -> bool:
    """Tell whether a number names something, as in "exit code 7" or 退出码 7, and counts nothing."""
    token = tokens[place]
    if not place or token.kind is not TermKind.WORD or not token.term.isdigit():
        return False
    if _YEAR.match(token.term) or language_of(text[token.end : token.end + 1]) != "en":
        return False
    before = tokens[place - 1]
    names = before.end + 1 >= token.start and not before.term.isdigit()
    if not names or before.term in STOP_TERMS or before.term in _TALK_TERMS:
        return False
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    counts = after and after.start <= token.end + 1 and after.term not in _NEVER_COUNTED
    return not counts


def _is_code(token: Token) -> bool:
    if is_amount(token.term):
        return False
    if token.kind is TermKind.IDENTIFIER:
        return bool(_CODE_LIKE.search(token.term)) and token.term not in {"e.g", "i.e"}
    return token.kind is TermKind.WORD and bool(_CODE_WORD.match(token.term))
