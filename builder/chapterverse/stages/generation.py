"""Compare what is being built with what is published: what changed, and what is gone for good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chapterverse.model import DocumentFacts

# A tombstone is proof for as many generations, and there are never more than so many.
RETAINED_GENERATIONS = 100
MAX_TOMBSTONES = 10_000


@dataclass(frozen=True, slots=True)
class PublishedDocument:
    """What is remembered of a published document; `key` names all that it was made from."""

    key: str
    content_hash: str
    source_path: str


@dataclass(frozen=True, slots=True)
class Rename:
    """A document whose text stayed and whose path changed."""

    old_path: str
    new_path: str


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Proof that a generation removed a document; `renamed_to` is where its text went, if anywhere."""

    document_id: str
    source_path: str
    generation: int
    renamed_to: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """How many documents a build added, updated, left unchanged, deleted and renamed.

    A renamed document counts as nothing else. One that is cut anew because a setting changed
    counts as updated.
    """

    documents_added: int
    documents_updated: int
    documents_unchanged: int
    documents_deleted: int
    documents_renamed: int
    renames: tuple[Rename, ...]


def documents_of(facts: Iterable[DocumentFacts]) -> dict[str, PublishedDocument]:
    """Return what to remember of the documents, in order of their ids."""
    found = {
        one.document.document_id: PublishedDocument(
            one.key, one.document.content_hash, one.document.source_path
        )
        for one in facts
    }
    return dict(sorted(found.items()))


def compare(old: Mapping[str, PublishedDocument], new: Mapping[str, PublishedDocument]) -> Changes:
    """Compare documents with the published ones, by document id."""
    moved_ids = _moved_ids(old, new)
    kept = old.keys() & new.keys()
    same_id = [one for one in sorted(kept) if old[one].source_path != new[one].source_path
               and old[one].content_hash == new[one].content_hash]  # fmt: skip
    pairs = [*moved_ids.items(), *zip(same_id, same_id, strict=True)]
    unchanged = sum(old[one].key == new[one].key for one in kept)
    return Changes(
        documents_added=len(new) - len(kept) - len(moved_ids),
        documents_updated=len(kept) - unchanged - len(same_id),
        documents_unchanged=unchanged,
        documents_deleted=len(old) - len(kept) - len(moved_ids),
        documents_renamed=len(pairs),
        renames=tuple(
            sorted(
                (Rename(old[a].source_path, new[b].source_path) for a, b in pairs),
                key=lambda rename: rename.old_path,
            )
        ),
    )


def _moved_ids(
    old: Mapping[str, PublishedDocument], new: Mapping[str, PublishedDocument]
) -> dict[str, str]:
    """Pair the ids that are gone with new ids of the same text, in order of path."""
    added: dict[str, list[str]] = {}
    for document_id in _by_path(new, new.keys() - old.keys()):
        added.setdefault(new[document_id].content_hash, []).append(document_id)
    pairs = {}
    for document_id in _by_path(old, old.keys() - new.keys()):
        candidates = added.get(old[document_id].content_hash)
        if candidates:
            pairs[document_id] = candidates.pop(0)
    return pairs


def _by_path(documents: Mapping[str, PublishedDocument], ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=lambda document_id: documents[document_id].source_path)


def tombstones(
    earlier: Sequence[Tombstone],
    old: Mapping[str, PublishedDocument],
    new: Mapping[str, PublishedDocument],
    generation: int,
) -> tuple[Tombstone, ...]:
    """Return the tombstones of a generation: the earlier ones that still hold, and the new ones."""
    moved_ids = _moved_ids(old, new)
    dead = [
        Tombstone(
            document_id,
            old[document_id].source_path,
            generation,
            new[moved_ids[document_id]].source_path if document_id in moved_ids else "",
        )
        for document_id in old.keys() - new.keys()
    ]
    settled = old.keys() | new.keys()
    kept = [
        one
        for one in earlier
        if one.document_id not in settled and one.generation > generation - RETAINED_GENERATIONS
    ]
    newest_first = sorted([*kept, *dead], key=lambda one: (-one.generation, one.document_id))
    return tuple(newest_first[:MAX_TOMBSTONES])
