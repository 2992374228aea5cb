"""The JSON Schemas of the files that Chapterverse reads and writes, by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from chapterverse.evaluation.report import Report

_FOLDER = Path(__file__).parent
REPORT = "report"


def schema_names() -> list[str]:
    """List the names of the schemas."""
    return sorted([REPORT, *(path.stem for path in _FOLDER.glob("*.json"))])


def load_schema(name: str) -> dict[str, Any]:
    """Return a schema by its name, one of `schema_names()`."""
    if name == REPORT:
        return Report.model_json_schema(mode="serialization")
    schema: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return schema
