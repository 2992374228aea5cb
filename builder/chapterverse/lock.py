"""One build of a site at a time: a lock that the operating system lifts when its holder dies."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chapterverse.errors import ChapterverseError

_POLL_S = 0.05
# Locks of one process do not exclude each other, and closing any descriptor of the file lifts them.
_held: set[Path] = set()
_taking = threading.Lock()


@contextmanager
def locked(path: Path, wait_s: float) -> Iterator[None]:
    """Hold the lock of a file; raise ChapterverseError if another build holds it too long."""
    deadline = time.monotonic() + wait_s
    while (descriptor := _take(path)) is None:
        if time.monotonic() >= deadline:
            raise ChapterverseError(
                f"{path.parent}: another build of this site is running (it was waited for "
                f"{wait_s:g} s); run this one again when that has ended"
            )
        time.sleep(_POLL_S)
    try:
        yield
    finally:
        _held.discard(path)
        # Closing lifts the lock; so does the end of the process, whatever ends it.
        os.close(descriptor)


def _take(path: Path) -> int | None:
    with _taking:
        if path in _held:
            return None
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if _lock(descriptor):
            _held.add(path)
            return descriptor
        os.close(descriptor)
        return None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        # A record lock: worker processes do not inherit it, so they cannot outlive the build with it.
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
