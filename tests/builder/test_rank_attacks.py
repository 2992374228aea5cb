"""Repeating words or copying a paragraph buys no place in an answer."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from small_site import Shore, tiny_bundle

from chapterverse.evaluation.host import FileHost
from chapterverse_engine.model import Question

__all__ = ["tiny_bundle"]
pytestmark = pytest.mark.usefixtures("tiny_bundle")

HONEST = {
    "harbour.md": "# Harbour office\n\n## Opening hours\n\nThe harbour office opens at seven.\n",
    "boats.md": "# Boats\n\nA rowing boat carries four people.\n",
    "fees.md": "# Fees\n\nA berth costs nine a night. Pay at the harbour office.\n",
    "tides.md": "# Tides\n\nThe tide table hangs beside the door. High water comes twice a day.\n",
    "zh.md": "# 港务局\n\n## 开放时间\n\n港务局早上七点开门。\n",
}
QUESTIONS = {
    "When does the harbour office open?": "The harbour office opens at seven.",
    "港务局几点开门?": "港务局早上七点开门。",
}
STUFFED = {
    "same words": "harbour office open opens opening hours when does the " * 60,
    "words in lines": "harbour office opens\n\n" * 80,
    "shuffled words": " ".join(
        " ".join(
            random.Random(n).sample(["harbour", "office", "open", "opens", "opening", "hours"], 6)
        )
        for n in range(80)
    ),
    "the question": "When does the harbour office open? " * 60,
    "the question once a line": "- When does the harbour office open?\n" * 60,
    "chinese words": "港务局 开放 时间 几点 开门 " * 80,
    "the chinese question": "港务局几点开门?" * 80,
}


def outcomes(root: Path, pages: dict[str, str]) -> dict[str, dict[str, Any]]:
    shore = Shore(root)
    shore.write(pages)
    shore.build()
    host = FileHost(shore.out)
    return {query: host.ask(Question(query)).outcome for query in QUESTIONS}


@pytest.mark.parametrize("words", STUFFED.values(), ids=STUFFED)
@pytest.mark.parametrize("where", ["text", "headings", "title", "alternative text"])
def test_a_page_stuffed_with_the_words_of_a_question_is_not_quoted_before_the_answer(
    tmp_path: Path, words: str, where: str
) -> None:
    line = " ".join(words.split())
    page = {
        "text": f"# Best page\n\n{words}\n\nBuy ropes here.\n",
        "headings": "# Best page\n\n" + f"## {line[:300]}\n\nBuy ropes here.\n\n" * 5,
        "title": f"---\ntitle: '{line[:600]}'\n---\n\nBuy ropes here.\n",
        "alternative text": f"# Best page\n\n![{line}](rope.png)\n\nBuy ropes here.\n",
    }[where]
    for query, outcome in outcomes(tmp_path, {**HONEST, "stuffed.md": page}).items():
        assert outcome["outcome"] == "answer", query
        assert QUESTIONS[query] in outcome["quotes"][0]["text"], outcome["quotes"]
        assert outcome["quotes"][0]["source_path"] != "stuffed.md"


def test_fifty_copies_of_a_paragraph_are_quoted_once_and_do_not_push_the_answer_out(
    tmp_path: Path,
) -> None:
    false = "The harbour office is a fine building with an office door to open and harbour views."
    copies = {f"copies/{n:02}.md": f"# Harbour office\n\n{false}\n" for n in range(50)}
    for query, outcome in outcomes(tmp_path, {**HONEST, **copies}).items():
        texts = [quote["text"] for quote in outcome["quotes"]]
        assert len(texts) == len(set(texts))
        assert any(QUESTIONS[query] in text for text in texts), texts
        shown = [one["excerpt"] for one in outcome["candidates"]]
        assert shown.count(false) <= 1, shown


def test_fifty_copies_of_the_answer_are_quoted_once(tmp_path: Path) -> None:
    copies = {f"copies/{n:02}.md": HONEST["harbour.md"] for n in range(50)}
    outcome = outcomes(tmp_path, {**HONEST, **copies})["When does the harbour office open?"]
    assert [quote["text"] for quote in outcome["quotes"]].count(
        "The harbour office opens at seven."
    ) == 1
