"""Shards hold what a question needs and nothing that no reader sees; their lists stay short."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from small_site import PAGES, Shore, shore, tiny_bundle

from chapterverse.evaluation.host import FileHost
from chapterverse.index_files import all_passages, file_names
from chapterverse.stages import shards
from chapterverse_engine.manifest import Manifest, decode_manifest
from chapterverse_engine.model import Question
from chapterverse_engine.shard_codec import shard_name

__all__ = ["tiny_bundle"]
pytestmark = pytest.mark.usefixtures("tiny_bundle")

COMMENTED = """# Tides

The tide turns at six.
<!-- the pilot's
secret number -->

The ferry leaves at seven.

<!-- another secret -->

The pub closes at eight.
"""


def asked(site: Shore, question: str) -> dict[str, Any]:
    outcome = FileHost(site.out).ask(Question(question)).outcome
    return cast("dict[str, Any]", outcome)


def index_of(site: Shore) -> tuple[Path, Manifest]:
    folder = site.out / "_chapterverse/index"
    return folder, decode_manifest((folder / "manifest.json").read_bytes())


def test_what_no_reader_sees_lies_in_no_shard_and_the_lines_stay_true(tmp_path: Path) -> None:
    site = shore(tmp_path, {**PAGES, "tides.md": COMMENTED})
    site.build()
    folder, manifest = index_of(site)
    for file in folder.iterdir():
        assert b"secret" not in file.read_bytes()
    passages = [
        one
        for index in manifest.scopes
        for one in all_passages(index, lambda name: (folder / name).read_bytes())
        if one.document.source_path == "tides.md"
    ]
    assert passages
    source = COMMENTED.split("\n")
    for passage in passages:
        lines = source[passage.start_line - 1 : passage.end_line]
        shown = [
            "" if number in passage.hidden_lines else line for number, line in enumerate(lines)
        ]
        assert passage.text == "\n".join(shown)
        assert f"{passage.content_hash}.json" == shard_name("\n".join(lines).encode())
        for unit in passage.units:
            assert passage.text[unit.start : unit.end].strip()


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("When does the tide turn?", "The tide turns at six."),
        ("When does the ferry leave?", "The ferry leaves at seven."),
        ("When does the pub close?", "The pub closes at eight."),
    ],
)
def test_a_quote_never_reaches_over_a_hidden_line(
    tmp_path: Path, question: str, quote: str
) -> None:
    site = shore(tmp_path, {**PAGES, "tides.md": COMMENTED})
    site.build()
    outcome = asked(site, question)
    assert quote in [each["text"] for each in outcome["quotes"]]
    source = COMMENTED.split("\n")
    for each in outcome["quotes"]:
        cited = "\n".join(source[each["start_line"] - 1 : each["end_line"]])
        assert each["text"] in cited


def test_long_lists_of_shards_lie_in_tables_and_answers_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {f"unit-{n}.md": f"# Unit {n}\n\nUnit {n} weighs {n + 300} kilos.\n" for n in range(40)}
    for name in ("POSTINGS_SHARD_BYTES", "PASSAGE_SHARD_BYTES", "VOCABULARY_SHARD_BYTES"):
        monkeypatch.setattr(shards, name, 30)
    plain = shore(tmp_path / "plain", pages)
    plain.build()
    monkeypatch.setattr(shards, "MOST_LISTED", 4)
    cut = shore(tmp_path / "cut", pages)
    cut.build()

    folder, manifest = index_of(cut)
    (index,) = manifest.scopes
    for listing in (index.postings, index.passage_shards, index.vocabulary):
        assert listing.per_table
        assert len(listing.names) < listing.total
    _, before = index_of(plain)
    assert not before.scopes[0].postings.per_table
    kept = set(file_names(index, lambda name: (folder / name).read_bytes()))
    assert kept == {file.name for file in folder.iterdir()} - {"manifest.json"}
    for number in (0, 7, 39):
        question = f"How much does unit {number} weigh?"
        answer, same = asked(cut, question), asked(plain, question)
        assert json.dumps(answer) == json.dumps(same)
        assert answer["outcome"] == "answer"
