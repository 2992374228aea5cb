"""Peers stand beside us in every table: those that are installed, in one order."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from benchmarks import peers, readme
from benchmarks.quality import Figures, markdown

TEXTS = ["How to install the lamp", "The lamp is bright", "安装灯具的方法", "oil and wick"]
FIGURES = Figures(
    "a-set", 20, 9, 3,
    recall_at_1=0.8, recall_at_5=0.9, verbatim=1.0,
    peers_at_1={"BM25": 0.5, "bm25s": 0.55}, peers_at_5={"BM25": 0.7, "bm25s": 0.75},
)  # fmt: skip


def test_the_table_has_a_column_for_each_peer_and_depth() -> None:
    head, _, row = markdown([FIGURES])
    cell_of = dict(zip(head.split(" | "), row.split(" | "), strict=True))

    assert cell_of["BM25 at 1"] == "0.500"
    assert cell_of["bm25s at 1"] == "0.550"
    assert cell_of["BM25 at 5"] == "0.700"
    assert cell_of["bm25s at 5"] == "0.750"


def test_the_table_of_the_readme_names_the_peers_of_its_cells() -> None:
    told = readme.table([asdict(FIGURES)], "Pooled.")

    assert "| right passage first | BM25 · bm25s | in the first five | BM25 · bm25s |" in told
    assert "| a-set | 9 + 3 | 0.80 | 0.50 · 0.55 | 0.90 | 0.70 · 0.75 |" in told


@pytest.mark.parametrize("name", [peers.BM25S, peers.TANTIVY])
def test_a_peer_finds_stems_and_chinese_and_survives_any_question(name: str) -> None:
    pytest.importorskip(name)
    peer = peers.rankers(TEXTS)[name]

    assert peer.top("installed lamps", 3)[0] == 0
    assert peer.top("怎么安装？", 3) == [2]
    assert peer.top("xyzzy", 3) == []
    assert peer.top('NOT "a +b: (c', 9) == []


def test_a_peer_that_is_not_installed_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(texts: list[str]) -> peers.Ranker:
        raise ImportError(f"No module named {len(texts)}")

    monkeypatch.setattr(peers, "_RANKERS", {"other": missing})

    assert peers.rankers(TEXTS) == {}
    assert "other is not measured: No module named 4 (group `bench`)" in capsys.readouterr().err
