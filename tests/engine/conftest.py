"""What the engine's tests share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from indexing import Indexing
from small_index import SmallIndex


@pytest.fixture
def indexed(tmp_path: Path) -> Indexing:
    """Index documents given as path → text."""

    def index(documents: Mapping[str, str]) -> SmallIndex:
        return SmallIndex(tmp_path, documents)

    return index
