"""What a reader downloads: for reading a page, searching, the first and the next question.

Weighed on the written site, each file as it is and as gzip makes it on the wire. Everything counts
as if nothing were cached; a question counts with every index file that it looks into. Where nothing
else is given, headings of the site stand for its readers' questions.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest
from chapterverse_engine.model import Need, Question
from chapterverse_engine.session import Session

INDEX_FOLDER = "_chapterverse/index"
HEADINGS_FILE = "_chapterverse/headings.json"
_READING_STYLES = ("reading.css",)
_READING_SCRIPTS = (
    "early.js",
    "main.js",
    "page.js",
    "page-lines.js",
    "code-blocks.js",
)
_SEARCHING_SCRIPTS = ("place-list.js",)
_ASKING = ("ask.js", "worker.js", "ask.css")
_RUNTIME = (
    "runtime.json",
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
)
_IMPORT = re.compile(r"""^(?:import|export)\b[^"']*["']\./([\w.-]+\.js)["']""", re.MULTILINE)
# Pages and questions that are weighed, spread evenly over the site.
_PAGES, _QUESTIONS = 40, 30


class Weight(NamedTuple):
    """Bytes of files as they are, and as gzip makes them."""

    raw: int
    gzip: int

    def plus(self, other: Weight) -> Weight:
        """Return both together."""
        return Weight(self.raw + other.raw, self.gzip + other.gzip)


@dataclass(frozen=True, slots=True)
class WeightReport:
    """What a reader downloads at the median; `late_question` is the 95th centile of a question.

    `question` is what one question needs of the index; `first_question` is all that stands between
    an open page and its first answer; `total` and `runtime` are the site's size on disk.
    """

    page: Weight
    search: Weight
    first_question: Weight
    question: Weight
    late_question: Weight
    total: Weight
    runtime: Weight


class Scales:
    """Weighs the files of one site; each is compressed once."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self._known: dict[Path, Weight] = {}

    def weigh(self, files: Iterable[Path]) -> Weight:
        """Return the weight of files together, each counted once."""
        total = Weight(0, 0)
        for file in dict.fromkeys(files):
            total = total.plus(self._weight(file))
        return total

    def _weight(self, file: Path) -> Weight:
        if file not in self._known:
            data = file.read_bytes()
            self._known[file] = Weight(len(data), len(gzip.compress(data, 6, mtime=0)))
        return self._known[file]

    @cached_property
    def app(self) -> Path:
        """The folder of scripts and styles."""
        return next(path for path in (self.site / "_chapterverse/app").iterdir() if path.is_dir())

    @cached_property
    def runtime(self) -> Path:
        """The folder of the runtime."""
        folder = self.site / "_chapterverse/runtime"
        return next(path for path in folder.iterdir() if path.is_dir())

    def scripts(self, entries: Iterable[str]) -> set[Path]:
        """Return modules of the app with all that they import at once."""
        found: set[Path] = set()
        waiting = [self.app / name for name in entries]
        while waiting:
            file = waiting.pop()
            if file in found or not file.is_file():
                continue
            found.add(file)
            if file.suffix == ".js":
                text = file.read_text("utf-8")
                waiting += [self.app / name for name in _IMPORT.findall(text)]
        return found


def weigh_site(site: Path, questions: Sequence[Question] = ()) -> WeightReport:
    """Weigh a built site; without questions, those made of its headings are asked."""
    scales = Scales(site)
    reading = scales.scripts((*_READING_STYLES, *_READING_SCRIPTS))
    reading |= set(scales.app.glob("en*.json"))
    searching = scales.scripts(_SEARCHING_SCRIPTS) | {site / HEADINGS_FILE}
    asking = scales.scripts(_ASKING) - reading
    asking |= {scales.runtime / name for name in _RUNTIME} | {site / INDEX_FOLDER / MANIFEST_NAME}
    asked = [scales.weigh(files) for files in touched_files(site, questions or headings(site))]
    page = _median([scales.weigh([file]) for file in _some_pages(site)])
    question = _median(asked)
    return WeightReport(
        page=page.plus(scales.weigh(reading)),
        search=scales.weigh(searching - reading),
        first_question=scales.weigh(asking).plus(question),
        question=question,
        late_question=_late(asked),
        total=_on_disk(site),
        runtime=_on_disk(scales.runtime),
    )


def touched_files(site: Path, questions: Iterable[Question]) -> Iterator[list[Path]]:
    """Yield, for each question, the index files that it looks into when nothing is cached."""
    folder = site / INDEX_FOLDER
    manifest = decode_manifest((folder / MANIFEST_NAME).read_bytes())
    for question in questions:
        session = Session(IndexReader(manifest), question)
        files: list[Path] = []
        while isinstance(reached := session.step(), Need):
            for name in reached.names:
                files.append(folder / name)
                session.receive(name, (folder / name).read_bytes())
        yield files


def headings(site: Path, limit: int = _QUESTIONS) -> list[Question]:
    """Return headings of the site, spread evenly, as questions."""
    texts = sorted(set(_heading_texts(json.loads((site / HEADINGS_FILE).read_bytes()))))
    return [Question(text) for text in texts[:: max(1, len(texts) // limit)][:limit]]


def _heading_texts(value: object) -> Iterator[str]:
    """Yield the texts of several words in a list of headings, however deep they lie."""
    if isinstance(value, str) and value.count(" ") > 1:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _heading_texts(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _heading_texts(item)


def _some_pages(site: Path) -> list[Path]:
    pages = sorted(
        path
        for path in site.rglob("*.html")
        if path.relative_to(site).parts[0] not in {"source", "eval", "_chapterverse"}
    )
    return pages[:: max(1, len(pages) // _PAGES)][:_PAGES]


def _median(weights: Sequence[Weight]) -> Weight:
    if not weights:
        return Weight(0, 0)
    return Weight(*(int(median(column)) for column in zip(*weights, strict=True)))


def _late(weights: Sequence[Weight]) -> Weight:
    if len(weights) < 2:
        return _median(weights)
    columns = zip(*weights, strict=True)
    return Weight(*(int(quantiles(column, n=20, method="inclusive")[-1]) for column in columns))


def _on_disk(folder: Path) -> Weight:
    return Weight(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()), 0)
