"""Documents that would be one thing in the site: one path on any file system, or one identity."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from chapterverse.errors import Problem
from chapterverse.identity import document_id_of
from chapterverse.model import Image, Source
from chapterverse.site_paths import (
    RESERVED_PATHS,
    SITE_FOLDER,
    page_path_of,
    raw_path_of,
    source_page_path_of,
)

_SITE = "the site itself"


def clashes_of(sources: Sequence[Source], images: Iterable[Image]) -> list[Problem]:
    """Return a problem for each document that claims what another one has, naming both."""
    claims = sorted(
        [(each.source_path, _paths_of(each)) for each in sources]
        + [(each.site_path, [each.site_path]) for each in images]
    )
    return [*_path_clashes(claims), *_identity_clashes(sources)]


def _path_clashes(claims: Sequence[tuple[str, list[str]]]) -> Iterator[Problem]:
    owner_of_path = {_key(path): (-1, _SITE) for path in (*RESERVED_PATHS, SITE_FOLDER)}
    for index, (name, paths) in enumerate(claims):
        for path in paths:
            owner, other = owner_of_path.setdefault(_key(path), (index, name))
            if owner != index:
                yield Problem(name, 0, f"refused: {path} in the site belongs to {other}")
    for name, paths in claims:
        # A page `a.html` and a folder `a.html/` can't be in one place either.
        for path in paths:
            parents = (_key(path[:end]) for end, char in enumerate(path) if char == "/")
            for parent in parents:
                if parent in owner_of_path:
                    other = owner_of_path[parent][1]
                    yield Problem(name, 0, f"refused: {parent} in the site belongs to {other}")


def _identity_clashes(sources: Sequence[Source]) -> Iterator[Problem]:
    owner_of_id: dict[str, str] = {}
    for source in sorted(sources, key=lambda each: each.source_path):
        name = source.source_path
        other = owner_of_id.setdefault(document_id_of(source), name)
        if other != name:
            yield Problem(name, 0, f"refused: its doc_id and version are those of {other}")


def _paths_of(source: Source) -> list[str]:
    path = source.source_path
    own = [page_path_of(path), source_page_path_of(path), raw_path_of(path)]
    return [*own, *source.front_matter.redirects]


def _key(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()
