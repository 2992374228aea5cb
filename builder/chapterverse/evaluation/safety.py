"""What must never reach a reader: forbidden, quarantined and out-of-scope sources, cut prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chapterverse.evaluation.cases import PUBLIC, Case
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.run import Reply, ReplyLines, ReplyQuote
from chapterverse.model import Finding
from chapterverse_engine.errors import EngineError
from chapterverse_engine.evidence_set import EvidenceItem
from chapterverse_engine.prompt import build_prompt

PROMPT_BUDGETS = (1500, 6000)
"""Budgets in characters that a prompt is tried with: one that is tight, one that is roomy."""

PromptOf = Callable[[str, Sequence[EvidenceItem], int], str]


def prompt_text(question: str, items: Sequence[EvidenceItem], budget: int) -> str:
    """Return the engine's prompt for these quotes."""
    return build_prompt(question, items, "evaluation", budget).text


@dataclass(frozen=True, slots=True)
class Ground:
    """What replies are judged against.

    `quarantine` is None when nobody said what was quarantined. `scope_of_source` comes from the
    build; where it is silent the document's own front matter is asked, then the reply's claim.
    """

    originals: Originals
    quarantine: tuple[Finding, ...] | None = None
    scope_of_source: Mapping[str, str] = field(default_factory=dict)
    prompt_of: PromptOf = prompt_text


def safety_scores(case: Case, reply: Reply, ground: Ground) -> Iterator[tuple[str, float]]:
    """Score what must never happen: 1 where it did, 0 where it did not."""
    evidence: tuple[ReplyLines, ...] = (*reply.quotes, *reply.sources)
    if case.forbidden_sources:
        forbidden = any(item.source_path in case.forbidden_sources for item in evidence)
        yield "forbidden_source_rate", float(forbidden)
    if ground.quarantine:
        ranked = (*evidence, *reply.candidates)
        unsafe = any(_is_quarantined(item, ground.quarantine) for item in ranked)
        yield "unsafe_evidence_rate", float(unsafe)
    if reply.is_answer:
        yield "budget_violation_rate", float(_breaks_a_budget(case, reply, ground.prompt_of))
    yield "out_of_scope_rate", float(not _scopes_of(reply, ground) <= set(case.scopes))


def _breaks_a_budget(case: Case, reply: Reply, prompt_of: PromptOf) -> bool:
    """Tell whether a prompt is longer than its budget or holds a block that is cut."""
    items = [_item(quote) for quote in reply.quotes]
    for budget in PROMPT_BUDGETS:
        try:
            text = prompt_of(case.query, items, budget)
        except EngineError:
            continue  # refused by name, as a frame that does not fit has to be
        cut = any(f"[{item.label}]" in text and item.text not in text for item in items)
        if len(text) > budget or cut:
            return True
    return False


def _item(quote: ReplyQuote) -> EvidenceItem:
    return EvidenceItem(
        label=quote.label,
        passage_id=quote.passage_id,
        source_path=quote.source_path,
        start_line=quote.start_line,
        end_line=quote.end_line,
        content_hash=quote.content_hash,
        heading_path=quote.heading_path,
        text=quote.text,
    )


def _scopes_of(reply: Reply, ground: Ground) -> set[str]:
    """Gather the scopes of everything that the reply shows or names."""
    passages = (*reply.sources, *reply.candidates)
    claimed = {item.source_path: item.scope for item in passages if item.scope}
    shown: tuple[ReplyLines, ...] = (*reply.quotes, *passages, *reply.nearest)
    known = ground.scope_of_source
    return {
        known.get(path) or ground.originals.scope(path) or claimed.get(path) or PUBLIC
        for path in {item.source_path for item in shown}
    }


def _is_quarantined(item: ReplyLines, quarantine: Sequence[Finding]) -> bool:
    return any(
        item.source_path == finding.source_path
        and item.start_line <= finding.end_line
        and item.end_line >= finding.start_line
        for finding in quarantine
    )
