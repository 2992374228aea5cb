"""Hidden text that was kept from evidence, made visible on the page that hides it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

from chapterverse.model import Finding, PassageDraft, Source
from chapterverse.screening.carriers import hidden_texts
from chapterverse.screening.detect import hidden_hits_in, is_unsafe
from chapterverse.screening.normalise import hidden_tag_text
from chapterverse.templating import texts


def hidden_shown(
    source: Source, drafts: Sequence[PassageDraft], findings: Sequence[Finding], lang: str
) -> str:
    """Return HTML for the end of a page's body: each hidden order with its lines; nothing if none."""
    objected = [one for one in findings if one.is_quarantine]
    shown = dict.fromkeys([*_in_front_matter(source, objected), *_in_passages(drafts, objected)])
    return "".join(_item(lang, *item) for item in shown)


def _in_front_matter(source: Source, findings: Sequence[Finding]) -> Iterator[tuple[int, int, str]]:
    for one in findings:
        if 0 < one.start_line < source.body_start_line:
            yield one.start_line, one.end_line, source.lines[one.start_line - 1]


def _in_passages(
    drafts: Sequence[PassageDraft], findings: Sequence[Finding]
) -> Iterator[tuple[int, int, str]]:
    hashes = {one.passage_hash for one in findings}
    for draft in drafts:
        if draft.content_hash in hashes:
            for text in _hidden_in(draft):
                yield draft.start_line, draft.end_line, text


def _hidden_in(draft: PassageDraft) -> Iterator[str]:
    yield from (text for text in hidden_texts(draft.text) if is_unsafe(hidden_hits_in(text)))
    if tagged := hidden_tag_text(draft.text):
        yield tagged


def _item(lang: str, start: int, end: int, text: str) -> Markup:
    label = texts(lang).plain("hidden_text", lines=start if start == end else f"{start}–{end}")
    return Markup(
        '<aside class="hidden-text" data-lines="{}-{}"><p>{}</p><pre>{}</pre></aside>\n'
    ).format(start, end, label, escape(text.strip()))
