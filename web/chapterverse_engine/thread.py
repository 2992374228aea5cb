"""Complete a follow-up question from its thread, by explicit entities only.

"It" is completed when the thread names exactly one entity, such as `AX-3`; with several the
reader is asked which one; with none, or when the question names its own, it stays as it is. The
last noun is never guessed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .query import understand

_ENGLISH = (
    r"(?i)\b(?P<owner>its|their)\b"
    r"|\b(?:it|they|them|(?:this|that|the same) (?:device|unit|one|option|command|setting|file))\b"
)
_CHINESE = r"它们?|(?:这个?|那个?|该|此)(?:台|设备|装置|机器|型号|选项|命令|设置|文件)(?:设备)?"
# "it" that refers to nothing before it: "is it possible", "does it rain".
_EXPLETIVE = r"(?i)\bis it (?:possible|safe|necessary|required|ok|worth|recommended|true)\b"


class Completed(NamedTuple):
    """A question after completion; `options` are the entities it may mean, if several."""

    query: str
    options: tuple[str, ...] = ()


def complete(query: str, history: tuple[str, ...]) -> Completed:
    """Complete a question from the earlier questions of its thread, oldest first."""
    if not history or not refers_back(query) or entities_of(query):
        return Completed(query)
    entities = tuple(dict.fromkeys(name for earlier in history for name in entities_of(earlier)))
    if len(entities) == 1:
        return Completed(_replaced(query, entities[0]))
    return Completed(query, entities)


def refers_back(query: str) -> bool:
    """Tell whether a question has a pronoun that stands for something said before."""
    if re.search(_CHINESE, query):
        return True
    return bool(re.search(_ENGLISH, re.sub(_EXPLETIVE, " ", query)))


def entities_of(query: str) -> tuple[str, ...]:
    """Return the explicit entities of a question: codes, versions, flags, identifiers."""
    return tuple(required.surface for required in understand(query).required)


def _replaced(query: str, entity: str) -> str:
    if re.search(_CHINESE, query):
        return re.sub(_CHINESE, entity, query, count=1)
    return re.sub(
        _ENGLISH, lambda found: f"{entity}'s" if found.group("owner") else entity, query, count=1
    )
