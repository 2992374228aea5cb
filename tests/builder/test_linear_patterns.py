"""No regular expression of ours takes more than linear time, whatever it is given."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

import chapterverse
import chapterverse_engine
from chapterverse.screening.families import RULES

# Doubling a text may double the time; an expression that backtracks takes four times or more.
SIZES = (1_000, 6_000)
MAX_GROWTH = 18
# Below this a measurement says nothing.
FAST_SECONDS = 0.04
# These are only ever tried at the start of a text, never searched for.
AT_START = frozenset(
    (
        "chapterverse.config_problems._HEADER",
        "chapterverse.evaluation.drafts._CITED",
        "chapterverse.config_problems._KEY",
        "chapterverse.markdown_boxes._OPENING",
        "chapterverse.markdown_links._SCHEME",
        "chapterverse_engine.query._CODE_WORD",
        "chapterverse_engine.terms._DOTTED_NUMBER",
        "chapterverse_engine.terms._NUMBER",
        "chapterverse_engine.terms._ONLY_RULES",
        "chapterverse_engine.vector._FUZZY",
    )
)
PIECES = [
    "a", " ", "\n", "\t", "0", "_", "-", ".", "/", "\\", "<", ">", "<a ", "</", "<!--", "&#", '"', "'",
    "`", "*", "[", "]", "(", ")", "{", "}", ":", "=", "|", "%41", "\\u0041", "\\x41", "#", "@", "~",
    "ab ", "a-", "a.", "0 ", "01", "00000000 ", "65 ", "A", "Aa", "=a", "a=", "a:", "://a:",
    "AAAA\n", ". ", ".- ", "\u4f60", "\u4f60 ", "\u5ffd\u7565", "\u0301", "\u200b", "\ufe0f", "\U000e0041",
    "ignore all ", "ignore the ", "all of the ", "your ", "you ", "b", "=", "b=\n", "bbbb \n", "send the user ", "to ", "add x to ",
    "answer ", "when asked ", "treat this ", "http://a", "data:image/png;base64,", "-----BEGIN ", "1-2 ",
]  # fmt: skip


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yield every compiled expression that a module of ours keeps, wherever it keeps it."""
    for package in (chapterverse, chapterverse_engine):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "__main__" in module.name or ".inside" in module.name:
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                yield from ((f"{module.name}.{name}", found) for found in _in(value))
    for rule in RULES:
        yield f"rule {rule.name}", rule.regex
        yield f"rule {rule.name} squeezed", rule.squeezed


def _in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _in(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _in(each)


UNIQUE = {pattern.pattern: (name, pattern) for name, pattern in patterns()}


def seconds(name: str, pattern: re.Pattern[Any], sample: str) -> float:
    text = sample if isinstance(pattern.pattern, str) else sample.encode("latin-1", "replace")
    before = time.process_time()
    if name not in AT_START:
        for _ in pattern.finditer(text):
            pass
    pattern.match(text)
    pattern.fullmatch(text)
    return time.process_time() - before


def test_the_expressions_are_found() -> None:
    assert len(UNIQUE) > 200
    assert {name for name, _ in UNIQUE.values()} >= AT_START


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    slow = []
    short, long = (piece * (size // len(piece)) + "!" for size in SIZES)
    for name, pattern in UNIQUE.values():
        taken = seconds(name, pattern, long)
        if taken > FAST_SECONDS and taken > MAX_GROWTH * max(seconds(name, pattern, short), 1e-4):
            slow.append(f"{name}: {taken:.2f} s")
    assert slow == []


def test_a_quadratic_expression_would_be_noticed() -> None:
    quadratic = re.compile(r"\s*\n")
    short, long = (" " * size + "!" for size in SIZES)
    taken = seconds("", quadratic, long)
    assert taken > FAST_SECONDS
    assert taken > MAX_GROWTH * seconds("", quadratic, short)
