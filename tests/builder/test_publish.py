"""Whatever fails or dies in a build, a whole site stays, and the next build is exact."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from small_site import (
    ANSWER,
    PAGES,
    CountingDisk,
    DeadlyDisk,
    FailingDisk,
    Shore,
    Unswapping,
    UnswappingDeadly,
    ask,
    in_child,
    shore,
    tiny_bundle,
    tree,
    without_generation,
)

from chapterverse.errors import ChapterverseError
from chapterverse.pipeline import build
from chapterverse.publish import open_store
from chapterverse.workers import pool_of

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

    def __init__(self, name: str, tmp_path: Path, disk: type[CountingDisk] = CountingDisk) -> None:
        self.name = name
        self.tmp_path = tmp_path
        self.base = shore(tmp_path / "base")
        change = SCENARIOS[name]
        if change is not None:
            self.base.build()
            change(self.base)
        self.old = tree(self.base.out)
        clean = self.base.copy_to(tmp_path / "clean")
        counting = disk()
        self.summary = clean.build(counting)
        self.points = len(counting.operations)
        self.new = tree(clean.out)
        self.remembered = clean.remembered()
        self.tombstones = self.summary.record.tombstones

    def again(self) -> Shore:
        """Return the state before the build, anew."""
        shutil.rmtree(self.tmp_path / "trial", ignore_errors=True)
        return self.base.copy_to(self.tmp_path / "trial")

    def check(self, one: Shore, place: str, *, may_be_away: bool = False) -> None:
        """After a fault: a whole site, and a next build that ends where a clean one does."""
        found = tree(one.out) if one.out.exists() else {}
        assert found in (self.old, self.new) or (may_be_away and not one.out.exists()), place
        if found:
            assert ANSWER in ask(one.out), place
        summary = one.build()
        counts = tuple(getattr(summary.record.changes, f"documents_{name}") for name in COUNTS)
        documents = len(summary.record.documents)
        is_done = found == self.new
        assert counts == ((0, 0, documents, 0, 0) if is_done else EXPECTED[self.name]), place
        assert tree(one.out) == self.new, place
        assert one.remembered() == self.remembered, place
        assert summary.record.tombstones == self.tombstones, place


# Every point in the whole matrix; else a spread of them, with the last ones, which publish.
STRIDES = [pytest.param(1, marks=pytest.mark.slow, id="whole"), pytest.param(13, id="spread")]
in_matrix = pytest.mark.parametrize("stride", STRIDES)
in_scenarios = pytest.mark.parametrize("name", SCENARIOS)
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")


def points_of(trial: Trial, stride: int, capsys: pytest.CaptureFixture[str]) -> list[int]:
    spread = set(range(0, trial.points, stride)) | set(range(trial.points - 8, trial.points))
    if stride == 1:
        with capsys.disabled():
            print(f"\n{trial.name}: {trial.points} points", end=" ")
    return sorted(spread)


@in_matrix
@in_scenarios
def test_a_disk_that_fails_once_leaves_a_whole_site(
    name: str, stride: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = Trial(name, tmp_path)
    for point in points_of(trial, stride, capsys):
        one = trial.again()
        with suppress(ChapterverseError):  # some faults need not stop a build
            one.build(FailingDisk(point, is_lasting=False))
        trial.check(one, f"{name}, fault at {point}")


@in_matrix
@in_scenarios
def test_a_disk_that_fails_from_then_on_leaves_a_whole_site(
    name: str, stride: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = Trial(name, tmp_path)
    for point in points_of(trial, stride, capsys):
        one = trial.again()
        for _ in range(2):
            with pytest.raises(
                ChapterverseError, match="cannot be read or written: Read-only file system"
            ):
                one.build(FailingDisk(point, is_lasting=True, code=errno.EROFS))
            point = 0  # noqa: PLW2901 - the second time nothing works at all
        trial.check(one, f"{name}, faults from {point}")


@forks
@in_matrix
@in_scenarios
def test_a_build_that_is_killed_leaves_a_whole_site(
    name: str, stride: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = Trial(name, tmp_path)
    for point in points_of(trial, stride, capsys):
        one = trial.again()
        status = in_child(partial(one.build, DeadlyDisk(point)))
        assert os.WIFSIGNALED(status)
        trial.check(one, f"{name}, killed at {point}")


@forks
@in_matrix
@in_scenarios
def test_where_folders_cannot_be_swapped_the_next_build_brings_the_site_back(
    name: str, stride: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = Trial(name, tmp_path, Unswapping)
    gaps = 0
    for point in points_of(trial, stride, capsys):
        one = trial.again()
        assert os.WIFSIGNALED(in_child(partial(one.build, UnswappingDeadly(point))))
        gaps += bool(trial.old) and not one.out.exists()
        trial.check(one, f"{name}, killed at {point}", may_be_away=True)
    assert gaps == (1 if trial.old else 0), "only between two renames there is no site"


@forks
@pytest.mark.slow
def test_random_kills_never_leave_a_broken_site(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore", {f"p{n}.md": f"# P {n}\n\nText {n}.\n" for n in range(30)})
    one.write(PAGES)
    one.build()
    chance = random.Random(7)
    for round_number in range(200):
        one.write({f"p{chance.randrange(30)}.md": f"# New\n\nRound {round_number}.\n"})
        child = os.fork()
        if child == 0:
            one.build()
            os._exit(0)
        time.sleep(chance.uniform(0, 0.15))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert ANSWER in ask(one.out)
    last = one.build()
    fresh = shore(tmp_path / "fresh")
    shutil.copytree(one.corpus, fresh.corpus, dirs_exist_ok=True)
    fresh.build()
    assert without_generation(one.out) == without_generation(fresh.out)
    assert len(list((one.state / "generations").iterdir())) == 2
    assert last.record.generation > 1


def test_a_second_build_is_refused_while_the_first_runs(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore")
    with open_store(one.out), pytest.raises(ChapterverseError, match="another build of this site"):
        one.build()
    assert one.build().is_new


@forks
def test_a_second_process_waits_for_the_first_and_no_generation_is_lost(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore")
    one.build()
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            one.write({f"new{number}.md": f"# New {number}\n\nText {number}.\n"})
            try:
                build(one.config(), is_evaluated=False, wait_s=60)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    record = one.build().record
    assert len(record.documents) == len(PAGES) + 4
    assert ANSWER in ask(one.out)


@forks
def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore")
    assert os.WIFSIGNALED(in_child(partial(one.build, DeadlyDisk(30))))
    assert one.build().is_new


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore")
    one.root.chmod(0o555)
    try:
        with pytest.raises(ChapterverseError, match=r"\.chapterverse: cannot be read or written"):
            one.build()
    finally:
        one.root.chmod(0o755)


def test_a_folder_of_somebody_else_is_never_replaced(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore")
    one.out.mkdir()
    (one.out / "thesis.txt").write_text("precious")
    with pytest.raises(ChapterverseError, match="not a site built here"):
        one.build()
    assert tree(one.out) == {"thesis.txt": b"precious"}


@forks
def test_worker_processes_do_not_outlive_a_killed_build(tmp_path: Path) -> None:
    told = tmp_path / "workers"

    def build_for_ever() -> None:
        with pool_of(2) as pool:
            told.write_text(str(pool.submit(os.getpid).result()))
            pool.submit(time.sleep, 600)
            os.kill(os.getpid(), signal.SIGKILL)

    assert os.WIFSIGNALED(in_child(build_for_ever))
    worker = int(told.read_text())
    for _ in range(100):
        if not Path(f"/proc/{worker}/stat").exists() or is_zombie(worker):
            return
        time.sleep(0.1)
    raise AssertionError(f"worker {worker} lives on")


def is_zombie(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
