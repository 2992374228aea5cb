"""Derive which words each rule of the screen needs: `python tools/needed_words.py` writes the table.

A rule can only match a text that holds one word of each of its groups. The groups are read off the
parsed pattern, so they follow from it; `tests/builder/test_screen_speed.py` fails when the table is
older than the rules. The order of groups, rare ones first, is counted on this project's own texts
and matters for speed only.
"""

from __future__ import annotations

import json
import re._constants as sre
import re._parser as parser
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from chapterverse.screening.families import RULES
from chapterverse.screening.needed import TABLE
from chapterverse.screening.normalise import normalised

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ("corpus/guide/en", "corpus/guide/zh", "docs")
MAX_STRINGS = 60
MAX_GROUPS = 3
MIN_LATIN = 3
_ANCHORS = {sre.AT, sre.ASSERT, sre.ASSERT_NOT}
_REPEATS = {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}

Strings = frozenset[str]


def groups_of(pattern: str) -> list[Strings]:
    """Return groups of words of which a text must hold one each for a pattern to match."""
    exact, groups = _read(parser.parse(pattern))
    return [_lean(group) for group in ([*groups, exact] if exact else groups) if _is_useful(group)]


def _read(items: Iterable[Any]) -> tuple[Strings | None, list[Strings]]:
    """Return all strings that a sequence matches, if they are few, and what it needs besides."""
    run: Strings = frozenset({""})
    is_whole, groups = True, []
    for item in items:
        exact, inner = _read_item(*item)
        joined = {a + b for a, b in product(run, exact)} if exact else set()
        if exact and len(joined) <= MAX_STRINGS:
            run = frozenset(joined)
            continue
        groups += [run, *inner, *([exact] if exact else [])]
        run, is_whole = frozenset({""}), False
    return (run, []) if is_whole else (None, [*groups, run])


def _read_item(kind: Any, value: Any) -> tuple[Strings | None, list[Strings]]:
    if kind is sre.SUBPATTERN:
        return _read(value[3])
    if kind is sre.BRANCH:
        return _either([_read(each) for each in value[1]])
    if kind in _REPEATS:
        return _read_repeat(*value)
    return _read_character(kind, value), []


def _read_character(kind: Any, value: Any) -> Strings | None:
    if kind is sre.LITERAL:
        return frozenset({chr(value)})
    if kind in _ANCHORS:
        return frozenset({""})
    return _members(value) if kind is sre.IN else None


def _read_repeat(least: int, most: int, inner: Any) -> tuple[Strings | None, list[Strings]]:
    exact, groups = _read(inner)
    if (least, most) == (0, 1) and exact:
        return exact | {""}, []
    return None, [*groups, *([exact] if exact else [])] if least else []


def _members(items: Sequence[tuple[Any, Any]]) -> Strings | None:
    if any(kind is not sre.LITERAL for kind, _ in items):
        return None
    return frozenset(chr(value) for _, value in items)


def _either(
    parts: Sequence[tuple[Strings | None, list[Strings]]],
) -> tuple[Strings | None, list[Strings]]:
    if all(exact for exact, _ in parts):
        union = frozenset().union(*(exact for exact, _ in parts if exact))
        if len(union) <= MAX_STRINGS:
            return union, []
    best = [
        max([*groups, *([exact] if exact else [])], key=_worth, default=frozenset())
        for exact, groups in parts
    ]
    return None, [frozenset().union(*best)] if all(map(_is_useful, best)) else []


def _is_useful(group: Strings) -> bool:
    return bool(group) and all(len(word) >= (MIN_LATIN if word.isascii() else 1) for word in group)


def _worth(group: Strings) -> float:
    return (
        min(len(word) * (1 if word.isascii() else 3) for word in group) - len(group) / 50
        if _is_useful(group)
        else -1
    )


def _lean(group: Strings) -> Strings:
    """Drop words that hold another word of the group."""
    return frozenset(
        word for word in group if not any(other != word and other in word for other in group)
    )


def table(texts: Sequence[str]) -> dict[str, list[list[str]]]:
    """Return each rule's groups, the rarest in some texts first."""
    found = {}
    for rule in RULES:
        groups = set(groups_of(rule.pattern.replace("~", r"[^\w]")))
        ranked = sorted(groups, key=lambda group: (_count(group, texts), sorted(group)))
        found[rule.name] = [sorted(group) for group in ranked[:MAX_GROUPS]]
    return found


def _count(group: Strings, texts: Sequence[str]) -> int:
    return sum(any(word in text for word in group) for text in texts)


def _texts() -> list[str]:
    paths = sorted(path for folder in TEXTS for path in (ROOT / folder).rglob("*.md"))
    blocks = (block for path in paths for block in path.read_text("utf-8").split("\n\n"))
    return [normalised(block) for block in blocks]


def main() -> None:
    """Write the table."""
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(groups, ensure_ascii=False)}"
        for name, groups in table(_texts()).items()
    )
    TABLE.write_text(f"{{\n{lines}\n}}\n", "utf-8")


if __name__ == "__main__":
    main()
