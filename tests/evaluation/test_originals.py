from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from chapterverse.evaluation.originals import Originals, split_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nb", ("a", "b")),
        ("a\nb\n", ("a", "b")),
        ("a\r\nb\r\n", ("a", "b")),
        ("\ufeffa\n\nb", ("a", "", "b")),
        ("a\u2028b\x0cc\x85d\rE\n", ("a\u2028b\x0cc\x85d\rE",)),
        ("", ()),
    ],
)
def test_only_lf_ends_a_line(text: str, lines: tuple[str, ...]) -> None:
    assert split_lines(text) == lines


def test_a_span_is_cut_at_its_columns(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes("一二三\r\nfour five\n".encode())
    originals = Originals(tmp_path)

    assert originals.span("a.md", 1, 2, 1, 4) == "二三\nfour"
    assert originals.span("a.md", 1, 1, 1, 2) == "二"
    assert originals.span("a.md", 1, 2) == "一二三\nfour five"


@pytest.mark.parametrize("place", [(0, 1), (2, 1), (1, 3), (1, 1, 9), (1, 1, 0, 9)])
def test_a_span_outside_the_file_is_nothing(tmp_path: Path, place: tuple[int, ...]) -> None:
    (tmp_path / "a.md").write_text("abc\ndef\n", encoding="utf-8")

    assert Originals(tmp_path).span("a.md", *place) is None


@pytest.mark.parametrize(
    "path",
    ["../secret.md", "/etc/hostname", "a/../../secret.md", "x\\y.md", "", "gone.md", "out.md"],
)
def test_a_path_that_leaves_the_folder_is_nothing(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "out.md").symlink_to(tmp_path / "secret.md")

    assert Originals(corpus).lines(path) is None


def test_a_record_reads_the_same_from_the_site_and_from_the_corpus(tmp_path: Path) -> None:
    site, corpus = tmp_path / "site", tmp_path / "corpus"
    (site / "handbook.jsonl").mkdir(parents=True)
    (site / "handbook.jsonl" / "AX-1@2").write_text("one\ntwo", encoding="utf-8")
    corpus.mkdir()
    records = [
        {"doc_id": "AX-1", "version": "1", "text": "old"},
        {"doc_id": "AX-1", "version": "2", "text": "one\ntwo"},
    ]
    (corpus / "handbook.jsonl").write_text(
        "\n".join(["", "{broken", *map(json.dumps, records)]), encoding="utf-8"
    )

    for folder in (site, corpus):
        assert Originals(folder).lines("handbook.jsonl/AX-1@2") == ("one", "two")
    assert Originals(corpus).lines("handbook.jsonl/AX-9@1") is None


def test_the_content_hash_is_that_of_whole_lines(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one\r\ntwo\r\nthree\r\n")

    found = Originals(tmp_path).content_hash("a.md", 2, 3)

    assert found == hashlib.sha256(b"two\nthree").hexdigest()
