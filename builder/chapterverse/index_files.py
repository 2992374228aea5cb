"""The files of an index, reached through its lists of shards and their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chapterverse_engine.manifest import ScopeIndex, ShardList
from chapterverse_engine.model import Passage
from chapterverse_engine.passage_codec import decode_passages
from chapterverse_engine.shard_codec import decode_table

ReadFile = Callable[[str], bytes]


def shard_names(listing: ShardList, read: ReadFile) -> Iterator[str]:
    """Yield the names of a list's shards in order, without those of its tables."""
    if not listing.per_table:
        yield from listing.names
        return
    for name in listing.names:
        yield from decode_table(name, read(name)).names


def file_names(index: ScopeIndex, read: ReadFile) -> Iterator[str]:
    """Yield the names of all files of a scope: tables before what they list."""
    for listing in (index.postings, index.passage_shards, index.vocabulary):
        if listing.per_table:
            yield from listing.names
        yield from shard_names(listing, read)


def all_passages(index: ScopeIndex, read: ReadFile) -> Iterator[Passage]:
    """Yield every passage of a scope in the order of their ordinals."""
    for name in shard_names(index.passage_shards, read):
        yield from decode_passages(name, read(name)).passages
