"""Documents as read by earlier builds, each in a file of its own that vouches for its bytes.

A file is the SHA-256 of the rest, then the document's facts, then its content, a line each. Its name
is the key: a hash of all that went in. The folder may be deleted at any time; what is missing or
damaged is made again.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from chapterverse.disk import Disk
from chapterverse.document_codec import (
    decode_content,
    decode_facts,
    encode_content,
    encode_facts,
)
from chapterverse.model import DocumentContent, DocumentFacts, ReadDocument

_DAMAGED = (ValueError, TypeError, KeyError, LookupError, RecursionError)


class DocumentCache:
    """Read documents by key, in a folder that need not exist."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._folder = folder
        self._disk = disk

    def facts(self, key: str) -> DocumentFacts | None:
        """Return a document's facts, None if they are not here whole."""
        lines = self._lines(key)
        try:
            facts = decode_facts(lines[0]) if lines else None
        except _DAMAGED:
            return None
        return facts if facts and facts.key == key else None

    def content(self, key: str) -> DocumentContent | None:
        """Return a document's content, None if it is not here whole."""
        lines = self._lines(key)
        try:
            return decode_content(lines[1]) if lines else None
        except _DAMAGED:
            return None

    def put(self, read: ReadDocument) -> None:
        """Remember a document."""
        rest = encode_facts(read.facts) + b"\n" + encode_content(read.content)
        path = self._path(read.facts.key)
        self._disk.make_folder(path.parent)
        self._disk.remove(path)
        self._disk.write(path, _sum(rest) + b"\n" + rest)

    def prune(self, keys: Collection[str]) -> None:
        """Forget all documents but these."""
        for path in sorted(self._folder.glob("??/*")):
            if path.name not in keys:
                self._disk.remove(path)

    def _lines(self, key: str) -> list[bytes]:
        try:
            raw = self._path(key).read_bytes()
        except OSError:
            return []
        head, _, rest = raw.partition(b"\n")
        return rest.split(b"\n") if head == _sum(rest) else []

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key


def _sum(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode()
