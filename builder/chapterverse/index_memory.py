"""Remember what the shards of the published index were made from, so that they can be updated."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from chapterverse.disk import Disk
from chapterverse.stages.shards import ShardMemory, ShardSet


class IndexMemory:
    """The remembered scopes of an index whose shards lie in a folder; the file may be missing.

    `version` names the code that makes shards: what other code remembered does not count.
    """

    def __init__(self, file: Path, index_folder: Path, version: str, disk: Disk) -> None:
        self._file = file
        self._disk = disk
        self._index_folder = index_folder
        self._version = version
        self._memory_of_scope = _read(file, version)

    def of_scope(self, scope: str) -> ShardMemory | None:
        """Return what is remembered of a scope."""
        return self._memory_of_scope.get(scope)

    def read_shard(self, name: str) -> bytes | None:
        """Return a published shard's bytes, None unless they are those that its name promises."""
        try:
            data = (self._index_folder / name).read_bytes()
        except OSError:
            return None
        return data if f"{sha256(data).hexdigest()}.json" == name else None

    def write(self, shard_sets: Iterable[ShardSet]) -> None:
        """Remember the scopes of a build."""
        scopes = {shards.index.scope: asdict(shards.memory) for shards in shard_sets}
        fields = {"version": self._version, "scopes": scopes}
        self._disk.make_folder(self._file.parent)
        self._disk.replace(self._file, json.dumps(fields, separators=(",", ":")).encode())


def _read(file: Path, version: str) -> dict[str, ShardMemory]:
    try:
        fields = json.loads(file.read_bytes())
        if fields["version"] != version:
            return {}
        return {
            scope: ShardMemory(
                rows=tuple((identity, passages) for identity, passages in memory["rows"]),
                postings=tuple(memory["postings"]),
                vocabulary=tuple(memory["vocabulary"]),
                passages=dict(memory["passages"]),
                postings_bytes=int(memory["postings_bytes"]),
            )
            for scope, memory in fields["scopes"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
