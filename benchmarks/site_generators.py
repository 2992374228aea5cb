"""Site generators and search tools of others, each installed in a place of its own to be timed.

MkDocs with Material and Zensical come from PyPI, Pagefind from npm. What cannot be installed is
left out, with a line on stderr that says so.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chapterverse.errors import ChapterverseError
from chapterverse.runtime.node import run_npm
from chapterverse.runtime.places import cache_dir

MKDOCS, ZENSICAL, PAGEFIND = "MkDocs with Material", "Zensical", "Pagefind, on top of MkDocs"
_PAGEFIND = "pagefind@1.6.0"


@dataclass(frozen=True, slots=True)
class Generator:
    """A command that builds `docs/` of its folder, beside an `mkdocs.yml`, into `output`."""

    name: str
    command: Sequence[str]
    output: str


def generators() -> list[Generator]:
    """Return what can be installed here; Pagefind reads what MkDocs wrote, so it comes after it."""
    found = []
    if python := _python_with("mkdocs-material"):
        command = [str(python), "-m", "mkdocs", "build", "--quiet", "--site-dir", "mkdocs-site"]
        found.append(Generator(MKDOCS, command, "mkdocs-site"))
        if binary := _pagefind():
            command = [str(binary), "--site", "mkdocs-site", "--output-path", "pagefind-site"]
            found.append(Generator(PAGEFIND, command, "pagefind-site"))
    if python := _python_with("zensical"):
        command = [str(python.with_name("zensical")), "build", "--clean"]
        found.append(Generator(ZENSICAL, command, "site-zensical"))
    return found


def _python_with(package: str) -> Path | None:
    folder = cache_dir() / "benchmarks" / package
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if not ready.exists():
        venv.create(folder, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", package]
        result = subprocess.run(command, check=False, capture_output=True, text=True)
        if result.returncode:
            _tell(package, result.stderr[-500:])
            return None
        ready.touch()
    return python


def _pagefind() -> Path | None:
    folder = cache_dir() / "benchmarks" / "pagefind"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        run_npm(["install", "--no-audit", "--no-fund", "--save-exact", _PAGEFIND], folder)
    except ChapterverseError as error:
        _tell("pagefind", str(error))
        return None
    return folder / "node_modules" / ".bin" / "pagefind"


def _tell(name: str, why: str) -> None:
    print(f"{name} cannot be installed, so it is not measured:\n{why}", file=sys.stderr)
