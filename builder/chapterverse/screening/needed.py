"""Which rules a text can meet at all, by the words that it holds: this spares most of the matching.

A rule needs one word of each of its groups: those that it names, and those that follow from its
pattern (`needed.json`, derived by `tools/needed_words.py`). Words of letters are looked for in each
distinct run of letters, and what a run holds is remembered, as texts repeat their words. `=ai` stands
for a run that is just that; where no gaps tell words apart it counts as found.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from chapterverse.screening.families import RULES
from chapterverse.screening.rule import Rule
from chapterverse.screening.runs import words_by_start, words_of, words_within

TABLE = Path(__file__).with_name("needed.json")
_LETTERS = re.compile(r"[a-z]{2,}")
_REMEMBERED_RUNS = 1 << 16
_START_CHARS = 2
_Groups = tuple[frozenset[str], ...]


def _groups_of_rule() -> Mapping[str, _Groups]:
    """Return each rule's groups, the derived ones first, of those the rarest first."""
    derived: Mapping[str, Sequence[Sequence[str]]] = json.loads(TABLE.read_text("utf-8"))
    return {
        rule.name: tuple(dict.fromkeys([*map(frozenset, derived.get(rule.name, ())), *rule.needed]))
        for rule in RULES
    }


def _places_of_word() -> Mapping[str, Sequence[int]]:
    """Return, for each word, the places in the table of the rules whose first group holds it."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, rule in enumerate(RULES):
        for word in GROUPS_OF_RULE[rule.name][0]:
            places[word].append(place)
    return dict(places)


GROUPS_OF_RULE = _groups_of_rule()
_WORDS = sorted({word for groups in GROUPS_OF_RULE.values() for each in groups for word in each})
_OF_LETTERS = words_by_start([word for word in _WORDS if _LETTERS.fullmatch(word)], _START_CHARS)
_WHOLE = frozenset(word for word in _WORDS if word.startswith("=") and len(word) > 1)
_WITH_SIGNS = [
    word
    for word in _WORDS
    if word.isascii() and word not in _WHOLE and not _LETTERS.fullmatch(word)
]
_BEYOND_ASCII = words_by_start([word for word in _WORDS if not word.isascii()], _START_CHARS)
_PLACES = _places_of_word()
_OTHER_GROUPS = tuple(GROUPS_OF_RULE[rule.name][1:] for rule in RULES)


def possible_rules(normal: str, *, is_squeezed: bool = False) -> list[Rule]:
    """Return the rules whose needed words are all in a normalised text, in the order of the table."""
    present = _words_in(normal)
    if is_squeezed:
        present |= _WHOLE
    places = {place for word in present if word in _PLACES for place in _PLACES[word]}
    return [
        RULES[place]
        for place in sorted(places)
        if not any(map(present.isdisjoint, _OTHER_GROUPS[place]))
    ]


def _words_in(normal: str) -> set[str]:
    present = {word for word in _WITH_SIGNS if word in normal}
    for run in words_of(normal):
        if held := _held(run):
            present.update(held)
    if not normal.isascii():
        present.update(words_within(normal, _BEYOND_ASCII))
    return present


@lru_cache(maxsize=_REMEMBERED_RUNS)
def _held(run: str) -> tuple[str, ...]:
    within = (
        word
        for place in range(len(run) - 1)
        for word in _OF_LETTERS.get(run[place : place + _START_CHARS], ())
        if run.startswith(word, place)
    )
    return (*within, *_WHOLE.intersection([f"={run}"]))
