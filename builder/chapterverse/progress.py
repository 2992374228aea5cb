"""How far a build is, and where its time goes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO, TypeVar

import click

Item = TypeVar("Item")


@dataclass(slots=True)
class StageTime:
    """What a stage took: seconds on the clock, and processor seconds of all processes."""

    wall_s: float = 0.0
    cpu_s: float = 0.0


class Progress:
    """Follows a build: a bar for whoever watches at a terminal, and the time of each stage.

    A stage inside another stops the outer one's clock, so the times add up to the whole.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream if stream and stream.isatty() else None
        self._time_of_stage: dict[str, StageTime] = {}
        self._running: list[str] = []
        self._since = (0.0, 0.0)

    @property
    def time_of_stage(self) -> dict[str, StageTime]:
        """What each stage took so far, in the order in which they began."""
        return dict(self._time_of_stage)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of a block as the stage's."""
        self._charge()
        self._time_of_stage.setdefault(name, StageTime())
        self._running.append(name)
        try:
            yield
        finally:
            self._charge()
            self._running.pop()

    def track(self, name: str, items: Iterable[Item], total: int) -> Iterator[Item]:
        """Yield items, counting them; their making and their use are the stage's time."""
        with self.stage(name):
            if self._stream is None:
                yield from items
                return
            with click.progressbar(items, total, name, show_pos=True, file=self._stream) as bar:
                yield from bar

    def charge(self, name: str, cpu_s: float) -> None:
        """Count processor seconds that other processes spent on a stage."""
        self._time_of_stage.setdefault(name, StageTime()).cpu_s += cpu_s

    def _charge(self) -> None:
        """Give the time since the last change to the stage that was running."""
        wall, cpu = time.perf_counter(), time.process_time()
        if self._running:
            current = self._time_of_stage[self._running[-1]]
            current.wall_s += wall - self._since[0]
            current.cpu_s += cpu - self._since[1]
        self._since = (wall, cpu)


def profile_fields(time_of_stage: Mapping[str, StageTime]) -> dict[str, dict[str, float]]:
    """Return the stages' times as JSON values, in seconds."""
    return {
        name: {"wall_s": round(each.wall_s, 4), "cpu_s": round(each.cpu_s, 4)}
        for name, each in time_of_stage.items()
    }


def profile_text(time_of_stage: Mapping[str, StageTime]) -> str:
    """Return a table of stages with a last row for all of them."""
    wall = sum(each.wall_s for each in time_of_stage.values())
    cpu = sum(each.cpu_s for each in time_of_stage.values())
    rows = [*time_of_stage.items(), ("all", StageTime(wall, cpu))]
    width = max(len(name) for name, _ in rows)
    lines = [f"{'stage':<{width}}  wall s   CPU s"]
    lines += [f"{name:<{width}}  {each.wall_s:6.2f}  {each.cpu_s:6.2f}" for name, each in rows]
    return "\n".join(lines)
