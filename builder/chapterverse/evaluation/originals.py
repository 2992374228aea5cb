"""The documents as they lie on disk, read without the engine: the judge of every quote."""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

_FRONT_MATTER_SCOPE = re.compile(r"scope\s*:\s*[\"']?([^\"'#\s]+)")


class Originals:
    """The lines of documents below a folder.

    The folder is either a corpus or the `source/` folder of a site. A record of a JSON Lines
    corpus, `records.jsonl/<doc_id>@<version>`, is found in both: as a file of that name, or inside
    the corpus file.
    """

    def __init__(self, documents_dir: Path) -> None:
        self._root = documents_dir.resolve()
        self._lines_of = lru_cache(maxsize=4096)(self._read)

    def lines(self, source_path: str) -> tuple[str, ...] | None:
        """Return a document's lines, or None when it is not there or lies outside the folder."""
        return self._lines_of(source_path)

    def span(
        self,
        source_path: str,
        start_line: int,
        end_line: int,
        start_column: int | None = None,
        end_column: int | None = None,
    ) -> str | None:
        """Return the text of lines, cut at the columns where given; None when out of range."""
        lines = self.lines(source_path)
        if lines is None or not 1 <= start_line <= end_line <= len(lines):
            return None
        cited = list(lines[start_line - 1 : end_line])
        if not 0 <= (start_column or 0) <= len(cited[0]):
            return None
        if end_column is not None:
            if not 0 <= end_column <= len(cited[-1]):
                return None
            cited[-1] = cited[-1][:end_column]
        cited[0] = cited[0][start_column or 0 :]
        return "\n".join(cited)

    def content_hash(self, source_path: str, start_line: int, end_line: int) -> str | None:
        """Return the SHA-256 (hex) of whole lines, as a passage's content hash is defined."""
        text = self.span(source_path, start_line, end_line)
        return None if text is None else hashlib.sha256(text.encode("utf-8")).hexdigest()

    def scope(self, source_path: str) -> str | None:
        """Return the scope that a document's own front matter states, if any."""
        lines = self.lines(source_path) or ()
        if not lines or lines[0].rstrip() != "---":
            return None
        for line in lines[1:]:
            if line.rstrip() in {"---", "..."}:
                return None
            if stated := _FRONT_MATTER_SCOPE.match(line):
                return stated[1]
        return None

    def _read(self, source_path: str) -> tuple[str, ...] | None:
        text = self._text(source_path)
        return None if text is None else split_lines(text)

    def _text(self, source_path: str) -> str | None:
        if not _is_plain(source_path):
            return None
        path = self._root.joinpath(*PurePosixPath(source_path).parts)
        if path.is_file() and path.resolve().is_relative_to(self._root):
            return path.read_bytes().decode("utf-8-sig", errors="replace")
        if path.parent.suffix == ".jsonl" and path.parent.is_file():
            return _record_text(path.parent, path.name)
        return None


def split_lines(text: str) -> tuple[str, ...]:
    """Split text as git and editors do: on LF only, CR stripped, no line after a final LF."""
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    return tuple(line.removesuffix("\r") for line in lines)


def _is_plain(source_path: str) -> bool:
    parts = source_path.split("/")
    return (
        not ({"", ".", ".."} & set(parts)) and "\\" not in source_path and "\0" not in source_path
    )


def _record_text(corpus_file: Path, name: str) -> str | None:
    for line in corpus_file.read_bytes().decode("utf-8-sig", errors="replace").split("\n"):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(record, dict) and f"{record.get('doc_id')}@{record.get('version')}" == name:
            return str(record.get("text", ""))
    return None
