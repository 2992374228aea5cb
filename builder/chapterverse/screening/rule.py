"""One rule of the screen: a pattern in normalised text, its family and how much it says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# A cell border of a table is no gap: its cells are separate texts.
_GAP = r"(?:[^\w|]{1,6})"
_NO_GAP = "(?:)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern of a family with its score (1 weak, 2 telling together with others, 3 enough).

    Each of `needs` lists words, with blanks between them, of which one must be in the text; `=word`
    must stand there by itself.
    """

    name: str
    family: str
    score: int
    pattern: str
    needs: tuple[str, ...]
    regex: re.Pattern[str] = field(init=False)
    squeezed: re.Pattern[str] = field(init=False)
    needed: tuple[frozenset[str], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "regex", re.compile(self.pattern.replace("~", _GAP)))
        # Between letters that stand alone no word begins or ends.
        borderless = self.pattern.replace(r"(?<!\w)", "").replace(r"(?!\w)", "")
        object.__setattr__(self, "squeezed", re.compile(borderless.replace("~", _NO_GAP)))
        object.__setattr__(self, "needed", tuple(frozenset(words.split()) for words in self.needs))
