"""A folder is replaced whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from chapterverse.runtime.folders import replace_folder


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "new.txt").write_text("new", encoding="utf-8")
    return folder


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_old_content_goes_and_nothing_is_left_beside(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "place" / "target"
    target.mkdir(parents=True)
    (target / "old.txt").write_text("old", encoding="utf-8")
    replace_folder(source, target)
    assert names_in(target) == ["new.txt"]
    assert names_in(target.parent) == ["target"]


def test_a_failure_leaves_the_old_content(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "place" / "target"
    target.mkdir(parents=True)
    (target / "old.txt").write_text("old", encoding="utf-8")
    rename = Path.rename

    def fail_to_move_in(self: Path, to: Path) -> Path:
        if self.suffix == ".new":
            raise PermissionError("refused")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", fail_to_move_in)
    with pytest.raises(PermissionError):
        replace_folder(source, target)
    assert names_in(target) == ["old.txt"]
    assert names_in(target.parent) == ["target"]
