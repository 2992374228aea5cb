"""Byte-compile sources for the target's Python, by either of two routes.

Assertions are left out, and the library's docstrings: 1.09 MB instead of 1.30 MB deflated, and
660 ms instead of 790 ms to start under Node. The engine keeps its docstrings, because a dataclass
without one builds one from its signature: 30 of them took 45 ms more, the docstrings are 13 KB.

Files are marked "unchecked hash", so that they load without their sources whatever the date. Both
routes give equal code objects (on a host that compiles like the target, see `bytecode.py`);
`marshal` may write shared objects differently, so the bytes can differ between the routes, never
within one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from enum import Enum
from importlib.util import find_spec
from pathlib import Path

from chapterverse.runtime.archive import read_zip, zip_bytes
from chapterverse.runtime.bytecode import (
    ENGINE_LEVEL,
    LIBRARY_LEVEL,
    optimize_level_of,
    why_host_differs,
)
from chapterverse.runtime.errors import RuntimeProblem, ToolMissing
from chapterverse.runtime.inside import run_inside

# A hash-based .pyc has flags 0b11 (checked against its source) or 0b01 (unchecked).
_UNCHECKED_HASH = (1).to_bytes(4, "little")


class Route(Enum):
    """How sources become bytecode."""

    PYODIDE_BUILD = "pyodide-build"
    NODE = "node"


def choose_route(wanted: str = "auto") -> Route:
    """Choose pyodide-build where it is right for the target, else the same Pyodide under Node.

    Raises `ToolMissing` when pyodide-build is asked for and is not usable here.
    """
    if wanted == Route.NODE.value:
        return Route.NODE
    reason = why_not_pyodide_build()
    if wanted == Route.PYODIDE_BUILD.value and reason:
        raise ToolMissing(f"the route pyodide-build is not usable: {reason}")
    return Route.NODE if reason else Route.PYODIDE_BUILD


def why_not_pyodide_build() -> str | None:
    """Say why this Python cannot compile for the target, or None if it can."""
    missing = [name for name in ("pyodide_build", "pyodide_cli") if not find_spec(name)]
    not_installed = (
        f"{missing[0]} is not installed; `pip install pyodide-build`" if missing else None
    )
    return why_host_differs() or not_installed


def compile_sources(sources: dict[str, bytes], pyodide: Path, route: Route) -> dict[str, bytes]:
    """Turn `{"x.py": source}` into `{"x.pyc": bytecode}`, in name order."""
    compiled = _COMPILER_OF_ROUTE[route](sources, pyodide)
    expected = sorted(f"{name}c" for name in sources)
    if sorted(compiled) != expected:
        raise RuntimeProblem(
            f"{route.value} compiled {len(compiled)} files, expected {len(expected)}"
        )
    return {name: compiled[name] for name in expected}


def _compile_with_pyodide_build(sources: dict[str, bytes], _pyodide: Path) -> dict[str, bytes]:
    compiled: dict[str, bytes] = {}
    for level in (LIBRARY_LEVEL, ENGINE_LEVEL):
        part = {name: text for name, text in sources.items() if optimize_level_of(name) == level}
        with tempfile.TemporaryDirectory(prefix="chapterverse-compile-") as folder:
            archive = Path(folder) / "sources.zip"
            archive.write_bytes(zip_bytes(part, is_deflated=False))
            _run_py_compile(archive, level)
            compiled |= {name: _unchecked(pyc) for name, pyc in read_zip(archive).items()}
    return compiled


def _run_py_compile(archive: Path, level: int) -> None:
    # PYTHONOPTIMIZE sets the level; a SOURCE_DATE_EPOCH makes py_compile write hashes, not dates.
    fixed = {"SOURCE_DATE_EPOCH": "315532800", "PYTHONHASHSEED": "0"}
    environment = {**os.environ, **fixed, "PYTHONOPTIMIZE": str(level)}
    command = [sys.executable, "-m", "pyodide_cli", "py-compile", "--silent", str(archive)]
    result = subprocess.run(  # noqa: S603 - this Python, arguments of our own
        command, env=environment, capture_output=True, text=True, check=False
    )
    if result.returncode:
        told = result.stderr.strip() or result.stdout.strip()
        raise RuntimeProblem(f"`pyodide py-compile` failed:\n{told}")


def _unchecked(pyc: bytes) -> bytes:
    return pyc[:4] + _UNCHECKED_HASH + pyc[8:]


def _compile_inside(sources: dict[str, bytes], pyodide: Path) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory(prefix="chapterverse-compile-") as name:
        work = Path(name)
        (work / "sources.zip").write_bytes(zip_bytes(sources, is_deflated=False))
        levels = {name: optimize_level_of(name) for name in sources}
        (work / "levels.json").write_text(json.dumps(levels), encoding="utf-8")
        run_inside("compile_sources.py", pyodide, work)
        return read_zip(work / "compiled.zip")


_COMPILER_OF_ROUTE = {
    Route.PYODIDE_BUILD: _compile_with_pyodide_build,
    Route.NODE: _compile_inside,
}
