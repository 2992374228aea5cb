"""Pyodide's files are the pinned ones or nothing."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from chapterverse.runtime import RuntimeDamaged, fetch
from chapterverse.runtime.archive import zip_bytes
from chapterverse.runtime.fetch import fetch_pyodide, sha256_of
from chapterverse.runtime.pins import CORE_FILES, PYODIDE_VERSION, SHA256_OF_FILE, STDLIB_ARCHIVE
from chapterverse.runtime.places import cache_dir

CONTENT_OF_FILE = {name: f"content of {name}".encode() for name in SHA256_OF_FILE}


class FakeNpm:
    """Leave a packed Pyodide in the folder, as `npm pack` does, and count the calls."""

    def __init__(self, content_of_file: dict[str, bytes]) -> None:
        self.content_of_file = content_of_file
        self.calls: list[list[str]] = []

    def __call__(self, arguments: Sequence[str], folder: Path) -> None:
        self.calls.append(list(arguments))
        with tarfile.open(folder / f"pyodide-{PYODIDE_VERSION}.tgz", "w:gz") as archive:
            for name, content in self.content_of_file.items():
                member = tarfile.TarInfo(f"package/{name}")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch) -> FakeNpm:
    fake = FakeNpm(dict(CONTENT_OF_FILE))
    monkeypatch.setattr(fetch, "run_npm", fake)
    pins = {name: sha256_of(content) for name, content in CONTENT_OF_FILE.items()}
    monkeypatch.setattr(fetch, "SHA256_OF_FILE", pins)
    return fake


def test_the_pinned_version_is_fetched_once(npm: FakeNpm, tmp_path: Path) -> None:
    folder = fetch_pyodide(tmp_path)
    assert fetch_pyodide(tmp_path) == folder
    assert npm.calls == [["pack", f"pyodide@{PYODIDE_VERSION}", "--silent"]]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT_OF_FILE


def test_a_changed_file_is_refused_by_name_and_nothing_is_kept(
    npm: FakeNpm, tmp_path: Path
) -> None:
    npm.content_of_file["pyodide.asm.wasm"] = b"changed"
    with pytest.raises(RuntimeDamaged) as refused:
        fetch_pyodide(tmp_path)
    expected = sha256_of(CONTENT_OF_FILE["pyodide.asm.wasm"])
    found = sha256_of(b"changed")
    assert f"pyodide.asm.wasm: found SHA-256 {found}, expected {expected}" in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_copy_in_the_cache_is_fetched_anew(npm: FakeNpm, tmp_path: Path) -> None:
    folder = fetch_pyodide(tmp_path)
    (folder / "pyodide.mjs").write_bytes(b"cut off")
    fetch_pyodide(tmp_path)
    assert (folder / "pyodide.mjs").read_bytes() == CONTENT_OF_FILE["pyodide.mjs"]
    assert len(npm.calls) == 2


def test_every_file_that_is_used_is_pinned() -> None:
    assert {*CORE_FILES, STDLIB_ARCHIVE} <= set(SHA256_OF_FILE)


def test_the_cache_honours_the_xdg_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "chapterverse"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/ignored")
    assert cache_dir() == Path.home() / ".cache" / "chapterverse"


def test_an_archive_depends_on_its_content_alone() -> None:
    members = {"b.pyc": b"2" * 100, "a.pyc": b"1" * 100}
    assert zip_bytes(members) == zip_bytes(dict(reversed(members.items())))
