"""Write a site aside, taking over from the published one every file whose bytes stay.

A file's key names its bytes. A ledger remembers which hash a key led to: where the published file
still has that hash, it is linked and never made again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from chapterverse.disk import Disk
from chapterverse.state import file_hash
from chapterverse.workers import Workers, in_batches

# Files whose work is handed over before the first of their bytes are written.
_FILES_AT_A_TIME = 512

Ledger = dict[str, tuple[str, str]]


class Work(NamedTuple):
    """A picklable function that makes a file's bytes of what all workers have, and its arguments."""

    function: Callable[..., bytes]
    shared: Any
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of a site: its path, a key that names its bytes, and how to make these.

    `work` says how a worker elsewhere makes the same bytes, where that is worth while.
    """

    path: str
    key: str
    make: Callable[[], bytes]
    work: Callable[[], Work] | None = None

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

    def put_all(self, files: Iterable[SiteFile], workers: Workers | None = None) -> None:
        """Take files over from the published site, or make and write them, some by workers."""
        if workers is None or not workers.is_remote:
            for file in files:
                self._put(file, file.make)
            return
        for some in in_batches(files, _FILES_AT_A_TIME):
            made = _made_elsewhere([file for file in some if self._is_made(file)], workers)
            for file in some:
                self._put(file, partial(bytes, made[file.path]) if file.path in made else file.make)

    def _is_made(self, file: SiteFile) -> bool:
        """Tell whether a file will be made by a worker: unless it is taken over."""
        return file.work is not None and not self._found(file)[1]

    def _found(self, file: SiteFile) -> tuple[str, bool]:
        """Return the hash of the published file, and whether it is what its key says."""
        key, known = self.ledger.get(file.path, ("", ""))
        found = file_hash(self.published / file.path)
        return found, bool(found) and key == file.key and known == found

    def _put(self, file: SiteFile, make: Callable[[], bytes]) -> None:
        found, is_current = self._found(file)
        if is_current:
            self.new_ledger[file.path] = (file.key, found)
            self.same.append(file.path)
            return
        data = make()
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


def _made_elsewhere(files: Sequence[SiteFile], workers: Workers) -> dict[str, bytes]:
    works = [file.work() for file in files if file.work]
    if not works:
        return {}
    # All that is handed over in one build shares one value: the frame of the site.
    functions, shared, arguments = zip(*works, strict=True)
    made = workers.map(_work, functions, arguments, shared=shared[0])
    return dict(zip((file.path for file in files), made, strict=True))


def _work(shared: Any, function: Callable[..., bytes], arguments: tuple[Any, ...]) -> bytes:
    return function(shared, *arguments)


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
