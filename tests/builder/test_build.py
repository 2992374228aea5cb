"""The build through its public door: what it writes, what it refuses, what it never publishes."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from chapterverse.cli import main

PUMP = (
    "# Pump\n\nThe pump starts at 40 litres a minute.\n\n## Alarm\n\nAbove 72 degrees it stops.\n"
)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "pump.md").write_text(PUMP, "utf-8")
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def built(corpus: Path, out: Path, *arguments: object) -> Result:
    return run("build", corpus, "--out", out, "--jobs", 1, *arguments)


def digest_of(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return digest.hexdigest()


def write_cases(path: Path, *, answer: str) -> Path:
    case = {
        "id": "pump-1", "query": "How fast does the pump start?", "lang": "en", "source": "pump.md",
        "start_line": 3, "end_line": 3, "answers": [answer], "answerable": True,
    }  # fmt: skip
    path.write_text(json.dumps(case) + "\n", "utf-8")
    return path


def write_config(path: Path, cases: Path, bar: float) -> Path:
    path.write_text(
        f'[evaluation]\ncases = ["{cases.name}"]\n[evaluation.bars]\nrecall_at_1 = {bar}\n', "utf-8"
    )
    return path


def test_a_build_writes_pages_sources_index_and_what_hosts_expect(
    corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    result = built(corpus, out)
    assert result.exit_code == 0, result.output
    for path in (
        "index.html", "pump.html", "source/pump.md", "source/pump.md.html", "contents.html",
        "404.html", "robots.txt", "llms.txt", ".nojekyll", "eval/index.html", "eval/report.json",
        "_chapterverse/index/manifest.json",
    ):  # fmt: skip
        assert (out / path).is_file(), path
    assert (out / "source/pump.md").read_text("utf-8") == PUMP
    source_page = (out / "source/pump.md.html").read_text("utf-8")
    assert [f"<li id=L{number}>" in source_page for number in range(1, 9)] == [True] * 7 + [False]


def test_two_builds_of_one_corpus_give_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    assert built(corpus, tmp_path / "one").exit_code == 0
    assert built(corpus, tmp_path / "two").exit_code == 0
    skipped = re.compile(r"eval/")  # holds times
    for path in sorted((tmp_path / "one").rglob("*")):
        relative = path.relative_to(tmp_path / "one").as_posix()
        if path.is_file() and not skipped.match(relative):
            assert path.read_bytes() == (tmp_path / "two" / relative).read_bytes(), relative


def test_a_process_pool_gives_the_same_index_as_one_process(tmp_path: Path) -> None:
    corpus = tmp_path / "many"
    corpus.mkdir()
    for number in range(40):
        (corpus / f"page-{number:02}.md").write_text(
            f"# Page {number}\n\nText {number}.\n", "utf-8"
        )
    run("build", corpus, "--out", tmp_path / "one", "--jobs", 1, "--no-eval")
    run("build", corpus, "--out", tmp_path / "two", "--jobs", 2, "--no-eval")
    assert digest_of(tmp_path / "one") == digest_of(tmp_path / "two")


def test_the_summary_in_json_counts_documents_and_passages(corpus: Path, tmp_path: Path) -> None:
    fields = json.loads(built(corpus, tmp_path / "site", "--json").output)
    assert fields["documents_added"] == fields["documents"] == 1
    assert fields["passages_active"] == 2
    assert fields["generation"] == 1


def test_under_a_missed_bar_nothing_is_published(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert built(corpus, out).exit_code == 0
    before = digest_of(out)
    cases = write_cases(tmp_path / "cases.jsonl", answer="40 litres")
    config = write_config(tmp_path / "chapterverse.toml", cases, bar=1.01)
    (corpus / "pump.md").write_text(PUMP.replace("72", "73"), "utf-8")
    result = built(corpus, out, "--config", config)
    assert result.exit_code == 1
    assert "recall_at_1: found 1 (n = 1), expected at least 1.01" in result.output
    assert digest_of(out) == before
    assert [path.name for path in tmp_path.iterdir() if "staged" in path.name] == []


def test_a_reached_bar_lets_the_site_be_published(corpus: Path, tmp_path: Path) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", answer="40 litres")
    config = write_config(tmp_path / "chapterverse.toml", cases, bar=1.0)
    result = built(corpus, tmp_path / "site", "--config", config)
    assert result.exit_code == 0, result.output
    report = json.loads((tmp_path / "site/eval/report.json").read_bytes())
    assert report["measures"]["recall_at_1"]["value"] == 1


def test_a_faulty_case_file_is_refused_with_its_line_and_exit_status_2(
    corpus: Path, tmp_path: Path
) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", answer="41 litres")
    config = write_config(tmp_path / "chapterverse.toml", cases, bar=0.5)
    result = built(corpus, tmp_path / "site", "--config", config)
    assert result.exit_code == 2
    assert "cases.jsonl:1: case pump-1" in result.output
    assert not (tmp_path / "site").exists()


def test_bad_files_are_reported_and_take_no_other_down(corpus: Path, tmp_path: Path) -> None:
    (corpus / "binary.md").write_bytes(b"\x00\x01")
    (corpus / "latin.md").write_bytes("# Gr\xfc\xdfe\n".encode("latin-1"))
    (corpus / "empty.md").write_bytes(b"")
    (corpus / "folder.md").mkdir()
    result = built(corpus, tmp_path / "site")
    assert result.exit_code == 0, result.output
    for name in ("binary.md", "latin.md", "empty.md"):
        assert f"skipped: {name}" in result.output
    assert (tmp_path / "site/pump.html").is_file()


def test_strict_fails_on_a_file_that_cannot_be_read_whole(corpus: Path, tmp_path: Path) -> None:
    (corpus / "binary.md").write_bytes(b"\x00\x01")
    result = built(corpus, tmp_path / "site", "--strict")
    assert result.exit_code == 2
    assert "binary.md" in result.output
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("content", ["a file", None])
def test_a_build_never_replaces_what_it_did_not_make(
    corpus: Path, tmp_path: Path, content: str | None
) -> None:
    out = tmp_path / "precious"
    if content:
        out.write_text(content)
    else:
        out.mkdir()
        (out / "thesis.txt").write_text("years of work")
    result = built(corpus, out)
    assert result.exit_code == 2
    assert "precious" in result.output
    assert out.read_text() == content if content else (out / "thesis.txt").is_file()


def test_a_corpus_without_documents_says_so(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    result = built(tmp_path / "nothing", tmp_path / "site")
    assert result.exit_code == 2
    assert "no document" in result.output


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[build]\nmax_chars = 'many'\n", "build.max_chars"),
        ("[build]\nmax_char = 900\n", "build.max_char: unknown key"),
        ("[site\n", "not valid TOML"),
        ("[site]\nurl = 'example'\n", "site.url"),
        ("[evaluation.bars]\nrecall = 'x'\n", "evaluation.bars.recall"),
    ],
)
def test_a_faulty_configuration_names_file_and_key(
    corpus: Path, tmp_path: Path, text: str, complaint: str
) -> None:
    config = tmp_path / "chapterverse.toml"
    config.write_text(text, "utf-8")
    result = built(corpus, tmp_path / "site", "--config", config)
    assert result.exit_code == 2
    assert "chapterverse.toml" in result.output
    assert complaint in result.output


def test_the_command_answers_and_abstains_as_text_and_json(corpus: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    built(corpus, site)
    answered = run("ask", "At how many degrees does the pump stop?", "--site", site)
    assert "[S1] pump.md#L7-L7" in answered.output
    assert "Above 72 degrees it stops." in answered.output
    fields = json.loads(run("ask", "Who won the cup final?", "--site", site, "--json").output)
    assert fields["outcome"] == "abstention"
    assert fields["refused"] is True
    assert fields["answer"] is None
    assert fields["quotes"] == []
    assert fields["searched"]["documents"] == 1


def test_many_questions_are_answered_in_one_process_a_line_each(
    corpus: Path, tmp_path: Path
) -> None:
    site, file = tmp_path / "site", tmp_path / "questions.jsonl"
    built(corpus, site)
    file.write_text('{"id":"a","query":"When does the pump stop?"}\n{"id":"b","query":"Pump?"}\n')
    lines = run("search", "--file", file, "--site", site, "--json").output.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a", "b"]
    file.write_text('{"id":"a"}\nnot json\n')
    refused = run("ask", "--file", file, "--site", site)
    assert refused.exit_code == 2
    assert "questions.jsonl:1: query" in refused.output
    assert "questions.jsonl:2" in refused.output


def test_a_folder_that_is_no_site_is_refused_in_words(tmp_path: Path) -> None:
    result = run("ask", "Anything?", "--site", tmp_path)
    assert result.exit_code == 2
    assert "no site here" in result.output


def test_the_installed_command_shows_no_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chapterverse", "ask", "x", "--site", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_pages_lead_to_the_evaluation_only_where_there_is_one(corpus: Path, tmp_path: Path) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", answer="40 litres")
    config = write_config(tmp_path / "chapterverse.toml", cases, bar=0.5)
    built(corpus, tmp_path / "judged", "--config", config)
    built(corpus, tmp_path / "plain", "--config", config, "--no-eval")
    link = "data-role=report"
    assert link in (tmp_path / "judged/pump.html").read_text("utf-8")
    assert link not in (tmp_path / "plain/pump.html").read_text("utf-8")
