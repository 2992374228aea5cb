"""Encode and decode the index shards: postings, passages, vocabulary and tables, all JSON.

A shard's name is the SHA-256 of its bytes plus `.json`; nothing is decoded before that matches.
What a question does not look at is not decoded at all. Postings of a term are texts of packed
numbers `impact, first ordinal, gap, gap, …` with spaces between, highest impact first, so that
equal impacts cost nothing. What follows from other fields is not stored: the last line, the
content hash and the passage id.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from .checked import Checked
from .errors import FormatError, HashMismatch
from .packed import packed, unpacked

SHARD_FORMAT = 2

# One term's postings: (impact, ordinals in ascending order), highest impact first.
Postings = tuple[tuple[int, Sequence[int]], ...]


def shard_name(data: bytes) -> str:
    """Return the name under which a shard with these bytes is published."""
    return f"{hashlib.sha256(data).hexdigest()}.json"


def check_name(name: str, data: bytes) -> None:
    """Raise HashMismatch unless the bytes are those that the name promises."""
    found = shard_name(data)
    if found != name:
        raise HashMismatch(name, "SHA-256", found.removesuffix(".json"), "the hash in its name")


def encode_postings(groups_of_term: Mapping[str, Mapping[int, Sequence[int]]]) -> bytes:
    """Encode term → impact → ascending ordinals."""
    return encode_groups({term: gap_groups(groups) for term, groups in groups_of_term.items()})


def encode_groups(groups_of_term: Mapping[str, Sequence[Sequence[int]]]) -> bytes:
    """Encode term → groups `[impact, first ordinal, gap, gap, …]`, highest impact first."""
    return encode_packed_groups(
        {term: " ".join(map(packed, groups)) for term, groups in groups_of_term.items()}
    )


def encode_packed_groups(text_of_term: Mapping[str, str]) -> bytes:
    """Encode term → its groups, packed, with spaces between."""
    terms = {term: text_of_term[term] for term in sorted(text_of_term)}
    return encoded_shard("postings", {"terms": terms})


def gap_groups(ordinals_of_impact: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """Return a term's groups from impact → ascending ordinals."""
    return [
        [impact, ordinals[0], *(b - a for a, b in pairwise(ordinals))]
        for impact, ordinals in sorted(ordinals_of_impact.items(), reverse=True)
    ]


class PostingsShard:
    """The postings of some terms, each decoded when it is asked for."""

    __slots__ = ("_decoded", "_terms")

    def __init__(self, name: str, data: bytes) -> None:
        self._terms = opened_shard("postings", name, data).object("terms")
        self._decoded: dict[str, Postings] = {}

    def of(self, term: str) -> Postings:
        """Return a term's postings; none if it is not here; raise FormatError for other things."""
        if term not in self._terms:
            return ()
        if term not in self._decoded:
            groups = self.groups_of(term)
            self._decoded[term] = tuple((g[0], tuple(accumulate(g[1:]))) for g in groups)
        return self._decoded[term]

    def groups_of(self, term: str) -> list[list[int]]:
        """Return a term's groups as `encode_groups` takes them."""
        try:
            groups = [unpacked(text) for text in self._terms.text(term).split(" ")]
        except ValueError:
            groups = []
        if not groups or min(map(len, groups)) < 2:
            raise self._terms.fail(term, "packed groups of impact, ordinal, gap, …")
        return groups

    def packed_groups(self) -> dict[str, str]:
        """Return term → its groups as `encode_packed_groups` takes them."""
        return {term: self._terms.text(term) for term in self._terms.keys()}  # noqa: SIM118 - no mapping

    def terms(self) -> list[str]:
        """Return the terms in the order of the shard."""
        return self._terms.keys()


def decode_postings(name: str, data: bytes) -> dict[str, Postings]:
    """Decode a postings shard whole; raise FormatError for anything that is not one."""
    shard = PostingsShard(name, data)
    return {term: shard.of(term) for term in shard.terms()}


def encode_vocabulary(terms_of_key: Mapping[str, Sequence[str]]) -> bytes:
    """Encode signature key → terms that share it; terms hold no spaces."""
    keys = {key: " ".join(terms_of_key[key]) for key in sorted(terms_of_key)}
    return encoded_shard("vocabulary", {"terms_of_key": keys})


class VocabularyShard:
    """The terms of some signature keys."""

    __slots__ = ("_keys",)

    def __init__(self, name: str, data: bytes) -> None:
        self._keys = opened_shard("vocabulary", name, data).object("terms_of_key")

    def of(self, key: str) -> tuple[str, ...]:
        """Return the terms that share a key; none if it is not here."""
        return tuple(self._keys.text(key).split(" ")) if key in self._keys else ()

    def keys(self) -> list[str]:
        """Return the keys in the order of the shard."""
        return self._keys.keys()


def decode_vocabulary(name: str, data: bytes) -> dict[str, tuple[str, ...]]:
    """Decode a vocabulary shard whole; raise FormatError for anything that is not one."""
    shard = VocabularyShard(name, data)
    return {key: shard.of(key) for key in shard.keys()}  # noqa: SIM118 - no mapping


class TableShard(NamedTuple):
    """A part of a long list of shards: their names, and for passages the first ordinal in each."""

    names: tuple[str, ...]
    firsts: tuple[int, ...]


def encode_table(names: Sequence[str], firsts: Sequence[int] = ()) -> bytes:
    """Encode a part of a list of shards; `firsts` ascend."""
    bare = [name.removesuffix(".json") for name in names]
    gaps = [b - a for a, b in pairwise((0, *firsts))]
    return encoded_shard("table", {"names": bare, "firsts": packed(gaps)})


def decode_table(name: str, data: bytes) -> TableShard:
    """Decode a table; raise FormatError for anything that is not one."""
    shard = opened_shard("table", name, data)
    names = tuple(f"{bare}.json" for bare in shard.texts("names"))
    firsts = tuple(accumulate(shard.packed("firsts")))
    if firsts and len(firsts) != len(names):
        raise shard.fail("firsts", f"{len(names)} packed numbers")
    return TableShard(names, firsts)


def encoded_shard(kind: str, fields: dict[str, object]) -> bytes:
    """Encode a shard of a kind."""
    shard = {"format": SHARD_FORMAT, "kind": kind, **fields}
    return json.dumps(shard, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def opened_shard(kind: str, name: str, data: bytes) -> Checked:
    """Check a shard's hash, format and kind."""
    check_name(name, data)
    shard = Checked.parse(name, data)
    if shard.raw("format") != SHARD_FORMAT:
        raise FormatError(name, "format", shard.raw("format"), str(SHARD_FORMAT))
    if shard.text("kind") != kind:
        raise shard.fail("kind", repr(kind))
    return shard
