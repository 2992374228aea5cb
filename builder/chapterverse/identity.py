"""Who a document is: the same across builds, whatever it says."""

from __future__ import annotations

import hashlib

from chapterverse.model import Source, SourceKind


def document_id_of(source: Source) -> str:
    """Return 16 hex digits for a source: of its path, or of what its author calls it."""
    said = source.front_matter
    name = source.source_path
    if said.doc_id and source.kind is not SourceKind.RECORD:
        name = f"{said.doc_id}@{said.version}" if said.version else said.doc_id
    return hashlib.sha256(name.encode()).hexdigest()[:16]
