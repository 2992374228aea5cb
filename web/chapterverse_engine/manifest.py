"""Encode and decode the manifest: what a generation consists of, and how to reach it.

Passages are numbered per scope by dense ordinals, ordered so that those of one version and
language are neighbours. Choosing versions and languages is therefore choosing ranges, before
anything is ranked, and a scope that the reader may not see is never even loaded.
"""

from __future__ import annotations

import json
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from .checked import Checked
from .errors import FormatError

MANIFEST_FORMAT = 1
MANIFEST_NAME = "manifest.json"
_SHARD_NAME = re.compile(r"[0-9a-f]{64}\.json")


class Group(NamedTuple):
    """Passages of one version and language: ordinals `first` up to, not including, `end`.

    `is_latest` says that this is the newest version of each of its documents.
    """

    version: str
    lang: str
    is_latest: bool
    first: int
    end: int
    documents: int


class ScopeIndex(NamedTuple):
    """The index of one scope; lists of shard names are ordered by bucket or by ordinal.

    `passage_firsts[i]` is the first ordinal in `passage_shards[i]`.
    """

    scope: str
    groups: tuple[Group, ...]
    postings_shards: tuple[str, ...]
    passage_shards: tuple[str, ...]
    passage_firsts: tuple[int, ...]
    vocabulary_shards: tuple[str, ...]

    @property
    def passages(self) -> int:
        """The number of passages in the scope."""
        return self.groups[-1].end if self.groups else 0

    def postings_shard_of(self, term: str) -> str:
        """Return the name of the shard that holds a term's postings."""
        return self.postings_shards[bucket_of(term, len(self.postings_shards))]

    def vocabulary_shard_of(self, key: str) -> str:
        """Return the name of the shard that holds a signature key's terms."""
        return self.vocabulary_shards[bucket_of(key, len(self.vocabulary_shards))]

    def place_of_passage(self, ordinal: int) -> tuple[str, int]:
        """Return the name of the shard that holds a passage, and its position in there."""
        shard = bisect_right(self.passage_firsts, ordinal) - 1
        return self.passage_shards[shard], ordinal - self.passage_firsts[shard]


class Manifest(NamedTuple):
    """One published generation. `settings` are those that shape passages and terms."""

    generation: int
    engine: str
    pyodide: str
    settings: dict[str, object]
    scopes: tuple[ScopeIndex, ...]
    assets: dict[str, str]


def bucket_of(text: str, buckets: int) -> int:
    """Return the bucket, 0 to `buckets` - 1, of a term or key."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) % buckets


def encode_manifest(manifest: Manifest) -> bytes:
    """Encode a manifest; equal manifests give equal bytes."""
    fields = {
        "format": MANIFEST_FORMAT,
        "generation": manifest.generation,
        "engine": manifest.engine,
        "pyodide": manifest.pyodide,
        "settings": dict(sorted(manifest.settings.items())),
        "scopes": [_scope_fields(index) for index in manifest.scopes],
        "assets": dict(sorted(manifest.assets.items())),
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _scope_fields(index: ScopeIndex) -> dict[str, object]:
    return {
        "scope": index.scope,
        "groups": [
            {field: getattr(group, field) for field in Group._fields} for group in index.groups
        ],
        "postings_shards": list(index.postings_shards),
        "passage_shards": list(index.passage_shards),
        "passage_firsts": list(index.passage_firsts),
        "vocabulary_shards": list(index.vocabulary_shards),
    }


def decode_manifest(data: bytes) -> Manifest:
    """Decode a manifest; raise FormatError for another format or a malformed field."""
    fields = Checked.parse(MANIFEST_NAME, data)
    if fields.raw("format") != MANIFEST_FORMAT:
        raise FormatError(MANIFEST_NAME, "format", fields.raw("format"), str(MANIFEST_FORMAT))
    settings, assets = fields.object("settings"), fields.object("assets")
    return Manifest(
        generation=fields.whole("generation", least=1),
        engine=fields.text("engine"),
        pyodide=fields.text("pyodide"),
        settings={key: settings.raw(key) for key in settings.keys()},  # noqa: SIM118
        scopes=tuple(map(_scope_index, fields.objects("scopes"))),
        assets={path: assets.text(path) for path in assets.keys()},  # noqa: SIM118
    )


def _scope_index(fields: Checked) -> ScopeIndex:
    index = ScopeIndex(
        scope=fields.text("scope"),
        groups=tuple(map(_group, fields.objects("groups"))),
        postings_shards=_shard_names(fields, "postings_shards"),
        passage_shards=_shard_names(fields, "passage_shards"),
        passage_firsts=tuple(fields.wholes("passage_firsts")),
        vocabulary_shards=_shard_names(fields, "vocabulary_shards"),
    )
    if len(index.passage_firsts) != len(index.passage_shards):
        raise fields.fail("passage_firsts", f"{len(index.passage_shards)} numbers")
    if sorted({0, *index.passage_firsts}) != list(index.passage_firsts or (0,)):
        raise fields.fail("passage_firsts", "ascending numbers from 0")
    if _has_gap(index.groups):
        raise fields.fail("groups", "ranges that follow each other from 0")
    if index.passages and not (index.postings_shards and index.passage_shards):
        raise fields.fail("postings_shards", "at least one shard of each kind")
    return index


def _shard_names(fields: Checked, field: str) -> tuple[str, ...]:
    names = fields.texts(field)
    if not all(map(_SHARD_NAME.fullmatch, names)):
        raise fields.fail(field, "names of 64 hexadecimal digits and .json")
    return names


def _has_gap(groups: Iterable[Group]) -> bool:
    end = 0
    for group in groups:
        if group.first != end or group.end < group.first:
            return True
        end = group.end
    return False


def _group(fields: Checked) -> Group:
    return Group(
        version=fields.text("version"),
        lang=fields.text("lang"),
        is_latest=fields.flag("is_latest"),
        first=fields.whole("first"),
        end=fields.whole("end"),
        documents=fields.whole("documents"),
    )
