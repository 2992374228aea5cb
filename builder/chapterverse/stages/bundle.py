"""Bring together what the browser runs: scripts, styles and the Pyodide runtime.

Each set lies in one folder named by the hash of its contents, so that its files may be cached for
ever and the modules' relative imports work unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from chapterverse.integrity import TABLE_NAME, integrity_of, integrity_table
from chapterverse.runtime.record import RECORD_NAME, Runtime

APP_FOLDER = "_chapterverse/app"
RUNTIME_FOLDER = "_chapterverse/runtime"
# What every page needs comes joined: one request, and one line in every page.
_PARTS_OF_JOINED = {
    "reading.css": ("tokens.css", "base.css", "layout.css", "prose.css", "code.css", "source.css"),
    "early.js": ("refused-early.js", "theme-early.js"),
}
_APP_SUFFIXES = frozenset({".js", ".css", ".svg", ".json"})


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files by their path in the site, and the two hashed folders (each ends in "/").

    `made_of_path` are files that the build itself writes; `integrity_of_name` is what a page says
    of the scripts and styles that it names.
    """

    app_path: str
    runtime_path: str
    file_of_path: Mapping[str, Path]
    sha256_of_path: Mapping[str, str]
    made_of_path: Mapping[str, bytes] = field(default_factory=dict)
    integrity_of_name: Mapping[str, str] = field(default_factory=dict)


def bundle(web: Path, runtime: Runtime) -> Bundle:
    """Plan the files of the app and the runtime; nothing is copied yet."""
    runtime_sums = {name: file.sha256 for name, file in sorted(runtime.files.items())}
    runtime_sums[RECORD_NAME] = _sha256(runtime.directory / RECORD_NAME)
    runtime_path = f"{RUNTIME_FOLDER}/{_folder_hash(runtime_sums)}/"
    app = {file.name: file for file in sorted(_app_files(web)) if file.name != TABLE_NAME}
    sums = {name: _sha256(file) for name, file in app.items()}
    made = joined_files(app)
    sums |= {name: hashlib.sha256(data).hexdigest() for name, data in made.items()}
    table = _integrity_table(app, {**sums, RECORD_NAME: runtime_sums[RECORD_NAME]})
    made[TABLE_NAME] = table
    sums[TABLE_NAME] = hashlib.sha256(table).hexdigest()
    app_path = f"{APP_FOLDER}/{_folder_hash(sums)}/"
    return Bundle(
        app_path=app_path,
        runtime_path=runtime_path,
        file_of_path={
            **{app_path + name: file for name, file in app.items()},
            **{runtime_path + name: runtime.directory / name for name in runtime_sums},
        },
        sha256_of_path={
            **{app_path + name: digest for name, digest in sums.items()},
            **{runtime_path + name: digest for name, digest in runtime_sums.items()},
        },
        made_of_path={app_path + name: data for name, data in made.items()},
        integrity_of_name={name: integrity_of(digest) for name, digest in sums.items()},
    )


def joined_files(app: Mapping[str, Path]) -> dict[str, bytes]:
    """Return the files that are made by joining others of the app, by name."""
    return {
        name: b"".join(app[part].read_bytes() for part in parts)
        for name, parts in _PARTS_OF_JOINED.items()
    }


def _integrity_table(app: Mapping[str, Path], sums: Mapping[str, str]) -> bytes:
    modules = {name: file.read_text("utf-8") for name, file in app.items() if name.endswith(".js")}
    return integrity_table(modules, sums)


def _app_files(web: Path) -> Iterable[Path]:
    for folder in ("app", "styles", "locales"):
        yield from (file for file in (web / folder).iterdir() if file.suffix in _APP_SUFFIXES)


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _folder_hash(sums: Mapping[str, str]) -> str:
    listing = "\n".join(f"{name} {digest}" for name, digest in sorted(sums.items()))
    return hashlib.sha256(listing.encode()).hexdigest()[:10]
