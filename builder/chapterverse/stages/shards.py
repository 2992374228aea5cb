"""Cut the index of a scope into small shards, each named by the hash of its bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from chapterverse.model import DocumentContent, DocumentFacts, ScopeOrder, ScopeRow
from chapterverse.postings import (
    Added,
    Groups,
    added_postings,
    merge,
    moved,
    moves,
    update_vocabulary,
)
from chapterverse.postings_patch import Change, EarlierContent, change_between, patch
from chapterverse.visible import visible_part
from chapterverse_engine.manifest import ScopeIndex, ShardList, bucket_of
from chapterverse_engine.model import DocumentEntry, Passage
from chapterverse_engine.passage_codec import encode_passages
from chapterverse_engine.shard_codec import (
    PostingsShard,
    VocabularyShard,
    encode_groups,
    encode_table,
    encode_vocabulary,
    shard_name,
)

# Bytes of JSON a shard aims at; 30 to 45 % of that crosses the wire compressed. A question touches
# some 16 + 20 + 10 of them however large they are, so on 5 MB of documentation these sizes take it
# half the bytes that 40, 24 and 20 KB took, and the list of names in the manifest twice as many.
POSTINGS_SHARD_BYTES = 16_000
PASSAGE_SHARD_BYTES = 12_000
VOCABULARY_SHARD_BYTES = 10_000
# What one posting, one vocabulary entry and one passage beside its text take as JSON, measured on
# mixed documentation.
_POSTING_BYTES = 5
_ENTRY_BYTES = 10
_PASSAGE_BYTES = 300
# A list of more shards than these is not in the manifest but in tables, so that every visit does
# not pay for the whole corpus.
MOST_LISTED = 256
# One document in so many starts a shard whatever came before, so that an edit does not move every
# cut behind it.
_CUT_EVERY = 16

ContentOf = Callable[[DocumentFacts], DocumentContent]
ReadShard = Callable[[str], bytes | None]
MapOf = Callable[..., Iterator[bytes]]
_Cut = tuple[tuple[ScopeRow, int, int], ...]


@dataclass(frozen=True, slots=True)
class ShardMemory:
    """What a scope's shards were made from: rows as (identity, passages), and the shards' names.

    `postings_bytes` is the size by which postings were spread over shards.
    """

    rows: tuple[tuple[str, int], ...]
    postings: tuple[str, ...]
    vocabulary: tuple[str, ...]
    passages: Mapping[str, str]
    postings_bytes: int


@dataclass(frozen=True, slots=True)
class ShardSet:
    """The shards of one scope: how to reach them, how to make them, and what to remember."""

    index: ScopeIndex
    maker_of_name: Mapping[str, Callable[[], bytes]]
    memory: ShardMemory


def cut_shards(
    order: ScopeOrder,
    content_of: ContentOf,
    memory: ShardMemory | None = None,
    read_shard: ReadShard = lambda _name: None,
    map_of: MapOf = map,
    earlier_content: EarlierContent = lambda _identity: None,
) -> ShardSet:
    """Cut a scope's passages, postings and vocabulary into shards.

    With the `memory` of an earlier build, and its shards at hand through `read_shard`, only what
    changed is made anew; the shards are those that a fresh build makes. `map_of` runs a picklable
    function over arguments, in order: each shard of postings is merged by itself.
    `earlier_content` finds a document of the earlier build by its identity.
    """
    makers: dict[str, Callable[[], bytes]] = {}
    firsts, passages = _passage_shards(order, content_of, memory, makers)
    made = _term_shards(order, content_of, memory, read_shard, map_of, earlier_content)
    postings, vocabulary = (_put(shards, makers) for shards in (made.postings, made.vocabulary))
    return ShardSet(
        ScopeIndex(
            scope=order.scope,
            groups=order.groups,
            postings=_listed(postings, (), makers),
            passage_shards=_listed(tuple(passages.values()), firsts, makers),
            vocabulary=_listed(vocabulary, (), makers),
        ),
        makers,
        ShardMemory(_rows_of(order), postings, vocabulary, passages, made.postings_bytes),
    )


def _listed(
    names: Sequence[str], firsts: Sequence[int], makers: dict[str, Callable[[], bytes]]
) -> ShardList:
    """Return a list of shards; where it is long, in tables of about as many names as tables."""
    count = len(names)
    if count <= MOST_LISTED:
        return ShardList(count, tuple(names), 0, tuple(firsts))
    size = 1 << (count.bit_length() // 2)
    tables = []
    for start in range(0, count, size):
        data = encode_table(names[start : start + size], firsts[start : start + size])
        tables.append(shard_name(data))
        makers[tables[-1]] = partial(bytes, data)
    return ShardList(count, tuple(tables), size, tuple(firsts[::size]))


def _rows_of(order: ScopeOrder) -> tuple[tuple[str, int], ...]:
    return tuple((row.identity, row.end - row.first) for row in order.rows)


def _passage_shards(
    order: ScopeOrder,
    content_of: ContentOf,
    memory: ShardMemory | None,
    makers: dict[str, Callable[[], bytes]],
) -> tuple[tuple[int, ...], dict[str, str]]:
    """Return the first ordinal of every passage shard, and the names by what is in them."""
    firsts, names = [], {}
    for cut in _cuts(order.rows):
        row, start, _ = cut[0]
        firsts.append(row.first + start)
        content = _cut_key(cut)
        make = partial(_encode_cut, cut, content_of)
        known = memory.passages.get(content) if memory else None
        if known is None:
            data = make()
            known = shard_name(data)
            make = partial(bytes, data)
        names[content] = known
        makers[known] = make
    return tuple(firsts), names


def _cuts(rows: Iterable[ScopeRow]) -> Iterator[_Cut]:
    """Yield (row, first passage, end) of the documents that fill a shard, in order."""
    cut: list[tuple[ScopeRow, int, int]] = []
    size = 0
    for row in rows:
        sizes = [_PASSAGE_BYTES + each for each in row.facts.passage_bytes]
        if cut and (_starts_shard(row) or size + sum(sizes) > PASSAGE_SHARD_BYTES):
            yield tuple(cut)
            cut, size = [], 0
        start = 0
        for position, each in enumerate(sizes):
            if size and size + each > PASSAGE_SHARD_BYTES:
                yield (*cut, (row, start, position))
                cut, size, start = [], 0, position
            size += each
        if start < len(sizes):
            cut.append((row, start, len(sizes)))
    if cut:
        yield tuple(cut)


def _starts_shard(row: ScopeRow) -> bool:
    return int(row.facts.document.document_id, 16) % _CUT_EVERY == 0


def _cut_key(cut: _Cut) -> str:
    listing = [[row.facts.key, start, end] for row, start, end in cut]
    return hashlib.sha256(json.dumps(listing).encode()).hexdigest()


def _encode_cut(cut: _Cut, content_of: ContentOf) -> bytes:
    return encode_passages(
        passage
        for row, start, end in cut
        for passage in _passages(row.facts, content_of(row.facts), start, end)
    )


def _passages(
    facts: DocumentFacts, content: DocumentContent, start: int, end: int
) -> Iterator[Passage]:
    entry = DocumentEntry(
        **{field: getattr(facts.document, field) for field in DocumentEntry._fields}
    )
    for one in content.indexed[start:end]:
        draft, shown = one.draft, visible_part(one.draft)
        yield Passage(
            passage_id=draft.passage_id,
            document=entry,
            heading_path=draft.heading_path,
            anchor=draft.anchor,
            start_line=draft.start_line,
            end_line=draft.end_line,
            content_hash=draft.content_hash,
            text=shown.text,
            units=shown.units,
            hidden_lines=shown.hidden_lines,
        )


def _put(shards: Iterable[bytes], makers: dict[str, Callable[[], bytes]]) -> tuple[str, ...]:
    named = [(shard_name(data), data) for data in shards]
    makers.update((name, partial(bytes, data)) for name, data in named)
    return tuple(name for name, _ in named)


class _MadeShards(NamedTuple):
    postings: Iterable[bytes]
    vocabulary: Iterable[bytes]
    postings_bytes: int


def _term_shards(
    order: ScopeOrder,
    content_of: ContentOf,
    memory: ShardMemory | None,
    read_shard: ReadShard,
    map_of: MapOf,
    earlier_content: EarlierContent,
) -> _MadeShards:
    """Return the postings and the vocabulary shards."""
    old = _remembered(memory, read_shard)
    if memory is None or old is None:
        return _updated({}, {}, (), order, content_of, map_of)
    if memory.rows == _rows_of(order):
        return _MadeShards(old.postings.values(), old.vocabulary.values(), memory.postings_bytes)
    change = change_between(memory.rows, order.rows, content_of, earlier_content)
    patched = _patched(old, memory.postings_bytes, change) if change else None
    if patched:
        return patched
    groups, terms_of_key = _groups_in(old.postings), _terms_in(old.vocabulary)
    return _updated(groups, terms_of_key, memory.rows, order, content_of, map_of)


def _new_rows(old_rows: Sequence[tuple[str, int]], order: ScopeOrder) -> list[ScopeRow]:
    known = {identity for identity, _ in old_rows}
    return [row for row in order.rows if row.identity not in known]


def _patched(old: _TermShards, old_bytes: int, change: Change) -> _MadeShards | None:
    """Return the shards with a change in them; None if there would be more or fewer of them."""
    patched = patch(old.postings, change)
    size = (
        old_bytes
        + _postings_bytes(patched.new, change.gained)
        - _postings_bytes(patched.gone, change.lost)
    )
    if _bucket_count(size // POSTINGS_SHARD_BYTES) != len(old.postings):
        return None
    vocabulary: Iterable[bytes] = old.vocabulary.values()
    if patched.gone or patched.new:
        terms_of_key = update_vocabulary(_terms_in(old.vocabulary), patched.gone, patched.new)
        vocabulary = _encoded_vocabulary(terms_of_key)
    return _MadeShards(patched.shards, vocabulary, size)


def _updated(
    groups: dict[str, Groups],
    terms_of_key: dict[str, list[str]],
    old_rows: Sequence[tuple[str, int]],
    order: ScopeOrder,
    content_of: ContentOf,
    map_of: MapOf,
) -> _MadeShards:
    """Return the shards with all documents where they are now; no old rows make a first build."""
    old_terms = groups.keys()
    groups = moved(groups, moves(old_rows, order.rows))
    new_rows = _new_rows(old_rows, order)
    added = added_postings((row.first, content_of(row.facts)) for row in new_rows)
    terms = groups.keys() | added.keys()
    terms_of_key = update_vocabulary(terms_of_key, old_terms - terms, terms - old_terms)
    size = _postings_bytes(terms, added) + _POSTING_BYTES * sum(
        len(group) - 1 for each in groups.values() for group in each
    )
    postings = _merged_postings(groups, added, size, map_of)
    return _MadeShards(postings, _encoded_vocabulary(terms_of_key), size)


def _postings_bytes(terms: Iterable[str], postings: Added) -> int:
    """Return about what terms and postings take as JSON."""
    ordinals = sum(len(each) for of_impact in postings.values() for each in of_impact.values())
    return sum(len(term) + 8 for term in terms) + _POSTING_BYTES * ordinals


class _TermShards(NamedTuple):
    postings: dict[str, bytes]
    vocabulary: dict[str, bytes]


def _remembered(memory: ShardMemory | None, read_shard: ReadShard) -> _TermShards | None:
    """Read the term shards of an earlier build, by name; None unless all of them are there."""
    if memory is None:
        return None
    postings, vocabulary = (
        {name: data for name in names if (data := read_shard(name)) is not None}
        for names in (memory.postings, memory.vocabulary)
    )
    is_whole = len(postings) == len(memory.postings) and len(vocabulary) == len(memory.vocabulary)
    return _TermShards(postings, vocabulary) if is_whole else None


def _groups_in(shards: Mapping[str, bytes]) -> dict[str, Groups]:
    opened = [PostingsShard(name, data) for name, data in shards.items()]
    return {term: shard.groups_of(term) for shard in opened for term in shard.terms()}


def _terms_in(shards: Mapping[str, bytes]) -> dict[str, list[str]]:
    opened = [VocabularyShard(name, data) for name, data in shards.items()]
    return {key: list(shard.of(key)) for shard in opened for key in shard.keys()}  # noqa: SIM118 - no mapping


def _merged_postings(
    groups: Mapping[str, Groups], added: Added, size: int, map_of: MapOf
) -> Iterator[bytes]:
    """Yield the shards that hold postings and added ones, each merged by itself."""
    terms = [*groups, *(term for term in added if term not in groups)]
    buckets = _buckets(terms, size // POSTINGS_SHARD_BYTES)
    return map_of(
        merged_shard,
        ({term: groups[term] for term in bucket if term in groups} for bucket in buckets),
        ({term: added[term] for term in bucket if term in added} for bucket in buckets),
    )


def merged_shard(groups: dict[str, Groups], added: Added) -> bytes:
    """Return the shard that holds the postings of some terms and those added to them."""
    return encode_groups(merge(groups, added))


def _encoded_vocabulary(terms_of_key: Mapping[str, Sequence[str]]) -> Iterator[bytes]:
    size = _ENTRY_BYTES * sum(len(terms) + 1 for terms in terms_of_key.values())
    for keys in _buckets(terms_of_key, size // VOCABULARY_SHARD_BYTES):
        yield encode_vocabulary({key: terms_of_key[key] for key in keys})


def _buckets(texts: Iterable[str], wanted: int) -> list[list[str]]:
    """Spread texts over the next power of two of buckets, as the engine will look for them."""
    buckets: list[list[str]] = [[] for _ in range(_bucket_count(wanted))]
    for text in texts:
        buckets[bucket_of(text, len(buckets))].append(text)
    return buckets


def _bucket_count(wanted: int) -> int:
    return 1 << max(0, wanted).bit_length()
