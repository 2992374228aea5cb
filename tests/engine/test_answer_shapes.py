"""The kind of question decides which of several sentences about a thing is quoted."""

from __future__ import annotations

import pytest
from indexing import Indexing

TWO_SENTENCES = [
    # how many, with the measure that is asked for
    ("The pump needs 3 valves. The pump runs 40 minutes.", "How long does the pump run?", "40"),
    ("水泵有 3 个阀门。水泵运行 40 分钟。", "水泵运行几分钟？", "40 分钟"),
    ("Pump 7 is red. Pump 7 holds 12 litres.", "How many litres does pump 7 hold?", "12"),
    # when
    ("The hall was built. The hall was built in 1987.", "When was the hall built?", "1987"),
    # who
    ("The hall was opened. The hall was opened by Ada Lovelace.", "Who opened the hall?", "Ada"),
    # why
    ("The valve is shut first. The valve is shut first because steam burns.",
     "Why is the valve shut first?", "because"),
    # where
    ("The key is old. The key hangs behind the door.", "Where does the key hang?", "behind"),
    # what is
    ("Every gate has a gate log. A gate is a check before an answer.", "What is a gate?", "a check"),
    # is it
    ("Smoking rooms are small. Smoking is not allowed here.", "Is smoking allowed here?", "not"),
]  # fmt: skip
WHOLE = {
    "steps": (
        "Do this to drain the tank:\n\n1. Open the vent.\n2. Open the drain.\n3. Wait.\n",
        "What are the steps to drain the tank?",
        ("1. Open the vent.", "2. Open the drain.", "3. Wait."),
    ),
    "definition": (
        "Bar\n: The least value of a measure.\n\nCase\n: A question with its lines.\n",
        "What is a bar?",
        ("Bar\n: The least value of a measure.",),
    ),
    "back reference": (
        "The tank is drained by the night shift. It is filled again before six in the morning.\n",
        "When is the tank filled again?",
        ("The tank is drained by the night shift.", "before six in the morning"),
    ),
}
LONG_TABLE = "| device | place | alarm after |\n|---|---|---|\n" + "\n".join(
    f"| AX-{n} | a room with a rather long name, number {n} | {n * 5} minutes |"
    for n in range(1, 12)
)


@pytest.mark.parametrize(("text", "question", "answer"), TWO_SENTENCES)
def test_the_sentence_of_the_right_shape_is_quoted(
    indexed: Indexing, text: str, question: str, answer: str
) -> None:
    assert answer in indexed({"a.md": f"# Works\n\n{text}\n"}).quoted(question)


@pytest.mark.parametrize("name", WHOLE)
def test_what_belongs_together_is_quoted_together(indexed: Indexing, name: str) -> None:
    text, question, parts = WHOLE[name]
    quoted = indexed({"a.md": f"# Works\n\n{text}"}).quoted(question)
    assert all(part in quoted for part in parts)


def test_a_row_far_below_its_header_is_quoted_with_it_and_without_the_rows_between(
    indexed: Indexing,
) -> None:
    index = indexed({"a.md": f"# Alarms\n\n{LONG_TABLE}\n"})
    quoted = index.quoted("After how many minutes does device AX-9 give an alarm?")
    assert "| device | place | alarm after |" in quoted
    assert "| 45 minutes |" in quoted
    assert "AX-7" not in quoted
