"""Ask a site from the command line: one question, or a file of them, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chapterverse.evaluation.asked import Asked
from chapterverse_engine.model import Question

PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line says of every question."""

    scopes: tuple[str, ...]
    version: str
    lang: str
    top_k: int


def question_from(query: str, history: tuple[str, ...], choices: Choices) -> Question:
    """Word a question of the command line."""
    return Question(
        query=query,
        lang=choices.lang,
        scopes=scopes_of(choices.scopes),
        version=choices.version,
        history=history,
        top_k=choices.top_k,
    )


def scopes_of(scopes: Iterable[str]) -> tuple[str, ...]:
    """Return the scopes that an asker may see, `public` first."""
    return tuple(dict.fromkeys((PUBLIC, *scopes)))


def append_trace(path: Path, asked: Asked) -> None:
    """Add one line to a trace file: the question, its stages, its outcome and what it cost."""
    record = {
        "query": asked.outcome["query"],
        "stages": asked.stages,
        "outcome": asked.outcome["outcome"],
        "reason": asked.outcome["reason"],
        "cost": {
            "elapsed_ms": round(asked.elapsed_ms, 3),
            "fetched_bytes": asked.bytes_fetched,
            "files": asked.shards_fetched,
        },
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record, ensure_ascii=False) + "\n")


def outcome_text(outcome: Mapping[str, Any]) -> str:
    """Return an outcome as a person reads it on a terminal."""
    match outcome["outcome"]:
        case "answer":
            quotes = map(_quote_text, outcome["quotes"])
            return "\n\n".join(
                [*quotes, *map(_note_text, outcome["notes"]), *_suggestions(outcome)]
            )
        case "clarification":
            return f"Which one do you mean? {', '.join(outcome['options'])}"
        case _:
            return "\n".join([_abstention_text(outcome), *_suggestions(outcome)])


def _note_text(note: Mapping[str, Any]) -> str:
    return f"The documents contradict each other here: see {' and '.join(note['labels'])}."


def _suggestions(outcome: Mapping[str, Any]) -> list[str]:
    return [f"Did you mean: {one['query']}" for one in outcome["suggestions"]]


def _quote_text(quote: Mapping[str, Any]) -> str:
    trail = " › ".join(quote["heading_path"])
    text = "\n".join(f"  {line}" for line in quote["text"].split("\n"))
    return f"[{quote['label']}] {_place(quote)}{f'  ({trail})' if trail else ''}\n{text}"


def _place(place: Mapping[str, Any]) -> str:
    return f"{place['source_path']}#L{place['start_line']}-L{place['end_line']}"


def _abstention_text(outcome: Mapping[str, Any]) -> str:
    lines = [
        f"The documents do not answer this ({outcome['reason']}).",
        _searched_text(outcome["searched"]),
    ]
    if outcome["missing_terms"]:
        lines.append(f"Nowhere in them: {', '.join(outcome['missing_terms'])}.")
    if outcome["nearest"]:
        lines.append("Nearest sections:")
        lines += [f"  {_place(near)}  {_trail(near)}" for near in outcome["nearest"]]
    return "\n".join(lines)


def _searched_text(searched: Mapping[str, Any]) -> str:
    if not searched["passages"]:
        return "Searched: nothing; no document has such a scope, version or language."
    scopes = ", ".join(searched["scopes"])
    counts = f"{searched['passages']} passages of {searched['documents']} documents"
    return f"Searched: {counts}, scopes {scopes}."


def _trail(place: Mapping[str, Any]) -> str:
    return " › ".join(place["heading_path"] or [place["title"]])


def candidates_text(outcome: Mapping[str, Any]) -> str:
    """Return the ranked candidates as a person reads them on a terminal."""
    if not outcome["candidates"]:
        return "No passage matches."
    return "\n".join(
        f"{one['rank']:>2}. {_place(one)}  {_trail(one)}" for one in outcome["candidates"]
    )


def search_fields(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an outcome that a search shows: candidates, ungated."""
    kept = ("query", "rewritten_query", "lang", "candidates", "searched")
    return {field: outcome[field] for field in kept}
