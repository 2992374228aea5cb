"""An evaluation in sixty lines: reads what `ask --file … --json` prints, the cases, and the files.

It shares no code with the project, so that the figures of `chapterverse evaluate` can be held
against it: python independent_measures.py CASES.jsonl OUTCOMES.jsonl DOCUMENTS
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def lines_of(path: Path) -> list[str]:
    """Read a file as git and editors do: split on LF, CR and a BOM dropped."""
    text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    return [line.removesuffix("\r") for line in text.split("\n")]


def is_gold(one: Row, places: list[Row]) -> bool:
    return any(
        one["source_path"] == place["source"]
        and one["start_line"] <= place["end_line"]
        and one["end_line"] >= place["start_line"]
        for place in places
    )


def is_exact(quote: Row, documents: Path) -> bool:
    lines = lines_of(documents / quote["source_path"])[quote["start_line"] - 1 : quote["end_line"]]
    lines[-1] = lines[-1][: quote["end_column"]]
    lines[0] = lines[0][quote["start_column"] :]
    return "\n".join(lines) == quote["text"]


def is_right(case: Row, outcome: Row, places: list[Row]) -> bool:
    if outcome["outcome"] != "answer":
        return not case["answerable"]
    if not case["answerable"]:
        return False
    if case.get("match", "any" if case.get("answers") else "section") == "section":
        return any(is_gold(quote, places) for quote in outcome["quotes"])
    texts = ["".join(quote["text"].split()) for quote in outcome["quotes"]]
    found = [any("".join(answer.split()) in text for text in texts) for answer in case["answers"]]
    return all(found) if case.get("match") == "all" else any(found)


def mean(flags: list[float]) -> float | None:
    return round(sum(flags) / len(flags), 6) if flags else None


def measures(cases: list[Row], outcome_of_id: dict[str, Row], documents: Path) -> Row:
    """Return some measures by the names that the project gives them."""
    found: dict[str, list[float]] = {}
    for case in cases:
        outcome = outcome_of_id[case["id"]]
        places = [case, *case.get("also", [])] if case["answerable"] else []
        right, abstained = is_right(case, outcome, places), outcome["outcome"] != "answer"
        scores = {"answer_accuracy" if case["answerable"] else "abstention_recall": float(right)}
        if abstained:
            scores["abstention_precision"] = float(not case["answerable"])
        if places:
            gold = [is_gold(one, places) for one in outcome["candidates"][:10]]
            scores |= {f"recall_at_{n}": float(any(gold[:n])) for n in (1, 3, 5, 10)}
            scores["mrr"] = 1 / (gold.index(True) + 1) if any(gold) else 0.0
        if quotes := outcome["quotes"]:
            exact = [is_exact(quote, documents) for quote in quotes]
            scores["line_accuracy"] = sum(exact) / len(exact)
            on_gold = [e and is_gold(q, places) for e, q in zip(exact, quotes, strict=True)]
            if places:
                scores["citation_precision"] = sum(on_gold) / len(on_gold)
        for name, score in scores.items():
            found.setdefault(name, []).append(score)
    return {name: mean(scores) for name, scores in sorted(found.items())}


if __name__ == "__main__":
    case_rows, outcome_rows = (
        [json.loads(line) for line in Path(file).read_text("utf-8").split("\n") if line.strip()]
        for file in sys.argv[1:3]
    )
    outcomes = {row["id"]: row for row in outcome_rows}
    print(json.dumps(measures(case_rows, outcomes, Path(sys.argv[3])), indent=1))
