"""Work on a Dask cluster: tasks in a window, results in order, the same code on every worker.

A worker that dies takes nothing along: Dask gives its tasks to others, and as a task depends on its
arguments alone, whoever does it gives the same bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from chapterverse.code_version import code_version
from chapterverse.errors import ChapterverseError
from chapterverse.workers import in_batches

LOCAL = "local"
CONNECT_S = 30
# How long a build waits for a worker when all of them are gone.
NO_WORKER_S = 120
_TURN_S = 5
# Tasks in flight for each thread of the cluster: results that wait for their turn stay bounded.
_TASKS_PER_THREAD = 4
_RETRIES = 3


@contextmanager
def open_dask(scheduler: str, jobs: int) -> Iterator[DaskWorkers]:
    """Give the workers behind a scheduler's address; `local` starts `jobs` processes on this machine.

    Raises ChapterverseError when Dask is not installed, when nobody answers, or when a worker runs
    other code than this process.
    """
    distributed = _distributed()
    with _client(distributed, scheduler, jobs) as client:
        workers = DaskWorkers(distributed, client)
        workers.check_code()
        yield workers


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ChapterverseError(
            "--scheduler: found no Dask, expected it to be installed: pip install 'chapterverse[dask]'"
        ) from error


@contextmanager
def _client(distributed: Any, scheduler: str, jobs: int) -> Iterator[Any]:
    if scheduler == LOCAL:
        with (
            distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(scheduler, timeout=CONNECT_S)
        client.wait_for_workers(1, timeout=CONNECT_S)
    except (OSError, TimeoutError, ValueError) as error:
        raise ChapterverseError(
            f"--scheduler {scheduler}: found no scheduler with workers within {CONNECT_S} s "
            f"({error}), expected an address such as tcp://host:8786, or local"
        ) from error
    with client:
        yield client


class DaskWorkers:
    """The workers of a cluster, through a client that is connected."""

    is_remote = True

    def __init__(self, distributed: Any, client: Any) -> None:
        self._killed_worker = distributed.KilledWorker
        self._client = client
        self._version = code_of_builds()

    def hands_over(self, pieces: int) -> bool:
        """Tell that all work is done by others."""
        return pieces > 0

    def check_code(self) -> None:
        """Raise ChapterverseError that names every worker with other code or libraries."""
        version_of = self._client.run(code_of_builds)
        others = sorted(name for name, version in version_of.items() if version != self._version)
        if others:
            raise _other_code(", ".join(others))

    def map(
        self, function: Callable[..., Any], *iterables: Iterable[Any], shared: Any = None
    ) -> Iterator[Any]:
        """Yield the results of a function, in order."""
        room = max(1, sum(self._client.nthreads().values())) * _TASKS_PER_THREAD
        in_flight: deque[Any] = deque()
        for batch in in_batches(zip(*iterables, strict=True)):
            task = self._client.submit(
                run_batch, function, batch, shared, self._version, pure=False, retries=_RETRIES
            )
            in_flight.append(task)
            if len(in_flight) >= room:
                yield from self._result(in_flight.popleft())
        while in_flight:
            yield from self._result(in_flight.popleft())

    def share(self, value: Any) -> Any:
        """Bring a value to all workers; return what stands for it."""
        return self._client.scatter(value, broadcast=True, hash=False)

    def _result(self, task: Any) -> list[Any]:
        idle_s = 0
        while True:
            try:
                found: list[Any] = task.result(timeout=_TURN_S)
            except TimeoutError:
                idle_s = 0 if self._client.nthreads() else idle_s + _TURN_S
                if idle_s >= NO_WORKER_S:
                    raise ChapterverseError(
                        f"--scheduler: found no worker for {NO_WORKER_S} s, expected at least one"
                    ) from None
            except self._killed_worker as error:
                raise ChapterverseError(f"--scheduler: workers die of one task: {error}") from error
            else:
                return found


def code_of_builds() -> str:
    """Return a hash of the code and libraries that build here."""
    return code_version("chapterverse.pipeline")


def run_batch(
    function: Callable[..., Any], batch: Iterable[tuple[Any, ...]], shared: Any, version: str
) -> list[Any]:
    """Do a batch of work on a worker, unless it joined with other code."""
    if code_of_builds() != version:
        raise _other_code("one that joined later")
    before = () if shared is None else (shared,)
    return [function(*before, *arguments) for arguments in batch]


def _other_code(workers: str) -> ChapterverseError:
    return ChapterverseError(
        f"--scheduler: found other code or libraries on workers ({workers}), expected the versions "
        "of the machine that builds: a site's bytes must not depend on who made them"
    )
