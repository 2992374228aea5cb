"""The fourth stage: keep instructions that hide in documents from ever being evidence.

It judges passage by passage: what a passage shows, what it hides, and the names it is shown
under. A passage that is kept from evidence stays readable on its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from chapterverse.model import EXCLUDED, Finding, ParsedDocument, PassageDraft, Source
from chapterverse.screening.allowing import ALLOWED, Allowance, is_allowed
from chapterverse.screening.carriers import has_invisible_run, hidden_texts
from chapterverse.screening.context import is_on_subject, treats_subject
from chapterverse.screening.detect import Hit, hidden_hits_in, hits_in, is_unsafe
from chapterverse.screening.stuffing import is_stuffed
from chapterverse_engine.model import UnitKind

INVISIBLE = "invisible-characters"
STUFFED = "keyword-stuffing"
# What a reason that is no phrase says in a report.
_PAYLOAD_OF_REASON = {
    INVISIBLE: "ten or more invisible characters in a row",
    STUFFED: "says little else than the same again and again",
}


def screen(
    source: Source,
    parsed: ParsedDocument,
    drafts: Sequence[PassageDraft],
    allowances: Sequence[Allowance] = (),
) -> tuple[tuple[PassageDraft, ...], tuple[Finding, ...]]:
    """Mark the passages that must not be evidence, and report why, with line and payload.

    What the allow-list covers is reported as allowed and may be evidence.
    """
    treated = treats_subject("\n".join(source.lines))
    # A citation shows the name of the file, and a prompt too.
    name_hits = [] if treated else hidden_hits_in(_words_of(source.source_path))
    findings = list(_findings_outside(source, name_hits))
    title = parsed.document.title
    is_title_stuffed = is_stuffed(title)
    shared_hits = [*hidden_hits_in(title), *name_hits]
    screened = []
    for draft in drafts:
        names = " ".join((source.source_path, title, *draft.heading_path))
        hits = [*_hits(draft, on_subject=treated or is_on_subject(names)), *shared_hits]
        reason = _reason(draft, hits) or (STUFFED if is_title_stuffed else "")
        found: list[Finding] = []
        if is_unsafe(hits):
            found = [*_findings(source, draft, hits)]
        elif reason in _PAYLOAD_OF_REASON:
            found = [_finding(source, draft.start_line, draft.end_line, reason)]
        found = [replace(each, passage_hash=draft.content_hash) for each in found]
        if found and is_allowed(allowances, source.source_path, draft.content_hash):
            found = [replace(each, severity=ALLOWED) for each in found]
            reason = draft.unsafe_reason
        findings += found
        if source.front_matter.exclude_from_answers and not reason:
            reason = EXCLUDED
        screened.append(replace(draft, unsafe_reason=reason))
    return tuple(screened), tuple(findings)


def _hits(draft: PassageDraft, *, on_subject: bool) -> list[Hit]:
    if draft.unsafe_reason:
        return hidden_hits_in(draft.text)
    code = "\n".join(
        draft.text[unit.start : unit.end] for unit in draft.units if unit.kind is UnitKind.CODE
    )
    hits = hits_in(draft.text, code=code, on_subject=on_subject)
    for text in filter(None, hidden_texts(draft.text)):
        hits += hidden_hits_in(text)
    return [*hits, *_heading_hits(draft.heading_path, on_subject)]


@lru_cache(maxsize=4096)
def _heading_hits(heading_path: tuple[str, ...], on_subject: bool) -> tuple[Hit, ...]:  # noqa: FBT001  # keys of a cache
    return tuple(hits_in("\n".join(heading_path), on_subject=on_subject))


def _reason(draft: PassageDraft, hits: Sequence[Hit]) -> str:
    if is_unsafe(hits):
        return hits[0].rule.family
    if has_invisible_run(draft.text):
        return INVISIBLE
    if draft.unsafe_reason:
        return draft.unsafe_reason
    is_repeating = is_stuffed(_prose(draft)) or any(map(is_stuffed, draft.heading_path))
    return STUFFED if is_repeating else ""


def _prose(draft: PassageDraft) -> str:
    """Return a passage's text without its code, which may well repeat itself."""
    kept, end = [], 0
    for unit in draft.units:
        if unit.kind is UnitKind.CODE:
            kept.append(draft.text[end : unit.start])
            end = unit.end
    return "".join([*kept, draft.text[end:]])


def _words_of(source_path: str) -> str:
    return source_path.replace("-", " ").replace("/", " ").replace("_", " ")


def _findings_outside(source: Source, name_hits: Sequence[Hit]) -> Iterator[Finding]:
    """Report what front matter and file name say; no passage holds them."""
    for number, line in enumerate(source.lines[: source.body_start_line - 1], start=1):
        hits = hidden_hits_in(line)
        if is_unsafe(hits):
            yield from (_of_hit(source, number, number, hit) for hit in _distinct(hits))
    if is_unsafe(name_hits):
        yield from (_of_hit(source, 0, 0, hit) for hit in _distinct(name_hits))


def _findings(source: Source, draft: PassageDraft, hits: Iterable[Hit]) -> Iterator[Finding]:
    for hit in _distinct(hits):
        start, end = _lines_of(source, draft, hit)
        yield _of_hit(source, start, end, hit)


def _distinct(hits: Iterable[Hit]) -> list[Hit]:
    first_of_rule: dict[str, Hit] = {}
    for hit in hits:
        first_of_rule.setdefault(hit.rule.name, hit)
    return list(first_of_rule.values())


def _lines_of(source: Source, draft: PassageDraft, hit: Hit) -> tuple[int, int]:
    """Return the one line that holds a hit by itself, else the passage's lines."""
    for number in range(draft.start_line, draft.end_line + 1):
        line = source.lines[number - 1]
        found = (each for text in (line, *hidden_texts(line)) for each in hidden_hits_in(text))
        if any(each.rule is hit.rule for each in found):
            return number, number
    return draft.start_line, draft.end_line


def _of_hit(source: Source, start: int, end: int, hit: Hit) -> Finding:
    severity = "high" if hit.disguise or hit.rule.score >= 3 else "medium"
    disguise = f" ({hit.disguise})" if hit.disguise else ""
    payload = f"{hit.payload}{disguise}"
    return Finding(
        source.source_path, start, end, hit.rule.name, hit.rule.family, severity, payload
    )


def _finding(source: Source, start: int, end: int, family: str) -> Finding:
    payload = _PAYLOAD_OF_REASON[family]
    return Finding(source.source_path, start, end, family, family, "high", payload)
