"""A configuration with mistakes: each is named with its line, what was found and expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from chapterverse.config import load_config
from chapterverse.errors import InputError

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
bars = 3
"""
COMPLAINTS = (
    "2: site.titel: unknown key, expected one of: title, url, description, repo_url,",
    '3: site.url: found "hut.example", expected an address that begins with http:// or https://',
    '6: build.sources: found "docs", expected a list',
    "7: build.max_chars: found 5, expected at least 100",
    "8: build.keep: found 5000, expected at most 1000",
    '9: build.strict: found "yes", expected true or false',
    "10: build.jobs: found 1.5, expected a whole number",
    "16: screening.allow.1.reason: missing",
    "20: evaluation.bars: found 3, expected a table",
)


def complaints(folder: Path, text: str) -> list[str]:
    path = folder / "chapterverse.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_config(path)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).split("\n")]


def test_every_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    found = complaints(tmp_path, FAULTY)

    for line, start in zip(found, COMPLAINTS, strict=True):
        assert line.startswith(start)


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
