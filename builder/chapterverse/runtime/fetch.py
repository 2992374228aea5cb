"""Fetch the pinned Pyodide with `npm pack` into the user's cache and check every file."""

from __future__ import annotations

import hashlib
import tarfile
import tempfile
from pathlib import Path

from chapterverse.runtime.errors import RuntimeDamaged
from chapterverse.runtime.folders import replace_folder
from chapterverse.runtime.node import run_npm
from chapterverse.runtime.pins import PYODIDE_VERSION, SHA256_OF_FILE


def fetch_pyodide(cache: Path) -> Path:
    """Return the folder of the checked Pyodide files, fetching them when the cache lacks them.

    Raises `RuntimeDamaged` when a fetched file is not the pinned one, `ToolMissing` without npm.
    """
    folder = cache / "pyodide" / PYODIDE_VERSION
    if problems_of_pyodide(folder):
        with tempfile.TemporaryDirectory(prefix="chapterverse-npm-") as name:
            unpacked = _unpack(_pack(Path(name)), Path(name) / "files")
            check_pyodide(unpacked)
            replace_folder(unpacked, folder)
    return folder


def check_pyodide(folder: Path) -> None:
    """Refuse a folder in which a pinned file is missing or changed (`RuntimeDamaged`)."""
    problems = problems_of_pyodide(folder)
    if problems:
        raise RuntimeDamaged("\n".join(problems))


def problems_of_pyodide(folder: Path) -> list[str]:
    """List what differs from the pins, one line per file: name, found, expected."""
    return problems_of_files(folder, SHA256_OF_FILE)


def problems_of_files(folder: Path, sha256_of_file: dict[str, str]) -> list[str]:
    """List the files of a folder that are missing or whose SHA-256 is another one."""
    problems = []
    for name, expected in sorted(sha256_of_file.items()):
        path = folder / name
        found = sha256_of(path.read_bytes()) if path.is_file() else "no such file"
        if found != expected:
            problems.append(f"{path}: found SHA-256 {found}, expected {expected}")
    return problems


def sha256_of(content: bytes) -> str:
    """Hash bytes as lower-case hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def _pack(folder: Path) -> Path:
    run_npm(["pack", f"pyodide@{PYODIDE_VERSION}", "--silent"], folder)
    archives = sorted(folder.glob("*.tgz"))
    if len(archives) != 1:
        raise RuntimeDamaged(f"npm pack left {len(archives)} archives in {folder}, expected 1")
    return archives[0]


def _unpack(archive: Path, folder: Path) -> Path:
    # Only the pinned names are read, so nothing in the archive chooses where it is written.
    folder.mkdir()
    with tarfile.open(archive) as tar:
        for name in SHA256_OF_FILE:
            stream = tar.extractfile(f"package/{name}")
            if stream is None:
                raise RuntimeDamaged(f"{archive.name}: expected the regular file {name}")
            (folder / name).write_bytes(stream.read())
    return folder
