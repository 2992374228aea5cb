"""Put a site in place of the old one in one step, and bring earlier ones back.

Theory: a site is written whole beside the published one, then the two folders swap names, which is
one step of the file system. Where a system cannot swap, the old site is renamed away and the new
one into its place. `settle` looks at what lies around, whatever was interrupted, and finishes or
undoes it; it runs before and after everything else, always under the lock of the state folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from chapterverse.disk import Disk
from chapterverse.errors import ChapterverseError
from chapterverse.index_files import file_names
from chapterverse.lock import locked
from chapterverse.staging import Staging, encode_ledger, read_ledger
from chapterverse.state import (
    GenerationRecord,
    StateFolder,
    encode_record,
    file_hash,
    read_record,
)
from chapterverse_engine.errors import EngineError
from chapterverse_engine.manifest import MANIFEST_NAME, Manifest, decode_manifest

# Marks a folder as ours, so that a build never replaces something that it did not make.
MARKER = "_chapterverse"
INDEX_FOLDER = f"{MARKER}/index"
MANIFEST_PATH = f"{INDEX_FOLDER}/{MANIFEST_NAME}"
WAIT_S = 600.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A generation that can be published: its record, its site, and whether it is the published one."""

    record: GenerationRecord
    site: Path
    is_published: bool


class SiteStore:
    """The published site of an output folder, and the generations beside it."""

    def __init__(self, out: Path, disk: Disk) -> None:
        self.out = out
        self.disk = disk
        self.state = StateFolder(out)

    def manifest(self) -> Manifest | None:
        """Return the published manifest, None if there is none that this version can read."""
        try:
            return decode_manifest((self.out / MANIFEST_PATH).read_bytes())
        except (OSError, EngineError):
            return None

    def record(self) -> GenerationRecord | None:
        """Return what is remembered of the published generation, if anything is."""
        return self._record_of(self.out)

    def next_generation(self) -> int:
        """Return a number that no generation of this site has had."""
        numbers = [int(path.stem) for path in self.state.records.glob("*.json")]
        return max([*numbers, _generation_of(self.out)]) + 1

    def kept(self) -> list[Kept]:
        """List the generations that are there, newest first."""
        sites = [(self.out, True), *((site, False) for site in self.state.kept.glob("*"))]
        found = [(self._record_of(site), site, published) for site, published in sites]
        kept = [Kept(record, site, published) for record, site, published in found if record]
        return sorted(kept, key=lambda one: -one.record.generation)

    def stage(self) -> Staging:
        """Return the site that will be written beside the published one."""
        ledger = read_ledger(self.state.ledger)
        return Staging(self.out, self.state.staged, self.disk, ledger)

    def publish(self, record: GenerationRecord, site: Staging) -> None:
        """Put a staged site, whose manifest is that of the record, in place of the old one."""
        disk, state = self.disk, self.state
        disk.make_folder(state.cache)
        disk.replace(state.ledger, encode_ledger(site.new_ledger))
        disk.make_folder(state.records)
        aside = disk.write_aside(state.pending, encode_record(record))
        disk.flush(state.staged, [*site.written, aside])
        disk.rename(aside, state.pending)
        self._exchange(self.state.staged)
        self.settle()

    def renew(self, record: GenerationRecord, site: Staging) -> None:
        """Remember by what keys the published site, which stays, is known to this code."""
        disk, state = self.disk, self.state
        disk.make_folder(state.cache)
        disk.replace(state.ledger, encode_ledger(site.new_ledger))
        disk.replace(self._record_path(record.generation), encode_record(record))

    def roll_back(self, generation: int | None) -> GenerationRecord:
        """Publish an earlier generation again, by default the newest below the published one."""
        kept = self.kept()
        current = next((one for one in kept if one.is_published), None)
        below = current.record.generation if current else 0
        for one in kept:
            number = one.record.generation
            is_wanted = number < below if generation is None else number == generation
            if is_wanted and not one.is_published:
                check_is_whole(one.site)
                self._exchange(one.site)
                self.settle()
                return one.record
        there = ", ".join(str(one.record.generation) for one in kept) or "none"
        wanted = "an earlier generation" if generation is None else f"generation {generation}"
        raise ChapterverseError(f"{self.out}: {wanted} is not kept; there are: {there}")

    def settle(self) -> None:
        """Finish or undo whatever an interrupted build or rollback left behind."""
        state, disk = self.state, self.disk
        if state.replaced.exists() and not self.out.exists():
            disk.rename(state.replaced, self.out)
        self._settle_pending()
        for left in (state.replaced, state.staged):
            if left.exists():
                self._keep_or_discard(left)
        for site in sorted(state.kept.glob("*")):
            if site.name != str(_generation_of(site)):
                self._keep_or_discard(site)
        disk.remove_tree(state.trash)
        for aside in (*state.root.glob("*.new"), *state.root.glob("*/*.new")):
            disk.remove(aside)

    def _settle_pending(self) -> None:
        """Number the record of a generation that got published; drop one that did not."""
        pending = read_record(self.state.pending)
        if pending and pending.manifest_hash == file_hash(self.out / MANIFEST_PATH):
            self.disk.rename(self.state.pending, self._record_path(pending.generation))
        self.disk.remove(self.state.pending)

    def _keep_or_discard(self, site: Path) -> None:
        """Keep a site that has been published; discard one that never was."""
        record = self._record_of(site)
        place = self.state.kept / str(record.generation) if record else None
        if place is None or place.exists():
            self.discard(site)
        else:
            self.disk.make_folder(self.state.kept)
            self.disk.rename(site, place)

    def forget(self, keep: int) -> None:
        """Discard all but the newest kept generations, and records of what is not there."""
        kept = [one for one in self.kept() if not one.is_published]
        for one in kept[keep:]:
            self.discard(one.site)
        there = {str(one.record.generation) for one in self.kept()}
        for path in sorted(self.state.records.glob("*.json")):
            if path.stem not in there:
                self.disk.remove(path)

    def _exchange(self, site: Path) -> None:
        if not self.out.exists():
            self.disk.rename(site, self.out)
        elif not self.disk.swap(site, self.out):
            self.disk.rename(self.out, self.state.replaced)
            self.disk.rename(site, self.out)

    def discard(self, folder: Path) -> None:
        """Remove a folder so that an interruption leaves it under no name that counts."""
        if folder.exists():
            self.disk.remove_tree(self.state.trash)
            self.disk.rename(folder, self.state.trash)
            self.disk.remove_tree(self.state.trash)

    def _record_of(self, site: Path) -> GenerationRecord | None:
        record = read_record(self._record_path(_generation_of(site)))
        if record and record.manifest_hash == file_hash(site / MANIFEST_PATH):
            return record
        return None

    def _record_path(self, generation: int) -> Path:
        return self.state.records / f"{generation}.json"


@contextmanager
def open_store(out: Path, disk: Disk | None = None, wait_s: float = WAIT_S) -> Iterator[SiteStore]:
    """Give the store of an output folder, locked and settled.

    Raises ChapterverseError when `out` is something that a build must not replace, when the disk
    refuses, or when another build of the site takes longer than `wait_s`.
    """
    check_target(out)
    store = SiteStore(out, disk or Disk())
    try:
        store.disk.make_folder(store.state.root)
        with locked(store.state.lock, wait_s):
            store.settle()
            try:
                yield store
            except BaseException:
                _tidy(store)
                raise
    except OSError as error:
        place = error.filename2 or error.filename or out
        raise ChapterverseError(
            f"{place}: cannot be read or written: {error.strerror or error}; "
            "the published site is as it was, or already whole in its new state"
        ) from error


def _tidy(store: SiteStore) -> None:
    """Leave nothing of a failed build; what cannot be removed now, the next build removes."""
    try:
        store.settle()
    except OSError:
        return


def check_target(out: Path) -> None:
    """Refuse a target that is a file, or a folder that is neither empty nor a site of ours."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise ChapterverseError(f"{out}: found a file or link, expected a folder or nothing")
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_dir():
        raise ChapterverseError(
            f"{out}: found a folder that is not a site built here, expected an empty folder, "
            "a former output or nothing; choose another --out or empty it"
        )


def check_is_whole(site: Path) -> None:
    """Raise ChapterverseError unless every shard of a site is there, with the bytes it promises."""
    manifest = decode_manifest((site / MANIFEST_PATH).read_bytes())
    for index in manifest.scopes:
        for name in file_names(index, lambda name: (site / INDEX_FOLDER / name).read_bytes()):
            if file_hash(site / INDEX_FOLDER / name) != name.removesuffix(".json"):
                raise ChapterverseError(f"{site / INDEX_FOLDER / name}: missing or damaged")


def _generation_of(site: Path) -> int:
    """Return a site's generation, also of one in an older format; 0 if there is none."""
    try:
        number = json.loads((site / MANIFEST_PATH).read_bytes())["generation"]
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return number if isinstance(number, int) else 0
