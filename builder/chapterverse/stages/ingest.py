"""The first stage: read the corpora into sources, failing closed on paths, open on bad files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chapterverse.clashes import clashes_of
from chapterverse.corpus_reading import MAX_FILE_BYTES, read_within
from chapterverse.corpus_walk import CorpusFile, walk_corpus
from chapterverse.errors import InputError, Problem
from chapterverse.front_matter import read_front_matter
from chapterverse.model import Image, Ingested, Source, SourceKind
from chapterverse.records import read_records
from chapterverse.site_paths import RECORDS_SUFFIX, is_document, is_image
from chapterverse.source_text import decode, sha256_hex, split_lines
from chapterverse.svg_safety import is_svg, refuse_active

PUBLIC = frozenset({"public"})


@dataclass(slots=True)
class _Reading:
    """What has been read so far, and the choices that limit it."""

    scopes: frozenset[str]
    max_file_bytes: int
    with_drafts: bool
    sources: list[Source] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)


def ingest(
    corpora: Sequence[Path],
    *,
    exclude: Sequence[str] = (),
    scopes: frozenset[str] = PUBLIC,
    max_file_bytes: int = MAX_FILE_BYTES,
    with_drafts: bool = False,
) -> Ingested:
    """Read the documents of folders and JSON Lines files that a build of these scopes may show.

    Paths are relative to their own corpus. A bad file is a problem and left out; a path that
    could lie, lead outside or clash raises InputError that lists all of them.
    """
    reading = _Reading(scopes, max_file_bytes, with_drafts)
    for corpus in corpora:
        _read_corpus(reading, corpus, exclude)
    refused = [*reading.refused, *clashes_of(reading.sources, reading.images)]
    if refused:
        raise InputError(sorted(refused), "refused paths:")
    return Ingested(
        tuple(sorted(reading.sources, key=lambda each: each.source_path)),
        tuple(sorted(reading.problems)),
        tuple(sorted(reading.images, key=lambda each: each.site_path)),
    )


def _read_corpus(reading: _Reading, corpus: Path, exclude: Sequence[str]) -> None:
    if corpus.is_file():
        root = Path(os.path.realpath(corpus.parent))
        _read_file(reading, root, CorpusFile(root / corpus.name, corpus.name))
        return
    if not corpus.is_dir():
        found = "no such file or folder" if not corpus.exists() else "neither a file nor a folder"
        raise InputError([Problem(str(corpus), 0, f"{found}, expected a corpus")])
    walk = walk_corpus(corpus, exclude)
    reading.refused += walk.refused
    reading.problems += walk.problems
    root = Path(os.path.realpath(corpus))
    for file in walk.files:
        _read_file(reading, root, file)


def _read_file(reading: _Reading, root: Path, file: CorpusFile) -> None:
    name = file.source_path
    if is_image(name):
        _find_image(reading, root, file)
        return
    try:
        raw = read_within(root, file.path, reading.max_file_bytes)
        text = decode(raw)
    except (OSError, ValueError) as error:
        found = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        reading.problems.append(Problem(name, 0, found))
        return
    if name.lower().endswith(RECORDS_SUFFIX):
        sources, problems = read_records(name, text)
        reading.sources += (each for each in sources if each.front_matter.scope in reading.scopes)
        reading.problems += problems
    elif is_document(name):
        _read_document(reading, name, raw, split_lines(text))
    else:
        expected = "expected .md, .markdown, .mdx, .txt or .jsonl"
        reading.problems.append(Problem(name, 0, f"not a document, {expected}"))


def _find_image(reading: _Reading, root: Path, file: CorpusFile) -> None:
    """Note an image; it is read when it is published, but what an SVG can do is looked at now."""
    name = file.source_path
    try:
        _check_image(root, file, reading.max_file_bytes)
    except (OSError, ValueError) as error:
        found = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        reading.problems.append(Problem(name, 0, found))
        return
    reading.images.append(Image(file.path, name, root))


def _check_image(root: Path, file: CorpusFile, max_bytes: int) -> None:
    if file.path.stat().st_size > max_bytes:
        raise ValueError(f"too big: more than {max_bytes} bytes, the limit of one file")
    if is_svg(file.source_path):
        refuse_active(read_within(root, file.path, max_bytes))


def _read_document(reading: _Reading, name: str, raw: bytes, lines: tuple[str, ...]) -> None:
    is_text = name.lower().endswith(".txt")
    metadata = read_front_matter(name, lines)
    front_matter = metadata.front_matter
    is_draft = front_matter.draft and not reading.with_drafts
    if is_draft or front_matter.scope not in reading.scopes:
        return
    reading.problems += metadata.problems
    if metadata.is_hidden:
        return
    kind = SourceKind.TEXT if is_text else SourceKind.MARKDOWN
    content_hash = sha256_hex(raw)
    reading.sources.append(
        Source(name, kind, lines, content_hash, front_matter, metadata.body_start_line, raw=raw)
    )
