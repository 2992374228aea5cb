"""Find the runtime for this engine: configured, packaged, checkout, cache, else prepare it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chapterverse.runtime.errors import RuntimeNotFound, RuntimeProblem
from chapterverse.runtime.node import HOW_TO_GET_NODE, has_node, has_npm
from chapterverse.runtime.places import (
    cache_dir,
    checkout_runtime_dir,
    engine_dir,
    packaged_runtime_dir,
)
from chapterverse.runtime.prepare import cached_runtime_dir, prepare, recipe_key
from chapterverse.runtime.record import Runtime, check_is_current, load_runtime
from chapterverse.runtime.trim import engine_hash

_OPTIONS = f"""\
You can:
  - install Chapterverse from its wheel, which carries a prepared runtime;
  - {HOW_TO_GET_NODE}, and run `python -m chapterverse.runtime prepare`;
  - name the folder of a prepared runtime in the configuration (`runtime = "path/to/folder"`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder where a runtime may lie; with `key`, only one of that very recipe will do."""

    label: str
    directory: Path
    key: str | None = None


def find_runtime(
    explicit: Path | None = None,
    *,
    cache: Path | None = None,
    engine: Path | None = None,
    may_prepare: bool = True,
) -> Runtime:
    """Find a whole and current runtime, or prepare one where npm and Node are at hand.

    `explicit` is the configured folder: if it is unusable, nothing else is tried. Raises
    `RuntimeNotFound` with every place that was tried, why it would not do, and the options.
    """
    cache, engine = cache or cache_dir(), engine or engine_dir()
    reasons: list[str] = []
    for place in _places(explicit, cache, engine):
        try:
            return _checked(place, engine)
        except RuntimeProblem as problem:
            reasons.append(f"  - {place.label}: {problem}")
    if explicit is None and may_prepare:
        try:
            return _prepared(cache, engine)
        except RuntimeProblem as problem:
            reasons.append(f"  - preparing it now: {problem}")
    tried = "\n".join(reasons)
    raise RuntimeNotFound(f"no usable Pyodide runtime was found. Tried:\n{tried}\n{_OPTIONS}")


def _places(explicit: Path | None, cache: Path, engine: Path) -> Iterator[Place]:
    if explicit is not None:
        yield Place("the configured folder", explicit)
        return
    yield Place("this installation", packaged_runtime_dir())
    key = recipe_key(engine_hash(engine))
    in_checkout = checkout_runtime_dir()
    if in_checkout is not None:
        yield Place("this checkout", in_checkout, key)
    yield Place("the user's cache", cached_runtime_dir(cache, key), key)


def _checked(place: Place, engine: Path) -> Runtime:
    runtime = load_runtime(place.directory)
    check_is_current(runtime, engine_hash=engine_hash(engine), key=place.key)
    return runtime


def _prepared(cache: Path, engine: Path) -> Runtime:
    if not (has_npm() and has_node()):
        raise RuntimeNotFound("npm and Node are not on this machine")
    return prepare(cache=cache, engine=engine)
