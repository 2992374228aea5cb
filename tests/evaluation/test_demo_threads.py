"""Threads of the demo: follow-ups are completed, asked back or left alone, and then answered."""

from __future__ import annotations

from pathlib import Path

from chapterverse.evaluation.cases import Case, load_cases
from chapterverse.evaluation.host import FileHost
from chapterverse_engine.model import Question

LEAST_CASES = 40
LEAST_SHARE = 0.9


def test_nine_threads_in_ten_come_out_right(demo_site: Path, checkout: Path) -> None:
    cases = load_cases([checkout / "eval/cases/threads.jsonl"])
    host = FileHost(demo_site)
    wrong = [case.id for case in cases if not _is_right(host, case)]
    assert len(cases) >= LEAST_CASES
    assert len(wrong) <= (1 - LEAST_SHARE) * len(cases), wrong


def _is_right(host: FileHost, case: Case) -> bool:
    question = Question(case.query, case.lang, history=tuple(case.history))
    fields = host.ask(question).outcome
    if not case.answerable:
        return fields["outcome"] != "answer"
    return any(answer in (fields["answer"] or "") for answer in case.answers)


def test_two_devices_in_a_thread_are_asked_back(demo_site: Path) -> None:
    question = Question("它多久校准一次？", "zh", history=("AX-3 和 AX-5 分别在哪里？",))
    fields = FileHost(demo_site).ask(question).outcome
    assert (fields["outcome"], fields["options"]) == ("clarification", ["AX-3", "AX-5"])
