"""The host that fetches from a site's folder: command line and evaluation ask through it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from chapterverse.errors import ChapterverseError
from chapterverse.evaluation.asked import Asked
from chapterverse.index_files import all_passages
from chapterverse.sealed_index import SealedIndex
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import MANIFEST_NAME, Manifest, decode_manifest
from chapterverse_engine.model import Need, Outcome, Question
from chapterverse_engine.session import Session
from chapterverse_engine.wire import outcome_fields

INDEX_FOLDER = "_chapterverse/index"


class FileHost:
    """Answers questions from a built site on disk, in one process, one after the other.

    Index files stay in memory from question to question, but each question is charged for all
    that it looks into: its bytes do not depend on what was asked before, its time does. `sealed` are
    protected scopes that are open.
    """

    def __init__(self, site_dir: Path, sealed: Sequence[SealedIndex] = ()) -> None:
        self._folder = site_dir / INDEX_FOLDER
        self._sealed = {name: index for index in sealed for name in index.names}
        manifest = decode_manifest(self._read(MANIFEST_NAME))
        own = (scope for index in sealed for scope in index.manifest.scopes)
        self.reader = IndexReader(manifest._replace(scopes=(*manifest.scopes, *own)))
        self.last_trace: list[dict[str, object]] = []

    @property
    def manifest(self) -> Manifest:
        """The manifest of the site's generation."""
        return self.reader.manifest

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that the site holds."""
        return tuple(index.scope for index in self.manifest.scopes)

    def ask(self, question: Question) -> Asked:
        """Answer one question; the engine's refusals of index files pass through."""
        self.reader.touched.clear()
        started = time.perf_counter()
        outcome = self.answer(question)
        elapsed_ms = 1000 * (time.perf_counter() - started)
        touched = [self._file_of(name).stat().st_size for name in self.reader.touched]
        stages = tuple(self.last_trace)
        return Asked(outcome_fields(outcome), elapsed_ms, sum(touched), len(touched), stages)

    def answer(self, question: Question) -> Outcome:
        """Answer one question with the engine's own record, which holds whole passages."""
        session = Session(self.reader, question, is_traced=True)
        while isinstance(reached := session.step(), Need):
            for name in reached.names:
                session.receive(name, self._read(name))
        self.last_trace = session.trace.stages
        return reached

    def passage_hashes(self) -> dict[str, str]:
        """Return the content hash of every passage of the site by its id."""
        return {
            passage.passage_id: passage.content_hash
            for index in self.manifest.scopes
            for passage in all_passages(index, self._read)
        }

    def _file_of(self, name: str) -> Path:
        sealed = self._sealed.get(name)
        return sealed.file_of(name) if sealed else self._folder / name

    def _read(self, name: str) -> bytes:
        if sealed := self._sealed.get(name):
            return sealed.read(name)
        try:
            return (self._folder / name).read_bytes()
        except OSError as error:
            what = "no site here" if name == MANIFEST_NAME else "the index is incomplete"
            raise ChapterverseError(
                f"{self._folder / name}: {what} ({error.strerror}), expected the output of "
                "`chapterverse build`"
            ) from error
