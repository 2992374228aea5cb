"""A corpus small enough to be built some thousand times, and disks that fail or kill."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import pytest

from chapterverse import pipeline
from chapterverse.config import Config, load_config
from chapterverse.disk import Disk
from chapterverse.evaluation.host import FileHost
from chapterverse.pipeline import BuildSummary, build
from chapterverse.stages.bundle import Bundle
from chapterverse_engine.model import Question

PAGES = {
    "index.md": "# Home\n\nThe lighthouse keeper lights the lamp at dusk.\n",
    "boats/rowing.md": "# Rowing\n\nA rowing boat carries four people.\n\nOars are made of ash.\n",
    "boats/sailing.md": "# Sailing\n\nReef the mainsail above force five.\n",
    "harbour.md": "# Harbour\n\nThe harbour office opens at seven.\n\n## Fees\n\nA berth costs nine.\n",
}
QUESTION = "When does the harbour office open?"
ANSWER = "The harbour office opens at seven."


@pytest.fixture
def tiny_bundle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let a build carry one script instead of the app and the runtime: faults are about files."""
    in_one_script(monkeypatch, tmp_path)


def in_one_script(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let builds carry one script, written into a folder, instead of the app and the runtime."""
    script = folder / "bundle" / "main.js"
    script.parent.mkdir()
    script.write_text("// nothing\n")
    path = "_chapterverse/app/1234/main.js"
    digest = sha256(script.read_bytes()).hexdigest()
    bundled = Bundle("_chapterverse/app/1234/", "_chapterverse/runtime/5678/",
                     {path: script}, {path: digest})  # fmt: skip

    class NoRuntime:
        pyodide_version = "0"

    patch.setattr(pipeline, "find_runtime", lambda _directory: NoRuntime())
    patch.setattr(pipeline, "bundle", lambda _web, _runtime: bundled)


@dataclass
class Shore:
    """A corpus, its configuration and its site in one folder that can be copied."""

    root: Path
    changes: dict[str, object] = field(default_factory=dict)

    @property
    def corpus(self) -> Path:
        return self.root / "corpus"

    @property
    def out(self) -> Path:
        return self.root / "site"

    @property
    def state(self) -> Path:
        return self.root / ".chapterverse" / "site"

    def write(self, pages: Mapping[str, str]) -> None:
        for path, text in pages.items():
            (self.corpus / path).parent.mkdir(parents=True, exist_ok=True)
            (self.corpus / path).write_text(text, encoding="utf-8")

    def config(self) -> Config:
        config = load_config(None, sources=(self.corpus,), out=self.out, jobs=1)
        return replace(config, **{"cases": (), "bars": {}, **self.changes})

    def build(self, disk: Disk | None = None, *, is_evaluated: bool = False) -> BuildSummary:
        return build(self.config(), is_evaluated=is_evaluated, disk=disk or HastyDisk(), wait_s=0)

    def copy_to(self, root: Path) -> Shore:
        shutil.copytree(self.root, root)
        return Shore(root, dict(self.changes))

    def remembered(self) -> set[str]:
        """The names of all files beside the site."""
        return set(tree(self.state))


def shore(root: Path, pages: Mapping[str, str] = PAGES) -> Shore:
    """Return a shore with pages that was never built."""
    made = Shore(root)
    made.write(pages)
    return made


def tree(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in a folder by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def without_generation(site: Path) -> dict[str, bytes]:
    """Return a site's files with the manifest's generation taken out."""
    files = tree(site)
    path = "_chapterverse/index/manifest.json"
    fields = json.loads(files[path])
    del fields["generation"]
    return {**files, path: json.dumps(fields).encode()}


def ask(site: Path, query: str = QUESTION) -> str:
    """Return what a site finds first; every shard on the way is checked against its hash.

    Whether that is good enough for an answer is the gate's business, not that of these tests.
    """
    candidates = FileHost(site).ask(Question(query)).outcome["candidates"]
    return str(candidates[0]["excerpt"]) if candidates else ""


class HastyDisk(Disk):
    """Does not wait for the medium: no test pulls the plug."""

    def flush(self, folder: Path, files: Iterable[Path]) -> None:
        del files
        self.before("flush", folder)


class CountingDisk(HastyDisk):
    """Notes every operation."""

    def __init__(self) -> None:
        self.operations: list[str] = []

    def before(self, operation: str, path: Path) -> None:
        self.operations.append(f"{operation} {path.name}")


class FailingDisk(HastyDisk):
    """Fails at one operation, or from it on; a write that fails leaves half of its bytes."""

    def __init__(self, at: int, *, is_lasting: bool, code: int = errno.ENOSPC) -> None:
        self.at, self.is_lasting, self.code = at, is_lasting, code
        self.count = 0

    def _is_failing(self) -> bool:
        return self.count > self.at if self.is_lasting else self.count == self.at + 1

    def before(self, operation: str, path: Path) -> None:
        self.count += 1
        if self._is_failing() and operation != "write":
            raise OSError(self.code, os.strerror(self.code), str(path))

    def write(self, path: Path, data: bytes) -> None:
        self.before("write", path)
        if self._is_failing():
            path.write_bytes(data[: len(data) // 2])
            raise OSError(self.code, os.strerror(self.code), str(path))
        path.write_bytes(data)


class DeadlyDisk(HastyDisk):
    """Kills the process at one operation; a write leaves half of its bytes."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.count = 0

    def before(self, operation: str, path: Path) -> None:
        self.count += 1
        if self.count == self.at + 1:
            if operation == "write":
                path.write_bytes(b"half")
            os.kill(os.getpid(), signal.SIGKILL)


class Unswapping(CountingDisk):
    """A disk of a system that cannot swap folders."""

    def swap(self, one: Path, other: Path) -> bool:
        del one, other
        return False


class UnswappingDeadly(DeadlyDisk):
    """Kills the process at one operation, on a system that cannot swap folders."""

    def swap(self, one: Path, other: Path) -> bool:
        del one, other
        return False


def in_child(work: Callable[[], object]) -> int:
    """Do something in a process of its own; return its wait status."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]
