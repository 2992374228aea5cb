"""The records that the engine passes around, and the outcomes that it returns."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class UnitKind(IntEnum):
    """What a unit of evidence is; the numbers are part of the shard format."""

    SENTENCE = 0
    ITEM = 1
    ROW = 2
    CODE = 3
    HEADING = 4


class Channel(StrEnum):
    """An independent ranking that fusion combines."""

    KEYWORD = "keyword"
    VECTOR = "vector"


class Reason(StrEnum):
    """Why there is no answer."""

    NO_MATCH = "no-match"
    WEAK_EVIDENCE = "weak-evidence"
    MISSING_TERM = "missing-term"
    CONFLICT = "conflict"
    OUT_OF_SCOPE = "out-of-scope"
    STALE_INDEX = "stale-index"
    AMBIGUOUS_REFERENCE = "ambiguous-reference"


class Unit(NamedTuple):
    """A span of a passage that can be quoted: `text[start:end]`, offsets in characters."""

    start: int
    end: int
    kind: UnitKind


class DocumentEntry(NamedTuple):
    """What the reader is told about a document; `page_path` is relative to the site's root."""

    document_id: str
    source_path: str
    page_path: str
    title: str
    version: str
    lang: str


class Passage(NamedTuple):
    """The smallest piece that is retrieved and cited.

    `text` is lines `start_line` to `end_line` (1-based, inclusive) of the source, joined by LF;
    `content_hash` is the SHA-256 of those lines; `units` are in reading order and do not overlap.
    `hidden_lines` are those that no reader sees, numbered from the passage's first, 0; in `text`
    they are empty.
    """

    passage_id: str
    document: DocumentEntry
    heading_path: tuple[str, ...]
    anchor: str
    start_line: int
    end_line: int
    content_hash: str
    text: str
    units: tuple[Unit, ...]
    hidden_lines: tuple[int, ...] = ()


class Question(NamedTuple):
    """What the reader asks, with the choices that limit the candidates.

    `scopes` are those the reader may see; an empty `version` means the newest of each document;
    `languages` are those of the documents that are asked, none means all; `history` holds the
    earlier questions of the thread, oldest first.
    """

    query: str
    lang: str = ""
    scopes: tuple[str, ...] = ("public",)
    version: str = ""
    history: tuple[str, ...] = ()
    top_k: int = 8
    languages: tuple[str, ...] = ()


class Need(NamedTuple):
    """The names of the index files that the session waits for, in no particular order."""

    names: tuple[str, ...]


class Quote(NamedTuple):
    """Verbatim contiguous text of a source file.

    `text` runs from `start_column` (0-based) of line `start_line` to `end_column` (exclusive) of
    line `end_line`; lines are 1-based and inclusive.
    """

    label: str
    text: str
    start_line: int
    end_line: int
    start_column: int
    end_column: int
    passage: Passage
    scope: str


class Candidate(NamedTuple):
    """A passage that both channels ranked together; ranks are 1-based, absent when unranked.

    `score` is the reranker's, in thousandths of the highest that there could be.
    """

    passage: Passage
    scope: str
    rank: int
    ranks: dict[Channel, int]
    score: int = 0


class Searched(NamedTuple):
    """How much was searched: passages and documents in the chosen scopes."""

    passages: int
    documents: int
    scopes: tuple[str, ...]


class Suggestion(NamedTuple):
    """A near miss: what was `asked` looks like what is `meant`; `query` is the question with it."""

    asked: str
    meant: str
    query: str


class Note(NamedTuple):
    """What a reader should know of an answer; `labels` are those of the quotes it is about."""

    reason: Reason
    labels: tuple[str, ...]


class Retrieval(NamedTuple):
    """What every outcome carries: the question as understood, and what was found on the way.

    `confidence` and `threshold` are in thousandths.
    """

    question: Question
    rewritten_query: str
    lang: str
    searched: Searched
    candidates: tuple[Candidate, ...] = ()
    confidence: int = 0
    threshold: int = 0
    missing_terms: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


class Answer(NamedTuple):
    """Quotes that answer the question, in reading order, at least one."""

    retrieval: Retrieval
    quotes: tuple[Quote, ...]
    notes: tuple[Note, ...] = ()


class Abstention(NamedTuple):
    """The documents do not answer, and why; `nearest` are the sections that come closest."""

    retrieval: Retrieval
    reason: Reason
    nearest: tuple[Candidate, ...]


class Clarification(NamedTuple):
    """The question refers to one of several things; `options` are those that it may mean."""

    retrieval: Retrieval
    reason: Reason
    options: tuple[str, ...]


Outcome = Answer | Abstention | Clarification
