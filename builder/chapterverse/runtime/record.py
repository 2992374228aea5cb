"""The record of a prepared runtime (`runtime.json`): written, read and checked here only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chapterverse.runtime.errors import RuntimeDamaged, RuntimeStale
from chapterverse.runtime.fetch import problems_of_files, sha256_of
from chapterverse.runtime.pins import (
    CORE_FILES,
    PYODIDE_ABI,
    PYODIDE_VERSION,
    PYTHON_VERSION,
    STDLIB_ARCHIVE,
)

RECORD_NAME = "runtime.json"
NEEDED_FILES = (*CORE_FILES, STDLIB_ARCHIVE)


@dataclass(frozen=True, slots=True)
class RuntimeFile:
    """The SHA-256 (lower-case hexadecimal) and size in bytes of one file."""

    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Runtime:
    """A checked runtime: every file in `files` lies in `directory` and has its SHA-256."""

    directory: Path
    pyodide_version: str
    python_version: str
    engine_hash: str
    key: str
    files: Mapping[str, RuntimeFile]


def write_record(folder: Path, *, engine_hash: str, key: str) -> None:
    """Describe every file of a folder in its `runtime.json`."""
    names = sorted(path.name for path in folder.iterdir() if path.name != RECORD_NAME)
    record = {
        "pyodide": PYODIDE_VERSION,
        "abi": PYODIDE_ABI,
        "python": PYTHON_VERSION,
        "engine_hash": engine_hash,
        "key": key,
        "files": {name: _described((folder / name).read_bytes()) for name in names},
    }
    text = json.dumps(record, indent=2) + "\n"
    (folder / RECORD_NAME).write_text(text, encoding="utf-8", newline="\n")


def load_runtime(directory: Path) -> Runtime:
    """Read a folder's record and check every file against it.

    Raises `RuntimeDamaged` for a missing, malformed or untrue record.
    """
    runtime = _read_record(directory)
    lacking = [name for name in NEEDED_FILES if name not in runtime.files]
    sums = {name: file.sha256 for name, file in runtime.files.items()}
    problems = [f"{directory / RECORD_NAME}: does not list {name}" for name in lacking]
    problems += problems_of_files(directory, sums)
    if problems:
        raise RuntimeDamaged("\n".join(problems))
    return runtime


def check_is_current(runtime: Runtime, *, engine_hash: str, key: str | None = None) -> None:
    """Refuse a runtime made from another Pyodide, engine or (with `key`) recipe.

    Raises `RuntimeStale` with what was found and expected.
    """
    pairs = [
        ("Pyodide", runtime.pyodide_version, PYODIDE_VERSION),
        ("engine_hash", runtime.engine_hash, engine_hash),
        ("key", runtime.key, key or runtime.key),
    ]
    for name, found, expected in pairs:
        if found != expected:
            raise RuntimeStale(f"{runtime.directory}: found {name} {found}, expected {expected}")


def _described(content: bytes) -> dict[str, str | int]:
    return {"sha256": sha256_of(content), "bytes": len(content)}


def _read_record(directory: Path) -> Runtime:
    path = directory / RECORD_NAME
    try:
        return _runtime_of(directory, json.loads(path.read_text(encoding="utf-8")))
    except OSError:
        raise RuntimeDamaged(f"{directory}: there is no {RECORD_NAME}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise RuntimeDamaged(f"{path}: malformed: {error!r}") from None


def _runtime_of(directory: Path, record: dict[str, Any]) -> Runtime:
    files = {
        str(name): RuntimeFile(str(file["sha256"]), int(file["bytes"]))
        for name, file in sorted(dict(record["files"]).items())
    }
    strange = [name for name in files if Path(name).name != name]
    if strange:
        raise ValueError(f"a file name with a folder: {strange[0]!r}")
    return Runtime(
        directory=directory,
        pyodide_version=str(record["pyodide"]),
        python_version=str(record["python"]),
        engine_hash=str(record["engine_hash"]),
        key=str(record["key"]),
        files=files,
    )
