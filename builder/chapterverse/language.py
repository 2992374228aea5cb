"""Which language a document is in: what its tag says, or the scripts of its first text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chapterverse_engine.language import language_of

SAMPLE_CHARS = 20_000


def primary_subtag(tag: str) -> str:
    """Return the language of a tag such as `zh-Hant-TW`, in lower case."""
    return re.split("[-_]", tag.strip().lower(), maxsplit=1)[0]


def detect_language(texts: Iterable[str], default: str = "en") -> str:
    """Name the language whose script has the largest share of the first texts."""
    sample: list[str] = []
    size = 0
    for text in texts:
        sample.append(text[:SAMPLE_CHARS])
        size += len(text)
        if size >= SAMPLE_CHARS:
            break
    return language_of("\n".join(sample), default)
