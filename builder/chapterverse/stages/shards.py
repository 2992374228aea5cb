"""Cut the index of a scope into small shards, each named by the hash of its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from chapterverse.model import PassageRow, ScopeRows
from chapterverse_engine.manifest import ScopeIndex, bucket_of
from chapterverse_engine.shard_codec import (
    encode_passages,
    encode_postings,
    encode_vocabulary,
    shard_name,
)
from chapterverse_engine.vector import is_fuzzy, signature_keys

# Bytes of JSON a shard aims at; a third of that crosses the wire compressed.
POSTINGS_SHARD_BYTES = 40_000
PASSAGE_SHARD_BYTES = 24_000
VOCABULARY_SHARD_BYTES = 20_000
# What one posting and one vocabulary entry take as JSON, measured on mixed documentation.
_POSTING_BYTES = 5
_ENTRY_BYTES = 10

_GroupsOfTerm = dict[str, dict[int, list[int]]]


@dataclass(frozen=True, slots=True)
class ShardSet:
    """The shards of one scope: how to reach them, and their bytes by name."""

    index: ScopeIndex
    data_of_name: Mapping[str, bytes]


def cut_shards(scope: ScopeRows) -> ShardSet:
    """Cut a scope's passages, postings and vocabulary into shards."""
    data_of_name: dict[str, bytes] = {}

    def put(shards: Iterable[bytes]) -> tuple[str, ...]:
        named = [(shard_name(data), data) for data in shards]
        data_of_name.update(named)
        return tuple(name for name, _ in named)

    groups_of_term = _postings(scope.rows)
    passage_cuts = list(_passage_cuts(scope.rows))
    index = ScopeIndex(
        scope=scope.scope,
        groups=scope.groups,
        postings_shards=put(_postings_shards(groups_of_term)),
        passage_shards=put(
            encode_passages(first, [row.passage for row in scope.rows[first:end]])
            for first, end in passage_cuts
        ),
        passage_firsts=tuple(first for first, _ in passage_cuts),
        vocabulary_shards=put(_vocabulary_shards(groups_of_term)),
    )
    return ShardSet(index, data_of_name)


def _postings(rows: Sequence[PassageRow]) -> _GroupsOfTerm:
    groups_of_term: _GroupsOfTerm = {}
    for row in rows:
        ordinal = row.passage.ordinal
        for term, impact in row.impacts.items():
            groups_of_term.setdefault(term, {}).setdefault(impact, []).append(ordinal)
    return groups_of_term


def _postings_shards(groups_of_term: _GroupsOfTerm) -> Iterator[bytes]:
    size = sum(
        len(term) + 8 + _POSTING_BYTES * sum(map(len, groups.values()))
        for term, groups in groups_of_term.items()
    )
    for terms in _buckets(groups_of_term, size // POSTINGS_SHARD_BYTES):
        yield encode_postings({term: groups_of_term[term] for term in terms})


def _vocabulary_shards(groups_of_term: _GroupsOfTerm) -> Iterator[bytes]:
    terms_of_key: dict[str, list[str]] = {}
    for term in sorted(groups_of_term):
        if is_fuzzy(term):
            for key in signature_keys(term):
                terms_of_key.setdefault(key, []).append(term)
    size = _ENTRY_BYTES * sum(len(terms) + 1 for terms in terms_of_key.values())
    for keys in _buckets(terms_of_key, size // VOCABULARY_SHARD_BYTES):
        yield encode_vocabulary({key: terms_of_key[key] for key in keys})


def _buckets(texts: Iterable[str], wanted: int) -> list[list[str]]:
    """Spread texts over the next power of two of buckets, as the engine will look for them."""
    buckets: list[list[str]] = [[] for _ in range(1 << max(0, wanted).bit_length())]
    for text in texts:
        buckets[bucket_of(text, len(buckets))].append(text)
    return buckets


def _passage_cuts(rows: Sequence[PassageRow]) -> Iterator[tuple[int, int]]:
    """Yield ranges of ordinals whose texts fill a shard."""
    first = size = 0
    for row in rows:
        length = 300 + len(row.passage.text.encode("utf-8", "surrogatepass"))
        if size and size + length > PASSAGE_SHARD_BYTES:
            yield first, row.passage.ordinal
            first, size = row.passage.ordinal, 0
        size += length
    if rows:
        yield first, len(rows)
