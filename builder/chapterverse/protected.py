"""Protected scopes: each is a whole site of its own, whose every file is published as a container.

Pages, source pages, documents, images, headings and shards are made by the code that makes those of
the public site, from the scope's documents alone. What can be read without the passphrase is one
page to enter it on, `seal.json`, and how many containers there are and how big.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from chapterverse.config import CONFIG_NAME, Config, ScopeTable
from chapterverse.errors import InputError, Problem
from chapterverse.model import Image
from chapterverse.node_tree import page_tree
from chapterverse.progress import Progress
from chapterverse.sealing import (
    CATALOGUE_PATH,
    SEAL_FORMAT,
    SEAL_NAME,
    Seal,
    is_scope_name,
    normal_passphrase,
    salt_of,
)
from chapterverse.site_files import (
    SiteView,
    contents_files,
    document_files,
    image_files,
    index_files,
    page_file,
)
from chapterverse.site_paths import PROTECTED_FOLDER
from chapterverse.stages import pages
from chapterverse.stages.shards import ShardSet
from chapterverse.staging import SiteFile
from chapterverse_engine.manifest import Manifest, encode_manifest

MIN_PASSPHRASE_CHARS = 16
MIN_DIFFERENT_CHARS = 6


@dataclass(frozen=True, slots=True)
class ProtectedSite:
    """One protected scope: its keys, what its pages share, its index and its images."""

    seal: Seal
    view: SiteView
    shard_sets: tuple[ShardSet, ...]
    images: tuple[Image, ...]


def seal_problems(config: Config) -> list[Problem]:
    """List what is wrong with the protected scopes of a configuration, and their passphrases."""
    return [
        Problem(CONFIG_NAME, 0, f"scopes.{name}{message}")
        for name, table in config.protected.items()
        for message in _complaints(name, table, config.scopes)
    ]


def open_seals(config: Config) -> tuple[Seal, ...]:
    """Return the keys of every protected scope; raise InputError that lists what is wrong."""
    if problems := seal_problems(config):
        raise InputError(problems, "protected scopes:")
    return tuple(
        Seal.of(
            name, os.environ[table.passphrase_env], salt_of(table.salt or _site_of(config, name))
        )
        for name, table in sorted(config.protected.items())
    )


def _site_of(config: Config, scope: str) -> str:
    return json.dumps([config.site.url, config.site.title, scope])


def _complaints(name: str, table: ScopeTable, plain: Iterable[str]) -> Iterator[str]:
    if not is_scope_name(name):
        yield ": expected a name of lower-case letters, digits and hyphens, at most 40"
    if name == "public":
        yield ": the public scope cannot be protected; give these documents another `scope`"
    elif name in plain:
        yield f": build.scopes publishes {name!r} in plain text, too; expected it in one of both"
    passphrase = os.environ.get(table.passphrase_env)
    key = f".passphrase_env: {table.passphrase_env}"
    if passphrase is None:
        yield f"{key} is not set, expected an environment variable that holds the passphrase"
        return
    chars = normal_passphrase(passphrase)
    if chars != chars.strip():
        yield f"{key} begins or ends with white space, expected the passphrase alone"
    elif not chars.isprintable():
        yield f"{key} holds control characters, expected one line of text"
    elif len(chars) < MIN_PASSPHRASE_CHARS or len(set(chars)) < MIN_DIFFERENT_CHARS:
        yield (
            f"{key} is too short or too simple, expected at least {MIN_PASSPHRASE_CHARS} characters,"
            f" {MIN_DIFFERENT_CHARS} of them different: six random words, for instance"
        )


def _shell_file(view: SiteView, scope: str) -> SiteFile:
    """Return the page on which a reader enters the passphrase and then reads."""
    path = f"{PROTECTED_FOLDER}/{scope}/index.html"
    return page_file(
        view, path, partial(pages.render_protected, view.frame, view.navigation, scope)
    )


def protected_files(
    site: ProtectedSite, public: SiteView, manifest: Manifest
) -> Iterator[SiteFile]:
    """Yield the page and the containers of a protected scope.

    The page stands among those of the public site; `manifest` names the settings of the build.
    """
    seal = site.seal
    folder = f"{PROTECTED_FOLDER}/{seal.scope}"
    yield _shell_file(public, seal.scope)
    yield SiteFile.of(f"{folder}/{SEAL_NAME}", seal.header())
    paths: list[str] = []
    for file in _plain_files(site):
        is_page = file.path.endswith(".html")
        make = _tree_of(file) if is_page else file.make
        yield _sealed(seal, folder, file, make)
        paths.append(file.path)
    catalogue = _catalogue(site, manifest, paths)
    file = SiteFile.of(CATALOGUE_PATH, catalogue)
    yield _sealed(seal, folder, file, file.make)


def _plain_files(site: ProtectedSite) -> Iterator[SiteFile]:
    yield from index_files(site.shard_sets, Progress())
    # A page that stood elsewhere would be named by its address: nothing leads from there.
    redirects = {
        path
        for facts in site.view.library.facts
        for path in site.view.library.source_of(facts).front_matter.redirects
    }
    yield from (
        file for file in document_files(site.view, Progress()) if file.path not in redirects
    )
    yield from contents_files(site.view)
    yield from image_files(site.images)


def _sealed(seal: Seal, folder: str, file: SiteFile, make: Callable[[], bytes]) -> SiteFile:
    path = f"{folder}/{seal.name_of(file.path)}"
    return SiteFile(path, seal.key_of(file.path, file.key), lambda: seal.sealed(file.path, make()))


def _tree_of(file: SiteFile) -> Callable[[], bytes]:
    return lambda: page_tree(file.make().decode("utf-8", "surrogatepass"), file.path)


def _catalogue(site: ProtectedSite, manifest: Manifest, paths: Iterable[str]) -> bytes:
    """Return what a browser must know of a scope: its part of the manifest, and its files."""
    scopes = tuple(shards.index for shards in site.shard_sets)
    own = json.loads(encode_manifest(manifest._replace(scopes=scopes, generation=1, assets={})))
    names = {name for shards in site.shard_sets for name in shards.maker_of_name}
    fields: Mapping[str, object] = {
        "format": SEAL_FORMAT,
        "scope": site.seal.scope,
        "manifest": own,
        "shards": sorted(names),
        "files": [path for path in paths if path.rsplit("/", 1)[-1] not in names],
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
