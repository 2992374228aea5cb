"""Give every passage its terms' impacts, and put documents into the order of their ordinals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, repeat

from chapterverse.model import (
    EXCLUDED,
    HIDDEN,
    Document,
    DocumentContent,
    DocumentFacts,
    Finding,
    IndexedPassage,
    ParsedDocument,
    PassageDraft,
    ReadDocument,
    ScopeOrder,
    ScopeRow,
    Source,
    SourceKind,
)
from chapterverse.shown_images import shown_images
from chapterverse.source_text import sha256_hex
from chapterverse.visible import visible_part
from chapterverse_engine.fields import Field, impacts_of
from chapterverse_engine.manifest import Group
from chapterverse_engine.terms import Token, analyze

# What may be evidence, and what is none for a reason that says nothing against it.
_HARMLESS = ("", HIDDEN, EXCLUDED)
_ID = re.compile(r'\sid="([^"]*)"')
_NUMBER = re.compile(r"(\d+)")
_PRE_RELEASE = re.compile(
    r"[-._]?(?:a|alpha|b|beta|c|rc|pre|preview|dev|snapshot)[-._]?", re.IGNORECASE
)


def index_document(
    source: Source,
    parsed: ParsedDocument,
    drafts: Sequence[PassageDraft],
    findings: Iterable[Finding],
    key: str,
    related: Sequence[Mapping[str, int]] = (),
) -> ReadDocument:
    """Return a document with the impacts of its passages; `key` names all it was made from.

    `related` are the impacts of terms that each draft does not say; none, or as many as drafts.
    """
    document = parsed.document
    indexed = index_passages(document, drafts, related)
    facts = DocumentFacts(
        key=key,
        family=_family(source),
        document=document,
        body_hash=sha256_hex(parsed.body_html.encode("utf-8", "surrogatepass")),
        passage_bytes=tuple(
            len(one.draft.text.encode("utf-8", "surrogatepass")) for one in indexed
        ),
        unsafe_passages=sum(draft.unsafe_reason not in _HARMLESS for draft in drafts),
        findings=tuple(findings),
        images=shown_images(parsed.body_html, document.page_path),
        links=parsed.links,
        includes=parsed.includes,
        anchors=_anchors(parsed),
    )
    return ReadDocument(facts, DocumentContent(parsed.body_html, indexed))


def _anchors(parsed: ParsedDocument) -> tuple[str, ...]:
    of_sections = {section.anchor for section in parsed.document.sections}
    return tuple(one for one in _ID.findall(parsed.body_html) if one not in of_sections)


def index_passages(
    document: Document, drafts: Sequence[PassageDraft], related: Sequence[Mapping[str, int]] = ()
) -> tuple[IndexedPassage, ...]:
    """Return the passages that may be evidence with their impacts."""
    title = analyze(document.title)
    return tuple(
        IndexedPassage(draft, _with_related(_impacts(title, draft), more))
        for draft, more in zip(drafts, related or repeat({}, len(drafts)), strict=True)
        if not draft.unsafe_reason
    )


def _impacts(title: Sequence[Token], draft: PassageDraft) -> dict[str, int]:
    return impacts_of(
        {
            Field.TITLE: title,
            Field.HEADING: analyze("\n".join(draft.heading_path)),
            Field.BODY: analyze(visible_part(draft).text),
            Field.ALT: analyze(draft.alt_text),
        }
    )


def _with_related(impacts: dict[str, int], related: Mapping[str, int]) -> dict[str, int]:
    """Add the terms that a passage is about; those that it says keep their impacts."""
    return dict(sorted({**related, **impacts}.items())) if related else impacts


def _family(source: Source) -> str:
    if source.kind is SourceKind.RECORD:
        return source.source_path.rpartition("@")[0]
    return source.front_matter.doc_id or source.source_path


def latest_documents(facts: Iterable[DocumentFacts]) -> dict[str, Document]:
    """Return, for every document that has a newer version in its scope, the newest one, by id."""
    families: dict[tuple[str, str], list[Document]] = {}
    for one in facts:
        families.setdefault((one.document.scope, one.family), []).append(one.document)
    newest_of: dict[str, Document] = {}
    for versions in families.values():
        newest = max(versions, key=lambda document: version_key(document.version))
        newest_of |= {old.document_id: newest for old in versions if old is not newest}
    return newest_of


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that compares the numbers inside versions as numbers.

    A version comes before those that go on from it (2.0, 2.0.1), but after its pre-releases.
    """
    parts = [part for part in _NUMBER.split(version) if part]
    return (*map(_part_key, parts), (1, 0, ""))


def _part_key(part: str) -> tuple[int, int, str]:
    if part.isdecimal():
        return (3, int(part), "")
    return (0 if _PRE_RELEASE.fullmatch(part) else 2, 0, part)


def order_scope(
    scope: str, facts: Iterable[DocumentFacts], newest_of: Mapping[str, Document]
) -> ScopeOrder:
    """Number the passages of a scope so that those of one version and language are neighbours."""
    keyed = sorted(
        ((_group_key(one.document, newest_of), one.document.source_path, one) for one in facts
         if one.document.scope == scope),
        key=lambda item: item[:2],
    )  # fmt: skip
    rows: list[ScopeRow] = []
    groups: list[Group] = []
    end = 0
    for (is_old, version, lang), members in groupby(keyed, key=lambda item: item[0]):
        start, documents = end, 0
        for _, _, one in members:
            first, end = end, end + len(one.passage_bytes)
            rows.append(ScopeRow(one, f"{one.key}{'-' if is_old else '+'}", first, end))
            documents += 1
        groups.append(Group(version, lang, not is_old, start, end, documents))
    return ScopeOrder(scope, tuple(groups), tuple(rows))


def _group_key(document: Document, newest_of: Mapping[str, Document]) -> tuple[bool, str, str]:
    return (document.document_id in newest_of, document.version, document.lang)
