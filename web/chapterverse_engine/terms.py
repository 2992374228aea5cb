"""Cut text into terms, the same way for documents and for questions.

Theory: the text is folded (see fold), then one linear scan finds runs of unspaced scripts, words
with their connectors, and operators. A word becomes its stem; a compound such as `--max-chars`,
`a::b`, `std.io`, `AX-3` or `v1.4.2` becomes itself *and* its parts, so both the whole and a part
find it; a run of Chinese, Japanese or Korean becomes overlapping bigrams. A term's offsets point
into the text that was given, whatever folding did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache, partial
from itertools import repeat
from operator import add
from typing import NamedTuple

from .cjk import UNSPACED, content_runs
from .fold import Folded, fold
from .stem import stem

# Part of the manifest's settings: an index of another version is not read.
TERMS_VERSION = 2
MAX_TERM_CHARS = 64

# Words that connect or ask; they only count where nothing else is asked about.
# fmt: off
STOP_WORDS = frozenset((
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be",
    "been", "being", "but", "by", "can", "could", "did", "do", "does", "doesn", "doing",
    "don", "done", "for", "from", "get", "give", "had", "has", "have", "he", "here", "how",
    "i", "if", "in", "into", "is", "isn", "it", "its", "just", "ll", "may", "me", "might",
    "must", "my", "need", "no", "not", "of", "on", "or", "our", "out", "please", "re",
    "shall", "she", "should", "so", "some", "tell", "than", "that", "the", "their", "then",
    "there", "these", "they", "this", "those", "to", "up", "use", "used", "using", "ve",
    "want", "was", "way", "we", "were", "what", "when", "where", "which", "who", "whom",
    "whose", "why", "will", "with", "would", "you", "your",
))
# fmt: on


_CutRun = Callable[[str], list[tuple[int, int]]]


class TermKind(IntEnum):
    """How a term was made, which says how much it is worth when it is missing."""

    WORD = 0
    PART = 1
    IDENTIFIER = 2
    BIGRAM = 3
    SYMBOL = 4


class Token(NamedTuple):
    """A term with the span of the text that it stands for: `text[start:end]`."""

    term: str
    start: int
    end: int
    kind: TermKind


# Makes a token of its fields without a call of Python's own: long runs have thousands.
_new_token = partial(tuple.__new__, Token)
_WORD = rf"[^\W_{UNSPACED}]+"
_ASCII_WORD = "[a-z0-9]+"
_CONNECTOR = r"(?:::|->|[-._:/\\@&'’])"


@cache
def _scanner(*, is_ascii: bool) -> re.Pattern[str]:
    """Compile the scan of folded text when it is first needed: a class of ideographs takes long.

    What only ASCII has is found by either form; the shorter one finds it sooner.
    """
    word, unspaced = (_ASCII_WORD, "") if is_ascii else (_WORD, UNSPACED)
    run = "" if is_ascii else rf"(?P<unspaced>[{UNSPACED}]+)|"
    return re.compile(
        rf"{run}(?P<prefix>(?<![^\s`\"'(\[{{,|<{unspaced}])(?:--?|(?:~?/)?\.|~/|@|\$))?"
        rf"(?P<compound>_*{word}(?:{_CONNECTOR}_*{word})*)(?P<suffix>(?:\+\+|\#)(?![\w+#]))?"
        r"|(?P<symbol>(?<![!=<>&|?+~^%*:-])[!=<>&|?+~^%:-]{2,3}(?![!=<>&|?+~^%*:-]))"
    )


_ASCII_PARTS = re.compile(_ASCII_WORD)
# An acronym keeps its plural s (IDEs) and loses a version (SSLv3).
_CAMEL = re.compile(
    r"[A-Z]{2,}s(?![a-z])|[A-Z]{2,}(?=v[0-9])|[A-Z]+(?![a-z])|v[0-9]+|[A-Z]?[a-z]+|[0-9]+"
)
_HAS_INNER_CAPITAL = re.compile(r".[A-Z]")
_HAS_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
# Units that are written with or without a space: "10 MB" is 10MB too, and 10MB is 10 and MB.
_UNITS = frozenset((
    "cm", "fps", "gb", "ghz", "gib", "hz", "kb", "kg", "khz", "kib", "km", "kwh", "mb", "mg",
    "mhz", "mib", "ml", "mm", "ms", "ns", "pb", "px", "tb", "tib",
))  # fmt: skip
_JOINS = re.compile(r"[ \u00a0\u202f]$")
_NUMBER = re.compile(r"^[0-9]+(?:\.[0-9]+)?$")
_AMOUNT = re.compile(rf"^([0-9]+(?:\.[0-9]+)?)({'|'.join(sorted(_UNITS, key=len, reverse=True))})$")
_DOTTED_NUMBER = re.compile(r"v?([0-9]+(?:\.[0-9]+)+)$")
_ONLY_RULES = re.compile(r"[-:|=]+$")
_EQUALITY_SIGNS = frozenset(("==", "==="))


def analyze(text: str) -> list[Token]:
    """Return the terms of a document's text in reading order, the whole before its parts."""
    return _scanned(text, fold(text), _whole_run)


def analyze_question(text: str) -> list[Token]:
    """Return the terms of a question: as `analyze`, without what only asks in Chinese."""
    return _scanned(text, fold(text), _content_spans)


class Piece(NamedTuple):
    """What a text without white space is made of: its terms, and where each of them begins.

    `simple` are the terms without the whole forms of compounds.
    """

    terms: tuple[str, ...]
    starts: tuple[int, ...]
    simple: tuple[str, ...]


# What may stand before and after a plain word without being, or changing, a term.
_BEFORE_WORD = '([{*`"'
_AFTER_WORD = ')]}*`".,;'


def pieces_of(texts: Sequence[str]) -> Iterable[Piece]:
    """Return the terms of texts without white space; those of short ones are kept.

    Only the joined form of an amount (10 MB as 10mb) reaches over white space, and that is for
    finding passages, not for looking into them; so the pieces of a text have its terms.
    """
    if max(map(len, texts), default=0) <= MAX_TERM_CHARS:
        return map(_kept_piece, texts)
    return map(piece_of, texts)


def piece_of(text: str) -> Piece:
    """Return the terms of one text without white space."""
    return _kept_piece(text) if len(text) <= MAX_TERM_CHARS else _new_piece(text)


def _new_piece(text: str) -> Piece:
    core = text.lstrip(_BEFORE_WORD)
    start, core = len(text) - len(core), core.rstrip(_AFTER_WORD)
    if core.isascii() and core.isalpha() and not _HAS_INNER_CAPITAL.search(core):
        terms: tuple[str, ...] = (_word_term(core.lower()),)
        return Piece(terms, (start,), terms)
    tokens = analyze(text)
    terms = tuple([token[0] for token in tokens])
    simple = tuple([token[0] for token in tokens if token[3] is not TermKind.IDENTIFIER])
    same = len(simple) == len(terms)
    return Piece(terms, tuple([token[1] for token in tokens]), terms if same else simple)


_kept_piece = lru_cache(maxsize=16384)(_new_piece)


def _scanned(text: str, folded: Folded, spans_of_run: _CutRun) -> list[Token]:
    """Return the terms; this is the engine's innermost loop, so the usual cases come first."""
    tokens: list[Token] = []
    origin = folded.origin
    for found in _scanner(is_ascii=folded.text.isascii()).finditer(folded.text):
        kind = found.lastgroup
        start, end = found.span()
        if kind == "unspaced":
            _add_bigrams(tokens, found.group(), start, origin, spans_of_run)
        elif kind == "symbol":
            if not _is_rule(folded.text, start, end):
                tokens.append(Token(found.group(), origin[start], origin[end], TermKind.SYMBOL))
        elif (word := found.group()).isalnum():
            first, last = origin[start], origin[end]
            if word in _UNITS or (word[0].isdecimal() and is_amount(word)):
                tokens += _amount_terms(text, tokens, word, (first, last))
                continue
            tokens.append(Token(_word_term(word), first, last, TermKind.WORD))
            if text[first:last] != word:
                tokens += _camel_parts(text[first:last], word, first)
        else:
            tokens += _compound_terms(text, folded, found)
    return tokens


def _is_rule(text: str, start: int, end: int) -> bool:
    """Tell whether a sign is a piece of a rule or of a table's frame: no word is on its line."""
    if not _ONLY_RULES.match(text, start, end):
        return False
    if text[start:end] not in _EQUALITY_SIGNS:
        return True
    line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    return text.strip() != text[start:end] and not any(map(str.isalnum, line))


def is_amount(term: str) -> bool:
    """Tell whether a term is a number with a unit of measurement."""
    return bool(_AMOUNT.match(term))


def _amount_terms(
    text: str, before: list[Token], word: str, span: tuple[int, int]
) -> Iterator[Token]:
    """Yield the forms of an amount in one word, or of a unit and of the number before it."""
    if word not in _UNITS:
        yield Token(word, *span, TermKind.IDENTIFIER)
        yield from _amount_parts(word, span[0])
        return
    number = before[-1] if before else None
    if number and _JOINS.match(text, number.end, span[0]) and _NUMBER.match(number.term):
        yield Token(f"{number.term}{word}", number.start, span[1], TermKind.IDENTIFIER)
    yield Token(_word_term(word), *span, TermKind.WORD)


def _amount_parts(word: str, start: int) -> Iterator[Token]:
    """Yield the number and the unit of an amount that is written as one word."""
    found = _AMOUNT.match(word)
    if found:
        for part in (1, 2):
            yield Token(
                found.group(part), start + found.start(part), start + found.end(part), TermKind.PART
            )


def _add_bigrams(
    tokens: list[Token], run: str, start: int, origin: Sequence[int], spans_of_run: _CutRun
) -> None:
    for first, last in spans_of_run(run):
        if last - first < 2:
            span = (origin[start + first], origin[start + last])
            tokens.append(Token(run[first:last], *span, TermKind.BIGRAM))
            continue
        bigrams = map(add, run[first : last - 1], run[first + 1 : last])
        starts = origin[start + first : start + last - 1]
        ends = origin[start + first + 2 : start + last + 1]
        tokens += map(_new_token, zip(bigrams, starts, ends, repeat(TermKind.BIGRAM), strict=False))


def _whole_run(run: str) -> list[tuple[int, int]]:
    return [(0, len(run))]


def _content_spans(run: str) -> list[tuple[int, int]]:
    spans = content_runs(run)
    return [span for span in spans if span[1] - span[0] > 1] or spans


def _compound_terms(text: str, folded: Folded, found: re.Match[str]) -> Iterator[Token]:
    """Yield a compound's whole forms, then its parts."""
    origin = folded.origin
    whole = found.group("compound")
    first, last = found.span("compound")
    parts = _ASCII_PARTS if whole.isascii() else re.compile(_WORD)
    pieces = list(parts.finditer(folded.text, first, last))
    span = (origin[found.start()], origin[found.end()])
    for form in _whole_forms(found, whole, len(pieces)):
        yield Token(form, *span, TermKind.IDENTIFIER)
    if _DOTTED_NUMBER.match(whole):
        return
    if _AMOUNT.match(whole):
        yield from _amount_parts(whole, origin[first])
        return
    kind = TermKind.WORD if len(pieces) == 1 else TermKind.PART
    for piece in pieces:
        word = piece.group()
        if len(word) == 1 and piece.start() and folded.text[piece.start() - 1] in "'’":
            continue
        start, end = origin[piece.start()], origin[piece.end()]
        yield Token(_word_term(word), start, end, kind)
        yield from _camel_parts(text[start:end], word, start)


def _whole_forms(found: re.Match[str], whole: str, pieces: int) -> Iterator[str]:
    prefix, suffix = found.group("prefix") or "", found.group("suffix") or ""
    if len(whole) + len(prefix) + len(suffix) > MAX_TERM_CHARS:
        return
    if prefix or suffix:
        yield f"{prefix}{whole}{suffix}"
    if pieces > 1 and not _is_contraction(whole):
        yield whole
        number = _DOTTED_NUMBER.match(whole)
        if number and number.group(1) != whole:
            yield number.group(1)


def _is_contraction(whole: str) -> bool:
    return ("'" in whole or "’" in whole) and not re.search(r"[-._:/\\@&]", whole)


def _word_term(word: str) -> str:
    return stem(word) if word.isascii() else word[:MAX_TERM_CHARS]


def _camel_parts(source: str, word: str, start: int) -> Iterator[Token]:
    if len(source) != len(word) or source[1:].islower() or not _HAS_CAMEL.search(source):
        return
    for part in _CAMEL.finditer(source):
        if 1 < len(part.group()) < len(source):
            term = stem(part.group().lower())
            yield Token(term, start + part.start(), start + part.end(), TermKind.PART)
