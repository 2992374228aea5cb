"""What is kept beside a site: its generations, and everything that may be deleted at any time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from chapterverse.stages.generation import Changes, PublishedDocument, Rename, Tombstone

STATE_FOLDER = ".chapterverse"
RECORD_FORMAT = 1


@dataclass(frozen=True, slots=True)
class StateFolder:
    """The places beside the site in `out`, never inside it."""

    out: Path

    @property
    def root(self) -> Path:
        """The folder that holds all the others."""
        return self.out.parent / STATE_FOLDER / self.out.name

    @property
    def lock(self) -> Path:
        """The file that a build locks."""
        return self.root / "lock"

    @property
    def cache(self) -> Path:
        """What earlier builds worked out; may be deleted at any time."""
        return self.root / "cache"

    @property
    def documents(self) -> Path:
        """Documents as read by earlier builds."""
        return self.cache / "documents"

    @property
    def index_memory(self) -> Path:
        """What the shards of the published index were made from."""
        return self.cache / "index.json"

    @property
    def ledger(self) -> Path:
        """Which bytes the keys of the site's files led to."""
        return self.cache / "files.json"

    @property
    def staged(self) -> Path:
        """The site that is being built."""
        return self.root / "staged"

    @property
    def replaced(self) -> Path:
        """The old site, between the two renames that replace it."""
        return self.root / "replaced"

    @property
    def trash(self) -> Path:
        """What is being removed."""
        return self.root / "trash"

    @property
    def kept(self) -> Path:
        """Earlier generations, each in a folder named by its number."""
        return self.root / "kept"

    @property
    def pending(self) -> Path:
        """The record of the generation that is about to be published."""
        return self.root / "pending.json"

    @property
    def records(self) -> Path:
        """The records of the published and the kept generations, named by their numbers."""
        return self.root / "generations"


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """What a build remembers of a generation; `manifest_hash` is the SHA-256 of its manifest.

    `report_files` are the evaluation's files with their SHA-256; `evaluation_key` names what was
    asked of which code and index. `measures` holds None for a measure without cases.
    """

    generation: int
    manifest_hash: str
    passages_active: int
    unsafe_passages: int
    changes: Changes
    documents: Mapping[str, PublishedDocument]
    tombstones: tuple[Tombstone, ...] = ()
    evaluation_key: str = ""
    cases: int = 0
    measures: Mapping[str, float | None] = field(default_factory=dict)
    report_files: Mapping[str, str] = field(default_factory=dict)


def encode_record(record: GenerationRecord) -> bytes:
    """Encode a record as JSON."""
    fields: dict[str, Any] = {name: getattr(record, name) for name in record.__slots__}
    fields["changes"] = asdict(record.changes)
    fields["documents"] = {key: astuple(one) for key, one in record.documents.items()}
    fields["tombstones"] = [astuple(one) for one in record.tombstones]
    return json.dumps({"format": RECORD_FORMAT, **fields}, separators=(",", ":")).encode()


def read_record(path: Path) -> GenerationRecord | None:
    """Read a record; None if there is none, or none that can be read."""
    try:
        fields = json.loads(path.read_bytes())
        if fields.pop("format") != RECORD_FORMAT:
            return None
        changes = fields["changes"]
        changes["renames"] = tuple(Rename(**pair) for pair in changes["renames"])
        fields["changes"] = Changes(**changes)
        fields["documents"] = {
            key: PublishedDocument(*values) for key, values in fields["documents"].items()
        }
        fields["tombstones"] = tuple(Tombstone(*values) for values in fields["tombstones"])
        return GenerationRecord(**fields)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal; an empty text if it cannot be read."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
