"""What the runtime's archive holds, and what an engine's hash depends on."""

from __future__ import annotations

from pathlib import Path

import pytest

from chapterverse.runtime.archive import zip_bytes
from chapterverse.runtime.errors import RuntimeProblem
from chapterverse.runtime.trace import ALWAYS_KEPT
from chapterverse.runtime.trim import engine_hash, engine_sources, kept_sources, read_keep_list


def test_the_keep_list_is_sorted_data_with_what_is_always_kept() -> None:
    keep = read_keep_list()
    assert list(keep) == sorted(set(keep))
    assert set(keep) >= ALWAYS_KEPT
    assert {"json/__init__.py", "pyodide/__init__.py", "dataclasses.py"} <= set(keep)


def test_a_member_that_pyodide_lacks_is_refused_by_name(tmp_path: Path) -> None:
    archive = tmp_path / "python_stdlib.zip"
    archive.write_bytes(zip_bytes({"abc.py": b""}))
    with pytest.raises(RuntimeProblem, match=r"lacks: gone\.py"):
        kept_sources(archive, ("abc.py", "gone.py"))


def test_the_engine_is_named_as_it_is_imported(engine: Path) -> None:
    assert engine_sources(engine) == {"chapterverse_engine/__init__.py": b"ANSWER = 42\n"}


def test_the_engine_hash_knows_names_and_content_but_not_line_ends(engine: Path) -> None:
    first = engine_hash(engine)
    (engine / "__init__.py").write_bytes(b"ANSWER = 42\r\n")
    assert engine_hash(engine) == first
    (engine / "__init__.py").write_bytes(b"ANSWER = 43\n")
    second = engine_hash(engine)
    (engine / "__init__.py").rename(engine / "other.py")
    assert len({first, second, engine_hash(engine)}) == 3
