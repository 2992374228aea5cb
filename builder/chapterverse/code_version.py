"""What code and which libraries results of a build depend on, as a hash.

The modules are found by following imports from those that do the work, so that a module added later
cannot be forgotten. A table beside a module, of the same name, belongs to it.
"""

from __future__ import annotations

import hashlib
import platform
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import chapterverse
import chapterverse_engine

_ROOTS = {
    "chapterverse": Path(chapterverse.__file__).parent,
    "chapterverse_engine": Path(chapterverse_engine.__file__).parent,
}
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w.]+))",
    re.MULTILINE,
)
_LIBRARIES = ("jinja2", "markdown-it-py", "mdit-py-plugins", "nh3", "pygments", "pyyaml")


@lru_cache(maxsize=8)
def code_version(*modules: str) -> str:
    """Return a hash of the modules, of all of ours that they import, and of the libraries."""
    digest = hashlib.sha256(_platform().encode())
    for name in sorted(imported_from(*modules)):
        source = _file_of(name)
        for file in (source, source.with_suffix(".json")) if source else ():
            digest.update(f"\n{name}\n".encode() + _bytes_of(file))
    return digest.hexdigest()


def imported_from(*modules: str) -> set[str]:
    """Return the names of the modules and of all of our modules that they need."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        source = _file_of(name)
        if name not in found and source is not None:
            found.add(name)
            waiting += _imports(name, source)
    return found


@lru_cache(maxsize=1024)
def _bytes_of(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


@lru_cache(maxsize=1024)
def _imports(name: str, source: Path) -> tuple[str, ...]:
    return tuple(_imported(name, source))


def _imported(name: str, source: Path) -> Iterator[str]:
    package = name if source.name == "__init__.py" else name.rpartition(".")[0]
    for base, names, plain in _IMPORT.findall(_bytes_of(source).decode()):
        module = plain or _absolute(base, package)
        parts = module.split(".")
        yield from (".".join(parts[:depth]) for depth in range(1, len(parts) + 1))
        for one in re.findall(r"\w+", names):
            yield f"{module}.{one}"


def _absolute(base: str, package: str) -> str:
    dots = len(base) - len(base.lstrip("."))
    if not dots:
        return base
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - dots + 1], *filter(None, [base[dots:]])])


@lru_cache(maxsize=1024)
def _file_of(name: str) -> Path | None:
    top, *rest = name.split(".")
    root = _ROOTS.get(top)
    if root is None:
        return None
    place = root.joinpath(*rest)
    files = (place / "__init__.py", place.with_suffix(".py")) if rest else (root / "__init__.py",)
    return next((file for file in files if file.is_file()), None)


def _platform() -> str:
    python = f"{platform.python_version()} {unicodedata.unidata_version}"
    return "\n".join([python, *map(_version, _LIBRARIES)])


def _version(library: str) -> str:
    try:
        return f"{library} {version(library)}"
    except PackageNotFoundError:
        return f"{library} unknown"
