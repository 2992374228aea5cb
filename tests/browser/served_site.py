"""A site that a test serves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServedSite:
    """A site at `url`, which ends in "/"."""

    url: str
    directory: Path
