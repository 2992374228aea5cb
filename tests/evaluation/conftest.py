from __future__ import annotations

from pathlib import Path

import pytest
from fake_site import write_cases, write_documents


@pytest.fixture
def documents_dir(tmp_path: Path) -> Path:
    return write_documents(tmp_path / "source")


@pytest.fixture
def case_file(tmp_path: Path) -> Path:
    return write_cases(tmp_path / "cases.jsonl")
