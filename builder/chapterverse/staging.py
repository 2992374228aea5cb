"""Write a site aside, taking over from the published one every file whose bytes stay.

A file's key names its bytes. A ledger remembers which hash a key led to: where the published file
still has that hash, it is linked and never made again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from chapterverse.disk import Disk
from chapterverse.state import file_hash

Ledger = dict[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of a site: its path, a key that names its bytes, and how to make these."""

    path: str
    key: str
    make: Callable[[], bytes]

    @classmethod
    def of(cls, path: str, data: bytes | str) -> SiteFile:
        """Return a file whose bytes are at hand."""
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        return cls(path, sha256(raw).hexdigest(), lambda: raw)


@dataclass(slots=True)
class Staging:
    """A site being written in `root`; nothing is written before the first file that changes."""

    published: Path
    root: Path
    disk: Disk
    ledger: Mapping[str, tuple[str, str]]
    new_ledger: Ledger = field(default_factory=dict)
    same: list[str] = field(default_factory=list)
    written: list[Path] = field(default_factory=list)

    def put_all(self, files: Iterable[SiteFile]) -> None:
        """Take files over from the published site, or write them."""
        for file in files:
            self.put(file)

    def put(self, file: SiteFile) -> None:
        """Take a file over from the published site, or write it."""
        key, known = self.ledger.get(file.path, ("", ""))
        found = file_hash(self.published / file.path)
        if found and key == file.key and known == found:
            self.new_ledger[file.path] = (key, known)
            self.same.append(file.path)
            return
        data = file.make()
        made = sha256(data).hexdigest()
        self.new_ledger[file.path] = (file.key, made)
        if made == found:
            self.same.append(file.path)
        else:
            self.write(file.path, data)

    def write(self, path: str, data: bytes) -> None:
        """Write a file, making its folders."""
        target = self.root / path
        self.disk.make_folder(target.parent)
        self.disk.write(target, data)
        self.written.append(target)

    def differs(self, also: Iterable[str]) -> bool:
        """Tell whether the published site has other files than those put here and these."""
        expected = {*self.same, *also}
        return bool(self.written) or set(files_in(self.published)) != expected

    @property
    def has_new_keys(self) -> bool:
        """Whether files have other keys than the ledger knows, whatever their bytes."""
        return self.new_ledger != self.ledger

    def write_all(self, data_of_path: Mapping[str, bytes]) -> None:
        """Write files, making their folders."""
        for path, data in data_of_path.items():
            self.write(path, data)

    def complete(self, data_of_path: Mapping[str, bytes]) -> None:
        """Write the last files and link everything that stays: the staged site is then whole."""
        self.write_all(data_of_path)
        for path in self.same:
            target = self.root / path
            self.disk.make_folder(target.parent)
            self.disk.link(self.published / path, target)


def files_in(site: Path) -> list[str]:
    """List the files of a site by their paths in it."""
    found: list[str] = []
    for folder, _, names in os.walk(site):
        prefix = Path(folder).relative_to(site).as_posix()
        found += names if prefix == "." else (f"{prefix}/{name}" for name in names)
    return found


def read_ledger(path: Path) -> Ledger:
    """Read a ledger; an empty one if there is none that can be read."""
    try:
        rows = json.loads(path.read_bytes())
        return {file: (key, known) for file, (key, known) in rows.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def encode_ledger(ledger: Ledger) -> bytes:
    """Encode a ledger as JSON."""
    return json.dumps(ledger, separators=(",", ":")).encode()
