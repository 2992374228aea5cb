"""A build does what changed, no more, and ends with the bytes of a fresh build."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from small_site import (
    ANSWER,
    PAGES,
    CountingDisk,
    Shore,
    ask,
    shore,
    tiny_bundle,
    tree,
    without_generation,
)

from chapterverse import pipeline, site_files
from chapterverse.code_version import imported_from
from chapterverse.index_files import all_passages
from chapterverse.reading import key_of
from chapterverse.stages import pages, shards
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import decode_manifest

__all__ = ["tiny_bundle"]
pytestmark = pytest.mark.usefixtures("tiny_bundle")


class Spy:
    """Notes what is parsed, chunked and rendered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: dict[str, list[str]] = {}
        self._watch(monkeypatch, pipeline, "parse", lambda source: source.source_path)
        self._watch(monkeypatch, pipeline, "chunk", lambda parsed, *_: parsed.document.source_path)
        for name in ("render_page", "render_source_page"):
            self._watch(monkeypatch, pages, name, self._path_of_page)

    @staticmethod
    def _path_of_page(_frame: object, _navigation: object, shown: Any, *_: object) -> str:
        return str(getattr(shown, "document", shown).source_path)

    def _watch(
        self,
        monkeypatch: pytest.MonkeyPatch,
        module: object,
        name: str,
        path_of: Callable[..., str],
    ) -> None:
        original = getattr(module, name)
        calls = self.calls.setdefault(name, [])

        def watched(*arguments: object, **named: object) -> object:
            calls.append(path_of(*arguments))
            return original(*arguments, **named)

        monkeypatch.setattr(module, name, watched)

    def taken(self) -> dict[str, list[str]]:
        """Return what was noted since the last time."""
        taken = {name: sorted(calls) for name, calls in self.calls.items() if calls}
        for calls in self.calls.values():
            calls.clear()
        return taken


@pytest.fixture
def built(tmp_path: Path) -> Shore:
    one = shore(tmp_path / "shore")
    one.build()
    return one


def fresh_build(one: Shore, tmp_path: Path) -> Path:
    """Build the same corpus where nothing is remembered."""
    other = Shore(tmp_path / "fresh", dict(one.changes))
    shutil.rmtree(other.root, ignore_errors=True)
    shutil.copytree(one.corpus, other.corpus)
    other.build()
    return other.out


def changed_paths(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    paths = {path for path in before | after if before.get(path) != after.get(path)}
    return {path for path in paths if not path.startswith("_chapterverse/index/")}


def test_unchanged_documents_are_neither_parsed_nor_chunked_nor_rendered(
    built: Shore, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(monkeypatch)
    built.build()
    assert spy.taken() == {}
    built.write({"harbour.md": "# Harbour\n\nThe harbour office opens at eight.\n"})
    built.build()
    only = ["harbour.md"]
    assert spy.taken() == dict.fromkeys(
        ("parse", "chunk", "render_page", "render_source_page"), only
    )


def test_an_edit_touches_only_the_files_that_depend_on_it(built: Shore) -> None:
    before = tree(built.out)
    built.write({"boats/rowing.md": PAGES["boats/rowing.md"] + "\nA cox steers.\n"})
    built.build()
    after = tree(built.out)
    assert changed_paths(before, after) == {
        "boats/rowing.html", "source/boats/rowing.md", "source/boats/rowing.md.html",
    }  # fmt: skip
    for path in before.keys() & after.keys():
        same_file = (built.out / path).samefile(built.state / "kept/1" / path)
        assert same_file == (before[path] == after[path]), path


def test_a_new_title_reaches_the_pages_that_show_it(built: Shore) -> None:
    before = tree(built.out)
    built.write({"boats/sailing.md": "# Under sail\n\nReef the mainsail above force five.\n"})
    built.build()
    assert changed_paths(before, tree(built.out)) == {
        "boats/sailing.html", "source/boats/sailing.md", "source/boats/sailing.md.html",
        "boats/rowing.html", "contents.html", "llms.txt", "_chapterverse/headings.json",
        "harbour.html",
    }  # fmt: skip


def test_other_templates_render_anew_and_read_nothing_again(
    built: Shore, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(monkeypatch)
    monkeypatch.setattr(site_files, "_rendering_version", lambda: "another")
    assert not built.build().is_new, "the same bytes are no new generation"
    assert spy.taken().keys() == {"render_page", "render_source_page"}


def test_work_that_led_to_the_same_bytes_is_not_done_again(
    built: Shore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_files, "_rendering_version", lambda: "another")
    monkeypatch.setattr(pipeline, "code_version", lambda *modules: f"another {modules}")
    first = built.build()
    assert (first.is_new, first.record.changes.documents_updated) == (False, len(PAGES))
    spy = Spy(monkeypatch)
    disk = CountingDisk()
    second = built.build(disk)
    assert (second.is_new, second.record.changes.documents_unchanged) == (False, len(PAGES))
    assert (spy.taken(), disk.operations) == ({}, [])


def test_other_reading_code_reads_everything_again(
    built: Shore, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(monkeypatch)
    monkeypatch.setattr(pipeline, "code_version", lambda *modules: f"another {modules}")
    built.build()
    assert spy.taken()["parse"] == sorted(PAGES)


def test_the_code_that_counts_is_found_by_its_imports() -> None:
    found = imported_from("chapterverse.stages.index", "chapterverse.stages.parse")
    expected = {
        "chapterverse.stages.index", "chapterverse.markdown", "chapterverse.model",
        "chapterverse_engine.terms", "chapterverse_engine.stem", "chapterverse_engine.manifest",
    }  # fmt: skip
    assert expected <= found
    assert not {"chapterverse.pipeline", "chapterverse.stages.pages"} & found


def test_every_part_of_a_source_is_part_of_its_key(tmp_path: Path) -> None:
    one = shore(tmp_path / "a", {"a.md": "---\nscope: public\n---\n# A\n\nText.\n"})
    source = pipeline._ingested(one.config()).sources[0]
    keys = {key_of(source, ("code", 900)), key_of(source, ("code", 120))}
    for text in ("---\nlang: de\n---\n# A\n\nText.\n", "# A\n\nText.\n", "# B\n\nText.\n"):
        one.write({"a.md": text})
        keys.add(key_of(pipeline._ingested(one.config()).sources[0], ("code", 900)))
    assert len(keys) == 5


@pytest.mark.parametrize("sizes", [(900, 120, 900), (1200, 100, 150)])
def test_other_passage_sizes_equal_fresh_builds_each_time(
    tmp_path: Path, sizes: tuple[int, ...]
) -> None:
    one = shore(tmp_path / "shore", sea(random.Random(3), 12))
    for max_chars in sizes:
        one.changes["max_chars"] = max_chars
        summary = one.build()
        assert summary.record.changes.documents_unchanged == 0
        fresh = fresh_build(one, tmp_path)
        assert passages_of(one.out) == passages_of(fresh)
        assert without_generation(one.out) == without_generation(fresh)


def sea(chance: random.Random, documents: int) -> dict[str, str]:
    # Folders of languages, so that some pages are translations of each other.
    return {
        f"{chance.choice(['a', 'en', 'de'])}/{n // 2}.md": document(chance)
        for n in range(documents)
    }


def document(chance: random.Random) -> str:
    """Write a document of made-up words, in one of two languages, versions and shapes."""

    def word() -> str:
        return "".join(chance.choice("abdeilmnorst") for _ in range(chance.randrange(2, 9)))

    paragraphs = [" ".join(word() for _ in range(chance.randrange(4, 60))) + "."
                  for _ in range(chance.randrange(0, 8))]  # fmt: skip
    head = f"---\nversion: {chance.randrange(3)}\nlang: {chance.choice(['en', 'de'])}\n---\n"
    title = f"# {word()}\n\n"
    return chance.choice([head, ""]) + title + "\n\n".join(paragraphs) + "\n"


def passages_of(site: Path) -> list[list[object]]:
    """Return what every passage of a site is, in order."""
    folder = site / "_chapterverse/index"
    reader = IndexReader(decode_manifest((folder / "manifest.json").read_bytes()))
    return [
        [one.passage_id, one.document.source_path, one.start_line, one.end_line, one.text]
        for index in reader.manifest.scopes
        for one in all_passages(index, lambda name: (folder / name).read_bytes())
    ]


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))]
)
def test_any_series_of_edits_ends_with_the_bytes_of_a_fresh_build(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Small shards, so that their numbers change as documents come and go.
    monkeypatch.setattr(shards, "POSTINGS_SHARD_BYTES", 2_000)
    monkeypatch.setattr(shards, "VOCABULARY_SHARD_BYTES", 2_000)
    monkeypatch.setattr(shards, "PASSAGE_SHARD_BYTES", 3_000)
    chance = random.Random(seed)
    one = shore(tmp_path / "shore", sea(chance, 14))
    one.build()
    for _ in range(6):
        for _ in range(chance.randrange(1, 5)):
            edit(one, chance)
        one.build()
        assert without_generation(one.out) == without_generation(fresh_build(one, tmp_path))


def edit(one: Shore, chance: random.Random) -> None:
    path = chance.choice(sorted(one.corpus.rglob("*.md")))
    match chance.randrange(5):
        case 0:
            one.write({f"{chance.choice(['de', 'en'])}/{chance.randrange(9)}.md": document(chance)})
        case 1 if len(list(one.corpus.rglob("*.md"))) > 3:
            path.unlink()
        case 2:
            path.rename(path.with_name(f"{chance.randrange(1000)}-moved.md"))
        case 3:
            path.write_text(path.read_text() + f"\n{document(chance)[-80:]}\n")
        case _:
            path.write_text(document(chance))


def test_a_moved_paragraph_keeps_its_id_and_its_lines_follow(tmp_path: Path) -> None:
    lamps, oars, sails = (
        f"This paragraph is about {what}. " * 4 for what in ("lamps", "oars", "sails")
    )
    one = shore(tmp_path / "shore", {"a.md": f"# A\n\n{lamps}\n\n{oars}\n\n{sails}\n"})
    one.changes["max_chars"] = 150
    one.build()
    before = {row[0]: row[2] for row in passages_of(one.out)}
    one.write({"a.md": f"# A\n\n{lamps}\n\n{sails}\n\n{oars}\n"})
    one.build()
    after = {row[0]: row[2] for row in passages_of(one.out)}
    assert before.keys() == after.keys()
    assert sorted(before.values()) == [1, 5, 7]
    assert {lines: after[key] for key, lines in before.items()} == {1: 1, 5: 7, 7: 5}


def test_a_cache_may_be_deleted_at_any_time(built: Shore, tmp_path: Path) -> None:
    shutil.rmtree(built.state / "cache")
    summary = built.build()
    assert (summary.is_new, summary.record.changes.documents_unchanged) == (False, len(PAGES))
    built.write({"harbour.md": PAGES["harbour.md"] + "\nMore.\n"})
    shutil.rmtree(built.state / "cache")
    built.build()
    assert without_generation(built.out) == without_generation(fresh_build(built, tmp_path))


def shorten(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def flip(raw: bytes) -> bytes:
    return raw.replace(b"harbour", b"harbor!")


def forge(_raw: bytes) -> bytes:
    rest = b'["not","facts"]\n["not content"]'
    return sha256(rest).hexdigest().encode() + b"\n" + rest


@pytest.mark.parametrize("damage", [shorten, flip, forge, lambda _raw: b""])
def test_a_damaged_cache_is_not_believed(
    built: Shore, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    for path in (built.state / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(damage(path.read_bytes()))
    built.write({"new.md": "# New\n\nText.\n"})
    built.build()
    assert without_generation(built.out) == without_generation(fresh_build(built, tmp_path))


def test_the_cache_holds_what_the_last_build_used_and_no_more(built: Shore) -> None:
    def entries() -> int:
        return len(tree(built.state / "cache/documents"))

    assert entries() == len(PAGES)
    built.write({"harbour.md": "# Harbour\n\nIt is closed.\n"})
    (built.corpus / "boats/sailing.md").unlink()
    built.build()
    assert entries() == len(PAGES) - 1


def test_a_published_file_that_was_changed_by_hand_is_put_right(
    built: Shore, tmp_path: Path
) -> None:
    good = tree(built.out)
    for path in built.out.rglob("*"):
        if path.is_file() and path.name != "manifest.json":
            path.write_bytes(path.read_bytes() + b"tampered")
    (built.out / "extra.html").write_text("left over")
    assert built.build().is_new
    assert changed_paths(good, tree(built.out)) == set()
    assert without_generation(built.out) == without_generation(fresh_build(built, tmp_path))
    assert ANSWER in ask(built.out)


def test_worker_processes_give_the_same_bytes(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore", sea(random.Random(5), 20))
    one.changes["jobs"] = 2
    one.build()
    one.changes["jobs"] = 1
    assert without_generation(one.out) == without_generation(fresh_build(one, tmp_path))
