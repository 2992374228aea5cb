"""Where sentences begin and end, in English, Chinese, Japanese and mixtures of them.

A run of stop characters ends a sentence when what follows can start one. It never does inside
inline code, a link, an emphasis or an address, and a single line break ends nothing. Every look
around a stop is bounded, so the time is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

Span = tuple[int, int]

_STOPS = re.compile(r"[.!?]+|…+|[。！？；｡]+")
_CLOSERS = "\"')]}»”’」』）】》〉*_~"
_OPENERS = "\"'([{«“‘「『（【《〈*_~`>"
_ABBREVIATIONS = frozenset(
    re.findall(
        r"[a-z.]+",
        "e.g i.e eg ie vs cf mr mrs ms dr prof st al approx resp jr sr inc ltd a.k.a aka incl excl",
    )
)
# These are abbreviations only before a number: "No. 5", but "No. That is wrong."
_BEFORE_NUMBER = frozenset(
    (
        "no",
        "nos",
        "fig",
        "figs",
        "eq",
        "eqs",
        "sec",
        "ch",
        "vol",
        "p",
        "pp",
        "art",
        "para",
        "ver",
        "v",
    )
)
_LOOK_BACK = 24
_CODE_TICKS = re.compile(r"`+")
_LINK_MIDDLE = re.compile(r"\]\(")
_ADDRESS = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{1,2000}>")
_EMPHASIS = re.compile(r"\*\*|__")
_MAX_LINK = 2000
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]")


def sentence_spans(text: str) -> list[Span]:
    """Return the spans of a paragraph's sentences, in order, without white space at their ends."""
    guarded = _Guarded(text)
    spans: list[Span] = []
    start = 0
    for stop in _STOPS.finditer(text):
        if stop.start() < start:
            continue
        end = _end_after(text, stop)
        if end and not guarded.holds(stop.start()) and not guarded.holds(end - 1, end):
            _append_trimmed(spans, text, start, end)
            start = end
    _append_trimmed(spans, text, start, len(text))
    return spans


def _append_trimmed(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))


def _end_after(text: str, stop: re.Match[str]) -> int:
    """Return where the sentence that a run of stops closes would end, 0 if it closes none."""
    end = stop.end()
    while end < len(text) and text[end] in _CLOSERS and end - stop.end() < 8:
        end += 1
    rest = text[end : end + _LOOK_BACK]
    following = rest.lstrip()
    if not following:
        return end
    if stop[0][0] in "。！？；｡":
        return end
    is_spaced = rest[0].isspace()
    if not is_spaced:
        # "很好!然后" ends; "3.11", "file.md" and "Node.js" don't.
        is_loud = stop[0][-1] in "!?"
        before, after = (bool(_CJK.match(s)) for s in (text[stop.start() - 1 : stop.start()], rest))
        return end if (before and after) or (is_loud and (before or after)) else 0
    return end if _can_start(following) and not _is_abbreviated(text, stop, following) else 0


def _can_start(following: str) -> bool:
    first = following.lstrip(_OPENERS)[:1]
    return not first.islower() or following[0] == "`"


def _is_abbreviated(text: str, stop: re.Match[str], following: str) -> bool:
    if stop[0] != ".":
        return False
    words = text[max(0, stop.start() - _LOOK_BACK) : stop.start()].split()
    # White space before the stop means that the stop stands alone.
    word = words[-1].lstrip(_OPENERS) if words and not text[stop.start() - 1].isspace() else ""
    folded = word.lower()
    if folded in _ABBREVIATIONS or (len(word) == 1 and word.isupper() and word != "I"):
        return True
    if folded in _BEFORE_NUMBER:
        return following[0].isdigit()
    return word.isdigit() and _starts_line(text, stop.start() - len(word))


def _starts_line(text: str, position: int) -> bool:
    """Tell whether only white space and quote markers come before a position in its line."""
    line_start = text.rfind("\n", max(0, position - _LOOK_BACK), position) + 1
    before = text[line_start:position] if line_start or position <= _LOOK_BACK else "x"
    return not before.strip(" \t>")


class _Guarded:
    """The parts of a text in which no sentence ends: code, links, addresses, emphasis."""

    def __init__(self, text: str) -> None:
        spans = sorted([*_code(text), *_links(text), *_addresses(text), *_emphases(text)])
        merged: list[list[int]] = []
        for start, end in spans:
            if merged and start < merged[-1][1]:
                merged[-1][1] = max(merged[-1][1], end)
            else:
                merged.append([start, end])
        self._starts = [start for start, _ in merged]
        self._ends = [end for _, end in merged]

    def holds(self, position: int, limit: int = 0) -> bool:
        """Tell whether a position is in a guarded part that goes on after `limit`."""
        index = bisect_right(self._starts, position) - 1
        end = self._ends[index] if index >= 0 else 0
        if limit:
            return end > limit
        return position < end and not self._closes(position, end)

    @staticmethod
    def _closes(position: int, end: int) -> bool:
        # The stop in "**Note.**" is the last thing in its emphasis: it may end a sentence.
        return end - position <= 4


def _code(text: str) -> Iterator[Span]:
    """Pair runs of backticks of equal length, as CommonMark does, in linear time."""
    runs = [(run.start(), run.end()) for run in _CODE_TICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        same = later[end - start]
        while same and same[-1] <= index:
            same.pop()
        if same:
            index = same[-1]
            yield start, runs[index][1]
        index += 1


def _links(text: str) -> Iterator[Span]:
    for middle in _LINK_MIDDLE.finditer(text):
        start = text.rfind("[", max(0, middle.start() - _MAX_LINK), middle.start())
        end = text.find(")", middle.end(), middle.end() + _MAX_LINK)
        if start >= 0 and end >= 0:
            yield start, end + 1


def _addresses(text: str) -> Iterator[Span]:
    for address in _ADDRESS.finditer(text):
        yield address.span()


def _emphases(text: str) -> Iterator[Span]:
    opened: dict[str, int] = {}
    for mark in _EMPHASIS.finditer(text):
        start = opened.pop(mark[0], -1)
        if start >= 0:
            yield start, mark.end()
        elif mark.end() < len(text) and not text[mark.end()].isspace():
            opened[mark[0]] = mark.start()
