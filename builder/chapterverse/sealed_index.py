"""The index of a protected scope in a site on disk, opened with its passphrase."""

from __future__ import annotations

import json
import os
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path

from chapterverse.errors import ChapterverseError
from chapterverse.sealing import CATALOGUE_PATH, SEAL_NAME, Seal, SealBroken, is_scope_name
from chapterverse.site_paths import PROTECTED_FOLDER
from chapterverse_engine.manifest import Manifest, decode_manifest

INDEX_FOLDER = "_chapterverse/index"


class SealedIndex:
    """The index files of one protected scope, by the names that they have in an open one."""

    def __init__(self, folder: Path, seal: Seal) -> None:
        self._folder = folder
        self._seal = seal
        catalogue = json.loads(self._opened(CATALOGUE_PATH))
        self.manifest: Manifest = decode_manifest(json.dumps(catalogue["manifest"]).encode())
        self.names = frozenset(catalogue["shards"])

    def file_of(self, name: str) -> Path:
        """Return the container of an index file."""
        return self._folder / self._seal.name_of(f"{INDEX_FOLDER}/{name}")

    def read(self, name: str) -> bytes:
        """Return an index file's bytes."""
        return self._opened(f"{INDEX_FOLDER}/{name}")

    def _opened(self, path: str) -> bytes:
        name = self._seal.name_of(path)
        try:
            return self._seal.opened(name, (self._folder / name).read_bytes())
        except (OSError, SealBroken) as error:
            raise ChapterverseError(
                f"{self._folder}: the passphrase is not that of scope {self._seal.scope!r}, or its "
                "files were changed"
            ) from error


def open_indexes(
    site_dir: Path, scopes: Iterable[str], passphrase_env: str
) -> tuple[SealedIndex, ...]:
    """Open those of the scopes that a site holds sealed, with the passphrase of the environment.

    Raises ChapterverseError where there is none, or another than the right one.
    """
    sealed = [scope for scope in scopes if _header_of(site_dir, scope).is_file()]
    passphrase = os.environ.get(passphrase_env, "") if passphrase_env else ""
    if sealed and not passphrase:
        found = f"{passphrase_env} is not set" if passphrase_env else "no passphrase is given"
        raise ChapterverseError(
            f"scope {sealed[0]!r} is protected and {found}; name the environment variable that "
            "holds its passphrase with --passphrase-env"
        )
    return tuple(_open_index(_header_of(site_dir, scope), scope, passphrase) for scope in sealed)


def _open_index(header: Path, scope: str, passphrase: str) -> SealedIndex:
    salt = b64decode(json.loads(header.read_text("utf-8"))["kdf"]["salt"])
    return SealedIndex(header.parent, Seal.of(scope, passphrase, salt))


def _header_of(site_dir: Path, scope: str) -> Path:
    name = scope if is_scope_name(scope) else "."
    return site_dir / PROTECTED_FOLDER / name / SEAL_NAME
