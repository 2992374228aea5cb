"""The JSON Schemas of the files that Chapterverse reads and writes, by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from chapterverse.evaluation.answer_cases import AnswerCase
from chapterverse.evaluation.report import Report

_FOLDER = Path(__file__).parent
_MODEL_OF_NAME: dict[str, type[BaseModel]] = {"answer-case": AnswerCase, "report": Report}


def schema_names() -> list[str]:
    """List the names of the schemas."""
    return sorted([*_MODEL_OF_NAME, *(path.stem for path in _FOLDER.glob("*.json"))])


def load_schema(name: str) -> dict[str, Any]:
    """Return a schema by its name, one of `schema_names()`."""
    if model := _MODEL_OF_NAME.get(name):
        return model.model_json_schema(mode="serialization" if model is Report else "validation")
    schema: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return schema
