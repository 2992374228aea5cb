"""The host that fetches from a site's folder: command line and evaluation ask through it."""

from __future__ import annotations

import time
from pathlib import Path

from chapterverse.errors import ChapterverseError
from chapterverse.evaluation.run import Asked
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest
from chapterverse_engine.model import Need, Question
from chapterverse_engine.session import Session
from chapterverse_engine.wire import outcome_fields

INDEX_FOLDER = "_chapterverse/index"


class FileHost:
    """Answers questions from a built site on disk, in one process, one after the other."""

    def __init__(self, site_dir: Path) -> None:
        self._folder = site_dir / INDEX_FOLDER
        self.reader = IndexReader(decode_manifest(self._read(MANIFEST_NAME)))
        self.last_trace: list[dict[str, object]] = []

    def ask(self, question: Question) -> Asked:
        """Answer one question; the engine's refusals of index files pass through."""
        started = time.perf_counter()
        session = Session(self.reader, question, is_traced=True)
        fetched = shards = 0
        while isinstance(reached := session.step(), Need):
            for name in reached.names:
                data = self._read(name)
                fetched, shards = fetched + len(data), shards + 1
                session.receive(name, data)
        elapsed_ms = 1000 * (time.perf_counter() - started)
        self.last_trace = session.trace.stages
        return Asked(outcome_fields(reached), elapsed_ms, fetched, shards)

    def _read(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except OSError as error:
            what = "no site here" if name == MANIFEST_NAME else "the index is incomplete"
            raise ChapterverseError(
                f"{self._folder / name}: {what} ({error.strerror}), expected the output of "
                "`chapterverse build`"
            ) from error
