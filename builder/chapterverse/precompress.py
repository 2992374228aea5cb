"""Lay compressed variants beside a site's files, for hosts that serve those that they find."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from chapterverse.staging import SiteFile

_SUFFIXES = (
    ".html", ".css", ".js", ".mjs", ".json", ".wasm", ".svg", ".txt", ".xml", ".md", ".zip",
)  # fmt: skip
_Compress = Callable[[bytes], bytes]


def with_variants(files: Iterable[SiteFile]) -> Iterator[SiteFile]:
    """Yield files, and of those that shrink a `.gz`, and a `.br` where `brotli` is installed."""
    for file in files:
        yield file
        if file.path.endswith(_SUFFIXES):
            for suffix, compress in compressors().items():
                make = partial(_compressed, file.make, compress)
                yield SiteFile(file.path + suffix, f"{file.key}{suffix}", make)


@cache
def compressors() -> dict[str, _Compress]:
    """Return what compresses, by suffix."""
    found: dict[str, _Compress] = {".gz": partial(gzip.compress, compresslevel=9, mtime=0)}
    if find_spec("brotli"):
        found[".br"] = import_module("brotli").compress
    return found


def _compressed(make: Callable[[], bytes], compress: _Compress) -> bytes:
    return compress(make())
