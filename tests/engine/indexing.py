"""The type of the fixture that indexes documents."""

from __future__ import annotations

from collections.abc import Callable

from small_index import SmallIndex

Indexing = Callable[..., SmallIndex]
