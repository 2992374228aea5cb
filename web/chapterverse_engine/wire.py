"""The JSON of questions and outcomes: what crosses every wall of the engine."""

from __future__ import annotations

import json
from collections.abc import Iterable

from .checked import Checked
from .errors import FormatError, QuestionError
from .excerpt import asked_terms, excerpt_of
from .model import Abstention, Answer, Candidate, Clarification, Outcome, Passage, Question, Quote

MAX_NEAREST = 5
# What a path in a URL may hold as it is; the library's own function costs 30 ms to import there.
_PLAIN_IN_URL = frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/@!$&'()*+,;="
)


def question_of(text: str) -> Question:
    """Decode a question; raise QuestionError that names the field."""
    try:
        fields = Checked.parse("question", text.encode("utf-8", "surrogatepass"))
        given = set(fields.keys())
        return Question(
            query=fields.text("query"),
            lang=fields.text("lang") if "lang" in given else "",
            scopes=fields.texts("scopes") if "scopes" in given else ("public",),
            version=fields.text("version") if "version" in given else "",
            history=fields.texts("history") if "history" in given else (),
            top_k=fields.whole("top_k", least=1) if "top_k" in given else 8,
            languages=fields.texts("languages") if "languages" in given else (),
        )
    except FormatError as error:
        raise QuestionError(str(error)) from None


def outcome_fields(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as JSON values; see the guide's page on formats for every field."""
    found = outcome.retrieval
    quotes = outcome.quotes if isinstance(outcome, Answer) else ()
    nearest = outcome.nearest if isinstance(outcome, Abstention) else ()
    terms = asked_terms(found.rewritten_query)
    return {
        "query": found.question.query,
        "rewritten_query": found.rewritten_query,
        "lang": found.lang,
        "outcome": _kind(outcome),
        "answer": "\n\n".join(quote.text for quote in quotes) if quotes else None,
        "refused": isinstance(outcome, Abstention),
        "reason": None if isinstance(outcome, Answer) else outcome.reason.value,
        "confidence": found.confidence,
        "threshold": found.threshold,
        "quotes": [_quote_fields(quote) for quote in quotes],
        "sources": [_source_fields(quote) for quote in quotes],
        "nearest": _nearest_fields(nearest),
        "candidates": [
            _candidate_fields(candidate, terms)
            for candidate in found.candidates[: found.question.top_k]
        ],
        "missing_terms": list(found.missing_terms),
        "suggestions": [suggestion._asdict() for suggestion in found.suggestions],
        "notes": _note_fields(outcome),
        "searched": {
            "passages": found.searched.passages,
            "documents": found.searched.documents,
            "scopes": list(found.searched.scopes),
        },
        "options": list(outcome.options) if isinstance(outcome, Clarification) else [],
    }


def encoded(fields: object) -> str:
    """Return compact JSON text, the same bytes on every runtime."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _kind(outcome: Outcome) -> str:
    match outcome:
        case Answer():
            return "answer"
        case Abstention():
            return "abstention"
        case Clarification():
            return "clarification"


def _note_fields(outcome: Outcome) -> list[dict[str, object]]:
    notes = outcome.notes if isinstance(outcome, Answer) else ()
    return [{"reason": note.reason.value, "labels": list(note.labels)} for note in notes]


def _quote_fields(quote: Quote) -> dict[str, object]:
    passage = quote.passage
    return {
        "label": quote.label,
        "text": quote.text,
        "source_path": passage.document.source_path,
        "start_line": quote.start_line,
        "end_line": quote.end_line,
        "start_column": quote.start_column,
        "end_column": quote.end_column,
        "heading_path": list(passage.heading_path),
        "passage_id": passage.passage_id,
        "content_hash": passage.content_hash,
        "href": source_href(passage, quote.start_line, quote.end_line),
        "page_href": page_href(passage),
    }


def _source_fields(quote: Quote) -> dict[str, object]:
    document = quote.passage.document
    return {
        "id": quote.label,
        "passage_id": quote.passage.passage_id,
        "title": document.title,
        "source_path": document.source_path,
        "start_line": quote.start_line,
        "end_line": quote.end_line,
        "version": document.version,
        "scope": quote.scope,
        "lang": document.lang,
    }


def _candidate_fields(candidate: Candidate, terms: frozenset[str]) -> dict[str, object]:
    passage = candidate.passage
    excerpt = excerpt_of(passage, terms)
    return {
        **_place_fields(passage),
        "passage_id": passage.passage_id,
        "excerpt": excerpt.text,
        "marks": [list(span) for span in excerpt.marks],
        "version": passage.document.version,
        "lang": passage.document.lang,
        "scope": candidate.scope,
        "rank": candidate.rank,
        "channels": {channel.value: rank for channel, rank in candidate.ranks.items()},
    }


def _place_fields(passage: Passage) -> dict[str, object]:
    return {
        "title": passage.document.title,
        "heading_path": list(passage.heading_path),
        "source_path": passage.document.source_path,
        "start_line": passage.start_line,
        "end_line": passage.end_line,
        "href": source_href(passage, passage.start_line, passage.end_line),
        "page_href": page_href(passage),
    }


def _nearest_fields(candidates: Iterable[Candidate]) -> list[dict[str, object]]:
    """Return the sections of the nearest passages, each section once."""
    places: dict[tuple[str, tuple[str, ...]], dict[str, object]] = {}
    for candidate in candidates:
        passage = candidate.passage
        key = (passage.document.source_path, passage.heading_path)
        places.setdefault(key, _place_fields(passage))
    return list(places.values())[:MAX_NEAREST]


def source_href(passage: Passage, start_line: int, end_line: int) -> str:
    """Return the link to lines on a document's source page, relative to the site's root."""
    lines = f"L{start_line}" if start_line == end_line else f"L{start_line}-L{end_line}"
    return f"source/{percent_encoded(passage.document.source_path)}.html#{lines}"


def page_href(passage: Passage) -> str:
    """Return the link to a passage's section on its rendered page."""
    anchor = f"#{percent_encoded(passage.anchor)}" if passage.anchor else ""
    return f"{percent_encoded(passage.document.page_path)}{anchor}"


def percent_encoded(path: str) -> str:
    """Return a path as it stands in a URL, encoded as UTF-8."""
    return "".join(
        chr(byte) if byte in _PLAIN_IN_URL else f"%{byte:02X}"
        for byte in path.encode("utf-8", "surrogatepass")
    )
