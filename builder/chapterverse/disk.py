"""The one door to the disk for everything that a build changes there.

Tests go through the same door: a disk of theirs fails, or dies, before any operation they choose.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

# renameat2() and renameatx_np() of Linux and macOS: swap two names in one step.
_AT_FDCWD = {"linux": -100, "darwin": -2}
_SWAP = 2
_NO_LINKS = {errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP, errno.EACCES, errno.ENOSYS}


class Disk:
    """The operations that a build is made of; each but `before` raises OSError when it fails."""

    def before(self, operation: str, path: Path) -> None:
        """Run before every operation; does nothing here."""

    def make_folder(self, path: Path) -> None:
        """Make a folder and those above it, where they are missing."""
        if path.is_dir():
            return
        self.make_folder(path.parent)
        self.before("make_folder", path)
        path.mkdir(exist_ok=True)

    def write(self, path: Path, data: bytes) -> None:
        """Write a new file; its folder exists."""
        self.before("write", path)
        with path.open("xb") as file:
            file.write(data)

    def replace(self, path: Path, data: bytes) -> None:
        """Write a file so that its name leads to the old bytes or to all of the new ones."""
        self.rename(self.write_aside(path, data), path)

    def write_aside(self, path: Path, data: bytes) -> Path:
        """Write what is to become a file beside it, and return where."""
        aside = path.with_name(f"{path.name}.new")
        self.remove(aside)
        self.write(aside, data)
        return aside

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name, or copy it where the file system knows no links."""
        self.before("link", target)
        try:
            os.link(source, target)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            shutil.copyfile(source, target)

    def copy(self, source: Path, target: Path) -> None:
        """Copy a file's bytes to a new file."""
        self.before("copy", target)
        shutil.copyfile(source, target)

    def rename(self, source: Path, target: Path) -> None:
        """Rename a file or folder in one step; a file that bears the new name is replaced."""
        self.before("rename", target)
        source.replace(target)

    def swap(self, one: Path, other: Path) -> bool:
        """Swap the names of two folders in one step; return False where that cannot be done."""
        self.before("swap", other)
        return _swap(one, other)

    def remove(self, path: Path) -> None:
        """Remove a file, if it is there."""
        if path.exists():
            self.before("remove", path)
            path.unlink()

    def remove_tree(self, folder: Path) -> None:
        """Remove a folder with everything in it, if it is there."""
        if folder.exists():
            self.before("remove_tree", folder)
            shutil.rmtree(folder)

    def flush(self, folder: Path, files: Iterable[Path]) -> None:
        """Bring the folder's file system, or at least these files, from memory to the medium."""
        self.before("flush", folder)
        if not _sync_file_system(folder):
            for file in files:
                _sync(file, os.O_RDWR)
            if os.name == "posix":
                _sync(folder, os.O_RDONLY)


def _swap(one: Path, other: Path) -> bool:
    if sys.platform not in _AT_FDCWD:
        return False
    library = ctypes.CDLL(None, use_errno=True)
    name = "renameat2" if sys.platform == "linux" else "renameatx_np"
    function = getattr(library, name, None)
    if function is None:
        return False
    here = _AT_FDCWD[sys.platform]
    return bool(function(here, os.fsencode(one), here, os.fsencode(other), _SWAP) == 0)


def _sync_file_system(folder: Path) -> bool:
    """Flush a whole file system at once: for some hundred files far cheaper than one by one."""
    function = getattr(ctypes.CDLL(None), "syncfs", None) if sys.platform == "linux" else None
    if function is None:
        return False
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        return bool(function(descriptor) == 0)
    finally:
        os.close(descriptor)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
