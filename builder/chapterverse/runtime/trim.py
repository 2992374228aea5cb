"""Choose the members of the runtime's archive: the kept standard library and the engine.

The keep list is data (`stdlib_keep.txt`, one member of Pyodide's archive a line), made by
`python -m chapterverse.runtime trace`.
"""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

from chapterverse.runtime.errors import RuntimeProblem
from chapterverse.runtime.places import ENGINE_PACKAGE

KEEP_LIST = Path(__file__).with_name("stdlib_keep.txt")


def read_keep_list(path: Path = KEEP_LIST) -> tuple[str, ...]:
    """Read the members to keep, sorted; `#` starts a comment line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(sorted({line for line in lines if line and not line.startswith("#")}))


def write_keep_list(members: set[str], path: Path = KEEP_LIST) -> None:
    """Write the members to keep, one a line, sorted."""
    head = (
        "# Members of Pyodide's python_stdlib.zip that the runtime keeps.\n"
        "# Written by `python -m chapterverse.runtime trace`; do not edit by hand.\n"
    )
    path.write_text(head + "".join(f"{name}\n" for name in sorted(members)), encoding="utf-8")


def kept_sources(stdlib_archive: Path, keep: tuple[str, ...]) -> dict[str, bytes]:
    """Read the kept members' sources; raises `RuntimeProblem` for a name the archive lacks."""
    with zipfile.ZipFile(stdlib_archive) as archive:
        missing = sorted(set(keep) - set(archive.namelist()))
        if missing:
            raise RuntimeProblem(
                f"{KEEP_LIST.name} names members that {stdlib_archive.name} lacks: "
                f"{', '.join(missing)}; run `python -m chapterverse.runtime trace`"
            )
        return {name: archive.read(name) for name in keep}


def engine_sources(engine: Path) -> dict[str, bytes]:
    """Read the engine's Python files by their name in the archive, sorted.

    Line ends are made LF, so that a checkout on any system gives the same hash.
    """
    paths = {
        f"{ENGINE_PACKAGE}/{p.relative_to(engine).as_posix()}": p for p in engine.rglob("*.py")
    }
    return {name: paths[name].read_bytes().replace(b"\r\n", b"\n") for name in sorted(paths)}


def engine_hash(engine: Path) -> str:
    """Hash the engine's sources in a folder, as `hash_of_sources` does."""
    return hash_of_sources(engine_sources(engine))


def hash_of_sources(sources: dict[str, bytes]) -> str:
    """Hash sources: SHA-256 over every name, length and content in name order."""
    digest = hashlib.sha256()
    for name, source in sorted(sources.items()):
        digest.update(f"{name}\0{len(source)}\0".encode())
        digest.update(source)
    return digest.hexdigest()
