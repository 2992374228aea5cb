"""The same questions give the same bytes on CPython and on Pyodide."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from chapterverse.evaluation.cases import load_cases
from chapterverse.evaluation.host import FileHost
from chapterverse_engine import bridge
from chapterverse_engine.manifest import MANIFEST_NAME

AskInBrowser = Callable[[list[dict[str, object]]], list[str]]
CASE_FILES = ("eval/cases/tune.jsonl", "eval/cases/held-out.jsonl")
ODD_QUESTIONS = (
    "", " ", "?", "锁", "\ud800", "a\x00b", "<script>alert(1)</script>", "C++ != .NET && --flag",
    "constructor __proto__", "ＡＢＣ１２３ 數據庫 café", "what is it?", "x" * 5000,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def questions(checkout: Path) -> list[dict[str, object]]:
    cases = load_cases([checkout / file for file in CASE_FILES])
    asked: list[dict[str, object]] = [
        {
            "query": case.query,
            "lang": case.lang,
            "scopes": list(case.scopes),
            "version": case.version,
            "history": list(case.history),
        }
        for case in cases
    ]
    return [*asked, *({"query": text} for text in ODD_QUESTIONS)]


def replies_on_cpython(site: Path, asked: list[dict[str, object]]) -> list[str]:
    index = site / "_chapterverse/index"
    bridge.open_site((index / MANIFEST_NAME).read_bytes())
    return [_reply(index, question) for question in asked]


def _without_session(text: str) -> str:
    """Take the session's number away: it counts what this process has asked before."""
    return re.sub(r'^\{"session":\d+,', "{", text)


def _reply(index: Path, question: dict[str, object]) -> str:
    text = bridge.start(json.dumps(question))
    while "need" in (reply := json.loads(text)):
        for name in reply["need"]:
            bridge.receive(reply["session"], name, (index / name).read_bytes())
        text = bridge.step(reply["session"])
    return text


def test_every_outcome_and_trace_is_byte_equal_on_both_runtimes(
    checkout: Path, demo_site: Path, ask_in_browser: AskInBrowser
) -> None:
    asked = questions(checkout)
    assert len(asked) > 150
    here = [_without_session(text) for text in replies_on_cpython(demo_site, asked)]
    there = [_without_session(text) for text in ask_in_browser(asked)]
    for question, left, right in zip(asked, here, there, strict=True):
        assert left.encode("utf-8", "surrogatepass") == right.encode("utf-8", "surrogatepass"), (
            question
        )
    assert sum('"outcome":"answer"' in text for text in here) > 50


def test_the_bridge_and_the_file_host_tell_the_same_outcome(
    checkout: Path, demo_site: Path
) -> None:
    host = FileHost(demo_site)
    cases = load_cases([checkout / CASE_FILES[0]])[:10]
    asked = [{"query": case.query, "lang": case.lang, "top_k": 10} for case in cases]
    for case, text in zip(cases, replies_on_cpython(demo_site, asked), strict=True):
        question = case.question()
        if not question.history and not question.version and question.scopes == ("public",):
            assert json.loads(text)["outcome"] == host.ask(question).outcome
