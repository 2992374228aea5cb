"""Which rules a text meets, after its disguises are taken off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chapterverse.screening.context import is_only_shown
from chapterverse.screening.decode import payloads
from chapterverse.screening.families import HIDDEN_THRESHOLD, NEEDED_WORDS, RULES, THRESHOLD
from chapterverse.screening.normalise import (
    hidden_tag_text,
    leet_undone,
    normalised,
    spaced_letters,
)
from chapterverse.screening.rule import Rule

MAX_PAYLOAD_SHOWN = 200
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
    normal = normalised(text)
    normal_code = normalised(code) if code else ""
    found = []
    for rule, start, payload in _matches(normal):
        in_code = payload in normal_code
        if rule.family == "fake-turn" and in_code:
            continue
        if not is_only_shown(normal, start, on_subject=on_subject, in_code=in_code):
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


def _matches(normal: str) -> Iterator[tuple[Rule, int, str]]:
    for rule in _possible_rules(normal):
        for match in rule.regex.finditer(normal):
            yield rule, match.start(), match[0][:MAX_PAYLOAD_SHOWN]


def _possible_rules(normal: str) -> list[Rule]:
    """Return the rules whose needed words are in a text; this spares most of the matching."""
    present = {word for word in NEEDED_WORDS if word in normal}
    return [rule for rule in RULES if all(not present.isdisjoint(words) for words in rule.needs)]


def _disguised(text: str, normal: str) -> list[Hit]:
    hits = []
    for disguise, decoded in _uncovered(text, normal):
        hits += [
            Hit(rule, payload, disguise)
            for rule, _, payload in _matches(normalised(decoded))
            if payload not in normal
        ]
    for joined in spaced_letters(normal):
        for rule in _possible_rules(joined):
            if match := rule.squeezed.search(joined):
                hits.append(Hit(rule, match[0][:MAX_PAYLOAD_SHOWN], "spaced letters"))
    return hits


def _uncovered(text: str, normal: str) -> Iterator[tuple[str, str]]:
    yield from payloads(text)
    if tagged := hidden_tag_text(text):
        yield TAG_CHARACTERS, tagged
    read = leet_undone(normal)
    if read != normal:
        yield "leetspeak", read
