"""What a build remembers beside the site: the documents of the published generation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from chapterverse_engine.errors import EngineError
from chapterverse_engine.manifest import Manifest, decode_manifest

STATE_FOLDER = ".chapterverse"
STATE_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Published:
    """The published site's manifest, None where there is none, and its documents' hashes."""

    manifest: Manifest | None
    hash_of_document: Mapping[str, str]


def state_path(out: Path) -> Path:
    """Return where the state of the site in `out` is kept: beside it, never inside."""
    return out.parent / STATE_FOLDER / f"{out.name}.json"


def read_published(out: Path, manifest_path: str) -> Published:
    """Read what is published; a site or state that cannot be read counts as none."""
    try:
        manifest = decode_manifest((out / manifest_path).read_bytes())
    except (OSError, EngineError):
        return Published(None, {})
    return Published(manifest, _hashes(state_path(out), manifest.generation))


def _hashes(path: Path, generation: int) -> dict[str, str]:
    try:
        state = json.loads(path.read_text("utf-8"))
        is_current = state["format"] == STATE_FORMAT and state["generation"] == generation
        return dict(state["documents"]) if is_current else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def write_state(out: Path, generation: int, hash_of_document: Mapping[str, str]) -> None:
    """Remember the documents of a generation that has just been published."""
    path = state_path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    state = {
        "format": STATE_FORMAT,
        "generation": generation,
        "documents": dict(sorted(hash_of_document.items())),
    }
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(state, separators=(",", ":")), "utf-8")
    aside.replace(path)
