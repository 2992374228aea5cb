"""Run a command as a user would and say what it took, with all the processes that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.checkout import environment

_SAMPLE_S = 0.2


@dataclass(frozen=True, slots=True)
class Taken:
    """What a command took: seconds on the clock, of processors, and peak memory in megabytes.

    Memory is the proportional set size of all its processes together: what they share counts once.
    """

    wall_s: float
    cpu_s: float
    peak_mb: float
    stdout: str


def build_command(*arguments: str) -> list[str]:
    """Return a command line of this checkout's `chapterverse build` without the evaluation."""
    return [sys.executable, "-m", "chapterverse", "build", "--no-eval", *arguments]


def run_measured(command: Sequence[str], folder: Path) -> Taken:
    """Run a command in a folder to its end; raises SystemExit with its output if it fails."""
    variables = {**environment(), "NO_MKDOCS_2_WARNING": "true"}
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        started = time.perf_counter()
        process = psutil.Popen(
            command, cwd=folder, env=variables, stdout=output, stderr=subprocess.STDOUT
        )
        peak = _watched_peak(process)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        output.seek(0)
        told = output.read()
    if status:
        raise SystemExit(f"{' '.join(command)} failed:\n{told[-4000:]}")
    return Taken(wall, usage.ru_utime + usage.ru_stime, peak / 1e6, told)


def _watched_peak(process: psutil.Process) -> int:
    """Return the greatest sum of memory, sampled until the process has ended but is not reaped."""
    peak = 0
    while not _has_ended(process):
        peak = max(peak, _memory(process))
        time.sleep(_SAMPLE_S)
    return peak


def _has_ended(process: psutil.Process) -> bool:
    return bool(process.status() == psutil.STATUS_ZOMBIE)


def _memory(process: psutil.Process) -> int:
    total = 0
    with suppress(psutil.Error):
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                total += each.memory_full_info().pss
    return total
