"""The ways of other systems, tried with stand-ins for their calls: Windows' lock, macOS' swap.

No such machine runs these tests; they show that the calls are made as the systems describe them and
that every answer leads to a whole site, not that the systems answer so.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from small_site import ANSWER, Shore, ask, shore, tiny_bundle

from chapterverse import disk, lock
from chapterverse.disk import Disk
from chapterverse.errors import ChapterverseError

__all__ = ["tiny_bundle"]
pytestmark = [
    pytest.mark.usefixtures("tiny_bundle"),
    pytest.mark.skipif(os.name != "posix", reason="stands in for other systems on this one"),
]


class FakeMsvcrt(ModuleType):
    """Locks the first byte of a file without waiting, or fails with an OSError."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.calls: list[tuple[int, int]] = []

    def locking(self, descriptor: int, mode: int, size: int) -> None:
        self.calls.append((mode, size))
        # As on Windows, another descriptor of the same process is refused, too.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.fixture
def windows_lock(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, FakeMsvcrt]:
    """The lock's module as Windows would load it."""
    fake = FakeMsvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    spec = importlib.util.spec_from_file_location("lock_on_windows", lock.__file__)
    assert spec is not None
    assert spec.loader is not None
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module, fake


def test_windows_lock_excludes_a_second_build_and_ends_with_the_first(
    tmp_path: Path, windows_lock: tuple[ModuleType, FakeMsvcrt]
) -> None:
    module, fake = windows_lock
    path = tmp_path / "lock"
    elsewhere = os.open(path, os.O_RDWR | os.O_CREAT)
    fcntl.flock(elsewhere, fcntl.LOCK_EX)
    with (
        pytest.raises(ChapterverseError, match="another build of this site"),
        module.locked(path, 0),
    ):
        pass
    os.close(elsewhere)
    for _ in range(2):
        with (
            module.locked(path, 0),
            pytest.raises(ChapterverseError, match="another build"),
            module.locked(path, 0),
        ):
            pass
    assert set(fake.calls) == {(FakeMsvcrt.LK_NBLCK, 1)}


Call = Callable[..., int]


def library_with(monkeypatch: pytest.MonkeyPatch, platform: str, **functions: Call) -> None:
    monkeypatch.setattr(disk.sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: SimpleNamespace(**functions))


def rebuilt(one: Shore) -> None:
    one.build(Disk())
    one.write({"new.md": "# New\n\nText.\n"})
    assert one.build(Disk()).record.changes.documents_added == 1
    assert ANSWER in ask(one.out)
    assert (one.out / "new.html").is_file()
    assert not (one.state / "replaced").exists()
    assert not (one.state / "staged").exists()


def test_macos_swaps_two_folders_in_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def renameatx_np(from_folder: int, one: bytes, to_folder: int, other: bytes, flags: int) -> int:
        calls.append((from_folder, to_folder, flags))
        aside = one + b".aside"
        for source, target in ((one, aside), (other, one), (aside, other)):
            Path(os.fsdecode(source)).rename(os.fsdecode(target))
        return 0

    library_with(monkeypatch, "darwin", renameatx_np=renameatx_np)
    rebuilt(shore(tmp_path / "shore"))
    assert calls == [(-2, -2, 2)], "AT_FDCWD of macOS, and RENAME_SWAP"


@pytest.mark.parametrize(
    ("platform", "functions"),
    [
        ("darwin", {"renameatx_np": lambda *_: -1}),  # a file system that cannot swap
        ("darwin", {}),  # a system before the call existed
        ("linux", {"renameat2": lambda *_: -1, "syncfs": lambda _: -1}),
        ("win32", {}),
    ],
)
def test_where_nothing_swaps_two_renames_publish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, functions: dict[str, Call]
) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(disk.os, "fsync", flushed.append)
    library_with(monkeypatch, platform, **functions)
    rebuilt(shore(tmp_path / "shore"))
    assert flushed, "without a flush of the whole file system each file is flushed"


@pytest.mark.parametrize("code", [errno.EXDEV, errno.EPERM, errno.ENOTSUP])
def test_where_files_cannot_be_linked_they_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def no_link(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(disk.os, "link", no_link)
    one = shore(tmp_path / "shore")
    rebuilt(one)
    kept = one.state / "kept/1/source/harbour.md"
    assert kept.read_bytes() == (one.out / "source/harbour.md").read_bytes()
    assert not kept.samefile(one.out / "source/harbour.md")


def test_a_full_disk_is_no_reason_to_copy_instead_of_linking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = shore(tmp_path / "shore")
    one.build(Disk())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(disk.os, "link", full)
    monkeypatch.setattr(shutil, "copyfile", pytest.fail)
    one.write({"new.md": "# New\n\nText.\n"})
    with pytest.raises(ChapterverseError, match="No space left"):
        one.build(Disk())
    assert ANSWER in ask(one.out)
