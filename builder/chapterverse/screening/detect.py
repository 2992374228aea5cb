"""Which rules a text meets, after its disguises are taken off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chapterverse.raw_html import without_comments
from chapterverse.screening.ciphers import seems_meant, turned_back
from chapterverse.screening.context import is_only_shown, is_quoted
from chapterverse.screening.decode import payloads
from chapterverse.screening.families import HIDDEN_THRESHOLD, THRESHOLD
from chapterverse.screening.learned import orders_in
from chapterverse.screening.needed import possible_rules
from chapterverse.screening.normalise import (
    hidden_tag_text,
    leet_undone,
    normalised,
    run_together,
)
from chapterverse.screening.rule import Rule

MAX_PAYLOAD_SHOWN = 200
# So many words with digits in them are no names of things.
MIN_LEET_WORDS = 5
# Marks of lists and quotations before the first word of a sentence.
_BEFORE_WORDS = " -+*#>|\"'“‘「『(["
FAKE_TURN = "fake-turn"
HIDDEN = "hidden"
TAG_CHARACTERS = "tag characters"


# What the learned score finds; there is no pattern to it.
_NO_PATTERN = r"(?!)"
LEARNED = "learned"
LIKELY = Rule("likely-order", LEARNED, 3, _NO_PATTERN, ())
POSSIBLE = Rule("possible-order", LEARNED, 1, _NO_PATTERN, ())
# So many possible orders in one text are none by accident.
MANY = 2


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that a text meets; `disguise` says how it was hidden, `payload` what was found."""

    rule: Rule
    payload: str
    disguise: str = ""


def hits_in(text: str, *, code: str = "", on_subject: bool = False) -> list[Hit]:
    """Return the hits of a text that a reader sees; `code` is the part of it that is code.

    Phrases that are only shown to the reader, as examples, are no hits.
    """
    normal = normalised(without_comments(text) if "<!--" in text else text)
    normal_code = normalised(code) if code else ""
    found = []
    for rule, span, payload in _matches(normal):
        in_code = payload in normal_code
        # Examples of turns stand in code and in quotation marks everywhere.
        if rule.family == FAKE_TURN and (in_code or is_quoted(normal, span[0])):
            continue
        if not is_only_shown(normal, span, on_subject=on_subject, in_code=in_code):
            found.append(Hit(rule, payload))
    # What a page on the subject tells its readers is too much like an order for a guess.
    if not on_subject and not is_unsafe(found):
        found += _learned_hits(normal, normal_code)
    disguised = _disguised(text, normal)
    if on_subject:
        # A page on the subject shows encoded examples, but it has no use for invisible ones.
        disguised = [hit for hit in disguised if hit.disguise == TAG_CHARACTERS]
    return found + disguised


def _learned_hits(normal: str, normal_code: str) -> list[Hit]:
    """Return what only the learned score finds in text that a reader sees, examples left out."""
    hits = []
    for rule, span, payload in _learned(normal):
        is_example = payload in normal_code or is_quoted(normal, span[0])
        if not is_example and not is_only_shown(normal, span, on_subject=False, in_code=False):
            hits.append(Hit(rule, payload))
    return [*hits, *_taken_together(hits)]


def _taken_together(hits: Sequence[Hit]) -> list[Hit]:
    possible = [hit for hit in hits if hit.rule is POSSIBLE]
    return [replace(possible[0], rule=LIKELY)] if len(possible) >= MANY else []


def hidden_hits_in(text: str) -> list[Hit]:
    """Return the hits of a text that no reader sees: whatever it says, it isn't an example."""
    normal = normalised(text)
    hits = [Hit(rule, payload, HIDDEN) for rule, _, payload in _matches(normal)]
    if not is_unsafe(hits):
        said = normal.replace('"', " ")
        learned = [Hit(rule, payload, HIDDEN) for rule, _, payload in _learned(said)]
        hits += [*learned, *_taken_together(learned)]
    return hits + _disguised(text, normal)


def is_unsafe(hits: Sequence[Hit]) -> bool:
    """Tell whether hits together are enough to keep a text from being evidence."""
    score = sum({hit.rule.name: hit.rule.score for hit in hits}.values())
    is_hidden = any(hit.disguise for hit in hits)
    return score >= (HIDDEN_THRESHOLD if is_hidden else THRESHOLD)


def _matches(normal: str) -> Iterator[tuple[Rule, tuple[int, int], str]]:
    for rule in possible_rules(normal):
        for match in rule.regex.finditer(normal):
            yield rule, match.span(), match[0][:MAX_PAYLOAD_SHOWN]


def _learned(normal: str) -> Iterator[tuple[Rule, tuple[int, int], str]]:
    for start, sentence, is_likely in orders_in(normal):
        said = sentence.lstrip(_BEFORE_WORDS)
        begin = start + len(sentence) - len(said)
        rule = LIKELY if is_likely else POSSIBLE
        yield rule, (begin, begin + len(said)), said[:MAX_PAYLOAD_SHOWN]


def _disguised(text: str, normal: str) -> list[Hit]:
    hits = []
    for disguise, decoded in _uncovered(text, normal):
        hits += [
            Hit(rule, payload, disguise)
            for rule, _, payload in _readings(normalised(decoded))
            if payload not in normal
        ]
    if joined := "\n".join(run_together(normal)):
        for rule in possible_rules(joined, is_squeezed=True):
            if match := rule.squeezed.search(joined):
                hits.append(Hit(rule, match[0][:MAX_PAYLOAD_SHOWN], "no gaps between words"))
    return hits


def _readings(decoded: str) -> Iterator[tuple[Rule, tuple[int, int], str]]:
    yield from _matches(decoded)
    # A text read in another way looks odd enough to be possibly anything.
    yield from (each for each in _learned(decoded) if each[0] is LIKELY)


def _uncovered(text: str, normal: str) -> Iterator[tuple[str, str]]:
    yield from payloads(text)
    yield from turned_back(text, normal)
    if tagged := hidden_tag_text(text):
        yield TAG_CHARACTERS, tagged
    read, changed = leet_undone(normal)
    if len(changed) >= MIN_LEET_WORDS or seems_meant(changed):
        yield "leetspeak", read
