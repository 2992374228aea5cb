"""Who does a build's work: this process, a pool of processes, or a Dask cluster, behind one `map`.

Work is a function and its arguments, so that it can be handed over; results come back in the order
of the arguments, whoever is done first, so that the same corpus gives the same bytes everywhere.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")
# Pieces of work that a process gets at a time: enough to hide the hand-over.
PIECES_PER_TASK = 8


class Workers(Protocol):
    """Whoever does the work."""

    @property
    def is_remote(self) -> bool:
        """Whether what would cost more to hand over than to do should be handed over all the same."""
        ...

    def hands_over(self, pieces: int) -> bool:
        """Tell whether as many pieces of work are done by other processes than this one."""
        ...

    def map(
        self, function: Callable[..., Any], *iterables: Iterable[Any], shared: Any = None
    ) -> Iterator[Any]:
        """Yield the results of a function, in order; `shared` is its first argument, if given."""
        ...

    def share(self, value: Any) -> Any:
        """Return something that stands for a value in `shared`, brought to all workers once."""
        ...


class LocalWorkers:
    """Works in this process, or in a pool of `jobs` processes where there is enough to do."""

    is_remote = False

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def hands_over(self, pieces: int) -> bool:
        """Tell whether a pool pays for as many pieces of work."""
        return self._jobs > 1 and pieces >= 2 * PIECES_PER_TASK

    def map(
        self, function: Callable[..., Any], *iterables: Iterable[Any], shared: Any = None
    ) -> Iterator[Any]:
        """Yield the results of a function, in order."""
        work = function if shared is None else partial(function, shared)
        arguments = list(zip(*iterables, strict=True))
        if not self.hands_over(len(arguments)):
            yield from (work(*each) for each in arguments)
            return
        with pool_of(self._jobs) as pool:
            columns = zip(*arguments, strict=True)
            yield from pool.map(work, *columns, chunksize=PIECES_PER_TASK)

    def share(self, value: Any) -> Any:
        """Return the value: nobody is elsewhere."""
        return value


def pool_of(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of processes that end with this one, whatever ends it."""
    return ProcessPoolExecutor(jobs, initializer=_die_with_parent)


@contextmanager
def open_workers(scheduler: str, jobs: int) -> Iterator[Workers]:
    """Give the workers of a Dask scheduler (an address, or `local`), or of this machine without one.

    Raises ChapterverseError when Dask is not installed or the scheduler cannot be reached.
    """
    if not scheduler:
        yield LocalWorkers(jobs)
        return
    # An optional library, and a heavy one.
    from chapterverse.dask_workers import open_dask  # noqa: PLC0415

    with open_dask(scheduler, jobs) as workers:
        yield workers


def in_batches(items: Iterable[Item], size: int = PIECES_PER_TASK) -> Iterator[tuple[Item, ...]]:
    """Yield items in batches of a size, the last one with what is left."""
    rest = iter(items)
    while batch := tuple(islice(rest, size)):
        yield batch


def _die_with_parent() -> None:
    """End this worker when the build is killed, rather than wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_exit, args=(parent,), daemon=True).start()


def _wait_and_exit(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
