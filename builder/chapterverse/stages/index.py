"""Give every passage its terms' impacts, and put documents into the order of their ordinals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from chapterverse.model import (
    Document,
    IndexedPassage,
    PassageDraft,
    PassageRow,
    ReadDocument,
    ScopeRows,
    SourceKind,
)
from chapterverse_engine.fields import Field, impacts_of
from chapterverse_engine.manifest import Group
from chapterverse_engine.model import DocumentEntry, Passage
from chapterverse_engine.terms import analyze

_NUMBER = re.compile(r"(\d+)")


def index_passages(
    document: Document, drafts: Sequence[PassageDraft]
) -> tuple[IndexedPassage, ...]:
    """Return the passages that may be evidence with their impacts."""
    title = analyze(document.title)
    return tuple(
        IndexedPassage(
            draft,
            impacts_of(
                {
                    Field.TITLE: title,
                    Field.HEADING: analyze("\n".join(draft.heading_path)),
                    Field.BODY: analyze(draft.text),
                    Field.ALT: analyze(draft.alt_text),
                }
            ),
        )
        for draft in drafts
        if not draft.unsafe_reason
    )


def latest_documents(documents: Iterable[ReadDocument]) -> frozenset[str]:
    """Return the ids of the documents of which no newer version exists in their scope."""
    newest: dict[tuple[str, str], Document] = {}
    for read in documents:
        document = read.parsed.document
        key = (document.scope, _identity(read))
        known = newest.get(key)
        if known is None or version_key(known.version) < version_key(document.version):
            newest[key] = document
    return frozenset(document.document_id for document in newest.values())


def _identity(read: ReadDocument) -> str:
    """Return what the versions of one document have in common."""
    source = read.source
    if source.kind is SourceKind.RECORD:
        return source.source_path.rpartition("@")[0]
    return source.front_matter.doc_id or source.source_path


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that compares the numbers inside versions as numbers."""
    parts = _NUMBER.split(version)
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts if part)


def order_scope(scope: str, documents: Sequence[ReadDocument], latest: frozenset[str]) -> ScopeRows:
    """Number the passages of a scope so that those of one version and language are neighbours."""
    ordered = sorted(
        (read for read in documents if read.parsed.document.scope == scope),
        key=lambda read: (*_group_key(read, latest), read.source.source_path),
    )
    rows: list[PassageRow] = []
    groups: list[Group] = []
    for read in ordered:
        first = len(rows)
        rows.extend(_rows(read, first))
        _extend(groups, _group_key(read, latest), first, len(rows))
    return ScopeRows(scope, tuple(groups), tuple(rows))


def _group_key(read: ReadDocument, latest: frozenset[str]) -> tuple[bool, str, str]:
    document = read.parsed.document
    return (document.document_id not in latest, document.version, document.lang)


def _extend(groups: list[Group], key: tuple[bool, str, str], first: int, end: int) -> None:
    is_old, version, lang = key
    same = groups and (not groups[-1].is_latest, groups[-1].version, groups[-1].lang) == key
    start, documents = (groups[-1].first, groups[-1].documents) if same else (first, 0)
    if same:
        groups.pop()
    groups.append(Group(version, lang, not is_old, start, end, documents + 1))


def _rows(read: ReadDocument, first: int) -> Iterable[PassageRow]:
    document = read.parsed.document
    entry = DocumentEntry(
        document_id=document.document_id,
        source_path=document.source_path,
        page_path=document.page_path,
        title=document.title,
        version=document.version,
        lang=document.lang,
    )
    for ordinal, indexed in enumerate(read.indexed, first):
        draft = indexed.draft
        yield PassageRow(
            Passage(
                passage_id=draft.passage_id,
                ordinal=ordinal,
                document=entry,
                heading_path=draft.heading_path,
                anchor=draft.anchor,
                start_line=draft.start_line,
                end_line=draft.end_line,
                content_hash=draft.content_hash,
                text=draft.text,
                units=draft.units,
            ),
            indexed.impacts,
        )
