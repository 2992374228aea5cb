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
_CHINESE = (
    r"它们?|(?:这个?|那个?|该|此)(?:台|款|种|项|条)?(?:设备|装置|机器|型号|选项|命令|设置|参数|文件)"
    r"|[这那]台|(?P<owner>其)(?![他它中实余次])"
)
# "it" that refers to nothing before it: "is it possible to", "does it take long to".
_EXPLETIVE = (
    r"(?i)\b(?:is|was|would) it (?:be )?(?:possible|safe|necessary|required|ok|worth|recommended|true"
    r"|allowed|enough|better) (?:to|that|for|if)\b"
    r"|\b(?:does|did|will|would) it (?:take|matter|make sense)\b[^?]* (?:to|if|whether)\b"
)


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
    """Return the explicit entities of a question: codes, versions, flags, identifiers.

    A bare number is none: the 7 of "exit code 7" names nothing without its noun.
    """
    surfaces = (required.surface for required in understand(query).required)
    return tuple(surface for surface in surfaces if not surface.isdigit())


def _replaced(query: str, entity: str) -> str:
    if re.search(_CHINESE, query):
        return re.sub(
            _CHINESE, lambda found: f"{entity}的" if found["owner"] else entity, query, count=1
        )
    return re.sub(
        _ENGLISH, lambda found: f"{entity}'s" if found.group("owner") else entity, query, count=1
    )
