"""Combine the channels' rankings by reciprocal rank: ranks are compared, never scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .model import Channel

# The usual damping of reciprocal rank fusion, and its fixed-point scale.
RANK_OFFSET = 60
_SCALE = 1_000_000
# The vector channel proposes; on whole-word matches the keyword channel knows better.
WEIGHT_OF_CHANNEL: Mapping[Channel, int] = {Channel.KEYWORD: 4, Channel.VECTOR: 1}


def fused(rankings: Mapping[Channel, Sequence[int]]) -> dict[int, int]:
    """Return the fused score of every passage that a channel ranked."""
    scores: dict[int, int] = {}
    for channel, keys in rankings.items():
        weight = WEIGHT_OF_CHANNEL[channel] * _SCALE
        for rank, key in enumerate(keys, 1):
            scores[key] = scores.get(key, 0) + weight // (RANK_OFFSET + rank)
    return scores


def ranks(rankings: Mapping[Channel, Sequence[int]], key: int) -> dict[Channel, int]:
    """Return the 1-based rank of a passage in each channel that ranked it."""
    return {channel: keys.index(key) + 1 for channel, keys in rankings.items() if key in keys}
