"""Small stand-ins for a prepared runtime and for the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chapterverse.runtime import lookup
from chapterverse.runtime.record import NEEDED_FILES, write_record

MakeRuntime = Callable[..., Path]


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """An engine of one module."""
    folder = tmp_path / "chapterverse_engine"
    folder.mkdir()
    (folder / "__init__.py").write_text("ANSWER = 42\n", encoding="utf-8")
    return folder


@pytest.fixture
def make_runtime() -> MakeRuntime:
    """Make a folder that looks like a prepared runtime of some engine."""

    def make(folder: Path, engine_hash: str, key: str = "any") -> Path:
        folder.mkdir(parents=True)
        for name in NEEDED_FILES:
            (folder / name).write_text(f"content of {name}", encoding="utf-8")
        write_record(folder, engine_hash=engine_hash, key=key)
        return folder

    return make


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Move the packaged runtime, the checkout's and the cache into the test's own folder."""
    folders = {name: tmp_path / name for name in ("packaged", "checkout", "cache")}
    monkeypatch.setattr(lookup, "packaged_runtime_dir", lambda: folders["packaged"])
    monkeypatch.setattr(lookup, "checkout_runtime_dir", lambda: folders["checkout"])
    return folders
