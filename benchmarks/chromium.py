"""A Chromium whose every visit is a stranger's, and the processor time that a worker takes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright
from tools.chromium import ARGUMENTS, installed_chromium


@contextmanager
def stranger(playwright: Playwright) -> Iterator[BrowserContext]:
    """Give a browser with an empty profile on disk: caches work as they do for a reader."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-profile-") as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=installed_chromium(), args=list(ARGUMENTS)
        )
        try:
            yield context
        finally:
            context.close()


def worker_seconds(context: BrowserContext) -> float | None:
    """Return the processor seconds of all worker threads so far; None where that is not told.

    Linux tells it by thread; threads are named by Chromium.
    """
    if not Path("/proc/self/task").is_dir():
        return None
    pids = [process["id"] for process in _processes(context) if process["type"] == "renderer"]
    return sum(_worker_ticks(pid) for pid in pids) / os.sysconf("SC_CLK_TCK")


def _processes(context: BrowserContext) -> list[dict[str, object]]:
    if context.browser is None:
        return []
    session = context.browser.new_browser_cdp_session()
    found: list[dict[str, object]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return found


def _worker_ticks(pid: object) -> int:
    ticks = 0
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            if (task / "comm").read_text().startswith("DedicatedWorker"):
                fields = (task / "stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return ticks
