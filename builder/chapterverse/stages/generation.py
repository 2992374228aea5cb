"""Compare what is being built with what is published, and number it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from chapterverse.model import Document, ReadDocument
from chapterverse_engine.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Changes:
    """How many documents a build added, updated, left unchanged and deleted."""

    documents_added: int
    documents_updated: int
    documents_unchanged: int
    documents_deleted: int


def compare(old_hashes: Mapping[str, str], documents: Iterable[Document]) -> Changes:
    """Compare documents with the content hashes of the published ones, by document id."""
    new = {document.document_id: document.content_hash for document in documents}
    kept = old_hashes.keys() & new.keys()
    unchanged = sum(old_hashes[document_id] == new[document_id] for document_id in kept)
    return Changes(
        documents_added=len(new) - len(kept),
        documents_updated=len(kept) - unchanged,
        documents_unchanged=unchanged,
        documents_deleted=len(old_hashes) - len(kept),
    )


def hashes_of(read: Iterable[ReadDocument]) -> dict[str, str]:
    """Return the content hash of every document by its id, in order of id."""
    pairs = ((one.parsed.document.document_id, one.parsed.document.content_hash) for one in read)
    return dict(sorted(pairs))


def numbered(manifest: Manifest, published: Manifest | None) -> Manifest:
    """Give a manifest its generation: that of the published one if nothing differs, else the next."""
    if published is None:
        return replace(manifest, generation=1)
    same = replace(manifest, generation=published.generation)
    return same if same == published else replace(manifest, generation=published.generation + 1)
