"""Write a site aside and put it in place of the old one in one step.

The staged folder lies beside the target, on the same file system. Putting it in place is two
renames, the old site out of the way and the new one in; if the second fails, the first is undone.
Until then nothing of the published site has been touched.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chapterverse.errors import ChapterverseError

# Marks a folder as ours, so that a build never replaces something that it did not make.
MARKER = "_chapterverse"
_STAGED_PREFIX = ".{name}.staged-"
_OLD_PREFIX = ".{name}.old-"


class StagedSite:
    """A site being written; paths are relative to its root and never leave it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, site_path: str, data: bytes | str) -> None:
        """Write a file, making its folders."""
        target = self.root / site_path
        target.parent.mkdir(parents=True, exist_ok=True)
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        target.write_bytes(raw)

    def copy(self, site_path: str, file: Path) -> None:
        """Copy a file, making its folders."""
        target = self.root / site_path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


@contextmanager
def staged(out: Path) -> Iterator[StagedSite]:
    """Give a folder beside `out` to write a site into, and remove it if it was not published.

    Raises ChapterverseError when `out` is something that a build must not replace.
    """
    check_target(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _sweep(out)
        prefix = _STAGED_PREFIX.format(name=out.name)
        root = Path(tempfile.mkdtemp(prefix=prefix, dir=out.parent))
    except OSError as error:
        raise ChapterverseError(f"{out.parent}: cannot write here: {error.strerror}") from error
    try:
        yield StagedSite(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def check_target(out: Path) -> None:
    """Refuse a target that is a file, or a folder that is neither empty nor a site of ours."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise ChapterverseError(f"{out}: found a file or link, expected a folder or nothing")
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_dir():
        raise ChapterverseError(
            f"{out}: found a folder that is not a site built here, expected an empty folder, "
            "a former output or nothing; choose another --out or empty it"
        )


def publish(site: StagedSite, out: Path) -> None:
    """Put a staged site in place of the old one; on failure the old one stays."""
    site.root.chmod(0o755)
    old = Path(tempfile.mkdtemp(prefix=_OLD_PREFIX.format(name=out.name), dir=out.parent))
    has_old = out.exists()
    try:
        if has_old:
            os.rename(out, old / "site")  # noqa: PTH104 - both renames alike
        try:
            os.rename(site.root, out)  # noqa: PTH104 - both renames alike
        except OSError:
            if has_old:
                os.rename(old / "site", out)  # noqa: PTH104 - both renames alike
            raise
    except OSError as error:
        raise ChapterverseError(f"{out}: cannot publish: {error.strerror}") from error
    finally:
        if out.exists():
            shutil.rmtree(old, ignore_errors=True)


def _sweep(out: Path) -> None:
    """Put back an old site whose replacement was interrupted, and remove what was left over."""
    for left in sorted(out.parent.glob(f"{_OLD_PREFIX.format(name=out.name)}*")):
        if not out.exists() and (left / "site").is_dir():
            os.rename(left / "site", out)  # noqa: PTH104 - as in publish
        shutil.rmtree(left, ignore_errors=True)
    for left in out.parent.glob(f"{_STAGED_PREFIX.format(name=out.name)}*"):
        shutil.rmtree(left, ignore_errors=True)
