"""Write a folder aside and swap it in, so that a reader sees the old one or the new one."""

from __future__ import annotations

import errno
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_folder(source: Path, target: Path) -> None:
    """Put a copy of `source` in the place of `target`; a failure leaves `target` as it was."""
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f"{target.name}.", suffix=".new", dir=target.parent))
    try:
        shutil.copytree(source, aside, dirs_exist_ok=True)
        aside.chmod(0o755)  # mkdtemp makes it private; a cache or checkout folder is not
        _swap(aside, target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _swap(aside: Path, target: Path) -> None:
    old = aside.with_suffix(".old")
    with suppress(FileNotFoundError):
        target.rename(old)
    try:
        aside.rename(target)
    except OSError as error:
        # Another process may have put its own there in between: that one is as good.
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
            if old.exists():
                old.rename(target)
            raise
    shutil.rmtree(old, ignore_errors=True)
