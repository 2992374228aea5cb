"""What a quote takes in: the sentence alone, or what it does not stand without."""

from __future__ import annotations

import pytest
from indexing import Indexing

from chapterverse_engine.model import Answer

STEPS = """# Restarting the pump

To restart the pump, follow these steps:

1. Close the outlet valve.
2. Reset the breaker.
3. Press the green button.

Afterwards note the time in the log.
"""
TABLE = """# Devices

| device | place | calibrated every |
|---|---|---|
| AX-3 | boiler room | 3 months |
| AX-5 | roof | 6 months |
| AX-9 | cellar | 12 months |
"""
CODE = """# Backup

The backup runs at night.

To back up the database by hand, run:

```sh
pump-backup --all
```

It takes an hour.
"""


def test_one_sentence_is_quoted_when_one_answers(indexed: Indexing) -> None:
    text = "# Keys\n\nThe lamp is green. The spare keys hang behind the door. The floor is wet.\n"
    assert indexed({"a.md": text}).quoted("Where do the spare keys hang?") == (
        "The spare keys hang behind the door."
    )


def test_a_table_row_comes_with_its_header(indexed: Indexing) -> None:
    outcome = indexed({"a.md": TABLE}).ask("Where does AX-5 stand, at which place?")
    assert isinstance(outcome, Answer)
    text = "\n".join(quote.text for quote in outcome.quotes)
    assert "| AX-5 | roof | 6 months |" in text
    assert "| device | place | calibrated every |" in text


def test_steps_are_quoted_together(indexed: Indexing) -> None:
    text = indexed({"a.md": STEPS}).quoted("How do I restart the pump?")
    assert "1. Close the outlet valve." in text
    assert "3. Press the green button." in text
    assert "Afterwards" not in text


def test_code_comes_with_its_lead_in(indexed: Indexing) -> None:
    text = indexed({"a.md": CODE}).quoted("How do I back up the database by hand?")
    assert "To back up the database by hand, run:" in text
    assert "pump-backup --all" in text
    assert "an hour" not in text


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The tank holds 40 litres. The tank is red.", "How much does the tank hold?", "40 litres"),
        ("The tank was built. The tank was built in 1987.", "When was the tank built?", "1987"),
        ("水箱是红色的。水箱容量为 40 升。", "水箱容量是多少？", "40 升"),
        ("检修由三班负责。检修在每年五月进行。", "检修在什么时候进行？", "每年五月"),
    ],
)
def test_the_sentence_with_the_wanted_kind_of_thing_is_quoted(
    indexed: Indexing, text: str, question: str, answer: str
) -> None:
    assert answer in indexed({"a.md": f"# Tank\n\n{text}\n"}).quoted(question)


def test_no_answer_has_more_than_three_quotes(indexed: Indexing) -> None:
    lines = "\n\n".join(f"The pump number {n} is tested on each Monday morning." for n in range(9))
    outcome = indexed({"a.md": f"# Pumps\n\n{lines}\n"}).ask("When is the pump tested on Monday?")
    assert isinstance(outcome, Answer)
    assert len(outcome.quotes) <= 3


def test_the_same_sentence_is_quoted_once(indexed: Indexing) -> None:
    same = "The harbour office opens at seven in the morning."
    index = indexed({"a.md": f"# A\n\n{same}\n", "b.md": f"# B\n\n{same}\n\nMore.\n"})
    outcome = index.ask("When does the harbour office open in the morning?")
    assert isinstance(outcome, Answer)
    assert [quote.text for quote in outcome.quotes] == [same]
