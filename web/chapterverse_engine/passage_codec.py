"""Encode and decode shards of passages: documents and headings once, passages as short rows.

A row is `[document, heading, first line, occurrence, text, units]`; a passage with lines that no
reader sees has two more fields, the hash of its true text and the packed lines: their text is not
in the site, they are empty. Units are packed triples `gap, length, kind`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from .checked import Row
from .model import DocumentEntry, Passage, Unit, UnitKind
from .packed import packed
from .shard_codec import encoded_shard, opened_shard

_ID_CHARS = 12
_ROW = "[document, heading, line, occurrence, text, units]"
# Spelt out, so that every version of Unicode reads it alike.
_NOT_IN_ANCHOR = re.compile("[^a-z0-9_ \u4e00-\u9fff-]")
_Heading = tuple[tuple[str, ...], str]
_NO_HEADING: _Heading = ((), "")


def passage_id_of(document_id: str, content_hash: str, occurrence: int) -> str:
    """Return the id of a passage: the same wherever it moves to in its document."""
    return f"{document_id}-{content_hash[:_ID_CHARS]}-{occurrence}"


def hash_of_text(text: str) -> str:
    """Return the content hash of a passage's text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def encode_passages(passages: Iterable[Passage]) -> bytes:
    """Encode consecutive passages; their place in the index is no part of the bytes."""
    rows = list(passages)
    documents = list(dict.fromkeys(passage.document for passage in rows))
    index_of = {document: index for index, document in enumerate(documents)}
    headings = _HeadingTable()
    fields = [
        _passage_row(
            passage,
            index_of[passage.document],
            headings.index_of(passage.heading_path, passage.anchor),
        )
        for passage in rows
    ]
    return encoded_shard(
        "passages",
        {
            "documents": [_document_row(entry) for entry in documents],
            "headings": headings.rows,
            "passages": fields,
        },
    )


def _document_row(entry: DocumentEntry) -> list[str]:
    page_path = "" if entry.page_path == _page_path_of(entry.source_path) else entry.page_path
    return list(entry._replace(page_path=page_path))


def _page_path_of(source_path: str) -> str:
    """Return where most documents are rendered; a shard names the page of every other one."""
    folder, slash, name = source_path.rpartition("/")
    return f"{folder}{slash}{name.rpartition('.')[0] or name}.html"


class _HeadingTable:
    """Headings as rows `[1 + row of the heading above, title, anchor]`, each once.

    An anchor that follows from the title is left out.
    """

    def __init__(self) -> None:
        self.rows: list[list[object]] = []
        self._index_of: dict[_Heading, int] = {_NO_HEADING: 0}
        self._index_of_path: dict[tuple[str, ...], int] = {(): 0}

    def index_of(self, path: tuple[str, ...], anchor: str) -> int:
        """Return 1 + the row of a heading, 0 for none."""
        key = (path, anchor)
        if key not in self._index_of:
            title = path[-1] if path else None
            own = [] if title and anchor == anchor_of(title) else [anchor]
            self.rows.append([self._above(path[:-1]), title, *own])
            self._index_of[key] = len(self.rows)
            self._index_of_path.setdefault(path, len(self.rows))
        return self._index_of[key]

    def _above(self, path: tuple[str, ...]) -> int:
        return self._index_of_path[path] if path in self._index_of_path else self.index_of(path, "")


def anchor_of(title: str) -> str:
    """Return the anchor of most headings; a shard names every other one."""
    return _NOT_IN_ANCHOR.sub("", title.lower()).replace(" ", "-")


def _passage_row(passage: Passage, document: int, heading: int) -> list[object]:
    occurrence = int(passage.passage_id.rpartition("-")[2])
    units = packed(_unit_gaps(passage.units))
    row = [document, heading, passage.start_line, occurrence, passage.text, units]
    if passage.hidden_lines:
        row += [passage.content_hash, packed(passage.hidden_lines)]
    return row


def _unit_gaps(units: Sequence[Unit]) -> list[int]:
    """Return gap, length and kind of each unit, flattened; a gap counts from the last end."""
    flat, end = [], 0
    for unit in units:
        flat += [unit.start - end, unit.end - unit.start, int(unit.kind)]
        end = unit.end
    return flat


class PassageShard:
    """Consecutive passages, each decoded when it is asked for; the manifest says where they begin."""

    __slots__ = ("_decoded", "_documents", "_headings", "_rows", "_shard")

    def __init__(self, name: str, data: bytes) -> None:
        self._shard = opened_shard("passages", name, data)
        self._documents = [_document(row) for row in self._shard.rows("documents")]
        self._headings = _headings(self._shard.rows("headings"))
        self._rows = tuple(self._shard.rows("passages"))
        self._decoded: dict[int, Passage] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All passages in order."""
        return tuple(map(self.passage, range(len(self))))

    def passage(self, position: int) -> Passage:
        """Return a passage; raise FormatError if its row is malformed or missing."""
        if position not in self._decoded:
            if position >= len(self._rows):
                raise self._shard.fail("passages", f"more than {position} of them")
            self._decoded[position] = self._read(self._rows[position])
        return self._decoded[position]

    def _read(self, row: Row) -> Passage:
        row.check_size(_ROW, 6, 8)
        entry = self._documents[row.whole(0, below=len(self._documents))]
        heading = row.whole(1, below=len(self._headings))
        start_line, text = row.whole(2, least=1), row.text(4)
        has_hidden = len(row) == 8
        content_hash = row.text(6) if has_hidden else hash_of_text(text)
        return Passage(
            passage_id_of(entry.document_id, content_hash, row.whole(3)),
            entry,
            *self._headings[heading],
            start_line,
            start_line + text.count("\n"),
            content_hash,
            text,
            _units(row, len(text)),
            tuple(row.packed(7)) if has_hidden else (),
        )


def decode_passages(name: str, data: bytes) -> PassageShard:
    """Open a passage shard; raise FormatError for anything that is not one."""
    shard = PassageShard(name, data)
    _ = shard.passages
    return shard


def _document(row: Row) -> DocumentEntry:
    row.check_size("[document id, source path, page path, title, version, language]", 6)
    entry = DocumentEntry(*map(row.text, range(6)))
    return entry if entry.page_path else entry._replace(page_path=_page_path_of(entry.source_path))


def _headings(rows: Iterable[Row]) -> list[_Heading]:
    headings = [_NO_HEADING]
    for row in rows:
        row.check_size("[heading above, title, anchor]", 2, 3)
        above, _ = headings[row.whole(0, below=len(headings))]
        own = () if row.raw(1) is None else (row.text(1),)
        anchor = row.text(2) if len(row) == 3 else anchor_of(row.text(1))
        headings.append(((*above, *own), anchor))
    return headings


def _units(row: Row, length: int) -> tuple[Unit, ...]:
    flat = row.packed(5)
    units, end = [], 0
    for gap, size, kind in zip(flat[::3], flat[1::3], flat[2::3], strict=False):
        start = end + gap
        end = start + size
        if kind < len(UnitKind):
            units.append(Unit(start, end, UnitKind(kind)))
    if 3 * len(units) != len(flat) or end > length:
        raise row.fail(5, "packed triples of gap, length and known kind, inside the text")
    return tuple(units)
