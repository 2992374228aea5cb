"""A build on a Dask cluster gives the bytes of a build in one process, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from small_site import PAGES, Shore, shore, tiny_bundle, tree

from chapterverse import dask_workers
from chapterverse.errors import ChapterverseError
from chapterverse.pipeline import build
from chapterverse.progress import Progress
from chapterverse.workers import open_workers

__all__ = ["tiny_bundle"]
Item = TypeVar("Item")

distributed = pytest.importorskip("distributed", reason="the extra [dask] is not installed")
pytestmark = [pytest.mark.usefixtures("tiny_bundle"), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each a process of its own."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


class Killing(Progress):
    """Kills a worker, as no worker expects it, when some documents have come back."""

    def __init__(self, process: int, after: int) -> None:
        super().__init__()
        self.process, self.after, self.is_done = process, after, False

    def track(self, name: str, items: Iterable[Item], total: int) -> Iterator[Item]:
        """Yield items; at one of those of the wanted stage, kill."""
        for number, item in enumerate(super().track(name, items, total)):
            if name == "reading" and number == self.after:
                os.kill(self.process, signal.SIGKILL)
                self.is_done = True
            yield item


def many(root: Path) -> Shore:
    texts = {f"d{n}/p{n}.md": f"# Buoy {n}\n\nBuoy {n} is painted.\n" * 5 for n in range(150)}
    return shore(root, {**PAGES, **texts})


def built(one: Shore, scheduler: str, progress: Progress | None = None) -> dict[str, bytes]:
    build(one.config(), is_evaluated=False, scheduler=scheduler, progress=progress)
    return tree(one.out)


def test_a_cluster_gives_the_bytes_of_one_process(tmp_path: Path, cluster: Any) -> None:
    alone, shared = many(tmp_path / "alone"), many(tmp_path / "shared")
    expected = built(alone, "")
    assert built(shared, cluster.scheduler_address) == expected
    for one in (alone, shared):
        one.write({"d7/p7.md": "# Buoy 7\n\nIt sank.\n"})
    assert built(shared, cluster.scheduler_address) == built(alone, "")


def test_a_worker_that_is_killed_in_the_middle_changes_no_byte(
    tmp_path: Path, cluster: Any
) -> None:
    with distributed.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))
    assert victim != os.getpid()
    progress = Killing(victim, after=20)
    found = built(many(tmp_path / "killed"), cluster.scheduler_address, progress)
    assert progress.is_done
    assert found == built(many(tmp_path / "alone"), "")


def test_the_command_line_starts_a_cluster_of_its_own(tmp_path: Path) -> None:
    one = many(tmp_path / "shore")
    one.changes["jobs"] = 2
    assert built(one, "local") == built(many(tmp_path / "alone"), "")


def test_a_scheduler_that_does_not_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_workers, "CONNECT_S", 1)
    with pytest.raises(ChapterverseError, match=r"tcp://127\.0\.0\.1:9: found no scheduler"):
        built(shore(tmp_path / "shore"), "tcp://127.0.0.1:9")
    assert not (tmp_path / "shore/site").exists()


def test_a_worker_with_other_code_is_refused(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = shore(tmp_path / "shore")
    # The client hands this function over by name, so that the workers run their own.
    monkeypatch.setattr(dask_workers, "code_version", lambda _module: "another release")
    with pytest.raises(ChapterverseError, match="found other code or libraries on workers"):
        built(one, cluster.scheduler_address)
    assert not one.out.exists()


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ChapterverseError, match=r"chapterverse\[dask\]"), open_workers("local", 1):
        pass
