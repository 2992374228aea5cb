"""Make sure that the browser tests find a Chromium: installed, Debian's, or Playwright's own.

Order: the one named by CHAPTERVERSE_CHROMIUM, one on PATH, Playwright's download, Debian's package
(where apt works without asking), a new download by Playwright. Exits with a clear message if none
of these gives a browser that starts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.chromium import NAMED_BY, NAMES

_FAILED = """\
No Chromium was found, and none could be installed. Tried: CHAPTERVERSE_CHROMIUM, {names} on PATH,
Debian's package `chromium`, and `playwright install chromium`.
Install one of them, or name an executable: CHAPTERVERSE_CHROMIUM=/path/to/chromium make test"""


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, None if there is none."""
    return next((path for path in _candidates() if _starts(path)), None)


def _candidates() -> Iterator[str]:
    named = os.environ.get(NAMED_BY)
    if named:
        yield named
        return
    yield from (path for path in map(shutil.which, NAMES) if path)
    own = _playwright_executable()
    if own and Path(own).is_file():
        yield own


def _playwright_executable() -> str | None:
    code = (
        "from playwright.sync_api import sync_playwright as p\n"
        "with p() as x: print(x.chromium.executable_path)"
    )
    done = _run([sys.executable, "-c", code])
    return done.stdout.strip() if done.returncode == 0 else None


def _starts(path: str) -> bool:
    try:
        return _run([path, "--version"]).returncode == 0
    except OSError:
        return False


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own


def install() -> None:
    """Try Debian's package, then Playwright's download."""
    if shutil.which("apt-get"):
        prefix = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
            try:
                subprocess.run(  # noqa: S603 - a fixed command
                    [*prefix, "apt-get", *command], env=environment, check=False
                )
            except OSError:
                break
    if find_chromium() is None:
        _run([sys.executable, "-m", "playwright", "install", "chromium"])


def main() -> int:
    """Find or install; returns the exit status."""
    if find_chromium() is None:
        print("No Chromium on this machine: installing one")
        install()
    if find_chromium() is None:
        print(_FAILED.format(names=", ".join(NAMES)), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
