"""What a site's owner lets pass in spite of the screen: by path or by passage, always with a reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chapterverse.errors import Problem
from chapterverse.model import Finding

ALLOWED = "allowed"
MIN_HASH_CHARS = 12


@dataclass(frozen=True, slots=True)
class Allowance:
    """One entry of the allow-list: `path` of a document, or `passage`, the start of a content hash."""

    path: str
    passage: str
    reason: str

    def covers(self, source_path: str, content_hash: str) -> bool:
        """Tell whether the entry is about a passage; a records file covers its records."""
        if self.passage:
            return content_hash.startswith(self.passage) and bool(content_hash)
        return source_path == self.path or source_path.startswith(f"{self.path}/")


def is_allowed(allowances: Iterable[Allowance], source_path: str, content_hash: str) -> bool:
    """Tell whether any entry lets a passage pass."""
    return any(each.covers(source_path, content_hash) for each in allowances)


def unused(
    allowances: Iterable[Allowance], findings: Iterable[Finding], config_name: str
) -> list[Problem]:
    """Return a problem for each entry that lets nothing pass."""
    allowed = [each for each in findings if each.severity == ALLOWED]
    return [
        Problem(config_name, 0, f"screening.allow: {_name(each)} lets nothing pass; remove it")
        for each in allowances
        if not any(each.covers(one.source_path, one.passage_hash) for one in allowed)
    ]


def _name(allowance: Allowance) -> str:
    if allowance.passage:
        return f'passage = "{allowance.passage}"'
    return f'path = "{allowance.path}"'
