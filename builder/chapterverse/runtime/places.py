"""Where a runtime, its cache and the engine's sources may lie."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from chapterverse.runtime.errors import RuntimeProblem

ENGINE_PACKAGE = "chapterverse_engine"
RUNTIME_FOLDER = ".runtime"

_PACKAGE_DIR = Path(__file__).resolve().parent.parent


def packaged_runtime_dir() -> Path:
    """Name the folder that a release wheel carries; it need not exist."""
    return _PACKAGE_DIR / "_runtime"


def checkout_dir() -> Path | None:
    """Name the root of the checkout (or unpacked sdist) that this package lies in, if any."""
    root = _PACKAGE_DIR.parent.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "web" / ENGINE_PACKAGE).is_dir()
    return root if is_checkout and _PACKAGE_DIR.parent.name == "builder" else None


def checkout_runtime_dir() -> Path | None:
    """Name the git-ignored folder of the checkout, if this is one; it need not exist."""
    root = checkout_dir()
    return root / RUNTIME_FOLDER if root else None


def cache_dir() -> Path:
    """Name the user's cache folder of Chapterverse (`XDG_CACHE_HOME` is honoured)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification says that a relative path is to be ignored.
    parent = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return parent / "chapterverse"


def engine_dir() -> Path:
    """Find the engine's sources: the checkout's, else those of the installed package.

    Raises `RuntimeProblem` when there is neither.
    """
    root = checkout_dir()
    if root:
        return root / "web" / ENGINE_PACKAGE
    spec = importlib.util.find_spec(ENGINE_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeProblem(
            f"the package {ENGINE_PACKAGE} is not installed: expected it beside chapterverse; "
            "reinstall chapterverse"
        )
    return Path(next(iter(spec.submodule_search_locations)))
