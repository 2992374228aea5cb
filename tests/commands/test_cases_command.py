from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import Run

from chapterverse.evaluation.cases import load_cases

SOURCE = "guide/en/evaluate.md"
CITED = f"{SOURCE}#L57-L58"


def test_our_own_cases_are_sound(run: Run, checkout: Path) -> None:
    files = sorted((checkout / "eval/cases").glob("*.jsonl"))

    done = run("cases", "check", *files, "--corpus", checkout / "corpus")

    assert done.exit_code == 0, done.output
    assert "no problems" in done.stdout


def test_every_problem_is_listed_with_its_line_and_status_2(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a"}\n{\n[]\n', encoding="utf-8")

    done = run("cases", "check", path)

    assert done.exit_code == 2
    lines = done.stderr.splitlines()[1:]
    assert [line.removeprefix(f"{path}:")[0] for line in lines] == ["1", "1", "2", "3"]


def test_gold_that_the_documents_do_not_hold_is_a_problem(
    run: Run, checkout: Path, demo_site: Path, tmp_path: Path
) -> None:
    case = {"id": "a", "query": "q", "answerable": True, "source": SOURCE, "start_line": 57}
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({**case, "end_line": 58, "answers": ["no such words"]}), "utf-8")

    for folder in (checkout / "corpus", demo_site):
        done = run("cases", "check", path, "--corpus", folder)

        assert done.exit_code == 2
        assert '"no such words" is not in the cited lines' in done.stderr


def test_a_question_with_its_cited_lines_becomes_a_case(
    run: Run, checkout: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "en-rule-01", "query": "?", "answerable": false}', encoding="utf-8")

    done = run(
        "cases", "add", path, "What is a bar?", "--cite", CITED, "--kind", "rule",
        "--answer", "the least value", "--corpus", checkout / "corpus", "--split", "held-out",
    )  # fmt: skip
    far = run("cases", "add", path, "火星有几个卫星？", "--kind", "unanswerable-far")

    assert (done.exit_code, far.exit_code) == (0, 0), done.output
    first, added, unanswerable = load_cases([path])
    assert first.id == "en-rule-01"
    assert (added.id, added.split, added.lang) == ("en-rule-02", "held-out", "en")
    assert (added.source, added.start_line, added.end_line) == (SOURCE, 57, 58)
    assert (unanswerable.id, unanswerable.lang) == ("zh-unanswerable-far-01", "zh")
    assert not unanswerable.answerable


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--cite", "guide/en/evaluate.md"), "expected path#L3-L6"),
        (("--cite", f"{SOURCE}#L9-L3"), "end_line 3 lies before start_line 9"),
        (("--cite", f"{SOURCE}#L9000"), "cites"),
        (("--cite", "nowhere.md#L1"), "no such document"),
        (("--cite", CITED, "--answer", "no such words"), "is not in the cited lines"),
        (("--cite", CITED, "--id", "taken"), 'id "taken" is already taken'),
    ],
)
def test_a_faulty_case_is_not_added(
    run: Run, checkout: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    path = tmp_path / "cases.jsonl"
    before = '{"id": "taken", "query": "?", "answerable": false}\n'
    path.write_text(before, encoding="utf-8")

    done = run("cases", "add", path, "What is a bar?", *arguments, "--corpus", checkout / "corpus")

    assert done.exit_code == 2
    assert message in done.stderr
    assert path.read_text("utf-8") == before


def test_failures_of_a_report_become_drafts_that_load(
    run: Run, demo_site: Path, tmp_path: Path
) -> None:
    report, drafts = demo_site / "eval/report.json", tmp_path / "drafts.jsonl"

    done = run("cases", "from-report", report, "--only", "failed", "--out", drafts)

    assert done.exit_code == 0, done.output
    found = load_cases([drafts])
    assert f"{len(found)} drafts" in done.stderr
    assert all(case.id.endswith("-draft") for case in found)


def test_unanswered_questions_of_readers_become_drafts(
    run: Run, demo_site: Path, tmp_path: Path
) -> None:
    asked, outcomes = tmp_path / "asked.jsonl", tmp_path / "outcomes.jsonl"
    questions = ({"id": "q1", "query": "Which port does the preview use?"},
                 {"id": "q2", "query": "How many moons does Jupiter have?"})  # fmt: skip
    asked.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    outcomes.write_text(run("ask", "--site", demo_site, "--file", asked, "--json").stdout, "utf-8")

    done = run("cases", "from-report", outcomes)

    drafts = [json.loads(line) for line in done.stdout.splitlines()]
    assert "q2" in [draft["id"] for draft in drafts]
    assert all(draft["note"].startswith("draft: ") for draft in drafts)


def test_an_answered_question_becomes_a_case_with_the_lines_that_were_cited(
    run: Run, demo_site: Path, tmp_path: Path
) -> None:
    asked, outcomes = tmp_path / "asked.jsonl", tmp_path / "outcomes.jsonl"
    drafts = tmp_path / "drafts.jsonl"
    questions = ({"id": "q1", "query": "Which exit code means that a bar was missed?"},
                 {"id": "q2", "query": "How many moons does Jupiter have?"})  # fmt: skip
    asked.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    outcomes.write_text(run("ask", "--site", demo_site, "--file", asked, "--json").stdout, "utf-8")

    done = run("cases", "from-report", outcomes, "--only", "answered", "--out", drafts)

    assert done.exit_code == 0, done.output
    [case] = load_cases([drafts])
    outcome = json.loads(outcomes.read_text("utf-8").splitlines()[0])
    cited = [(one["source_path"], one["start_line"], one["end_line"]) for one in outcome["quotes"]]
    assert [(one.source, one.start_line, one.end_line) for one in case.places] == cited
    assert case.answerable
    assert run("cases", "check", drafts, "--corpus", demo_site).exit_code == 0


def test_answered_questions_are_not_drawn_from_a_report_whose_cases_they_are(
    run: Run, demo_site: Path
) -> None:
    done = run("cases", "from-report", demo_site / "eval/report.json", "--only", "answered")

    assert done.exit_code == 2
    assert "needs the lines that `ask --file` wrote" in done.stderr
