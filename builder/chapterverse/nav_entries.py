"""Read the order of pages that an author chose: the `nav` of a configuration or of MkDocs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from chapterverse.errors import Problem

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
MKDOCS_NAME = "mkdocs.yml"
# What is taken from an existing mkdocs.yml; everything else in it is left alone.
_MKDOCS_KEYS = ("nav", "site_name", "docs_dir", "repo_url", "edit_uri")


class NavError(ValueError):
    """A list of pages, or the file that has it, is not what it must be; the message says how."""


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A page (`path`, a folder when it ends in "/") or a section (`pages`); `title` may be empty."""

    title: str = ""
    path: str = ""
    pages: tuple[NavEntry, ...] = ()


def entries_of(value: Any) -> tuple[NavEntry, ...]:
    """Return the entries of a list of paths, `{title, path}`, `{title, pages}` or `{title: …}`.

    Links to other sites are left out. Raises NavError.
    """
    if not isinstance(value, list | tuple):
        raise NavError(f"found {value!r}, expected a list of pages")
    entries = [_entry(item) for item in value]
    return tuple(entry for entry in entries if "://" not in entry.path)


def _entry(item: Any) -> NavEntry:
    if isinstance(item, str):
        return NavEntry(path=item)
    if not isinstance(item, dict) or not item:
        raise NavError(f"found {item!r}, expected a path or a title with pages")
    if set(item) <= {"title", "path", "pages"}:
        title, path, pages = item.get("title", ""), item.get("path", ""), item.get("pages", ())
    elif len(item) == 1:
        [(title, below)] = item.items()
        path, pages = (below, ()) if isinstance(below, str) else ("", below)
    else:
        raise NavError(f"found the keys {', '.join(map(str, item))}, expected one title")
    if not isinstance(title, str) or not isinstance(path, str):
        raise NavError(f"found {item!r}, expected text for its title and path")
    return NavEntry(title, path, entries_of(pages))


def unknown_pages(entries: Iterable[NavEntry], source_paths: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each path of the entries that no document has."""
    known = set(source_paths)
    for path in _paths(entries):
        is_folder = path.endswith("/")
        if not (any(k.startswith(path) for k in known) if is_folder else path in known):
            yield Problem(path, 0, "the nav lists it, but there is no such document")


def _paths(entries: Iterable[NavEntry]) -> Iterator[str]:
    for entry in entries:
        if entry.path:
            yield entry.path
        yield from _paths(entry.pages)


def read_mkdocs(path: Path) -> dict[str, Any]:
    """Return the keys of mkdocs.yml that count here, as text, lists and maps.

    The loader ignores every tag, so that `!!python/name:…` runs nothing. Raises NavError.
    """
    try:
        loaded = yaml.load(path.read_text("utf-8"), Loader=_LOADER)  # noqa: S506
    except (OSError, yaml.YAMLError, RecursionError) as error:
        raise NavError(f"cannot be read: {error}") from error
    if not isinstance(loaded, dict):
        raise NavError("found no `name: value`")
    return {key: loaded[key] for key in _MKDOCS_KEYS if loaded.get(key)}
