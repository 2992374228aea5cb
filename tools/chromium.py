"""Which Chromium the tests and benchmarks drive, and how."""

from __future__ import annotations

import os
import shutil

NAMED_BY = "CHAPTERVERSE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Chromium's own sandbox refuses to run as root; the rest keeps it from calling home.
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip


def installed_chromium() -> str | None:
    """Return the Chromium that the environment names, else one on PATH; None leaves Playwright's."""
    return os.environ.get(NAMED_BY) or next(filter(None, map(shutil.which, NAMES)), None)
