"""A configuration with mistakes: each is named with its line, what was found and expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from chapterverse.config import load_config, problems_of
from chapterverse.errors import InputError
from chapterverse.pipeline import build

FAULTY = """\
[site]
titel = "Hut"
url = "hut.example"

[build]
sources = "docs"
max_chars = 5
keep = 5000
strict = "yes"
jobs = 1.5

[[screening.allow]]
path = "a.md"
reason = "shown on purpose"

[[screening.allow]]
path = "b.md"

[evaluation]
cases = ["cases.jsonl", "gone.jsonl"]

[evaluation.bars]
recal_at_5 = 0.9
mrr = "high"
ndcg_at_10 = inf
"""
FAULTY_CASES = '{"id": "a", "query": "Where?", "answerable": false}\n{"id": "a"}\n'

COMPLAINTS = (
    "2: site.titel: unknown key, expected one of: title, url, description, repo_url,",
    '3: site.url: found "hut.example", expected an address that begins with http:// or https://',
    '6: build.sources: found "docs", expected a list',
    "7: build.max_chars: found 5, expected at least 100",
    "8: build.keep: found 5000, expected at most 1000",
    '9: build.strict: found "yes", expected true or false',
    "10: build.jobs: found 1.5, expected a whole number",
    "16: screening.allow.1.reason: missing",
    '23: evaluation.bars.recal_at_5: found "recal_at_5", expected one of: abstention_',
    '24: evaluation.bars.mrr: found "high", expected a number',
    "25: evaluation.bars.ndcg_at_10: found Infinity, expected ",
)


def complaints(folder: Path, text: str) -> list[str]:
    path = folder / "chapterverse.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_config(path)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).split("\n")]


def test_every_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text(FAULTY_CASES, encoding="utf-8")
    found = complaints(tmp_path, FAULTY)
    elsewhere = [line for line in found if line.startswith(str(tmp_path))]
    here = [line for line in found if line not in elsewhere]

    for line, start in zip(here, COMPLAINTS, strict=True):
        assert line.startswith(start)
    assert [line.removeprefix(f"{tmp_path}/") for line in elsewhere] == [
        "cases.jsonl:2: answerable: missing",
        "cases.jsonl:2: query: missing",
        "gone.jsonl: cannot be read: No such file or directory",
    ]


def test_what_a_sound_file_names_is_looked_at_before_anything_is_built(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# A\n\nText.\n")
    (tmp_path / "cases.jsonl").write_text(FAULTY_CASES)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/thesis.txt").write_text("precious")
    path = tmp_path / "chapterverse.toml"
    path.write_text(
        '[build]\nsources = ["docs", "gone"]\nout = "site"\n[runtime]\ndirectory = "nowhere"\n'
        '[evaluation]\ncases = ["cases.jsonl"]\n'
    )
    with pytest.raises(InputError) as caught:
        build(load_config(path))
    told = [line.removeprefix(f"{tmp_path}/") for line in str(caught.value).split("\n")]
    assert [line.partition(" ")[0] for line in told] == [
        "cases.jsonl:2:", "cases.jsonl:2:", "gone:", "nowhere:", "site:",
    ]  # fmt: skip
    assert not (tmp_path / ".chapterverse").exists()


def test_without_evaluation_nobody_looks_at_the_cases(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nText.\n")
    path = tmp_path / "chapterverse.toml"
    path.write_text('[evaluation]\ncases = ["gone.jsonl"]\n')
    assert problems_of(load_config(path), is_evaluated=False) == []
    assert len(problems_of(load_config(path))) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[biuld]\n", "1: biuld: unknown key, expected one of: nav, site, build,"),
        ('site = "Hut"\n', '1: site: found "Hut", expected a table'),
        ("build.max_chars = 5\n", "1: build.max_chars: found 5, expected at least 100"),
        (
            '[build]\nsources = [\n  "docs",\n  3,\n]\n',
            "2: build.sources.1: found 3, expected a text",
        ),
        (
            '[[screening.allow]]\npassage = "xyz"\nreason = "shown"\n',
            '2: screening.allow.0.passage: found "xyz", expected 12 to 64 hexadecimal digits',
        ),
        ("title = \n", " not valid TOML: "),
    ],
)
def test_a_mistake_is_found_however_it_is_written(
    tmp_path: Path, text: str, complaint: str
) -> None:
    assert complaints(tmp_path, text)[0].startswith(complaint)
