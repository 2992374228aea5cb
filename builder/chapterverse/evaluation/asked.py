"""What a host returns for one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """What a host returns: the outcome's wire JSON, what it cost, and the stages of its trace."""

    outcome: dict[str, Any]
    elapsed_ms: float
    bytes_fetched: int
    shards_fetched: int
    stages: tuple[dict[str, object], ...] = ()
