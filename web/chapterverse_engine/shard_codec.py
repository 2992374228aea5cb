"""Encode and decode the index shards: postings, passages and vocabulary, all JSON.

A shard's name is the SHA-256 of its bytes plus `.json`; nothing is decoded before that matches.
Postings of a term are groups `[impact, first ordinal, gap, gap, …]`, highest impact first, so that
a group is summed with one constant and equal impacts cost nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from .checked import Checked, is_whole_list
from .errors import FormatError, HashMismatch
from .model import DocumentEntry, Passage, Unit, UnitKind

SHARD_FORMAT = 1

# One term's postings: (impact, ordinals in ascending order), highest impact first.
Postings = tuple[tuple[int, Sequence[int]], ...]


class PassageShard(NamedTuple):
    """Consecutive passages; where they begin is in the manifest."""

    passages: tuple[Passage, ...]


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
    terms = {term: groups_of_term[term] for term in sorted(groups_of_term)}
    return _encoded("postings", {"terms": terms})


def gap_groups(ordinals_of_impact: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """Return a term's groups from impact → ascending ordinals."""
    return [
        [impact, ordinals[0], *(b - a for a, b in pairwise(ordinals))]
        for impact, ordinals in sorted(ordinals_of_impact.items(), reverse=True)
    ]


def decode_postings(name: str, data: bytes) -> dict[str, Postings]:
    """Decode a postings shard; raise FormatError for anything that is not one."""
    terms = _opened("postings", name, data).object("terms")
    return {term: _postings_of(terms, term) for term in terms.keys()}  # noqa: SIM118 - no mapping


def _postings_of(terms: Checked, term: str) -> Postings:
    groups = terms.raw(term)
    if not isinstance(groups, list) or not all(
        is_whole_list(group) and len(group) > 1 for group in groups
    ):
        raise terms.fail(term, "groups [impact, ordinal, gap, …]")
    return tuple((group[0], tuple(accumulate(group[1:]))) for group in groups)


def encode_passages(passages: Iterable[Passage]) -> bytes:
    """Encode consecutive passages; their place in the index is no part of the bytes."""
    rows = list(passages)
    documents = list(dict.fromkeys(passage.document for passage in rows))
    index_of = {document: index for index, document in enumerate(documents)}
    return _encoded(
        "passages",
        {
            "documents": [
                {field: getattr(entry, field) for field in DocumentEntry._fields}
                for entry in documents
            ],
            "passages": [_passage_row(passage, index_of[passage.document]) for passage in rows],
        },
    )


def _passage_row(passage: Passage, document: int) -> dict[str, object]:
    return {
        "passage_id": passage.passage_id,
        "document": document,
        "heading_path": list(passage.heading_path),
        "anchor": passage.anchor,
        "start_line": passage.start_line,
        "end_line": passage.end_line,
        "content_hash": passage.content_hash,
        "text": passage.text,
        "units": _unit_gaps(passage.units),
    }


def _unit_gaps(units: Sequence[Unit]) -> list[int]:
    """Return [gap, length, kind] for each unit, flattened; a gap counts from the last end."""
    flat, end = [], 0
    for unit in units:
        flat += [unit.start - end, unit.end - unit.start, int(unit.kind)]
        end = unit.end
    return flat


def decode_passages(name: str, data: bytes) -> PassageShard:
    """Decode a passage shard; raise FormatError for anything that is not one."""
    shard = _opened("passages", name, data)
    documents = [
        DocumentEntry(**{field: entry.text(field) for field in DocumentEntry._fields})
        for entry in shard.objects("documents")
    ]
    return PassageShard(tuple(_passage(row, documents) for row in shard.objects("passages")))


def _passage(row: Checked, documents: Sequence[DocumentEntry]) -> Passage:
    document = row.whole("document")
    if document >= len(documents):
        raise row.fail("document", f"an index below {len(documents)}")
    start_line = row.whole("start_line", least=1)
    text = row.text("text")
    if row.whole("end_line") != start_line + text.count("\n"):
        raise row.fail("end_line", f"{start_line + text.count(chr(10))}, as the text has lines")
    return Passage(
        passage_id=row.text("passage_id"),
        document=documents[document],
        heading_path=row.texts("heading_path"),
        anchor=row.text("anchor"),
        start_line=start_line,
        end_line=row.whole("end_line"),
        content_hash=row.text("content_hash"),
        text=text,
        units=_units(row, len(text)),
    )


def _units(row: Checked, length: int) -> tuple[Unit, ...]:
    flat = row.wholes("units")
    if len(flat) % 3:
        raise row.fail("units", "triples of gap, length and kind")
    units, end = [], 0
    for gap, size, kind in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        start = end + gap
        end = start + size
        if kind >= len(UnitKind) or end > length:
            raise row.fail("units", "spans inside the text, of known kinds")
        units.append(Unit(start, end, UnitKind(kind)))
    return tuple(units)


def encode_vocabulary(terms_of_key: Mapping[str, Sequence[str]]) -> bytes:
    """Encode signature key → terms that share it."""
    keys = {key: list(terms_of_key[key]) for key in sorted(terms_of_key)}
    return _encoded("vocabulary", {"terms_of_key": keys})


def decode_vocabulary(name: str, data: bytes) -> dict[str, tuple[str, ...]]:
    """Decode a vocabulary shard; raise FormatError for anything that is not one."""
    keys = _opened("vocabulary", name, data).object("terms_of_key")
    return {key: keys.texts(key) for key in keys.keys()}  # noqa: SIM118 - no mapping


def _encoded(kind: str, fields: dict[str, object]) -> bytes:
    shard = {"format": SHARD_FORMAT, "kind": kind, **fields}
    return json.dumps(shard, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _opened(kind: str, name: str, data: bytes) -> Checked:
    check_name(name, data)
    shard = Checked.parse(name, data)
    if shard.raw("format") != SHARD_FORMAT:
        raise FormatError(name, "format", shard.raw("format"), str(SHARD_FORMAT))
    if shard.text("kind") != kind:
        raise shard.fail("kind", repr(kind))
    return shard
