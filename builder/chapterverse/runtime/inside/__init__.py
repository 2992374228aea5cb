"""Run one of this folder's scripts in Pyodide under Node."""

from __future__ import annotations

from pathlib import Path

from chapterverse.runtime.node import run_node
from chapterverse.runtime.pins import PYODIDE_ABI

_SCRIPTS = Path(__file__).resolve().parent


def run_inside(script: str, pyodide: Path, work: Path, *, runner: str = "run.mjs") -> str:
    """Run a Python script of this folder in the Pyodide of a folder; returns what it printed.

    The script sees the host's folder `work` as `/host`. Raises as `run_node` does.
    """
    folders = [str(pyodide), str(work)]
    arguments = [str(_SCRIPTS / runner), PYODIDE_ABI, *folders, str(_SCRIPTS / script)]
    return run_node(arguments, work).stdout
