"""A question that a document asks is no answer to it; what follows it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_index import SmallIndex

from chapterverse_engine.model import Answer

ASKED = "Which lamp means that the boiler is empty?"
LISTS = {
    "an item": f"# Start\n\nAsk for instance:\n\n- *{ASKED}*\n- *Who fills the boiler?*\n",
    "a sentence": f"# Start\n\nPeople ask us: {ASKED} Others ask who fills the boiler.\n",
    "a cited sentence": f"# Start\n\nA visitor said:\n\n> “{ASKED}”\n",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_the_question_itself_is_never_quoted(tmp_path: Path, text: str) -> None:
    index = SmallIndex(tmp_path, {"start.md": text, "lamps.md": "# Lamps\n\nBlue means start.\n"})

    assert ASKED not in index.quoted(ASKED)


def test_the_fact_is_quoted_rather_than_the_question(tmp_path: Path) -> None:
    lamps = "# Lamps\n\nThe red lamp means that the boiler is empty.\n"
    index = SmallIndex(tmp_path, {"start.md": LISTS["an item"], "lamps.md": lamps})

    outcome = index.ask(ASKED)

    assert isinstance(outcome, Answer)
    assert [quote.text for quote in outcome.quotes] == [
        "The red lamp means that the boiler is empty."
    ]


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            """# Questions

**How do I reset the feeder?** Hold the green button.

**How do I clean the feeder?** Use a brush.
""",
            "How do I reset the feeder?",
            "Hold the green button.",
        ),
        (
            "# 问答\n\n怎样复位给料机？按住绿色按钮。\n\n怎样清洗给料机？用刷子清洗。\n",
            "怎样复位给料机？",
            "按住绿色按钮。",
        ),
    ],
)
def test_what_follows_a_question_answers_it(
    tmp_path: Path, text: str, question: str, answer: str
) -> None:
    index = SmallIndex(tmp_path, {"questions.md": text})

    assert answer in index.quoted(question)
