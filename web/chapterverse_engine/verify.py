"""Check an outside model's answer, claim by claim, against the evidence that it was shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from .checked import Checked
from .claims import (
    is_meaningful,
    is_negated_otherwise,
    is_within,
    misplaced_numbers,
    shares_a_term,
    supports,
    unsupported_identifiers,
)
from .evidence_set import EvidenceItem, EvidenceSet, evidence_of, is_genuine
from .model_answer import Claim, ModelAnswer, ModelCitation, Status, answer_of
from .numbers import numbers_with_other_units, unsupported_numbers


class Refusal(StrEnum):
    """Why an answer or a claim is refused."""

    EVIDENCE_SET_MISMATCH = "evidence-set-mismatch"
    EVIDENCE_SET_FORGED = "evidence-set-forged"
    ABSTAINED_WITH_CLAIMS = "abstained-with-claims"
    MISSING_REASON = "missing-reason"
    EMPTY_ANSWER = "empty-answer"
    EMPTY_CLAIM = "empty-claim"
    UNCITED_CLAIM = "uncited-claim"
    DUPLICATE_CITATION = "duplicate-citation"
    UNKNOWN_CITATION = "unknown-citation"
    METADATA_MISMATCH = "metadata-mismatch"
    STALE_EVIDENCE = "stale-evidence"
    QUOTE_NOT_IN_EVIDENCE = "quote-not-in-evidence"
    QUOTE_TOO_SHORT = "quote-too-short"
    UNRELATED_QUOTE = "unrelated-quote"
    UNSUPPORTED_CLAIM = "unsupported-claim"
    NUMBER_MISMATCH = "number-mismatch"
    IDENTIFIER_MISMATCH = "identifier-mismatch"


class Flag(StrEnum):
    """What a person should look at in a claim that is not refused."""

    NEGATION_MISMATCH = "negation-mismatch"
    NUMBER_ELSEWHERE = "number-elsewhere"


class ClaimVerdict(NamedTuple):
    """What became of a claim: supported when there is neither a refusal nor a flag."""

    text: str
    refusals: tuple[Refusal, ...]
    flags: tuple[Flag, ...]
    details: tuple[str, ...]

    @property
    def is_supported(self) -> bool:
        """Tell whether nothing speaks against the claim."""
        return not self.refusals and not self.flags


class AnswerVerdict(NamedTuple):
    """What became of an answer: accepted when it and every claim of it is free of complaints."""

    refusals: tuple[Refusal, ...]
    claims: tuple[ClaimVerdict, ...]

    @property
    def is_accepted(self) -> bool:
        """Tell whether the answer may be shown as checked."""
        return not self.refusals and all(claim.is_supported for claim in self.claims)


Complaint = tuple[Refusal, str]


def verify_answer(
    evidence: EvidenceSet,
    answer: ModelAnswer,
    current_hashes: Mapping[str, str] | None = None,
) -> AnswerVerdict:
    """Judge an answer and every claim in it.

    `current_hashes` gives the content hash of each passage in the index of today; without it
    staleness is not judged.
    """
    item_of_label = {item.label: item for item in evidence.items}
    return AnswerVerdict(
        refusals=tuple(_answer_refusals(evidence, answer)),
        claims=tuple(_judge(claim, item_of_label, current_hashes) for claim in answer.claims),
    )


def verdict_fields(verdict: AnswerVerdict) -> dict[str, object]:
    """Return a verdict as JSON values."""
    return {
        "accepted": verdict.is_accepted,
        "refusals": [refusal.value for refusal in verdict.refusals],
        "claims": [
            {
                "text": claim.text,
                "supported": claim.is_supported,
                "refusals": [refusal.value for refusal in claim.refusals],
                "flags": [flag.value for flag in claim.flags],
                "details": list(claim.details),
            }
            for claim in verdict.claims
        ],
    }


def verify_texts(evidence: str, answer: str, hashes: str = "") -> dict[str, object]:
    """Verify JSON texts and return the verdict as JSON values.

    `evidence` is an evidence set, or what a prompt came with; `hashes` is an object of content
    hashes by passage id, empty to leave staleness out. Raise FormatError.
    """
    current = hashes_of("hashes", hashes.encode()) if hashes else None
    shown = evidence_of("evidence", evidence.encode("utf-8", "surrogatepass"))
    given = answer_of("answer", answer.encode("utf-8", "surrogatepass"))
    return verdict_fields(verify_answer(shown, given, current))


def hashes_of(name: str, data: bytes) -> dict[str, str]:
    """Decode content hashes by passage id; raise FormatError that names file and field."""
    fields = Checked.parse(name, data)
    return {passage_id: fields.text(passage_id) for passage_id in fields.keys()}  # noqa: SIM118


def _answer_refusals(evidence: EvidenceSet, answer: ModelAnswer) -> Iterator[Refusal]:
    if not is_genuine(evidence):
        yield Refusal.EVIDENCE_SET_FORGED
    if answer.evidence_set_id != evidence.evidence_set_id:
        yield Refusal.EVIDENCE_SET_MISMATCH
    if answer.status is Status.ABSTAINED:
        if answer.claims:
            yield Refusal.ABSTAINED_WITH_CLAIMS
        if not answer.reason.strip():
            yield Refusal.MISSING_REASON
    elif not answer.claims:
        yield Refusal.EMPTY_ANSWER


def _judge(
    claim: Claim, item_of_label: Mapping[str, EvidenceItem], hashes: Mapping[str, str] | None
) -> ClaimVerdict:
    complaints = list(_form_complaints(claim))
    sound: list[str] = []
    for citation in claim.citations:
        wrong = list(_citation_complaints(claim, citation, item_of_label, hashes))
        complaints += wrong
        sound += [] if wrong else [citation.quote]
    if sound:
        complaints += _support_complaints(claim.text, sound)
    flags = list(_flags(claim.text, sound)) if sound else []
    return ClaimVerdict(
        text=claim.text,
        refusals=tuple(dict.fromkeys(refusal for refusal, _ in complaints)),
        flags=tuple(flags),
        details=tuple(dict.fromkeys(detail for _, detail in complaints if detail)),
    )


def _flags(claim: str, quotes: list[str]) -> Iterator[Flag]:
    if is_negated_otherwise(claim, quotes):
        yield Flag.NEGATION_MISMATCH
    if misplaced_numbers(claim, quotes):
        yield Flag.NUMBER_ELSEWHERE


def _form_complaints(claim: Claim) -> Iterator[Complaint]:
    if not claim.text.strip():
        yield Refusal.EMPTY_CLAIM, ""
    if not claim.citations:
        yield Refusal.UNCITED_CLAIM, ""
    cited = [(citation.label, " ".join(citation.quote.split())) for citation in claim.citations]
    for label, _ in dict.fromkeys(one for one in cited if cited.count(one) > 1):
        yield Refusal.DUPLICATE_CITATION, f"{label} is cited twice with the same quote"


def _citation_complaints(
    claim: Claim,
    citation: ModelCitation,
    item_of_label: Mapping[str, EvidenceItem],
    hashes: Mapping[str, str] | None,
) -> Iterator[Complaint]:
    label = citation.label
    item = item_of_label.get(label)
    if item is None:
        known = ", ".join(item_of_label) or "none"
        yield Refusal.UNKNOWN_CITATION, f"found {label}, expected one of: {known}"
        return
    for field, found in citation.metadata.items():
        expected = getattr(item, field)
        if found != expected or isinstance(found, bool):
            detail = f"{label}: {field}: found {found!r}, expected {expected!r}"
            yield Refusal.METADATA_MISMATCH, detail
    if hashes is not None and hashes.get(item.passage_id) != item.content_hash:
        yield Refusal.STALE_EVIDENCE, f"{label}: the passage has changed since"
    if not is_within(citation.quote, item.text):
        yield Refusal.QUOTE_NOT_IN_EVIDENCE, f"{label}: the quote is not in the evidence"
    elif not is_meaningful(citation.quote, item.text):
        yield Refusal.QUOTE_TOO_SHORT, f"{label}: the quote is too short to support a claim"
    elif not shares_a_term(claim.text, citation.quote):
        yield Refusal.UNRELATED_QUOTE, f"{label}: the quote shares no content word with the claim"


def _support_complaints(claim: str, quotes: list[str]) -> Iterator[Complaint]:
    if not supports(claim, quotes):
        yield Refusal.UNSUPPORTED_CLAIM, "the quotes hold too few of the claim's words"
    if numbers := unsupported_numbers(claim, quotes):
        yield Refusal.NUMBER_MISMATCH, f"not in the quotes: {', '.join(numbers)}"
    elif others := numbers_with_other_units(claim, quotes):
        yield Refusal.NUMBER_MISMATCH, f"in the quotes with another unit: {', '.join(others)}"
    if names := unsupported_identifiers(claim, quotes):
        yield Refusal.IDENTIFIER_MISMATCH, f"not in the quotes: {', '.join(names)}"
