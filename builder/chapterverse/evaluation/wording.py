"""The words and figures of the evaluation's page, in one language."""

from __future__ import annotations

import json
from functools import lru_cache

from chapterverse.assets import web_dir
from chapterverse.evaluation.estimates import Estimate
from chapterverse.evaluation.measures import MEASURES, Unit

_EMPTY = "–"


class Wording:
    """The page's texts; a KeyError means that a template names an unknown one."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._text_of_key = _texts()[lang]

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with its values filled in."""
        return self._text_of_key[key].format(**values)

    def name(self, measure: str) -> str:
        """Return the name of a measure."""
        return self(f"name_{measure}")

    def better(self, measure: str) -> str:
        """Return which way a measure improves."""
        return self(f"better_{MEASURES[measure].better}")

    def value(self, measure: str, estimate: Estimate) -> str:
        """Return a figure in its unit; where no case speaks to it, words and no number."""
        if estimate.value is None:
            return self("no_cases")
        return self.figure(measure, estimate.value)

    def figure(self, measure: str, value: float) -> str:
        """Return a number in the unit of a measure."""
        unit = MEASURES[measure].unit
        if unit is Unit.SHARE:
            return f"{value:.3f}"
        number = f"{value:,.1f}" if unit is Unit.MILLISECONDS else f"{value:,.0f}"
        return self(f"unit_{unit}", value=number)

    def interval(self, measure: str, estimate: Estimate) -> str:
        """Return the interval of a figure, or a dash."""
        if estimate.low is None or estimate.high is None:
            return _EMPTY
        return f"{self.figure(measure, estimate.low)} – {self.figure(measure, estimate.high)}"


def languages() -> tuple[str, ...]:
    """List the languages that the page exists in."""
    return tuple(_texts())


@lru_cache(maxsize=1)
def _texts() -> dict[str, dict[str, str]]:
    folder = web_dir() / "locales" / "evaluation"
    files = sorted(folder.glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
