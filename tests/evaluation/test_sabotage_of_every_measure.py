"""Every measure decides over the exit status: 0 for an honest engine, 1 for a spoiled one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fake_site import CASES, QUARANTINE, Change, HonestHost, write_cases, write_documents
from sabotages import SPOILED_BY, too_long

from chapterverse.cli import main
from chapterverse.commands import evaluating
from chapterverse.evaluation import safety
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.measures import MEASURES, Better
from chapterverse.evaluation.report import encode_report
from chapterverse_engine.evidence_set import EvidenceItem
from chapterverse_engine.model import Question
from chapterverse_engine.prompt import Prompt, build_prompt

HEAVY = (900.0, 500_000, 90)
CHANGE_OF = {name: change for change, names in SPOILED_BY for name in names}
Evaluate = Callable[[str, Change | None], Result]


class ServedHost(HonestHost):
    """An honest host as the command line opens it."""

    scopes = ("public", "team-a")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with documents, and a report that names what is quarantined."""
    cases = write_cases(tmp_path / "cases.jsonl")
    documents = write_documents(tmp_path / "site/source")
    report = evaluate_site(HonestHost(documents, cases), [cases], documents, quarantine=QUARANTINE)
    (tmp_path / "site/eval").mkdir()
    (tmp_path / "site/eval/report.json").write_text(encode_report(report), encoding="utf-8")
    return tmp_path / "site"


@pytest.fixture
def evaluate(site: Path, monkeypatch: pytest.MonkeyPatch) -> Evaluate:
    """Run the command on an engine that may be spoiled, with bars."""
    cases = site.parent / "cases.jsonl"

    def run(bars: str, change: Change | None) -> Result:
        host = ServedHost(site / "source", cases, change)
        if change is slow_and_heavy:
            host.cost = HEAVY
        monkeypatch.setattr(evaluating, "FileHost", lambda _: host)
        monkeypatch.setattr(evaluating, "replies_in_pyodide", honest_replies)
        command = ("evaluate", "--site", site, "--cases", cases, "--fail-under", bars, "--parity")
        return CliRunner().invoke(main, [str(one) for one in command])

    def honest_replies(_: Path, questions: Iterable[Question]) -> list[str]:
        return HonestHost(site / "source", cases).replies(questions)

    return run


def slow_and_heavy(reply: dict[str, object], _: object) -> dict[str, object]:
    return reply


def over_budget(question: str, items: list[EvidenceItem], nonce: str, budget: int) -> Prompt:
    roomy = build_prompt(question, items, nonce, 10**6)
    return roomy._replace(text=too_long(question, items, budget))


@cache
def met_bars() -> str:
    """Return a bar for each measure that an honest engine meets exactly."""
    answerable = sum(case["answerable"] for case in CASES)
    value_of = {
        "answered_share": answerable / len(CASES) - 1e-6,
        "bytes_per_question_p50": 1000, "bytes_per_question_p95": 1000,
        "shards_per_question_p50": 4, "shards_per_question_p95": 4,
        "latency_p50_ms": 2, "latency_p95_ms": 2, "latency_p99_ms": 2,
    }  # fmt: skip
    best = {"higher": 1.0, "lower": 0.0}
    values = {name: value_of.get(name, best[one.better]) for name, one in MEASURES.items()}
    return ",".join(f"{name}={value}" for name, value in values.items())


def test_an_honest_engine_meets_every_bar_at_its_best(evaluate: Evaluate) -> None:
    done = evaluate(met_bars(), None)

    assert done.exit_code == 0, done.stderr
    assert set(dict(part.split("=") for part in met_bars().split(","))) == set(MEASURES)


@pytest.mark.parametrize("name", MEASURES)
def test_a_spoiled_engine_misses_the_bar_with_status_1(
    evaluate: Evaluate, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "budget_violation_rate":
        monkeypatch.setattr(safety, "build_prompt", over_budget)
    change = None if name == "budget_violation_rate" else CHANGE_OF.get(name, slow_and_heavy)
    bar = next(part for part in met_bars().split(",") if part.startswith(f"{name}="))

    done = evaluate(bar, change)

    assert done.exit_code == 1, done.output
    assert done.stderr.startswith(f"missed: {name}: found ")
    bound = "least" if MEASURES[name].better is Better.HIGHER else "most"
    assert f"expected at {bound} " in done.stderr
