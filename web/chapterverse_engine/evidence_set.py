"""The evidence that an outside model is shown: its record, its id, and its JSON, both ways.

The id is a hash over the question, a nonce of the host, and everything that is shown. So an answer
that was made for other evidence, or for the same evidence another time, names another id.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import NamedTuple

from .checked import Checked
from .errors import EngineError, FormatError
from .model import Answer, Outcome, Passage, Quote

EVIDENCE_FORMAT = 1
MAX_NONCE_CHARS = 128
_COMMENT = "<!--"


class EvidenceItem(NamedTuple):
    """A labelled piece of evidence: verbatim `text` of lines `start_line` to `end_line`.

    `content_hash` is that of the passage `passage_id`, of which the text may be a part.
    """

    label: str
    passage_id: str
    source_path: str
    start_line: int
    end_line: int
    content_hash: str
    heading_path: tuple[str, ...]
    text: str


class EvidenceSet(NamedTuple):
    """What was shown for a question, in order; `evidence_set_id` is 64 hexadecimal digits."""

    evidence_set_id: str
    question: str
    nonce: str
    items: tuple[EvidenceItem, ...]


def items_of_quotes(quotes: Iterable[Quote]) -> tuple[EvidenceItem, ...]:
    """Return the quotes of an answer as evidence, labels kept."""
    return tuple(
        EvidenceItem(
            label=quote.label,
            passage_id=quote.passage.passage_id,
            source_path=quote.passage.document.source_path,
            start_line=quote.start_line,
            end_line=quote.end_line,
            content_hash=quote.passage.content_hash,
            heading_path=quote.passage.heading_path,
            text=quote.text,
        )
        for quote in quotes
    )


def items_of_outcome(outcome: Outcome) -> tuple[EvidenceItem, ...]:
    """Return what an outside model may be shown: passages, the quoted ones first.

    An outcome without an answer gives nothing: evidence isn't chosen to have something to show.
    """
    if not isinstance(outcome, Answer):
        return ()
    found = outcome.retrieval
    ranked = [candidate.passage for candidate in found.candidates[: found.question.top_k]]
    passages = {one.passage_id: one for one in (*(q.passage for q in outcome.quotes), *ranked)}
    return tuple(
        _item_of_passage(f"S{number}", passage, outcome.quotes)
        for number, passage in enumerate(passages.values(), 1)
    )


def _item_of_passage(label: str, passage: Passage, quotes: Iterable[Quote]) -> EvidenceItem:
    start, end = _shown_span(passage, quotes)
    before, shown = passage.text[:start], passage.text[start:end]
    first = passage.start_line + before.count("\n")
    return EvidenceItem(
        label=label,
        passage_id=passage.passage_id,
        source_path=passage.document.source_path,
        start_line=first,
        end_line=first + shown.count("\n"),
        content_hash=passage.content_hash,
        heading_path=passage.heading_path,
        text=shown,
    )


def _shown_span(passage: Passage, quotes: Iterable[Quote]) -> tuple[int, int]:
    """Return the span of a passage that its readers see in one piece.

    A comment, which no reader of the page sees, ends the piece. The piece with the first quote is
    taken, else the longest.
    """
    if _COMMENT not in passage.text:
        return 0, len(passage.text)
    pieces: list[tuple[int, int]] = []
    for unit in passage.units:
        start, end = pieces[-1] if pieces else (unit.start, unit.start)
        if _COMMENT in passage.text[end : unit.start]:
            pieces.append((unit.start, unit.end))
        else:
            pieces[-1:] = [(start, unit.end)]
    quoted = [q.text for q in quotes if q.passage.passage_id == passage.passage_id]
    return max(
        pieces,
        key=lambda piece: (any(q in passage.text[slice(*piece)] for q in quoted[:1]), _len(piece)),
        default=(0, 0),
    )


def _len(piece: tuple[int, int]) -> int:
    return piece[1] - piece[0]


def evidence_set(question: str, items: Iterable[EvidenceItem], nonce: str) -> EvidenceSet:
    """Bind a question to its evidence.

    `nonce` is the host's: fresh for each call, so that a replayed answer shows. Raise EngineError
    for an empty or over-long nonce and for a label that two items share.
    """
    shown = tuple(items)
    if not 0 < len(nonce) <= MAX_NONCE_CHARS:
        raise EngineError(f"nonce: found {len(nonce)} characters, expected 1 to {MAX_NONCE_CHARS}")
    labels = [item.label for item in shown]
    doubled = sorted({label for label in labels if labels.count(label) > 1})
    if doubled:
        raise EngineError(f"evidence labels: found {', '.join(doubled)} twice, expected each once")
    return EvidenceSet(_id_of(question, nonce, shown), question, nonce, shown)


def is_genuine(evidence: EvidenceSet) -> bool:
    """Tell whether the id is the one that this question and evidence give."""
    return _id_of(evidence.question, evidence.nonce, evidence.items) == evidence.evidence_set_id


def evidence_fields(evidence: EvidenceSet) -> dict[str, object]:
    """Return an evidence set as JSON values."""
    return {
        "format": EVIDENCE_FORMAT,
        "evidence_set_id": evidence.evidence_set_id,
        "question": evidence.question,
        "nonce": evidence.nonce,
        "items": [_item_fields(item) for item in evidence.items],
    }


def evidence_of(name: str, data: bytes) -> EvidenceSet:
    """Decode an evidence set, or the one inside what a prompt came with; raise FormatError.

    The id is not checked here: a forged set is a verdict, not a broken file.
    """
    fields = Checked.parse(name, data)
    if "evidence" in fields.keys():  # noqa: SIM118 - not a dict
        fields = fields.object("evidence")
    if fields.whole("format") != EVIDENCE_FORMAT:
        raise fields.fail("format", str(EVIDENCE_FORMAT))
    return EvidenceSet(
        evidence_set_id=fields.text("evidence_set_id"),
        question=fields.text("question"),
        nonce=fields.text("nonce"),
        items=tuple(_item_of(item) for item in fields.objects("items")),
    )


def items_of_wire(name: str, quotes: object) -> tuple[EvidenceItem, ...]:
    """Read the `quotes` of an outcome's wire JSON as evidence; raise FormatError."""
    if not isinstance(quotes, list):
        raise FormatError(name, "quotes", quotes, "a list")
    return tuple(_item_of(Checked(name, quote, f"quotes[{n}]")) for n, quote in enumerate(quotes))


def _item_of(fields: Checked) -> EvidenceItem:
    return EvidenceItem(
        label=fields.text("label"),
        passage_id=fields.text("passage_id"),
        source_path=fields.text("source_path"),
        start_line=fields.whole("start_line", least=1),
        end_line=fields.whole("end_line", least=1),
        content_hash=fields.text("content_hash"),
        heading_path=fields.texts("heading_path"),
        text=fields.text("text"),
    )


def _item_fields(item: EvidenceItem) -> dict[str, object]:
    return {
        "label": item.label,
        "passage_id": item.passage_id,
        "source_path": item.source_path,
        "start_line": item.start_line,
        "end_line": item.end_line,
        "content_hash": item.content_hash,
        "heading_path": list(item.heading_path),
        "text": item.text,
    }


def _id_of(question: str, nonce: str, items: Iterable[EvidenceItem]) -> str:
    # A JSON list keeps the parts apart: no two sets run together into the same text.
    parts = [EVIDENCE_FORMAT, nonce, question, [_item_fields(item) for item in items]]
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
