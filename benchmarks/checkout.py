"""Where this checkout lies, and the environment in which a process runs its code."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def environment() -> dict[str, str]:
    """Return this process's environment with this checkout's code first on the path."""
    path = os.pathsep.join(str(ROOT / root) for root in ("builder", "web"))
    return {**os.environ, "PYTHONPATH": path}
