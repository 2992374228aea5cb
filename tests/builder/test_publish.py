"""Whatever fails or dies in a build, a whole site stays, and the next build is exact."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_site import (
    ANSWER,
    PAGES,
    CountingDisk,
    DeadlyDisk,
    FailingDisk,
    Shore,
    ask,
    in_child,
    shore,
    tiny_bundle,
    tree,
)

from chapterverse.errors import ChapterverseError
from chapterverse.publish import open_store

__all__ = ["tiny_bundle"]
pytestmark = pytest.mark.usefixtures("tiny_bundle")

TIDES = "# Tides\n\nSpring tide comes twice a month.\n"
EDITED = PAGES["boats/rowing.md"] + "\nA cox steers.\n"


def add(one: Shore) -> None:
    one.write({"tides.md": TIDES})


def update(one: Shore) -> None:
    one.write({"boats/rowing.md": EDITED})


def delete(one: Shore) -> None:
    (one.corpus / "boats/sailing.md").unlink()


def settings(one: Shore) -> None:
    one.changes["max_chars"] = 150


def rename(one: Shore) -> None:
    (one.corpus / "boats/sailing.md").rename(one.corpus / "boats/under-sail.md")


SCENARIOS: dict[str, Callable[[Shore], None] | None] = {
    "initial": None,
    "add": add,
    "update": update,
    "delete": delete,
    "settings": settings,
    "rename": rename,
}
COUNTS = ("added", "updated", "unchanged", "deleted", "renamed")
EXPECTED = {
    "initial": (4, 0, 0, 0, 0),
    "add": (1, 0, 4, 0, 0),
    "update": (0, 1, 3, 0, 0),
    "delete": (0, 0, 3, 1, 0),
    "settings": (0, 4, 0, 0, 0),
    "rename": (0, 0, 3, 0, 1),
}


class Trial:
    """A scenario with what a build without faults makes of it."""

    def __init__(self, name: str, tmp_path: Path) -> None:
        self.name = name
        self.tmp_path = tmp_path
        self.base = shore(tmp_path / "base")
        change = SCENARIOS[name]
        if change is not None:
            self.base.build()
            change(self.base)
        self.old = tree(self.base.out)
        clean = self.base.copy_to(tmp_path / "clean")
        disk = CountingDisk()
        self.summary = clean.build(disk)
        self.points = len(disk.operations)
        self.new = tree(clean.out)
        self.remembered = clean.remembered()
        self.tombstones = self.summary.record.tombstones

    def again(self) -> Shore:
        """Return the state before the build, anew."""
        shutil.rmtree(self.tmp_path / "trial", ignore_errors=True)
        return self.base.copy_to(self.tmp_path / "trial")

    def check(self, one: Shore, place: str) -> None:
        """After a fault: a whole site, and a next build that ends where a clean one does."""
        found = tree(one.out) if one.out.exists() else {}
        assert found in (self.old, self.new), place
        if found:
            assert ask(one.out) == ANSWER, place
        summary = one.build()
        counts = tuple(getattr(summary.record.changes, f"documents_{name}") for name in COUNTS)
        documents = len(summary.record.documents)
        is_done = found == self.new
        assert counts == ((0, 0, documents, 0, 0) if is_done else EXPECTED[self.name]), place
        assert tree(one.out) == self.new, place
        assert one.remembered() == self.remembered, place
        assert summary.record.tombstones == self.tombstones, place


def every(points: int) -> Iterator[int]:
    """Yield the points to try: all of them in the whole matrix, else a spread of them."""
    is_whole = os.environ.get("CHAPTERVERSE_WHOLE_MATRIX") == "1"
    yield from range(0, points, 1 if is_whole else 11)
    yield from () if is_whole else range(points - 14, points)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_disk_that_fails_once_leaves_a_whole_site(name: str, tmp_path: Path) -> None:
    trial = Trial(name, tmp_path)
    for point in every(trial.points):
        one = trial.again()
        try:
            one.build(FailingDisk(point, is_lasting=False))
        except ChapterverseError as error:
            assert "cannot be written: No space left" in str(error)
        trial.check(one, f"{name}, fault at {point}")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_disk_that_fails_from_then_on_leaves_a_whole_site(name: str, tmp_path: Path) -> None:
    trial = Trial(name, tmp_path)
    for point in every(trial.points):
        one = trial.again()
        with pytest.raises(ChapterverseError, match="cannot be written"):
            one.build(FailingDisk(point, is_lasting=True, code=errno.EROFS))
        with pytest.raises(ChapterverseError, match="cannot be written"):
            one.build(FailingDisk(0, is_lasting=True, code=errno.EROFS))
        trial.check(one, f"{name}, faults from {point}")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_build_that_is_killed_leaves_a_whole_site(name: str, tmp_path: Path) -> None:
    trial = Trial(name, tmp_path)
    for point in every(trial.points):
        one = trial.again()
        status = in_child(lambda one=one, point=point: one.build(DeadlyDisk(point)))
        assert os.WIFSIGNALED(status)
        trial.check(one, f"{name}, killed at {point}")
