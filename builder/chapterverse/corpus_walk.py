"""Which files of a corpus belong to it, failing closed on paths that could lie or lead outside."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

from chapterverse.errors import Problem
from chapterverse.site_paths import RECORDS_SUFFIX, SITE_FOLDER, is_document, is_image

# Line and paragraph separators, controls, surrogates, and characters that reorder text.
_LYING_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_BIDI_CONTROLS = frozenset(
    "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file of a corpus; `path` is where to read it, `source_path` its name in the corpus."""

    path: Path
    source_path: str


# Devices of Windows, with any suffix: a site with such a file cannot be copied there.
_RESERVED_NAME = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])"
    r"[ ]*(?:\..{0,255})?",
    re.IGNORECASE,
)
_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(slots=True)
class Walk:
    """What a walk found: files in order of path, paths that are refused, and problems."""

    files: list[CorpusFile] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def walk_corpus(corpus_dir: Path, exclude: Sequence[str] = ()) -> Walk:
    """Find the documents, JSON Lines files and images under a folder.

    Hidden files, those that `.gitignore` files of the corpus name and those that an `exclude`
    pattern (in git-ignore's syntax) names are left out, and so are built sites.
    """
    walk = Walk()
    root = Path(os.path.realpath(corpus_dir))
    ignores = (_Ignore("", GitIgnoreSpec.from_lines(exclude)),)
    _walk_folder(walk, root, root, "", ignores)
    walk.files.sort(key=lambda each: each.source_path)
    return walk


def is_within(path: Path, root: Path) -> bool:
    """Tell whether a path, with all symlinks followed, lies in a folder that has none."""
    return Path(os.path.realpath(path)).is_relative_to(root)


@dataclass(frozen=True, slots=True)
class _Ignore:
    folder: str
    spec: GitIgnoreSpec


def _walk_folder(
    walk: Walk, root: Path, folder: Path, prefix: str, ignores: tuple[_Ignore, ...]
) -> None:
    ignores = (*ignores, *_ignore_file(folder, prefix))
    for entry in sorted(os.scandir(folder), key=lambda each: each.name):
        source_path = prefix + entry.name
        is_folder = _is_folder(entry)
        if entry.name.startswith(".") or _is_ignored(source_path, is_folder, ignores):
            continue
        if not (is_folder or _is_wanted(entry.name)) or _is_site(entry, is_folder=is_folder):
            continue
        reason = _reason_to_refuse(entry, root)
        if reason:
            walk.refused.append(Problem(ascii(source_path)[1:-1], 0, reason))
        elif is_folder and entry.is_symlink():
            message = "a symlink to a folder of the same corpus is not followed"
            walk.problems.append(Problem(source_path, 0, message))
        elif is_folder:
            _walk_folder(walk, root, Path(entry.path), f"{source_path}/", ignores)
        elif not _is_regular(entry):
            walk.problems.append(Problem(source_path, 0, "not a regular file, left out"))
        else:
            walk.files.append(CorpusFile(Path(entry.path), source_path))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a symlink that leads to itself
        return False


def _is_site(entry: os.DirEntry[str], *, is_folder: bool) -> bool:
    """Tell whether a folder is a built site: its sources must not become documents again."""
    return is_folder and Path(entry.path, SITE_FOLDER, "index", "manifest.json").is_file()


def _is_wanted(name: str) -> bool:
    return is_document(name) or is_image(name) or name.lower().endswith(RECORDS_SUFFIX)


def _reason_to_refuse(entry: os.DirEntry[str], root: Path) -> str:
    for is_bad, reason in _BAD_NAMES:
        if is_bad(entry.name):
            return f"refused: {reason}"
    if entry.is_symlink() and not is_within(Path(entry.path), root):
        return f"refused: a symlink that leaves the corpus, to {os.path.realpath(entry.path)}"
    return ""


def _has_lying_character(name: str) -> bool:
    return any(unicodedata.category(char) in _LYING_CATEGORIES for char in name)


_BAD_NAMES: tuple[tuple[Callable[[str], object], str], ...] = (
    (lambda name: "\\" in name, "a backslash in a name would be read as a folder elsewhere"),
    (_has_lying_character, "a newline, control or undecodable character in its name"),
    (_RESERVED_NAME.fullmatch, "a name that means a device on Windows"),
    (_DRIVE.match, "a name that begins like a drive of Windows"),
    (lambda name: name.endswith("."), "a dot at the end of a name, which Windows takes away"),
    (lambda name: not _BIDI_CONTROLS.isdisjoint(name), "a character in its name reorders text"),
)


def _is_regular(entry: os.DirEntry[str]) -> bool:
    try:
        return stat.S_ISREG(entry.stat().st_mode)
    except OSError:
        return False


def _ignore_file(folder: Path, prefix: str) -> Iterator[_Ignore]:
    path = folder / ".gitignore"
    if path.is_file() and not path.is_symlink():
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        yield _Ignore(prefix, GitIgnoreSpec.from_lines(lines))


def _is_ignored(source_path: str, is_folder: bool, ignores: tuple[_Ignore, ...]) -> bool:  # noqa: FBT001  # positional by nature
    path = f"{source_path}/" if is_folder else source_path
    is_ignored = False
    for ignore in ignores[1:]:
        verdict = ignore.spec.check_file(path[len(ignore.folder) :]).include
        is_ignored = is_ignored if verdict is None else verdict
    # What the configuration excludes, no .gitignore can bring back.
    return is_ignored or bool(ignores[0].spec.check_file(path).include)
