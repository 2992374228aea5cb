"""Check every evaluation case against the corpus files on disk, without the engine."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

EVAL_DIR = Path(__file__).resolve().parent
HELD_OUT = "held-out"
MATCHES = {"any", "all"}
LANGS = {"en", "zh"}
KINDS = {
    "rule", "paraphrase", "identifier", "number", "table", "code", "how-to", "comparison",
    "multi-part", "follow-up", "version", "scope", "hostile", "unanswerable-near", "unanswerable-far",
}  # fmt: skip
TYPE_OF_FIELD: Mapping[str, type | tuple[type, ...]] = {
    "id": str, "query": str, "lang": str, "kind": str, "answers": list, "answerable": bool,
    "source": (str, type(None)), "start_line": (int, type(None)), "end_line": (int, type(None)),
}  # fmt: skip
TYPE_OF_OPTIONAL_FIELD: Mapping[str, type] = {
    "scope": list, "version": str, "history": list, "forbidden_sources": list, "note": str,
    "match": str, "also": list, "split": str,
}  # fmt: skip
# Above this share of common character pairs two questions of different files count as the same one.
MOST_SIMILAR = 0.8


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a case file: where it stands and what it holds."""

    path: Path
    number: int
    case: dict[str, Any]

    def complain(self, problem: str) -> str:
        return f"{self.path.name}:{self.number}: {self.case.get('id', '?')}: {problem}"


class Corpus:
    """The lines of documents, read from disk by source path."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lines = cache(self._lines)
        self.records = cache(self._records)

    def _lines(self, source: str) -> list[str] | None:
        jsonl, mark, record = source.rpartition(".jsonl/")
        if mark:
            text = self.records(f"{jsonl}.jsonl").get(record)
        else:
            path = self.root / source
            text = path.read_bytes().decode("utf-8-sig") if path.is_file() else None
        return None if text is None else [line.removesuffix("\r") for line in text.split("\n")]

    def _records(self, jsonl: str) -> dict[str, str]:
        path = self.root / jsonl
        if not path.is_file():
            return {}
        rows = [json.loads(row) for row in path.read_bytes().split(b"\n") if row.strip()]
        return {f"{row['doc_id']}@{row['version']}": row["text"] for row in rows}


def squeeze(text: str) -> str:
    return "".join(text.split())


def pairs(text: str) -> set[str]:
    folded = squeeze(text).casefold()
    return {folded[i : i + 2] for i in range(len(folded) - 1)}


def read_lines(path: Path, complaints: list[str]) -> Iterator[Line]:
    for number, row in enumerate(path.read_bytes().split(b"\n"), start=1):
        if not row.strip():
            continue
        try:
            case = json.loads(row)
        except ValueError as error:
            complaints.append(f"{path.name}:{number}: not JSON: {error}")
            continue
        if isinstance(case, dict):
            yield Line(path, number, case)
        else:
            complaints.append(f"{path.name}:{number}: found {type(case).__name__}, expected object")


def check_shape(line: Line) -> Iterator[str]:
    for field, kind in TYPE_OF_FIELD.items():
        if field not in line.case:
            yield line.complain(f"field {field!r} is missing")
        elif not isinstance(line.case[field], kind):
            yield line.complain(f"field {field!r} has the wrong type: {line.case[field]!r}")
    for field in line.case.keys() - TYPE_OF_FIELD.keys():
        optional = TYPE_OF_OPTIONAL_FIELD.get(field)
        if optional is None:
            yield line.complain(f"unknown field {field!r}")
        elif not isinstance(line.case[field], optional):
            yield line.complain(f"field {field!r} has the wrong type: {line.case[field]!r}")


def check_values(line: Line) -> Iterator[str]:
    case = line.case
    if case["lang"] not in LANGS:
        yield line.complain(f"lang is {case['lang']!r}, expected one of {sorted(LANGS)}")
    if case["kind"] not in KINDS:
        yield line.complain(f"kind is {case['kind']!r}, expected one of {sorted(KINDS)}")
    if case.get("match", "any") not in MATCHES:
        yield line.complain(f"match is {case['match']!r}, expected one of {sorted(MATCHES)}")
    if (case.get("split") == HELD_OUT) != (line.path.stem == HELD_OUT):
        yield line.complain(f"split is {case.get('split')!r}, but the file is {line.path.name}")
    if not case["query"].strip():
        yield line.complain("query is empty")
    if case["kind"] == "follow-up" and not case.get("history"):
        yield line.complain("a follow-up needs a history")
    if case["kind"].startswith("unanswerable") and case["answerable"]:
        yield line.complain(f"kind is {case['kind']!r}, but answerable is true")
    if case["source"] in case.get("forbidden_sources", []):
        yield line.complain(f"source {case['source']} is forbidden as well")


def check_gold(line: Line, corpus: Corpus) -> Iterator[str]:
    case = line.case
    for source in case.get("forbidden_sources", []):
        if corpus.lines(source) is None:
            yield line.complain(f"forbidden source {source} does not exist")
    if not case["answerable"]:
        if (case["source"], case["start_line"], case["end_line"]) != (None, None, None):
            yield line.complain("unanswerable, but source or lines are not null")
        if case["answers"] or case.get("also"):
            yield line.complain("unanswerable, but answers or also is not empty")
        return
    if not case["answers"]:
        yield line.complain("answerable, but answers is empty")
    texts: list[str] = []
    for place in (case, *case.get("also", [])):
        yield from check_place(line, place, corpus, texts)
    for answer in case["answers"]:
        if not squeeze(answer) or not any(squeeze(answer) in text for text in texts):
            yield line.complain(f"{answer!r} is in none of the given lines")


def check_place(
    line: Line, place: Mapping[str, Any], corpus: Corpus, texts: list[str]
) -> Iterator[str]:
    """Check one right citation and add its text, without white space, to the texts."""
    source, start, end = (place.get(field) for field in ("source", "start_line", "end_line"))
    lines = None if source is None else corpus.lines(source)
    if lines is None:
        yield line.complain(f"source {source} does not exist")
        return
    if start is None or end is None or not 1 <= start <= end <= len(lines):
        yield line.complain(f"lines {start}-{end} of {source}, expected some within 1-{len(lines)}")
        return
    if not lines[start - 1].strip() or not lines[end - 1].strip():
        yield line.complain(f"lines {start}-{end} of {source} begin or end with a blank line")
    texts.append(squeeze("".join(lines[start - 1 : end])))
    if not any(squeeze(answer) in texts[-1] for answer in line.case["answers"]):
        yield line.complain(f"lines {start}-{end} of {source} hold none of the answers")


def check_ids(lines: list[Line]) -> Iterator[str]:
    first: dict[str, Line] = {}
    for line in lines:
        known = first.setdefault(line.case["id"], line)
        if known is not line:
            yield line.complain(f"id was used before, at {known.path.name}:{known.number}")


def check_disjoint(lines: list[Line]) -> Iterator[str]:
    pairs_of_line = [(line, pairs(line.case["query"])) for line in lines]
    for at, (line, ours) in enumerate(pairs_of_line):
        for other, theirs in pairs_of_line[:at]:
            if line.path != other.path and similarity(ours, theirs) > MOST_SIMILAR:
                if line.case.get("history") or other.case.get("history"):
                    continue  # a short follow-up means what its thread says
                where = f"{other.path.name}:{other.number}"
                yield line.complain(f"nearly the same question as {where}")


def similarity(ours: set[str], theirs: set[str]) -> float:
    return len(ours & theirs) / max(1, len(ours | theirs))


def check(paths: list[Path], corpus: Corpus) -> tuple[int, list[str]]:
    """Return the number of cases and all complaints about them."""
    complaints: list[str] = []
    sound: list[Line] = []
    read = [line for path in paths for line in read_lines(path, complaints)]
    for line in read:
        misshapen = list(check_shape(line))
        complaints += misshapen
        if not misshapen:
            sound.append(line)
            complaints += [*check_values(line), *check_gold(line, corpus)]
    complaints += [*check_ids(sound), *check_disjoint(sound)]
    return len(read), complaints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="default: every file in eval/cases")
    parser.add_argument("--corpus", type=Path, default=EVAL_DIR.parent / "corpus")
    options = parser.parse_args()
    paths = options.files or sorted((EVAL_DIR / "cases").glob("*.jsonl"))
    count, complaints = check(paths, Corpus(options.corpus))
    print(*complaints, sep="\n", end="\n" if complaints else "", file=sys.stderr)
    print(f"{count} cases in {len(paths)} files, {len(complaints)} complaints")
    return 2 if complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
