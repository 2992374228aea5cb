"""An outside model's answer: its records, and how its JSON is read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from .checked import Checked

_METADATA = ("passage_id", "source_path", "start_line", "end_line", "content_hash")


class Status(StrEnum):
    """What an answer says of itself."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"


class ModelCitation(NamedTuple):
    """A model's pointer into the evidence; `metadata` holds what it repeated of the item."""

    label: str
    quote: str
    metadata: Mapping[str, object]


class Claim(NamedTuple):
    """One sentence of a model's answer, with its citations."""

    text: str
    citations: tuple[ModelCitation, ...]


class ModelAnswer(NamedTuple):
    """An answer that somebody else wrote."""

    evidence_set_id: str
    status: Status
    reason: str
    claims: tuple[Claim, ...]


def answer_of(name: str, data: bytes) -> ModelAnswer:
    """Decode a model's answer; raise FormatError that names file and field."""
    fields = Checked.parse(name, data)
    given = set(fields.keys())
    status = fields.text("status") if "status" in given else Status.ANSWERED.value
    if status not in set(Status):
        raise fields.fail("status", " or ".join(Status))
    return ModelAnswer(
        evidence_set_id=fields.text("evidence_set_id"),
        status=Status(status),
        reason=fields.text("reason") if "reason" in given else "",
        claims=tuple(map(_claim_of, fields.objects("claims"))) if "claims" in given else (),
    )


def _claim_of(fields: Checked) -> Claim:
    given = set(fields.keys())
    citations = fields.objects("citations") if "citations" in given else ()
    return Claim(text=fields.text("text"), citations=tuple(map(_citation_of, citations)))


def _citation_of(fields: Checked) -> ModelCitation:
    given = set(fields.keys())
    return ModelCitation(
        label=fields.text("label"),
        quote=fields.text("quote") if "quote" in given else "",
        metadata={name: fields.raw(name) for name in _METADATA if name in given},
    )
