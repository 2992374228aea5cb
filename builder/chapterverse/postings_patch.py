"""Change the postings of a few documents inside shards, without reading those of the others.

This holds as long as no other document moves to another ordinal, as after most edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from chapterverse.model import DocumentContent, DocumentFacts, ScopeRow
from chapterverse.postings import Added, added_postings, merge
from chapterverse_engine.manifest import bucket_of
from chapterverse_engine.packed import packed
from chapterverse_engine.shard_codec import PostingsShard, encode_packed_groups, gap_groups

# The content of a document by what named it in an earlier build, None if it is gone.
EarlierContent = Callable[[str], DocumentContent | None]


class Change(NamedTuple):
    """The postings that documents lost and gained, as term → impact → ascending ordinals."""

    lost: Added
    gained: Added


class Patched(NamedTuple):
    """Shards after a change, in their order, and the terms that went away and that are new."""

    shards: list[bytes]
    gone: list[str]
    new: list[str]


def change_between(
    old_rows: Sequence[tuple[str, int]],
    rows: Sequence[ScopeRow],
    content_of: Callable[[DocumentFacts], DocumentContent],
    earlier_content: EarlierContent,
) -> Change | None:
    """Return what changed; None if ordinals moved or an earlier content is not at hand.

    `old_rows` are (identity, number of passages).
    """
    if [size for _, size in old_rows] != [row.end - row.first for row in rows]:
        return None
    replaced = [
        (row, identity)
        for (identity, _), row in zip(old_rows, rows, strict=True)
        if identity != row.identity
    ]
    if len(replaced) > len(rows) // 2:  # making everything anew costs less
        return None
    earlier = [(row.first, earlier_content(identity)) for row, identity in replaced]
    lost = [(first, content) for first, content in earlier if content is not None]
    if len(lost) != len(replaced):
        return None
    gained = ((row.first, content_of(row.facts)) for row, _ in replaced)
    return Change(added_postings(lost), added_postings(gained))


def patch(shards: Mapping[str, bytes], change: Change) -> Patched:
    """Return the shards, given by name in their order, with a change in them."""
    terms_of_bucket: dict[int, list[str]] = {}
    for term in change.lost.keys() | change.gained.keys():
        terms_of_bucket.setdefault(bucket_of(term, len(shards)), []).append(term)
    patched = Patched([], [], [])
    for bucket, (name, data) in enumerate(shards.items()):
        terms = terms_of_bucket.get(bucket)
        patched.shards.append(
            _patched_shard(PostingsShard(name, data), terms, change, patched) if terms else data
        )
    return patched


def _patched_shard(
    shard: PostingsShard, terms: Iterable[str], change: Change, patched: Patched
) -> bytes:
    text_of_term = shard.packed_groups()
    for term in sorted(terms):
        kept = _without(shard, term, change.lost.get(term, {})) if term in text_of_term else []
        groups = merge({term: kept}, {term: change.gained.get(term, {})})[term]
        if groups:
            if term not in text_of_term:
                patched.new.append(term)
            text_of_term[term] = " ".join(map(packed, groups))
        elif text_of_term.pop(term, None):
            patched.gone.append(term)
    return encode_packed_groups(text_of_term)


def _without(shard: PostingsShard, term: str, lost: Mapping[int, Sequence[int]]) -> list[list[int]]:
    gone = {ordinal for ordinals in lost.values() for ordinal in ordinals}
    stay = {
        impact: [each for each in ordinals if each not in gone]
        for impact, ordinals in shard.of(term)
    }
    return gap_groups({impact: ordinals for impact, ordinals in stay.items() if ordinals})
