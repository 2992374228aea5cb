"""The same questions in the site's own Pyodide, under Node: does it tell the same bytes?"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from chapterverse.errors import ChapterverseError
from chapterverse.evaluation.host import INDEX_FOLDER
from chapterverse.runtime.inside import run_inside
from chapterverse_engine.model import Question

RUNTIME_FOLDER = "_chapterverse/runtime"


def replies_in_pyodide(site_dir: Path, questions: Sequence[Question]) -> list[str]:
    """Answer questions in the runtime that a site carries; return a text for each.

    Raise ToolMissing without Node and ChapterverseError when the site has no runtime.
    """
    folders = [one for one in (site_dir / RUNTIME_FOLDER).glob("*") if one.is_dir()]
    if len(folders) != 1:
        found = f"found {len(folders)} folders, expected one with a runtime"
        raise ChapterverseError(f"{site_dir / RUNTIME_FOLDER}: {found}")
    with tempfile.TemporaryDirectory(prefix="chapterverse-parity-") as name:
        work = Path(name)
        shutil.copytree(site_dir / INDEX_FOLDER, work / "index")
        fields = [_question_fields(question) for question in questions]
        (work / "questions.json").write_text(json.dumps(fields), encoding="utf-8")
        # Node reads a package.json above a script to tell how to load it: not one of the site's.
        shutil.copytree(folders[0], work / "runtime")
        (work / "runtime" / "package.json").write_text("{}", encoding="ascii")
        run_inside("replies.py", work / "runtime", work)
        replies = json.loads((work / "replies.json").read_text("utf-8"))
    return [str(reply) for reply in replies]


def _question_fields(question: Question) -> dict[str, object]:
    return {field: getattr(question, field) for field in Question._fields}
