"""What the question set said of a generation, and whether it would say the same again.

Apart from `judging`, which loads the whole evaluation: a build that changes nothing needs only this.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from chapterverse.assets import web_dir
from chapterverse.code_version import code_version
from chapterverse.config import Config
from chapterverse.site_files import files_version
from chapterverse.state import file_hash
from chapterverse_engine.manifest import Manifest, encode_manifest


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the cases said of a site; `files` are the report's by path. Empty if nothing was asked."""

    key: str
    cases: int
    measures: Mapping[str, float | None]
    files: Mapping[str, bytes]

    @property
    def hash_of_file(self) -> dict[str, str]:
        """The SHA-256 of the report's files by path."""
        return {path: sha256(data).hexdigest() for path, data in self.files.items()}


NOTHING_ASKED = Judgement("", 0, {}, {})


def judgement_key(config: Config, manifest: Manifest) -> str:
    """Return a hash of all that a judgement depends on: index, cases, bars and code."""
    made_from = [
        code_version("chapterverse.evaluation.evaluate", "chapterverse.evaluation.page"),
        files_version(web_dir()),
        encode_manifest(manifest._replace(generation=1)).decode(),
        list(map(file_hash, config.cases)),
        sorted(config.bars.items()),
    ]
    return sha256(json.dumps(made_from).encode()).hexdigest()


def is_judged(site_dir: Path, report_files: Mapping[str, str]) -> bool:
    """Tell whether a site has the files of a report, with the hashes that they had."""
    return all(file_hash(site_dir / path) == known for path, known in report_files.items())
