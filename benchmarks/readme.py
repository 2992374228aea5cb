"""Write the README's table of numbers, with the hash of what they were measured on.

A table whose hash is not that of today's engine and reading stages is stale; a test says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from chapterverse.code_version import code_version
from chapterverse.runtime.places import engine_dir
from chapterverse.runtime.trim import engine_hash

README = Path(__file__).resolve().parents[1] / "README.md"
_PART = re.compile(r"(<!-- numbers:begin -->\n).*?(<!-- numbers:end -->)", re.DOTALL)
_READING = ("chapterverse.stages.parse", "chapterverse.stages.chunk", "chapterverse.stages.index")
_EXPLAINED = """\
Measured on third-party question sets, on the half of each that no weight was fitted on. Others rank the same
passages in the same run: plain BM25 (k1 1.5, b 0.75), and the libraries bm25s and tantivy with English stemming.
n counts answerable + unanswerable cases: small sets are coarse."""
_COLUMNS = {
    "recall_at_1": "right passage first",
    "peers_at_1": "",
    "recall_at_5": "in the first five",
    "peers_at_5": "",
    "answered": "answerable answered",
    "refused": "unanswerable refused",
    "verbatim": "quotes verbatim",
}


def measured_code() -> str:
    """Return the hash of the code that the numbers depend on."""
    parts = f"{engine_hash(engine_dir())} {code_version(*_READING)}"
    return sha256(parts.encode()).hexdigest()[:16]


def table(rows: Sequence[dict[str, object]], pooled: str) -> str:
    """Return the Markdown of the table; `rows` are the figures of the sets."""
    return "\n".join(
        [
            f"<!-- measured on {measured_code()} by python -m benchmarks.quality -->",
            _EXPLAINED,
            "",
            f"| set | n | {' | '.join(title or _peers(rows) for title in _COLUMNS.values())} |",
            f"|---|---|{'---|' * len(_COLUMNS)}",
            *(_row(row) for row in rows),
            "",
            pooled,
            "",
        ]
    )


def _row(row: dict[str, object]) -> str:
    shown = " | ".join(_cell(row[column]) for column in _COLUMNS)
    return f"| {row['name']} | {row['answerable']} + {row['unanswerable']} | {shown} |"


def _peers(rows: Sequence[dict[str, object]]) -> str:
    """Name the peers in the order in which their cells list them."""
    first = rows[0]["peers_at_1"] if rows else {}
    return " · ".join(first) if isinstance(first, dict) else "–"


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return " · ".join(map(_cell, value.values()))
    return f"{value:.2f}" if isinstance(value, float) else "–"


def write(rows: Iterable[dict[str, object]], pooled: str) -> None:
    """Replace the table in README.md."""
    text = README.read_text("utf-8")
    part = table(list(rows), pooled)
    README.write_text(
        _PART.sub(lambda found: found.group(1) + part + found.group(2), text), "utf-8"
    )
