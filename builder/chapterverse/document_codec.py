"""Encode and decode what is remembered of a document: its facts in one line, its content in another.

Both are JSON lists in the order of the records' fields. There is no format number: whoever keeps
them keeps the version of this code beside them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from chapterverse.model import (
    Document,
    DocumentContent,
    DocumentFacts,
    Finding,
    IndexedPassage,
    Link,
    PassageDraft,
    Section,
)
from chapterverse_engine.model import Unit, UnitKind


def encode_facts(facts: DocumentFacts) -> bytes:
    """Encode a document's facts as one line, without its end."""
    document = facts.document
    sections = [_values(section) for section in document.sections]
    return _line(
        [
            facts.key,
            facts.family,
            [sections if name == "sections" else getattr(document, name) for name in _DOCUMENT],
            facts.body_hash,
            facts.passage_bytes,
            facts.unsafe_passages,
            [_values(finding) for finding in facts.findings],
            facts.images,
            [_values(link) for link in facts.links],
            facts.includes,
            facts.anchors,
        ]
    )


def decode_facts(line: bytes) -> DocumentFacts:
    """Decode a line of `encode_facts`; raises ValueError, TypeError or KeyError for another."""
    key, family, values, body_hash, passage_bytes, unsafe_passages, *lists = _loaded(line)
    findings, images, links, includes, anchors = lists
    named = dict(zip(_DOCUMENT, values, strict=True))
    named["sections"] = tuple(Section(tuple(path), *rest) for path, *rest in named["sections"])
    return DocumentFacts(
        key=key,
        family=family,
        document=Document(**named),
        body_hash=body_hash,
        passage_bytes=tuple(passage_bytes),
        unsafe_passages=unsafe_passages,
        findings=tuple(Finding(*values) for values in findings),
        images=tuple(images),
        links=tuple(Link(*values) for values in links),
        includes=tuple((number, text) for number, text in includes),
        anchors=tuple(anchors),
    )


def encode_content(content: DocumentContent) -> bytes:
    """Encode a document's content as one line, without its end."""
    passages = [[_draft_values(one.draft), one.impacts] for one in content.indexed]
    return _line([content.body_html, passages])


def decode_content(line: bytes) -> DocumentContent:
    """Decode a line of `encode_content`; raises ValueError, TypeError or KeyError for another."""
    body_html, passages = _loaded(line)
    indexed = (IndexedPassage(_draft(values), impacts) for values, impacts in passages)
    return DocumentContent(body_html, tuple(indexed))


_DOCUMENT = Document.__slots__
_DRAFT = PassageDraft.__slots__


def _values(record: Any) -> list[Any]:
    return [getattr(record, name) for name in record.__slots__]


def _draft_values(draft: PassageDraft) -> list[Any]:
    units = [value for unit in draft.units for value in (unit.start, unit.end, int(unit.kind))]
    return [units if name == "units" else getattr(draft, name) for name in _DRAFT]


def _draft(values: Sequence[Any]) -> PassageDraft:
    named = dict(zip(_DRAFT, values, strict=True))
    flat = named["units"]
    named["units"] = tuple(
        Unit(start, end, UnitKind(kind))
        for start, end, kind in zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    )
    named["heading_path"] = tuple(named["heading_path"])
    named["hidden"] = tuple((start, end) for start, end in named["hidden"])
    return PassageDraft(**named)


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )


def _loaded(line: bytes) -> Any:
    return json.loads(line.decode("utf-8", "surrogatepass"))
