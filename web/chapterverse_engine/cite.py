"""Turn evidence into quotes with true lines and columns, and check them against the text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from .evidence import MAX_QUOTES, Evidence
from .model import Passage, Quote


def quotes_of(evidence: Sequence[Evidence]) -> tuple[Quote, ...]:
    """Return the quotes of the evidence that pass the check, labelled S1, S2, …

    Evidence of the best passage comes first; inside a passage quotes are in reading order.
    """
    order = {item.passage.passage_id: place for place, item in reversed(list(enumerate(evidence)))}
    sorted_evidence = sorted(
        evidence, key=lambda item: (order[item.passage.passage_id], item.first)
    )
    parts = [part for item in sorted_evidence for part in _apart(item)][:MAX_QUOTES]
    quotes = [_quote(f"S{number}", part) for number, part in enumerate(parts, 1)]
    return tuple(quote for quote in quotes if is_verbatim(quote))


def _apart(evidence: Evidence) -> Iterator[Evidence]:
    """Yield the parts of a span that no hidden line parts: a quote is contiguous text."""
    passage, first = evidence.passage, evidence.first
    for index in range(evidence.first, evidence.last):
        if passage.hidden_lines and _hides(passage, index):
            yield evidence._replace(first=first, last=index)
            first = index + 1
    yield evidence._replace(first=first)


def _hides(passage: Passage, index: int) -> bool:
    """Tell whether a hidden line lies between a unit and the next one."""
    here, following = passage.units[index : index + 2]
    lines = range(
        passage.text.count("\n", 0, here.end) + 1, passage.text.count("\n", 0, following.start)
    )
    return any(line in lines for line in passage.hidden_lines)


def _quote(label: str, evidence: Evidence) -> Quote:
    passage = evidence.passage
    start = passage.units[evidence.first].start
    end = passage.units[evidence.last].end
    before = passage.text[:start]
    inside = passage.text[start:end]
    start_column = start - (before.rfind("\n") + 1)
    last_line = inside.rpartition("\n")[2]
    return Quote(
        label=label,
        text=inside,
        start_line=passage.start_line + before.count("\n"),
        end_line=passage.start_line + before.count("\n") + inside.count("\n"),
        start_column=start_column,
        end_column=len(last_line) + (0 if "\n" in inside else start_column),
        passage=passage,
        scope=evidence.candidate.scope,
    )


def is_verbatim(quote: Quote) -> bool:
    """Tell whether a quote can be derived again from its passage, whose hash must hold too."""
    return has_true_hash(quote.passage) and quote.text == span_of(quote) and bool(quote.text)


def has_true_hash(passage: Passage) -> bool:
    """Tell whether a passage's text is the one that its hash was made of, as far as it is here."""
    if passage.hidden_lines:
        return True
    digest = hashlib.sha256(passage.text.encode("utf-8", "surrogatepass")).hexdigest()
    return digest == passage.content_hash


def span_of(quote: Quote) -> str:
    """Return the text at a quote's lines and columns, read from its passage by line numbers."""
    first = quote.passage.start_line
    lines = quote.passage.text.split("\n")[quote.start_line - first : quote.end_line - first + 1]
    if not lines:
        return ""
    lines[-1] = lines[-1][: quote.end_column]
    lines[0] = lines[0][quote.start_column :]
    return "\n".join(lines)
