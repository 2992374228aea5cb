"""Reach the index: which shards a question needs, and what has been received so far.

Everything here is a generator where it may have to wait: it yields a `Need` and goes on when the
session has received the named shards. Decoded shards are kept, the least recently used go first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple, TypeVar

from .errors import FormatError
from .manifest import Group, Manifest, ScopeIndex, ShardList
from .model import Need, Passage, Searched
from .passage_codec import PassageShard
from .shard_codec import (
    Postings,
    PostingsShard,
    TableShard,
    VocabularyShard,
    check_name,
    decode_table,
)

# Bytes of shards, as received, whose decoded form is kept; some eight times that in memory.
CACHE_BYTES = 16 * 1024 * 1024

Shard = PostingsShard | PassageShard | VocabularyShard | TableShard
ShardKind = TypeVar("ShardKind", PostingsShard, PassageShard, VocabularyShard, TableShard)
Decoder = Callable[[str, bytes], ShardKind]
Waiting = Generator[Need, None, None]


class ScopeView(NamedTuple):
    """The part of a scope's index that a question may see.

    `ranges` are ascending half-open ranges of ordinals; `base` makes ordinals of several scopes
    distinct: a passage's key is `base + ordinal`.
    """

    shards: ScopeIndex
    base: int
    ranges: tuple[tuple[int, int], ...]
    documents: int

    @property
    def passages(self) -> int:
        """The number of passages in view."""
        return sum(end - first for first, end in self.ranges)


class View(NamedTuple):
    """The candidate set of a question, chosen before anything is ranked."""

    scopes: tuple[ScopeView, ...]

    @property
    def passages(self) -> int:
        """The number of candidate passages."""
        return sum(scope.passages for scope in self.scopes)

    def searched(self) -> Searched:
        """Say how much is in view."""
        documents = sum(scope.documents for scope in self.scopes)
        return Searched(self.passages, documents, tuple(v.shards.scope for v in self.scopes))

    def locate(self, key: int) -> tuple[ScopeView, int]:
        """Return the scope and the ordinal of a passage key."""
        for scope in reversed(self.scopes):
            if key >= scope.base:
                return scope, key - scope.base
        raise KeyError(key)


def choose(manifest: Manifest, scopes: Sequence[str], admits: Callable[[Group], bool]) -> View:
    """Return the view of the scopes' groups that are admitted."""
    views, base = [], 0
    for index in manifest.scopes:
        if index.scope in scopes:
            groups = [group for group in index.groups if group.end > group.first and admits(group)]
            if groups:
                ranges = _joined((group.first, group.end) for group in groups)
                documents = sum(group.documents for group in groups)
                views.append(ScopeView(index, base, ranges, documents))
            base += index.passages
    return View(tuple(views))


def _joined(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for first, end in ranges:
        touches = joined and joined[-1][1] == first
        joined.append((joined.pop()[0] if touches else first, end))
    return tuple(joined)


class TermPostings(NamedTuple):
    """A term's postings in view: `groups` of (impact, keys); `frequency` counts passages."""

    term: str
    frequency: int
    groups: tuple[tuple[int, Sequence[int]], ...]


class IndexReader:
    """Decoded shards of one manifest, shared by the sessions of a site."""

    def __init__(self, manifest: Manifest, cache_bytes: int = CACHE_BYTES) -> None:
        self.manifest = manifest
        self._cache_bytes = cache_bytes
        self._decoder_of: dict[str, Callable[[str, bytes], Shard]] = {}
        self._shards: OrderedDict[str, tuple[int, Shard]] = OrderedDict()
        self._held_bytes = 0
        # Names of the shards that were looked into; whoever counts them clears them.
        self.touched: set[str] = set()

    def receive(self, name: str, data: bytes) -> None:
        """Take a shard's bytes; raise FormatError unless they are what was asked for."""
        decoder = self._decoder_of.get(name)
        if decoder is None:
            check_name(name, data)
            raise FormatError(name, "(file)", "a shard nobody asked for", "a needed shard")
        if name not in self._shards:
            self._shards[name] = (len(data), decoder(name, data))
            self._held_bytes += len(data)

    def missing(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of the names that have not been received."""
        return tuple(name for name in dict.fromkeys(names) if name not in self._shards)

    def postings(
        self, view: View, terms: Iterable[str]
    ) -> Generator[Need, None, dict[str, TermPostings]]:
        """Return the postings in view of each term, also of terms that no passage has."""
        wanted = list(dict.fromkeys(terms))
        pairs = [(scope, term) for term in wanted for scope in view.scopes]
        places = [(s.shards.postings, s.shards.postings.bucket(term)) for s, term in pairs]
        names = yield from self._names(places)
        shards = yield from self._load(names, PostingsShard)
        parts: dict[str, list[list[tuple[int, Sequence[int]]]]] = {term: [] for term in wanted}
        for (scope, term), name in zip(pairs, names, strict=True):
            parts[term].append(_in_view(scope, shards[name].of(term)))
        return {term: _merged(term, found) for term, found in parts.items()}

    def passages(
        self, view: View, keys: Iterable[int]
    ) -> Generator[Need, None, dict[int, tuple[Passage, str]]]:
        """Return the passage and the scope of each key."""
        wanted = list(dict.fromkeys(keys))
        located = [view.locate(key) for key in wanted]
        places = yield from self._places([(s.shards.passage_shards, at) for s, at in located])
        shards = yield from self._load((name for name, _ in places), PassageShard)
        return {
            key: (shards[name].passage(position), scope.shards.scope)
            for key, (scope, _), (name, position) in zip(wanted, located, places, strict=True)
        }

    def vocabulary(
        self, view: View, keys: Iterable[str]
    ) -> Generator[Need, None, dict[str, tuple[str, ...]]]:
        """Return, for each signature key, the terms that share it in any scope in view."""
        wanted = list(dict.fromkeys(keys))
        lists = [scope.shards.vocabulary for scope in view.scopes if scope.shards.vocabulary.total]
        pairs = [(listing, key) for listing in lists for key in wanted]
        names = yield from self._names([(listing, listing.bucket(key)) for listing, key in pairs])
        shards = yield from self._load(names, VocabularyShard)
        found: dict[str, tuple[str, ...]] = dict.fromkeys(wanted, ())
        for (_, key), name in zip(pairs, names, strict=True):
            found[key] += shards[name].of(key)
        return found

    def _names(self, places: Sequence[tuple[ShardList, int]]) -> Generator[Need, None, list[str]]:
        """Return the names of shards at places in their lists, through tables where there are."""
        in_tables = [
            listing.names[at // listing.per_table] for listing, at in places if listing.per_table
        ]
        tables = yield from self._load(in_tables, decode_table)
        return [
            tables[listing.names[at // listing.per_table]].names[at % listing.per_table]
            if listing.per_table
            else listing.names[at]
            for listing, at in places
        ]

    def _places(
        self, ordinals: Sequence[tuple[ShardList, int]]
    ) -> Generator[Need, None, list[tuple[str, int]]]:
        """Return for passages the names of their shards and their positions in there."""
        rows = [bisect_right(listing.firsts, ordinal) - 1 for listing, ordinal in ordinals]
        pairs = [
            (listing, listing.names[row]) for (listing, _), row in zip(ordinals, rows, strict=True)
        ]
        tables = yield from self._load(
            (n for listing, n in pairs if listing.per_table), decode_table
        )
        places = []
        for (listing, ordinal), row in zip(ordinals, rows, strict=True):
            name, first = listing.names[row], listing.firsts[row]
            if listing.per_table:
                table = tables[name]
                at = bisect_right(table.firsts, ordinal) - 1
                name, first = table.names[at], table.firsts[at]
            places.append((name, ordinal - first))
        return places

    def _load(
        self, names: Iterable[str], decoder: Decoder[ShardKind]
    ) -> Generator[Need, None, dict[str, ShardKind]]:
        """Return shards of one kind by their names, waiting for those that are missing."""
        wanted = list(dict.fromkeys(names))
        self.touched.update(wanted)
        for name in wanted:
            self._decoder_of[name] = decoder
            if name in self._shards:
                self._shards.move_to_end(name)
        missing = self.missing(wanted)
        if missing:
            yield Need(missing)
            self._forget(keep=set(wanted))
        # A name stands for one shard, which was decoded as the kind that it was asked for as.
        return {name: self._shards[name][1] for name in wanted}  # type: ignore[misc]

    def _forget(self, keep: set[str]) -> None:
        for name in list(self._shards):
            if self._held_bytes <= self._cache_bytes:
                return
            if name not in keep:
                self._held_bytes -= self._shards.pop(name)[0]


def _in_view(scope: ScopeView, postings: Postings) -> list[tuple[int, Sequence[int]]]:
    """Keep the postings inside the view's ranges, with keys instead of ordinals."""
    whole = scope.ranges == ((0, scope.shards.passages),)
    if whole and not scope.base:
        return list(postings)
    return [
        (impact, [scope.base + ordinal for ordinal in _inside(ordinals, scope.ranges)])
        for impact, ordinals in postings
    ]


def _inside(ordinals: Sequence[int], ranges: Iterable[tuple[int, int]]) -> list[int]:
    kept: list[int] = []
    for first, end in ranges:
        kept += ordinals[bisect_left(ordinals, first) : bisect_left(ordinals, end)]
    return kept


def _merged(term: str, parts: list[list[tuple[int, Sequence[int]]]]) -> TermPostings:
    groups = tuple(group for part in parts for group in part if group[1])
    return TermPostings(term, sum(len(keys) for _, keys in groups), groups)
