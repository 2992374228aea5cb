from __future__ import annotations

import gzip
from pathlib import Path

from chapterverse.config import load_config
from chapterverse.pipeline import build


def test_variants_hold_the_bytes_of_their_files_and_a_second_build_does_nothing(
    tmp_path: Path,
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Lamp\n\nA lamp burns for nine hours.\n")
    config = tmp_path / "chapterverse.toml"
    config.write_text('[build]\nsources = ["docs"]\nout = "site"\nprecompress = true\n')

    assert build(load_config(config)).is_new

    site = tmp_path / "site"
    for name in ("index.html", "llms.txt", "source/index.md.html", "source/index.md"):
        assert gzip.decompress((site / f"{name}.gz").read_bytes()) == (site / name).read_bytes()
    assert list(site.rglob("pyodide.asm.wasm.gz"))
    assert not build(load_config(config)).is_new


def test_nothing_is_compressed_unasked(demo_site: Path) -> None:
    assert not list(demo_site.rglob("*.gz"))
