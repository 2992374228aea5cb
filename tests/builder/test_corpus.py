"""Versions, scopes, several sources, drafts and redirects, through the build and the question."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from small_site import Shore, ask, shore, tiny_bundle, tree

from chapterverse.cli import main
from chapterverse.config import load_config
from chapterverse.errors import InputError
from chapterverse.evaluation.host import FileHost
from chapterverse.pipeline import build
from chapterverse.stages.index import version_key
from chapterverse_engine.model import Question

__all__ = ["tiny_bundle"]

CREW = "Quetzalcoatl"


def record(doc_id: str, version: str, scope: str, text: str) -> str:
    fields = {"doc_id": doc_id, "title": doc_id, "version": version, "scope": scope, "text": text}
    return json.dumps(fields) + "\n"


RECORDS = "".join(
    [
        record("pump", "1.9", "public", "The pump AX-3 turns 1900 times a minute.\n"),
        record("pump", "1.10", "public", "The pump AX-3 turns 2100 times a minute.\n"),
        record("pump", "1.10-rc1", "public", "The pump AX-3 turns 2000 times a minute.\n"),
        record("valve", "1.9", "public", "The valve AX-7 closes in four seconds.\n"),
        record("pump-inside", "1.10", "team", f"The pump AX-3 was named {CREW} by its crew.\n"),
    ]
)
PAGES = {"pumps.jsonl": RECORDS, "index.md": "# Pumps\n\nA pump moves water.\n"}
TURNS = "How often does the pump AX-3 turn?"


@pytest.fixture
def pumps(tmp_path: Path, request: pytest.FixtureRequest) -> Shore:
    request.getfixturevalue("tiny_bundle")
    one = shore(tmp_path / "shore", PAGES)
    one.build()
    return one


def answer(site: Path, query: str, **choices: Any) -> dict[str, Any]:
    return dict(FileHost(site).ask(Question(query, **choices)).outcome)


def found_first(site: Path, query: str, **choices: Any) -> str:
    """Return what is found first; whether it is answer enough is the gate's business."""
    return str(answer(site, query, **choices)["candidates"][0]["excerpt"])


def candidates(site: Path, query: str, **choices: Any) -> set[str]:
    return {one["source_path"] for one in answer(site, query, **choices)["candidates"]}


def test_the_newest_version_answers_unless_another_is_asked_for(pumps: Shore) -> None:
    assert "2100" in found_first(pumps.out, TURNS)
    assert "1900" in found_first(pumps.out, TURNS, version="1.9")
    assert "2000" in found_first(pumps.out, TURNS, version="1.10-rc1")
    assert candidates(pumps.out, TURNS) <= {
        "pumps.jsonl/pump@1.10",
        "pumps.jsonl/valve@1.9",
        "index.md",
    }


def test_the_command_line_can_ask_for_a_version(pumps: Shore) -> None:
    command = ["search", "--site", str(pumps.out), "--version", "1.9", "--json", TURNS]
    assert "1900" in CliRunner().invoke(main, command).output


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("1.9", "1.10"), ("2.0-rc1", "2.0"), ("2.0", "2.0.1"), ("v2", "v10"), ("2023", "2024"),
        ("2024-09", "2024-10"), ("", "1"), ("1.0a1", "1.0"), ("1.0-alpha", "1.0-beta"),
    ],
)  # fmt: skip
def test_versions_compare_number_by_number(older: str, newer: str) -> None:
    assert version_key(older) < version_key(newer)


def test_only_pages_of_older_versions_carry_a_notice(pumps: Shore) -> None:
    with_notice = {
        path for path, data in tree(pumps.out).items() if b"data-role=older-version" in data
    }
    assert with_notice == {
        "pumps/pump@1.9.html", "source/pumps.jsonl/pump@1.9.html",
        "pumps/pump@1.10-rc1.html", "source/pumps.jsonl/pump@1.10-rc1.html",
    }  # fmt: skip
    page = (pumps.out / "source/pumps.jsonl/pump@1.9.html").read_text("utf-8")
    assert "rel=latest-version href=../../pumps/pump@1.10.html" in page


def test_a_newer_version_puts_the_notice_on_the_one_before(pumps: Shore) -> None:
    newer = record("valve", "2.0", "public", "The valve AX-7 closes in two seconds.\n")
    pumps.write({"pumps.jsonl": RECORDS + newer})
    pumps.build()
    assert "older-version" in (pumps.out / "pumps/valve@1.9.html").read_text("utf-8")
    assert "two seconds" in found_first(pumps.out, "How fast does the valve AX-7 close?")


def inside(data: bytes) -> Iterator[bytes]:
    """Yield bytes and, where they are an archive, what is packed in them."""
    yield data
    if data[:2] == b"\x1f\x8b":
        yield from inside(gzip.decompress(data))
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from inside(archive.read(name))


def holders(site: Path, text: str) -> set[str]:
    wanted = [text.encode(), text.lower().encode(), text.encode("utf-16-le")]
    return {
        path
        for path, data in tree(site).items()
        if any(form in part for part in inside(data) for form in wanted)
        or text.lower() in path.lower()
    }


def test_content_of_other_scopes_is_nowhere_in_the_output(tmp_path: Path) -> None:
    pages = {
        "open.md": "# Open\n\nEverybody may read this.\n",
        "hidden.md": f"---\nscope: team\n---\n# {CREW}\n\n{CREW} is here.\n",
        "draft.md": f"---\ndraft: true\n---\n# {CREW}\n\nText.\n",
        "private.md": f"---\nprivate: true\n---\n# {CREW}\n\nText.\n",
        "out/excluded.md": f"# {CREW}\n\nText.\n",
        "ignored.md": f"# {CREW}\n\nText.\n",
        ".gitignore": "ignored.md\n",
        **PAGES,
    }
    one = shore(tmp_path / "shore", pages)
    one.changes["exclude"] = ("out/",)
    one.build(is_evaluated=True)
    assert holders(one.out, "moves water"), "the search finds what is there"
    assert holders(one.out, CREW) == set()
    for name in ("hidden", "draft.", "private", "excluded", "ignored", "pump-inside"):
        assert [path for path in tree(one.out) if name in path] == []


def test_a_scope_is_built_and_asked_for_by_name(pumps: Shore) -> None:
    pumps.changes["scopes"] = ("public", "team")
    pumps.build()
    query = f"Who named the pump AX-3 {CREW}?"
    inner = "pumps.jsonl/pump-inside@1.10"
    assert inner in candidates(pumps.out, query, scopes=("public", "team"))
    assert inner not in candidates(pumps.out, query)


def test_other_scopes_and_versions_change_nothing_for_who_does_not_ask_for_them(
    pumps: Shore,
) -> None:
    crowd = "".join(
        record(f"pump-{n}", "1.10", "team", f"The pump AX-3 turns {n} times a minute.\n")
        + record("pump", f"0.{n}", "public", f"The pump AX-3 turned {n} times a minute.\n")
        for n in range(30)
    )
    alone = answer(pumps.out, TURNS)
    pumps.write({"pumps.jsonl": RECORDS + crowd})
    pumps.changes["scopes"] = ("public", "team")
    pumps.build()
    assert answer(pumps.out, TURNS) == alone


@pytest.mark.usefixtures("tiny_bundle")
def test_several_sources_make_one_site_and_a_clash_is_refused(tmp_path: Path) -> None:
    one, two = (
        shore(tmp_path / "one", PAGES),
        shore(tmp_path / "two", {"b.md": "# B\n\nBees buzz.\n"}),
    )
    config = load_config(None, sources=(one.corpus, two.corpus), out=tmp_path / "site", jobs=1)
    build(config, is_evaluated=False)
    assert "Bees buzz." in ask(tmp_path / "site", "Do bees buzz?")
    before = tree(tmp_path / "site")
    two.write({"index.md": "# Another home\n\nText.\n"})
    with pytest.raises(InputError, match=r"index\.html in the site belongs to"):
        build(config, is_evaluated=False)
    assert tree(tmp_path / "site") == before


@pytest.mark.usefixtures("tiny_bundle")
def test_redirects_lead_from_old_paths_without_a_script(tmp_path: Path) -> None:
    listed = "[/old/place.html, older.md, gone/]"
    text = f"---\nredirects: {listed}\n---\n# New place\n\nText.\n"
    one = shore(tmp_path / "shore", {"guide/new.md": text})
    one.build()
    for path, url in (
        ("old/place.html", "../guide/new.html"),
        ("older.html", "guide/new.html"),
        ("gone/index.html", "../guide/new.html"),
    ):
        page = (one.out / path).read_text("utf-8")
        assert f'content="0; url={url}"' in page
        assert f'<a href="{url}">New place</a>' in page
        assert "<script" not in page
    assert "old/place" not in (one.out / "contents.html").read_text("utf-8")
    one.write({"guide/new.md": "# New place\n\nText.\n"})
    one.build()
    assert not (one.out / "old").exists()


@pytest.mark.usefixtures("tiny_bundle")
@pytest.mark.parametrize("path", ["../up.html", "https://e.org/x", "a/../b", "a\\b", "//", "/"])
def test_a_redirect_that_leads_out_of_the_site_is_reported_and_left_out(
    tmp_path: Path, path: str
) -> None:
    text = f"---\nredirects: ['{path}']\n---\n# New place\n\nText.\n"
    one = shore(tmp_path / "shore", {"new.md": text})
    summary = one.build()
    assert ["redirects" in problem.message for problem in summary.problems] == [True]
    assert [path for path, data in tree(one.out).items() if b'http-equiv="refresh"' in data] == []


@pytest.mark.usefixtures("tiny_bundle")
def test_a_redirect_never_takes_the_place_of_a_page(tmp_path: Path) -> None:
    text = "---\nredirects: [index.md]\n---\n# New place\n\nText.\n"
    one = shore(tmp_path / "shore", {"index.md": "# Home\n\nText.\n", "new.md": text})
    with pytest.raises(InputError, match=r"index\.html in the site belongs to"):
        one.build()


@pytest.mark.usefixtures("tiny_bundle")
def test_bad_records_are_all_reported_by_number_and_the_good_ones_are_built(tmp_path: Path) -> None:
    lines = (
        RECORDS
        + "{broken\n"
        + record("", "1", "public", "x")
        + record("ok", "1", "public", "Fine.")
    )
    one = shore(tmp_path / "shore", {"a.jsonl": lines})
    summary = one.build()
    assert sorted({problem.line for problem in summary.problems}) == [6, 7]
    assert len(summary.record.documents) == 5


@pytest.mark.usefixtures("tiny_bundle")
def test_a_site_inside_its_own_corpus_does_not_become_part_of_it(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore", PAGES)
    config = load_config(None, sources=(one.corpus,), out=one.corpus / "dist", jobs=1)
    first = build(config, is_evaluated=False)
    second = build(config, is_evaluated=False)
    assert (second.is_new, second.record.generation) == (False, first.record.generation)
