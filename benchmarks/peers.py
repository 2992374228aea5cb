"""Rankers of others over the same passages: bm25s and tantivy from the group `bench`, MiniSearch.

All read words and single Chinese characters, as none of them cuts Chinese text by itself. English is
stemmed by Snowball in bm25s and tantivy; bm25s drops its English stop words. MiniSearch runs under
Node and is set up as VitePress does, with prefixes and fuzzy terms. What cannot be installed is left
out, with a line on stderr that says so.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chapterverse.errors import ChapterverseError
from chapterverse.runtime.node import run_node, run_npm
from chapterverse.runtime.places import cache_dir

MINISEARCH = "minisearch@7.2.0"
BM25S, TANTIVY = "bm25s", "tantivy"
WORD = r"[㐀-鿿]|[^\W㐀-鿿]+"
_WRITER_BYTES = 64_000_000
_DEPTH = 10


class Ranker(Protocol):
    """Passages, indexed by somebody else's library."""

    def top(self, query: str, depth: int) -> list[int]:
        """Return the numbers of the best passages, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Timed:
    """A peer's best time for each question, in processor milliseconds."""

    name: str
    times_ms: Sequence[float]


class Bm25s:
    """The library bm25s with its own parameters: k1 1.5, b 0.75, Lucene's formula."""

    def __init__(self, texts: Sequence[str]) -> None:
        import bm25s  # noqa: PLC0415 - of the group `bench`, which may be missing
        import Stemmer  # noqa: PLC0415

        self._library, self._stemmer = bm25s, Stemmer.Stemmer("english")
        self._size = len(texts)
        self._index = bm25s.BM25()
        self._index.index(self._terms(list(texts)), show_progress=False)

    def top(self, query: str, depth: int) -> list[int]:
        """Return the numbers of the best passages, best first."""
        found, scores = self._index.retrieve(
            self._terms([query]), k=min(depth, self._size), show_progress=False, n_threads=0
        )
        return [int(n) for n, score in zip(found[0], scores[0], strict=True) if score > 0]

    def _terms(self, texts: list[str]) -> object:
        return self._library.tokenize(
            texts, token_pattern=WORD, stopwords="en", stemmer=self._stemmer, show_progress=False
        )


class Tantivy:
    """The library tantivy with its English analyser and its BM25, an index in memory."""

    def __init__(self, texts: Sequence[str]) -> None:
        import tantivy  # noqa: PLC0415 - of the group `bench`, which may be missing

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("text", tokenizer_name="en_stem")
        schema.add_unsigned_field("number", stored=True)
        index = tantivy.Index(schema.build())
        writer = index.writer(_WRITER_BYTES, 1)
        for number, text in enumerate(texts):
            writer.add_document(tantivy.Document(text=_spaced(text), number=number))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._index, self._searcher = index, index.searcher()

    def top(self, query: str, depth: int) -> list[int]:
        """Return the numbers of the best passages, best first."""
        understood, _ = self._index.parse_query_lenient(_spaced(query).lower(), ["text"])
        hits = self._searcher.search(understood, depth).hits
        return [self._searcher.doc(address)["number"][0] for _, address in hits]


_RANKERS: dict[str, Callable[[Sequence[str]], Ranker]] = {BM25S: Bm25s, TANTIVY: Tantivy}


def rankers(texts: Sequence[str]) -> dict[str, Ranker]:
    """Index texts with each library that is installed."""
    found = {}
    for name, make in _RANKERS.items():
        try:
            found[name] = make(texts)
        except ImportError as error:
            print(f"{name} is not measured: {error} (group `bench`)", file=sys.stderr)
    return found


def timed_peers(texts: Sequence[str], queries: Sequence[str], rounds: int) -> Iterator[Timed]:
    """Yield each peer's best time of some rounds for each question."""
    for name, ranker in rankers(texts).items():
        best = [float("inf")] * len(queries)
        for _ in range(rounds):
            for number, query in enumerate(queries):
                started = time.process_time()
                ranker.top(query, _DEPTH)
                best[number] = min(best[number], 1000 * (time.process_time() - started))
        yield Timed(name, best)
    if times := _minisearch_times(texts, queries, rounds):
        yield Timed("MiniSearch", times)


def _minisearch_times(
    texts: Sequence[str], queries: Sequence[str], rounds: int
) -> Sequence[float] | None:
    folder = cache_dir() / "benchmarks" / "minisearch"
    folder.mkdir(parents=True, exist_ok=True)
    script = Path(__file__).with_name("minisearch_peer.mjs")
    (folder / script.name).write_bytes(script.read_bytes())
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        given = {"texts": texts, "queries": queries, "rounds": rounds}
        json.dump(given, file)
        file.flush()
        try:
            run_npm(["install", "--no-audit", "--no-fund", "--save-exact", MINISEARCH], folder)
            done = run_node([script.name, file.name], folder)
        except ChapterverseError as error:
            print(f"MiniSearch is not measured: {error}", file=sys.stderr)
            return None
    times: list[float] = json.loads(done.stdout)
    return times


def _spaced(text: str) -> str:
    """Return a text's words and Chinese characters with nothing but spaces between them."""
    return " ".join(re.findall(WORD, text))
