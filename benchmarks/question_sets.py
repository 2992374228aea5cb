"""Read the question sets that lie beside the project, and index their documents in memory.

A set is `<folder>/<name>/docs/*.md` with `<folder>/<name>/cases.jsonl`. The sets belong to others
and are never copied into the project; whoever has none gets told so and nothing is measured. Each
set is split by a hash of the case's id: the tune half may be looked at, the other only reported.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import pickle
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.checkout import ROOT
from chapterverse.index_files import all_passages
from chapterverse.model import ParsedDocument, PassageDraft, Source
from chapterverse.stages.chunk import chunk
from chapterverse.stages.index import index_document, latest_documents, order_scope
from chapterverse.stages.ingest import ingest
from chapterverse.stages.parse import parse
from chapterverse.stages.screen import screen
from chapterverse.stages.shards import cut_shards
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import Manifest, ScopeIndex
from chapterverse_engine.model import Need, Outcome, Passage, Question
from chapterverse_engine.session import Session

# A document with the passages that it was cut into.
Drafted = tuple[Source, ParsedDocument, tuple[PassageDraft, ...]]

SETS = (
    "docs-faq-en", "docs-faq-zh", "aws-docs-en", "techqa-en", "clapnq-en", "xquad-en", "xquad-zh",
    "rgb-en",
)  # fmt: skip
DEMO = "demo"
TUNE, UNTOUCHED = 0, 1
MAX_CHARS = 1200
_CACHE_DIR = ROOT / ".chapterverse" / "benchmarks"
# Index files stay decoded: what a question costs is measured, not what a cold cache costs.
_HELD_BYTES = 10**9


@dataclass(frozen=True, slots=True)
class Gold:
    """Lines of a document that answer a question, 1-based and inclusive."""

    source_path: str
    start_line: int
    end_line: int

    def overlaps(self, source_path: str, start_line: int, end_line: int) -> bool:
        """Tell whether a range of lines has a line in common."""
        same = source_path == self.source_path
        return same and start_line <= self.end_line and end_line >= self.start_line


@dataclass(frozen=True, slots=True)
class SetCase:
    """A question with its gold; `match` says how `answers` count: any, all, or the section."""

    id: str
    query: str
    lang: str
    kind: str
    match: str
    is_answerable: bool
    answers: tuple[str, ...]
    golds: tuple[Gold, ...]
    history: tuple[str, ...] = ()
    version: str = ""

    @property
    def half(self) -> int:
        """TUNE or UNTOUCHED, by the hash of the id."""
        return int(hashlib.sha256(self.id.encode()).hexdigest(), 16) % 2

    @classmethod
    def of_heading(
        cls, case_id: str, heading: str, lang: str, kind: str, golds: Iterable[Gold]
    ) -> SetCase:
        """Return a heading as a question whose gold is its section."""
        return cls(case_id, heading, lang, kind, "section", True, (), tuple(golds))  # noqa: FBT003 - it is answerable

    def is_gold(self, passage: Passage) -> bool:
        """Tell whether a passage has a line of the gold."""
        place = (passage.document.source_path, passage.start_line, passage.end_line)
        return any(gold.overlaps(*place) for gold in self.golds)


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """An indexed set: ask it with `ask`."""

    name: str
    cases: tuple[SetCase, ...]
    index: ScopeIndex
    data_of_name: Mapping[str, bytes]

    def passages(self) -> list[Passage]:
        """Return every passage of the set."""
        return list(all_passages(self.index, self.data_of_name.__getitem__))

    def reader(self) -> IndexReader:
        """Return a reader that has received nothing yet."""
        return IndexReader(Manifest(1, "", "", {}, (self.index,), {}), _HELD_BYTES)


@dataclass(frozen=True, slots=True)
class Asked:
    """An outcome with what the engine's stages recorded and the bytes of all that it looked into."""

    outcome: Outcome
    stages: Sequence[Mapping[str, Any]]
    fetched_bytes: int


def ask(questions: QuestionSet, reader: IndexReader, case: SetCase, top_k: int = 10) -> Asked:
    """Ask the engine one case's question."""
    question = Question(case.query, case.lang, ("public",), case.version, case.history, top_k)
    session = Session(reader, question, is_traced=True)
    reader.touched.clear()
    while isinstance(reached := session.step(), Need):
        for name in reached.names:
            session.receive(name, questions.data_of_name[name])
    touched = sum(len(questions.data_of_name[name]) for name in reader.touched)
    return Asked(reached, session.trace.stages, touched)


def searched_text(passage: Passage) -> str:
    """Return what others index of a passage: titles and text."""
    return "\n".join((passage.document.title, *passage.heading_path, passage.text))


def available(folder: Path) -> tuple[str, ...]:
    """Return the names of the sets that are there."""
    return tuple(name for name in SETS if (folder / name / "cases.jsonl").is_file())


def load(folder: Path, name: str) -> QuestionSet:
    """Read and index a set; the index is cached until the code that makes it changes."""
    is_demo = name == DEMO
    file = ROOT / "eval/cases/tune.jsonl" if is_demo else folder / name / "cases.jsonl"
    make = partial(_index_set, folder, name)
    index, data_of_name = _cached(f"{name}-index", _code_hash(_INDEXING), make)
    return QuestionSet(name, tuple(_cases(file)), index, data_of_name)


def drafted(folder: Path, name: str) -> list[Drafted]:
    """Read a set's documents and cut them into passages; cached like the index."""
    sources = [ROOT / "corpus"] if name == DEMO else [folder / name / "docs"]
    return list(_cached(f"{name}-drafts", _code_hash(_READING), partial(_read, sources)))


def _cases(file: Path) -> Iterator[SetCase]:
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        if fields.get("scope", ["public"]) == ["public"]:
            yield _case(fields)


def _case(fields: Mapping[str, Any]) -> SetCase:
    also = [place for place in fields.get("also") or () if isinstance(place, dict)]
    golds = [
        Gold(place.get("source") or fields["source"], place["start_line"], place["end_line"])
        for place in [fields, *also]
        if fields["answerable"]
    ]
    return SetCase(
        id=fields["id"],
        query=fields["query"],
        lang=fields["lang"].split("-")[0],
        kind=fields["kind"],
        match=fields.get("match") or "any",
        is_answerable=fields["answerable"],
        answers=tuple(fields["answers"]),
        golds=tuple(golds),
        history=tuple(fields.get("history") or ()),
        version=fields.get("version") or "",
    )


def _index_set(folder: Path, name: str) -> tuple[ScopeIndex, dict[str, bytes]]:
    return index_drafted(drafted(folder, name))


def index_drafted(documents: Iterable[Drafted]) -> tuple[ScopeIndex, dict[str, bytes]]:
    """Index documents in memory; return the index and its files by name."""
    read = [
        index_document(source, parsed, drafts, (), str(number))
        for number, (source, parsed, drafts) in enumerate(documents)
    ]
    content_of_key = {one.facts.key: one.content for one in read}
    facts = [one.facts for one in read]
    order = order_scope("public", facts, latest_documents(facts))
    shards = cut_shards(order, lambda one: content_of_key[one.key])
    return shards.index, {name: make() for name, make in shards.maker_of_name.items()}


def _read(sources: list[Path]) -> list[Drafted]:
    """Read the documents without what only their pages need."""
    read = []
    for source in ingest(sources, scopes=frozenset(("public",))).sources:
        parsed = parse(source, colours=False)
        drafts, _ = screen(source, parsed, chunk(parsed, source.lines, MAX_CHARS))
        light = dataclasses.replace(source, raw=b"")
        read.append((light, dataclasses.replace(parsed, body_html=""), tuple(drafts)))
    return read


_READING = ("builder/chapterverse/stages/ingest.py", "builder/chapterverse/stages/parse.py",
            "builder/chapterverse/stages/chunk.py", "builder/chapterverse/markdown.py",
            "builder/chapterverse/sentences.py", "builder/chapterverse/model.py",
            "web/chapterverse_engine/model.py")  # fmt: skip
_INDEXING = (*_READING, "builder/chapterverse/stages/index.py",
             "builder/chapterverse/stages/shards.py",
             *(f"web/chapterverse_engine/{name}.py" for name in (
                 "cjk", "fields", "fold", "manifest", "packed", "passage_codec", "shard_codec", "stem", "terms", "variants",
                 "vector")))  # fmt: skip


def _code_hash(paths: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        text = (ROOT / path).read_text(encoding="utf-8")
        digest.update(re.sub(r"(?m)^\s*#.*\n", "", text).encode())
    return digest.hexdigest()[:16]


def _cached(name: str, key: str, make: partial[Any]) -> Any:
    """Return what was made before by the same code, from a folder that git ignores."""
    file = _CACHE_DIR / f"{name}-{key}.pickle"
    if file.is_file():
        return pickle.loads(file.read_bytes())  # noqa: S301 - our own cache
    made = make()
    _CACHE_DIR.mkdir(parents=True, exist_ok=True)
    for old in _CACHE_DIR.glob(f"{name}-*.pickle"):
        old.unlink()
    file.write_bytes(pickle.dumps(made))
    return made
