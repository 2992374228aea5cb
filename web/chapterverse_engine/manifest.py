"""Encode and decode the manifest: what a generation consists of, and how to reach it.

Passages are numbered per scope by dense ordinals, ordered so that those of one version and
language are neighbours. Choosing versions and languages is therefore choosing ranges, before
anything is ranked, and a scope that the reader may not see is never even loaded.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from .checked import Checked
from .errors import FormatError

MANIFEST_FORMAT = 2
MANIFEST_NAME = "manifest.json"
_SHARD_HASH = re.compile(r"[0-9a-f]{64}")


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


class ShardList(NamedTuple):
    """The shards of one kind, by bucket or by ordinal.

    `names` are those of all `total` shards, or where the list is long those of tables with
    `per_table` names each, so that a manifest stays small. For passages `firsts[i]` is the first
    ordinal behind `names[i]`.
    """

    total: int
    names: tuple[str, ...]
    per_table: int = 0
    firsts: tuple[int, ...] = ()

    def bucket(self, text: str) -> int:
        """Return the place of the shard that holds a term or key."""
        return bucket_of(text, self.total)


class ScopeIndex(NamedTuple):
    """The index of one scope."""

    scope: str
    groups: tuple[Group, ...]
    postings: ShardList
    passage_shards: ShardList
    vocabulary: ShardList

    @property
    def passages(self) -> int:
        """The number of passages in the scope."""
        return self.groups[-1].end if self.groups else 0


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
        "postings": _list_fields(index.postings),
        "passage_shards": _list_fields(index.passage_shards),
        "vocabulary": _list_fields(index.vocabulary),
    }


def _list_fields(listing: ShardList) -> dict[str, object]:
    return {
        "total": listing.total,
        "per_table": listing.per_table,
        "names": [name.removesuffix(".json") for name in listing.names],
        "firsts": list(listing.firsts),
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
        postings=_shard_list(fields.object("postings")),
        passage_shards=_shard_list(fields.object("passage_shards")),
        vocabulary=_shard_list(fields.object("vocabulary")),
    )
    firsts, names = index.passage_shards.firsts, index.passage_shards.names
    if len(firsts) != len(names) or sorted({0, *firsts}) != list(firsts or (0,)):
        raise fields.fail("passage_shards", f"{len(names)} ascending firsts from 0")
    if _has_gap(index.groups):
        raise fields.fail("groups", "ranges that follow each other from 0")
    if index.passages and not (index.postings.total and index.passage_shards.total):
        raise fields.fail("postings", "at least one shard of each kind")
    return index


def _shard_list(fields: Checked) -> ShardList:
    names = fields.texts("names")
    if not all(map(_SHARD_HASH.fullmatch, names)):
        raise fields.fail("names", "hashes of 64 hexadecimal digits")
    total, per_table = fields.whole("total"), fields.whole("per_table")
    expected = -(-total // per_table) if per_table else total
    if len(names) != expected:
        raise fields.fail("names", f"{expected} of them")
    firsts = tuple(fields.wholes("firsts"))
    return ShardList(total, tuple(f"{name}.json" for name in names), per_table, firsts)


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
