"""Complete a follow-up question from its thread, by explicit entities only.

"It" is completed when the thread names exactly one entity; with several the reader is asked which
one; with none, or when the question names its own, it stays as it is. An entity is an identifier,
such as `AX-3`, else a title or heading of the documents that an earlier question names as a thing:
with an article or capitals in English, in Chinese by three characters or more. The last noun is
never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from .fold import fold
from .query import understand

_ENGLISH = (
    r"(?i)\b(?:its|their)\b"
    r"|\b(?:it|they|them|(?:this|that|the same) (?:device|unit|one|option|command|setting|file))\b"
)
_CHINESE = (
    r"它们?|(?:这个?|那个?|该|此)(?:台|款|种|项|条)?(?:设备|装置|机器|型号|选项|命令|设置|参数|文件)"
    r"|[这那]台|(?P<owner>其)(?![他它中实余次])"
)
_CHINESE_ALONE = _CHINESE.replace("(?P<owner>", "(?:")
# "it" that refers to nothing before it: "is it possible to", "does it take long to".
_EXPLETIVE = (
    r"(?i)\b(?:is|was|would) it (?:be )?(?:possible|safe|necessary|required|ok|worth|recommended|true"
    r"|allowed|enough|better) (?:to|that|for|if)\b"
    r"|\b(?:does|did|will|would) it (?:take|matter|make sense)\b[^?]* (?:to|if|whether)\b"
)


# Content words before a pronoun that make it more likely to stand for one of them.
_OWN_WORDS = 2
# Earlier questions, the latest ones, in which titles and headings are looked for.
MAX_EARLIER = 3
_CJK_RUN = re.compile("[\u3400-\u9fff]")
_EDITION = re.compile(r"[（(][^（()）]{0,30}[)）]\s*$|^\s*\d+(?:\.\d+)*[.、]?\s+")
_LEAST_NAME_CHARS = 3
_DETERMINERS = r"(?:the|a|an|our|your|this|that|its|their|of|about|called|named)"


class Completed(NamedTuple):
    """A question after completion; `options` are the entities it may mean, if several.

    `is_open` says that it refers to something that it does not say.
    """

    query: str
    options: tuple[str, ...] = ()
    is_open: bool = False


def complete(query: str, history: tuple[str, ...]) -> Completed:
    """Complete a question from the identifiers of its thread's earlier questions, oldest first."""
    if not history or not refers_back(query) or entities_of(query):
        return Completed(query)
    entities = (name for earlier in history for name in entities_of(earlier))
    return complete_with(query, entities)


def complete_with(query: str, entities: Iterable[str]) -> Completed:
    """Complete a question that refers back with the one entity that there is, if there is one."""
    names = tuple(dict.fromkeys(entities))
    if len(names) == 1:
        return Completed(_replaced(query, names[0]))
    return Completed(query, names, is_open=not names and not _names_its_own(query))


def _names_its_own(query: str) -> bool:
    """Tell whether a pronoun may stand for something that the question itself says before it."""
    places = [found.start() for found in re.finditer(f"{_ENGLISH}|{_CHINESE_ALONE}", query)]
    before = understand(query[: min(places)]).terms if places else ()
    return sum(not term.is_stop for term in before) >= _OWN_WORDS


def named_in(text: str, titles: Iterable[str]) -> tuple[str, ...]:
    """Return the titles and headings that a question names as a thing, the longest of each place."""
    found = dict.fromkeys(_EDITION.sub("", title).strip() for title in titles)
    named = [name for name in found if _is_named(text, name)]
    return tuple(
        name for name in named if not any(name != other and name in other for other in named)
    )


def _is_named(text: str, name: str) -> bool:
    if _CJK_RUN.search(name):
        return len(name) >= _LEAST_NAME_CHARS and fold(name).text in fold(text).text
    words = re.escape(name)
    is_thing = re.search(rf"(?i)\b{_DETERMINERS} {words}\b", text) and " " in name
    capitals = re.search(rf"(?<=\w[ ]){words}\b", text) if name[:1].isupper() else None
    is_proper = capitals and all(word[:1].isupper() for word in capitals.group().split())
    return bool(is_thing or is_proper)


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
    completed, owners = re.subn(r"(?i)\b(?:its|their)\b", "the", query, count=1)
    if owners:
        # An 's would become a part of an identifier: "--jobs's" is no option.
        return re.sub(r"(\W*)$", lambda end: f" of {entity}{end[1]}", completed, count=1)
    return re.sub(_ENGLISH, lambda _: entity, query, count=1)
