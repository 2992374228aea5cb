"""Which rules a text meets, after its disguises are taken off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chapterverse.raw_html import without_comments
from chapterverse.screening.ciphers import seems_meant, turned_back
from chapterverse.screening.context import is_only_shown, is_quoted
from chapterverse.screening.decode import payloads
from chapterverse.screening.families import HIDDEN_THRESHOLD, THRESHOLD
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
TAG_CHARACTERS = "tag characters"


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
    matches = list(_matches(normal))
    normal_code = normalised(code) if code and matches else ""
    found = []
    for rule, span, payload in matches:
        in_code = payload in normal_code
        if rule.family == "fake-turn" and (in_code or is_quoted(normal, span[0])):
            continue
        if not is_only_shown(normal, span, on_subject=on_subject, in_code=in_code):
            found.append(Hit(rule, payload))
    disguised = _disguised(text, normal)
    if on_subject:
        # A page on the subject shows encoded examples, but it has no use for invisible ones.
        disguised = [hit for hit in disguised if hit.disguise == TAG_CHARACTERS]
    return found + disguised


def hidden_hits_in(text: str) -> list[Hit]:
    """Return the hits of a text that no reader sees: whatever it says, it isn't an example."""
    normal = normalised(text)
    plain = [Hit(rule, payload, "hidden") for rule, _, payload in _matches(normal)]
    return plain + _disguised(text, normal)


def is_unsafe(hits: Sequence[Hit]) -> bool:
    """Tell whether hits together are enough to keep a text from being evidence."""
    score = sum({hit.rule.name: hit.rule.score for hit in hits}.values())
    is_hidden = any(hit.disguise for hit in hits)
    return score >= (HIDDEN_THRESHOLD if is_hidden else THRESHOLD)


def _matches(normal: str) -> Iterator[tuple[Rule, tuple[int, int], str]]:
    for rule in possible_rules(normal):
        for match in rule.regex.finditer(normal):
            yield rule, match.span(), match[0][:MAX_PAYLOAD_SHOWN]


def _disguised(text: str, normal: str) -> list[Hit]:
    hits = []
    for disguise, decoded in _uncovered(text, normal):
        hits += [
            Hit(rule, payload, disguise)
            for rule, _, payload in _matches(normalised(decoded))
            if payload not in normal
        ]
    if joined := "\n".join(run_together(normal)):
        for rule in possible_rules(joined, is_squeezed=True):
            if match := rule.squeezed.search(joined):
                hits.append(Hit(rule, match[0][:MAX_PAYLOAD_SHOWN], "no gaps between words"))
    return hits


def _uncovered(text: str, normal: str) -> Iterator[tuple[str, str]]:
    yield from payloads(text)
    yield from turned_back(text, normal)
    if tagged := hidden_tag_text(text):
        yield TAG_CHARACTERS, tagged
    read, changed = leet_undone(normal)
    if len(changed) >= MIN_LEET_WORDS or seems_meant(changed):
        yield "leetspeak", read
