"""Read files of a corpus, even while somebody swaps them for links, pipes or devices."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from chapterverse.corpus_walk import is_within

# Far above any document that a person wrote; a bigger one is reported and left out.
MAX_FILE_BYTES = 16 * 1024 * 1024
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
# Where Linux says which file an open descriptor really is, whatever its name means by now.
_DESCRIPTORS = Path("/proc/self/fd")


def read_within(root: Path, path: Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a regular file below `root`, a folder without links in its path.

    Raises ValueError for what lies outside, is no regular file or has more than `max_bytes`, and
    OSError for what cannot be read.
    """
    with open(os.open(os.path.realpath(path), _FLAGS), "rb") as file:  # noqa: PTH123  # opens a descriptor
        if not _is_inside(file.fileno(), path, root):
            raise ValueError("left the corpus while it was read")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("became something else than a regular file while it was read")
        raw = file.read(max_bytes + 1)
    if len(raw) > max_bytes:
        raise ValueError(f"too big: more than {max_bytes} bytes, the limit of one file")
    return raw


def _is_inside(descriptor: int, path: Path, root: Path) -> bool:
    opened = _DESCRIPTORS / str(descriptor)
    return is_within(opened if opened.is_symlink() else path, root)
