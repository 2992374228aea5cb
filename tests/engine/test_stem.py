"""The stemmer agrees with Snowball's English one, except where it is meant not to."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
import snowballstemmer

from chapterverse_engine.stem import stem

# Newer Snowball keeps "past" and "paste" apart by an exception; a question about either finds both.
INTENDED = {"paste": "past", "pasting": "past", "pasted": "past", "pastes": "past"}
ROOTS = (
    "relat", "index", "configur", "install", "deploy", "retri", "publish", "anchor", "hop", "hopp",
    "cit", "stor", "valu", "gener", "organ", "univers", "sens", "care", "happi", "run", "runn", "us",
)  # fmt: skip
SUFFIXES = (
    "", "e", "s", "es", "ed", "ing", "er", "ers", "able", "ation", "ational", "ization", "ly", "ity",
    "ive", "iveness", "ful", "fulness", "ous", "ment", "ence", "ies", "y", "al", "ism", "ist", "ion",
)  # fmt: skip


@pytest.fixture(scope="module")
def words(checkout: Path) -> set[str]:
    texts = [file.read_text(encoding="utf-8") for file in (checkout / "corpus").rglob("*.md")]
    found = set(re.findall(r"[a-z]+", " ".join(texts).lower()))
    return found | {root + suffix for root, suffix in product(ROOTS, SUFFIXES)}


def test_stems_are_those_of_the_oracle(words: set[str]) -> None:
    oracle = snowballstemmer.stemmer("english")
    different = {
        word: (stem(word), oracle.stemWord(word))
        for word in sorted(words)
        if word not in INTENDED and stem(word) != oracle.stemWord(word)
    }
    assert len(words) > 1000
    assert different == {}


@pytest.mark.parametrize(("word", "expected"), INTENDED.items())
def test_intended_differences_stay(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize("word", ["naïve", "x", "ab", "max_chars", "3rd", "数据", ""])
def test_what_is_not_an_english_word_keeps_its_shape(word: str) -> None:
    assert stem(word) == word
