from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from running import Run

from chapterverse_engine import bridge
from chapterverse_engine.manifest import MANIFEST_NAME

QUESTION = "Which exit code means that a bar was missed?"
QUOTE = "| 1 | a bar was missed, or `--strict` found something |"


@pytest.fixture
def prompt(run: Run, demo_site: Path, tmp_path: Path) -> Path:
    done = run("prompt", "--site", demo_site, QUESTION, "--json")
    assert done.exit_code == 0, done.output
    path = tmp_path / "prompt.json"
    path.write_text(done.stdout, encoding="utf-8")
    return path


def answer_to(prompt: Path, text: str, quote: str = QUOTE) -> dict[str, Any]:
    evidence = json.loads(prompt.read_text("utf-8"))["evidence"]
    label = next((one["label"] for one in evidence["items"] if quote in one["text"]), "S1")
    claim = {"text": text, "citations": [{"label": label, "quote": quote}]}
    return {"evidence_set_id": evidence["evidence_set_id"], "claims": [claim]}


def written(path: Path, fields: object) -> Path:
    path.write_text(json.dumps(fields), encoding="utf-8")
    return path


def test_a_prompt_is_fresh_each_time_and_keeps_its_budget(run: Run, demo_site: Path) -> None:
    first, second = (
        run("prompt", "--site", demo_site, QUESTION, "--budget-chars", 4000).stdout
        for _ in range(2)
    )

    assert len(first) <= 4000
    assert QUOTE in first
    assert first != second


def test_where_there_is_no_answer_there_is_no_evidence(
    run: Run, demo_site: Path, tmp_path: Path
) -> None:
    path = tmp_path / "evidence.json"

    done = run(
        "prompt", "--site", demo_site, "How many moons does Jupiter have?", "--evidence", path
    )

    assert done.exit_code == 0
    assert json.loads(path.read_text("utf-8"))["items"] == []
    assert "The documents do not answer this (" in done.stderr


def test_a_budget_that_is_too_small_is_refused_with_status_2(run: Run, demo_site: Path) -> None:
    done = run("prompt", "--site", demo_site, QUESTION, "--budget-chars", 50)

    assert done.exit_code == 2
    assert "budget: found 50, expected at least" in done.stderr


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("Exit code 1 means that a bar was missed.", 0, "Accepted."),
        ("Exit code 7 means that a bar was missed.", 1, "number-mismatch"),
        ("Exit code 1 does not mean that a bar was missed.", 1, "negation-mismatch"),
    ],
)
def test_an_answer_is_checked_claim_by_claim(
    run: Run, demo_site: Path, prompt: Path, tmp_path: Path, text: str, status: int, said: str
) -> None:
    answer = written(tmp_path / "answer.json", answer_to(prompt, text))

    done = run("verify", "--evidence", prompt, "--answer", answer, "--site", demo_site)
    as_json = run("verify", "--evidence", prompt, "--answer", answer, "--json")

    assert done.exit_code == as_json.exit_code == status
    assert said in done.stdout
    assert json.loads(as_json.stdout)["accepted"] is (status == 0)


def test_evidence_that_the_site_no_longer_holds_is_stale(
    run: Run, demo_site: Path, prompt: Path, tmp_path: Path
) -> None:
    answer = written(tmp_path / "answer.json", answer_to(prompt, "Exit code 1: a bar was missed."))
    old = json.loads(prompt.read_text("utf-8").replace('"content_hash": "', '"content_hash": "0'))
    stale = written(tmp_path / "old.json", old)

    done = run("verify", "--evidence", stale, "--answer", answer, "--site", demo_site)

    assert done.exit_code == 1
    assert "stale-evidence" in done.stdout


@pytest.mark.parametrize(
    ("evidence", "answer", "message"),
    [
        ("{}", "{}", "format: found 'nothing', expected a value"),
        (None, '{"evidence_set_id": 1}', "evidence_set_id: found 1, expected a string"),
        (None, "{", "expected valid JSON in UTF-8"),
    ],
)
def test_faulty_input_ends_with_status_2(
    run: Run, prompt: Path, tmp_path: Path, evidence: str | None, answer: str, message: str
) -> None:
    shown, given = tmp_path / "e.json", tmp_path / "a.json"
    shown.write_text(evidence or prompt.read_text("utf-8"), encoding="utf-8")
    given.write_text(answer, encoding="utf-8")

    done = run("verify", "--evidence", shown, "--answer", given)

    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--evidence", "pyproject.toml")])
def test_verify_needs_something_to_verify(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("verify", *arguments).exit_code == 2


def test_our_own_answers_come_out_as_expected(run: Run, checkout: Path) -> None:
    for name in ("sound", "attacks"):
        done = run("verify", "--file", checkout / f"eval/answers/{name}.jsonl", "--json")

        assert done.exit_code == 0, done.output
        counts = json.loads(done.stdout)
        assert counts["as_expected"] == counts["answers"] > 0


def test_many_answers_are_held_against_the_gold(run: Run, prompt: Path, tmp_path: Path) -> None:
    evidence = json.loads(prompt.read_text("utf-8"))["evidence"]
    item = next(one for one in evidence["items"] if QUOTE in one["text"])
    gold = {"id": "bar", "query": QUESTION, "answerable": True, "answers": ["a bar was missed"]}
    right = {"source": item["source_path"], "start_line": item["start_line"]}
    lines = [
        {"id": "bar", "evidence": evidence, "answer": answer_to(prompt, "1: a bar was missed.")}
    ]
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    cases = written(tmp_path / "c.jsonl", {**gold, **right, "end_line": item["end_line"]})
    wrong = written(
        tmp_path / "w.jsonl", {**gold, "source": "x.md", "start_line": 1, "end_line": 1}
    )

    fine, faulty = (run("verify", "--file", file, "--cases", one) for one in (cases, wrong))

    assert fine.exit_code == 0, fine.output
    assert "right by gold 1" in fine.stdout
    assert faulty.exit_code == 1
    assert "wrong-source" in faulty.stdout


def test_a_real_process_ends_with_the_verdict_s_status(checkout: Path, tmp_path: Path) -> None:
    line = json.loads((checkout / "eval/answers/attacks.jsonl").read_text("utf-8").split("\n")[0])
    evidence = checkout / "eval/answers" / line["evidence"]
    answer = written(tmp_path / "answer.json", line["answer"])

    done = subprocess.run(
        [sys.executable, "-m", "chapterverse", "verify", "--evidence", evidence, "--answer", answer],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stdout.startswith("Refused.\nThe answer: evidence-set-mismatch\n")
    assert done.stderr == ""


def asked_through_the_bridge(index: Path, text: str) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(text)
    while "need" in reply:
        for name in reply["need"]:
            bridge.receive(reply["session"], name, (index / name).read_bytes())
        reply = json.loads(bridge.step(reply["session"]))
    return reply


def test_the_bridge_gives_the_prompt_of_the_command_line_and_verifies_alike(
    demo_site: Path, prompt: Path
) -> None:
    index = demo_site / "_chapterverse/index"
    bridge.open_site((index / MANIFEST_NAME).read_bytes())
    fields = json.loads(prompt.read_text("utf-8"))
    nonce = fields["evidence"]["nonce"]

    reply = asked_through_the_bridge(
        index, bridge.prompt(json.dumps({"query": QUESTION}), nonce, 12_000)
    )
    answer = answer_to(prompt, "Exit code 1 means that a bar was missed.")
    told = json.loads(bridge.verify(json.dumps(reply["prompt"]), json.dumps(answer)))
    stale = json.loads(bridge.verify(json.dumps(fields["evidence"]), json.dumps(answer), "{}"))

    assert reply["prompt"] == fields
    assert told["verdict"]["accepted"] is True
    assert stale["verdict"]["claims"][0]["refusals"] == ["stale-evidence"]


def test_the_bridge_names_what_is_faulty(demo_site: Path) -> None:
    index = demo_site / "_chapterverse/index"
    bridge.open_site((index / MANIFEST_NAME).read_bytes())

    small = asked_through_the_bridge(index, bridge.prompt('{"query": "Which port?"}', "n", 5))

    assert "budget: found 5" in small["error"]["message"]
    assert "error" in json.loads(bridge.prompt("{}", "n", 9000))
    assert "evidence: format" in json.loads(bridge.verify("{}", "{}"))["error"]["message"]
    assert json.loads(bridge.verify("{", "{}"))["error"]["kind"] == "format"
