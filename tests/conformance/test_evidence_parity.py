"""Prompts and verdicts are the same bytes in the browser's runtime as here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from chapterverse_engine import bridge
from chapterverse_engine.manifest import MANIFEST_NAME

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUESTIONS = ("Which exit code means that a bar was missed?", "橙色告警要求几分钟到现场？", "moons?")


def prompt_here(site: Path, question: str) -> str:
    index = site / "_chapterverse/index"
    bridge.open_site((index / MANIFEST_NAME).read_bytes())
    text = bridge.prompt(question, "nonce", 6000)
    while "need" in (reply := json.loads(text)):
        for name in reply["need"]:
            bridge.receive(reply["session"], name, (index / name).read_bytes())
        text = bridge.step(reply["session"])
    return text


@pytest.mark.parametrize("query", QUESTIONS)
def test_a_prompt_is_the_same_on_both_runtimes(harness: Page, demo_site: Path, query: str) -> None:
    question = json.dumps({"query": query, "top_k": 5})

    there = harness.evaluate("(question) => window.prompt(question, 'nonce', 6000)", question)
    here = json.loads(prompt_here(demo_site, question))

    told = json.loads(there)
    assert told["prompt"] == here["prompt"]
    assert told["trace"] == here["trace"]


def test_every_verdict_is_byte_equal_on_both_runtimes(checkout: Path, harness: Page) -> None:
    folder = checkout / "eval/answers"
    pairs = []
    for name in ("sound", "attacks"):
        for row in (folder / f"{name}.jsonl").read_text("utf-8").split("\n"):
            line = json.loads(row or "null")
            if line and isinstance(line["evidence"], str):
                evidence = (folder / line["evidence"]).read_text("utf-8")
                pairs.append([evidence, json.dumps(line["answer"])])

    there = harness.evaluate("(pairs) => window.verifyAll(pairs)", pairs)

    assert len(there) > 80
    assert there == [bridge.verify(evidence, answer) for evidence, answer in pairs]
