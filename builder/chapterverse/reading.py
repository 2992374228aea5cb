"""Read every document of a build, or remember it: unchanged ones are not parsed again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import astuple

from chapterverse.cache import DocumentCache
from chapterverse.model import DocumentContent, DocumentFacts, Finding, ReadDocument, Source
from chapterverse.progress import Progress
from chapterverse.workers import Workers

# Bytes of documents whose contents stay in memory after they were read. Those of a larger corpus
# are taken from the cache again when their shard and their page are made.
_KEPT_BYTES = 16_000_000

ReadOne = Callable[[Source, str], ReadDocument]


class Library:
    """The documents of a build: their facts at hand, their contents on demand."""

    def __init__(
        self,
        source_of_key: Mapping[str, Source],
        facts: Sequence[DocumentFacts],
        content_of_key: Mapping[str, DocumentContent],
        cache: DocumentCache,
        read_one: ReadOne,
    ) -> None:
        self.facts = tuple(facts)
        self._source_of_key = source_of_key
        self._content_of_key = dict(content_of_key)
        self._cache = cache
        self._read_one = read_one

    def earlier_content(self, key: str) -> DocumentContent | None:
        """Return what an earlier build read under a key, None if it is not remembered."""
        return self._cache.content(key)

    def of_scopes(self, scopes: Collection[str]) -> Library:
        """Return the documents of some scopes alone."""
        facts = [one for one in self.facts if one.document.scope in scopes]
        return Library(
            self._source_of_key, facts, self._content_of_key, self._cache, self._read_one
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found in the documents, in their order."""
        return tuple(finding for one in self.facts for finding in one.findings)

    @property
    def unsafe_passages(self) -> int:
        """How many passages the screen keeps back."""
        return sum(one.unsafe_passages for one in self.facts)

    def source_of(self, facts: DocumentFacts) -> Source:
        """Return what a document was read from."""
        return self._source_of_key[facts.key]

    def content_of(self, facts: DocumentFacts) -> DocumentContent:
        """Return a document's content: just read, or remembered, or else read again."""
        known = self._content_of_key.get(facts.key) or self._cache.content(facts.key)
        if known is None:
            known = self._read_one(self._source_of_key[facts.key], facts.key).content
        return known


def read_all(
    sources: Iterable[Source],
    settings: Sequence[object],
    cache: DocumentCache,
    read_one: ReadOne,
    workers: Workers,
    progress: Progress,
) -> Library:
    """Read the sources that no earlier build has read with these settings and this code.

    `read_one` takes a source and its key, and must be picklable.
    """
    source_of_key = {key_of(source, settings): source for source in sources}
    facts_of_key = {key: cache.facts(key) for key in source_of_key}
    missing = [key for key, facts in facts_of_key.items() if facts is None]
    kept: dict[str, DocumentContent] = {}
    room = _KEPT_BYTES
    is_done_here = not workers.hands_over(len(missing))
    reads = workers.map(read_one, [source_of_key[key] for key in missing], missing)
    for read in progress.track("reading", reads, len(missing)):
        key = read.facts.key
        cache.put(read)
        facts_of_key[key] = read.facts
        room -= len(source_of_key[key].raw)
        if room > 0:
            kept[key] = read.content
        for stage, cpu_s in read.cpu_s_of_stage:
            progress.charge(stage, cpu_s)
            if is_done_here:  # the time of this process has it already
                progress.charge("reading", -cpu_s)
    facts = [facts for facts in facts_of_key.values() if facts is not None]
    return Library(source_of_key, facts, kept, cache, read_one)


def key_of(source: Source, settings: Sequence[object]) -> str:
    """Return a hash of all that a document is made from: source, settings and code."""
    made_from = [
        *settings,
        source.source_path,
        source.kind,
        source.content_hash,
        source.body_start_line,
        source.source_url,
        astuple(source.front_matter),
    ]
    return hashlib.sha256(json.dumps(made_from).encode()).hexdigest()
