"""The gold layer over verified answers of outside models: right words from the wrong place show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from chapterverse.evaluation.cases import Case
from chapterverse_engine.evidence_set import EvidenceSet
from chapterverse_engine.model_answer import Claim, ModelAnswer, Status
from chapterverse_engine.verify import verify_answer


class GoldFault(StrEnum):
    """How an answer departs from what its case expects."""

    INVALID_ANSWER = "invalid-answer"
    UNSUPPORTED_CLAIM = "unsupported-claim"
    WRONG_SOURCE = "wrong-source"
    MISSING_CLAIM = "missing-claim"
    UNEXPECTED_ABSTENTION = "unexpected-abstention"
    EXPECTED_ABSTENTION = "expected-abstention"


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """A case's model answer with its faults, each once, in the order of GoldFault."""

    case_id: str
    faults: tuple[GoldFault, ...]

    @property
    def is_right(self) -> bool:
        """Tell whether the answer is what the case expects."""
        return not self.faults


def score_answer(case: Case, evidence: EvidenceSet, answer: ModelAnswer) -> ScoredAnswer:
    """Verify an answer, then hold it against the case's gold.

    `expected-abstention` means that the case wants an abstention and got claims;
    `unexpected-abstention` the reverse. A flagged claim counts as unsupported here: nobody looks.
    """
    found = set(_faults(case, evidence, answer))
    return ScoredAnswer(case.id, tuple(fault for fault in GoldFault if fault in found))


def share_right(scored: Iterable[ScoredAnswer]) -> float | None:
    """Return the share of answers without a fault, None when there are none."""
    flags = [one.is_right for one in scored]
    return sum(flags) / len(flags) if flags else None


def _faults(case: Case, evidence: EvidenceSet, answer: ModelAnswer) -> Iterator[GoldFault]:
    verdict = verify_answer(evidence, answer)
    if verdict.refusals:
        yield GoldFault.INVALID_ANSWER
    if not all(claim.is_supported for claim in verdict.claims):
        yield GoldFault.UNSUPPORTED_CLAIM
    if not case.answerable:
        if answer.status is not Status.ABSTAINED:
            yield GoldFault.EXPECTED_ABSTENTION
        return
    if answer.status is Status.ABSTAINED:
        yield GoldFault.UNEXPECTED_ABSTENTION
        return
    supported = [
        claim
        for claim, judged in zip(answer.claims, verdict.claims, strict=True)
        if judged.is_supported
    ]
    if any(not _is_from_gold(claim, case, evidence) for claim in supported):
        yield GoldFault.WRONG_SOURCE
    if not _says_what_is_wanted(supported, case, evidence):
        yield GoldFault.MISSING_CLAIM


def _is_from_gold(claim: Claim, case: Case, evidence: EvidenceSet) -> bool:
    item_of_label = {item.label: item for item in evidence.items}
    cited = [item_of_label[citation.label] for citation in claim.citations]
    return any(
        place.overlaps(item.source_path, item.start_line, item.end_line)
        for item in cited
        for place in case.places
    )


def _says_what_is_wanted(claims: list[Claim], case: Case, evidence: EvidenceSet) -> bool:
    """Look for the gold fragments in claims and their quotes; white space does not count."""
    if case.match == "section":
        return any(_is_from_gold(claim, case, evidence) for claim in claims)
    texts = [claim.text for claim in claims]
    texts += [citation.quote for claim in claims for citation in claim.citations]
    squeezed = ["".join(text.split()) for text in texts]
    wanted = ["".join(answer.split()) for answer in case.answers if answer.strip()]
    found = [any(answer in text for text in squeezed) for answer in wanted]
    return all(found) if case.match == "all" else any(found)
