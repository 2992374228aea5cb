"""Trace which standard-library members the engine and Pyodide's start-up load.

The stock Pyodide runs under Node, imports every engine module and everything that engine modules
may import, and does what goes lazily for its modules: errors across the wall, tracebacks, bytes in,
conversions out. What is in `sys.modules` afterwards is kept.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from chapterverse.runtime.fetch import fetch_pyodide
from chapterverse.runtime.inside import run_inside
from chapterverse.runtime.places import ENGINE_PACKAGE, cache_dir, engine_dir
from chapterverse.runtime.trim import engine_sources, read_keep_list, write_keep_list

# What engine modules may import, whether one does today or not.
ENGINE_MAY_IMPORT = """
    __future__ abc array base64 binascii bisect collections collections.abc contextlib copy
    dataclasses enum functools hashlib heapq importlib itertools json math operator re string
    struct textwrap types typing unicodedata weakref zlib
""".split()  # noqa: SIM905 - a list of 29 lines says no more

# Loaded only on some machines or at some moments, so a trace may miss them.
ALWAYS_KEPT = frozenset(
    {
        "encodings/ascii.py",  # names of files and headers
        "encodings/cp437.py",  # zipfile reads member names that are not marked UTF-8
        "encodings/latin_1.py",
        "encodings/utf_8_sig.py",
        "tokenize.py",  # linecache, when a traceback shows source lines
    }
)


def trace(site: Path | None = None) -> tuple[set[str], set[str]]:
    """Rewrite the keep list; returns the members before and after."""
    before = set(read_keep_list())
    after = traced_members(fetch_pyodide(cache_dir()), engine_dir(), site) | ALWAYS_KEPT
    write_keep_list(after)
    return before, after


def traced_members(
    pyodide: Path, engine: Path, site: Path | None = None, *, is_packed: bool = False
) -> set[str]:
    """Name the archive members that the probe loads in the Pyodide of a folder.

    With `is_packed`, that Pyodide's archive holds the engine; `engine` only names its modules.
    """
    with tempfile.TemporaryDirectory(prefix="chapterverse-trace-") as name:
        work = Path(name)
        modules = [*ENGINE_MAY_IMPORT, *engine_modules(engine)]
        (work / "modules.json").write_text(json.dumps(modules), encoding="ascii")
        if not is_packed:
            shutil.copytree(engine, work / "engine" / ENGINE_PACKAGE)
        if site:
            shutil.copytree(site / "_chapterverse" / "index", work / "index")
        run_inside("probe.py", pyodide, work, runner="probe.mjs")
        return set(json.loads((work / "members.json").read_text(encoding="utf-8")))


def engine_modules(engine: Path) -> list[str]:
    """Name the engine's modules as `import` spells them, sorted."""
    names = [name.removesuffix(".py").replace("/", ".") for name in engine_sources(engine)]
    return [name.removesuffix(".__init__") for name in names]
