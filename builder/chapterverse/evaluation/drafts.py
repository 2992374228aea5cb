"""Grow a set of cases: from a question with its cited lines, from a report, from asked questions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.cases import Case, Place, load_cases
from chapterverse.evaluation.evaluate import check_gold
from chapterverse.evaluation.json_lines import read_records, wording
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.report import Report
from chapterverse.evaluation.verdicts import Verdict
from chapterverse.language import detect_language

Which = Literal["abstained", "failed", "answered"]
_CITED = re.compile(r"(?P<source>.+)#L(?P<start>\d+)(?:-L?(?P<end>\d+))?")


class AskedLine(BaseModel):
    """A line that `ask --file … --json` or `ask --trace` wrote, as far as a draft needs it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = ""
    query: str
    lang: str = ""
    outcome: str
    reason: str | None = None
    quotes: tuple[dict[str, Any], ...] = ()
    nearest: tuple[dict[str, Any], ...] = ()


def cited_place(text: str) -> Place:
    """Read `path#L3-L6` or `path#L3`; raise InputError."""
    found = _CITED.fullmatch(text)
    if not found:
        raise InputError([Problem("--cite", 0, f'found "{text}", expected path#L3-L6')])
    start = int(found["start"])
    try:
        return Place(source=found["source"], start_line=start, end_line=int(found["end"] or start))
    except ValidationError as error:
        problems = [Problem("--cite", 0, f"{text}: {wording(one)}") for one in error.errors()]
        raise InputError(problems) from error


def make_case(
    query: str, places: Sequence[Place], fields: Mapping[str, object], path: Path
) -> dict[str, object]:
    """Return a case line for a file; raise InputError when it contradicts itself or the file."""
    lang = fields.get("lang") or detect_language([query])
    kind = fields.get("kind") or ("paraphrase" if places else "unanswerable-near")
    known = {case.id for case in load_cases([path])} if path.is_file() else set()
    first = places[0] if places else None
    line: dict[str, object] = {
        "id": fields.get("id") or _free_id(f"{lang}-{kind}", known),
        "query": query,
        "lang": lang,
        "kind": kind,
        "source": first.source if first else None,
        "start_line": first.start_line if first else None,
        "end_line": first.end_line if first else None,
        "answers": fields.get("answers", ()),
        "answerable": bool(places),
    }
    line |= {name: value for name, value in fields.items() if name not in line and value}
    if places[1:]:
        line["also"] = [place.model_dump() for place in places[1:]]
    if line["id"] in known:
        raise InputError([Problem(str(path), 0, f'id "{line["id"]}" is already taken')])
    return line


def check_case(line: Mapping[str, object], originals: Originals) -> None:
    """Raise InputError when a line is no case or the documents do not bear its gold out."""
    try:
        case = Case.model_validate({**line, "case_file": "the new case"})
    except ValidationError as error:
        problems = [Problem("the new case", 0, wording(one)) for one in error.errors()]
        raise InputError(problems) from error
    if problems := list(check_gold([case], originals)):
        raise InputError(problems)


def append_line(path: Path, line: Mapping[str, object]) -> str:
    """Add a case to a file and return its text."""
    text = json.dumps(line, ensure_ascii=False)
    before = path.read_bytes() if path.is_file() else b""
    gap = "\n" if before and not before.endswith(b"\n") else ""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"{gap}{text}\n")
    return text


def drafts_of_report(report: Report, which: Sequence[Which]) -> Iterator[dict[str, object]]:
    """Draft a case for each abstained or failed question of a report, to be edited by hand."""
    for verdict in report.results:
        abstained, failed = verdict.outcome != "answer", not verdict.is_right
        if (abstained and "abstained" in which) or (failed and "failed" in which):
            yield _draft_of_verdict(verdict)


def drafts_of_asked(path: Path, which: Sequence[Which]) -> Iterator[dict[str, object]]:
    """Draft a case for each question of a file of outcomes, answered ones from their citations."""
    lines, problems = read_records(path, AskedLine)
    if problems:
        raise InputError(problems)
    for number, line in enumerate(lines, 1):
        is_answer = line.outcome == "answer"
        if ("answered" if is_answer else "abstained") not in which:
            continue
        places = _places(line.quotes if is_answer else line.nearest[:1])
        said = "answered from these lines" if is_answer else f"{line.outcome} ({line.reason})"
        draft = _draft(
            line.id or f"asked-{number:03}", line.query, line.lang,
            next(iter(places), None), f"draft: {said}",
        )  # fmt: skip
        yield draft | ({"also": [one.model_dump() for one in places[1:]]} if places[1:] else {})


def _draft_of_verdict(verdict: Verdict) -> dict[str, object]:
    place = next(iter((*verdict.expected, *verdict.nearest)), None)
    reason = f" ({verdict.reason})" if verdict.reason else ""
    expected = "other words" if verdict.outcome == "answer" else "an answer"
    expected = expected if verdict.answerable else "none"
    note = f"draft: found {verdict.outcome}{reason}, expected {expected}"
    return {**_draft(f"{verdict.id}-draft", verdict.query, verdict.lang, place, note)} | {
        "kind": verdict.kind,
        "answers": list(verdict.answers),
        "answerable": verdict.answerable and place is not None,
    }


def _draft(
    case_id: str, query: str, lang: str, place: Place | None, note: str
) -> dict[str, object]:
    """Return a case whose gold is a guess: the nearest lines, if there are any."""
    return {
        "id": case_id,
        "query": query,
        "lang": lang,
        "kind": "draft",
        "source": place.source if place else None,
        "start_line": place.start_line if place else None,
        "end_line": place.end_line if place else None,
        "answers": [],
        "answerable": place is not None,
        "note": note,
    }


def _places(cited: Sequence[Mapping[str, Any]]) -> list[Place]:
    lines = ("start_line", "end_line")
    return [
        Place.model_validate({"source": one.get("source_path"), **{n: one.get(n) for n in lines}})
        for one in cited
    ]


def _free_id(stem: str, known: set[str]) -> str:
    number = 1
    while f"{stem}-{number:02}" in known:
        number += 1
    return f"{stem}-{number:02}"
