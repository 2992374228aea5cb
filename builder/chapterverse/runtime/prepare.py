"""Prepare the runtime: fetch, trim, compile, pack; once per recipe, kept in the user's cache."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from chapterverse.runtime.archive import zip_bytes
from chapterverse.runtime.compile import choose_route, compile_sources
from chapterverse.runtime.errors import RuntimeDamaged, RuntimeStale
from chapterverse.runtime.fetch import fetch_pyodide
from chapterverse.runtime.folders import replace_folder
from chapterverse.runtime.notices import notice_files
from chapterverse.runtime.pins import CORE_FILES, STDLIB_ARCHIVE
from chapterverse.runtime.places import cache_dir, engine_dir
from chapterverse.runtime.record import Runtime, check_is_current, load_runtime, write_record
from chapterverse.runtime.trim import (
    engine_sources,
    hash_of_sources,
    kept_sources,
    read_keep_list,
)

# A developer's engine changes often, and each prepared runtime takes 11 MB of the cache.
_KEPT_RUNTIMES = 4


@dataclass(frozen=True, slots=True)
class Recipe:
    """What one runtime is made from."""

    sources: dict[str, bytes]
    engine_hash: str
    key: str


def recipe_key(engine_hash: str) -> str:
    """Name what a runtime is made from: the engine's sources and every file of this package.

    The package holds the pins, the keep list and the code; the route is not part of it.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256(engine_hash.encode())
    for path in sorted(here.rglob("*"), key=lambda path: path.relative_to(here).as_posix()):
        if path.is_file() and path.suffix in {".py", ".mjs", ".txt"}:
            digest.update(f"{path.relative_to(here).as_posix()}\0".encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:32]


def cached_runtime_dir(cache: Path, key: str) -> Path:
    """Name the folder of a recipe's runtime in a cache; it need not exist."""
    return cache / "runtime" / key


def prepare(
    out: Path | None = None,
    *,
    route: str = "auto",
    cache: Path | None = None,
    engine: Path | None = None,
    is_forced: bool = False,
) -> Runtime:
    """Put the runtime of this engine into `out` (else only into the cache) and return it.

    What is there already, checked and current, is kept unless `is_forced`. Raises
    `RuntimeProblem` (fetching, checking, compiling) with a message for the user.
    """
    cache = cache or cache_dir()
    recipe = _recipe_of(engine or engine_dir())
    if out and not is_forced and (ready := _current(out, recipe)):
        return ready
    cached = cached_runtime_dir(cache, recipe.key)
    if is_forced or not _current(cached, recipe):
        _make(cached, route, fetch_pyodide(cache), recipe)
        _forget_old(cached)
    if out:
        replace_folder(cached, out)
    return load_runtime(out or cached)


def _recipe_of(engine: Path) -> Recipe:
    # Read once: the sources that are hashed are the sources that are compiled.
    sources = engine_sources(engine)
    engine_hash = hash_of_sources(sources)
    return Recipe(sources, engine_hash, recipe_key(engine_hash))


def _current(folder: Path, recipe: Recipe) -> Runtime | None:
    try:
        runtime = load_runtime(folder)
        check_is_current(runtime, engine_hash=recipe.engine_hash, key=recipe.key)
    except (RuntimeDamaged, RuntimeStale):
        return None
    return runtime


def _make(target: Path, route: str, pyodide: Path, recipe: Recipe) -> None:
    kept = kept_sources(pyodide / STDLIB_ARCHIVE, read_keep_list())
    compiled = compile_sources(kept | recipe.sources, pyodide, choose_route(route))
    with tempfile.TemporaryDirectory(prefix="chapterverse-runtime-") as name:
        folder = Path(name)
        for core in CORE_FILES:
            shutil.copyfile(pyodide / core, folder / core)
        for notice, text in notice_files().items():
            (folder / notice).write_bytes(text)
        (folder / STDLIB_ARCHIVE).write_bytes(zip_bytes(compiled))
        write_record(folder, engine_hash=recipe.engine_hash, key=recipe.key)
        replace_folder(folder, target)


def _forget_old(newest: Path) -> None:
    # Last use is not recorded, so the age of the folder decides.
    siblings = [path for path in newest.parent.iterdir() if path.is_dir() and path != newest]
    siblings.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    for path in siblings[_KEPT_RUNTIMES - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
