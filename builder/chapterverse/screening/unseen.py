"""Characters that change how a text looks or hide in it: reported with their line, whatever they say.

Right-to-left prose needs its controls, and emoji and several scripts their joiners; those pass.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from chapterverse.model import Finding, Source

FAMILY = "unseen-characters"
# Worth a look; the passage stays evidence, its page shows markers.
NOTICE = "notice"
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
# One or two may come from a word processor. Ten are kept from evidence (`carriers`).
_SHORT_RUN = re.compile("[\u00ad\u180e\u200b\u2060-\u2064\u3164\ufeff\U000e0000-\U000e007f]{3,}")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
_RIGHT_TO_LEFT = frozenset(("R", "AL"))


def unseen_in(source: Source) -> Iterator[Finding]:
    """Yield a notice for each line with controls of direction or a run of invisible characters."""
    for number, line in enumerate(source.lines, start=1):
        if not line.isascii():
            for rule, found in _unseen(line):
                codes = " ".join(f"U+{ord(character):04X}" for character in found[:8])
                yield Finding(source.source_path, number, number, rule, FAMILY, NOTICE, codes)


def _unseen(line: str) -> Iterator[tuple[str, str]]:
    controls = "".join(_BIDI.findall(line))
    if controls and not any(map(_is_right_to_left, line)):
        yield "direction-controls", controls
    for run in _SHORT_RUN.findall(_FLAG.sub("", line)):
        yield "invisible-run", run


def _is_right_to_left(character: str) -> bool:
    return unicodedata.bidirectional(character) in _RIGHT_TO_LEFT
