"""Draw how a build's time, its memory and a question's cost grow with the corpus, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import matplotlib.pyplot as plt

if TYPE_CHECKING:
    from benchmarks.scale import Grown

# What is drawn: the file, the axis, and the field of a row. All axes are logarithmic, so that a
# straight line of slope one is linear growth.
_PLOTS = (
    ("growth-build.svg", "processor seconds of a cold build", "build_cpu_s"),
    ("growth-memory.svg", "peak megabytes of a build", "peak_mb"),
    ("growth-question-kb.svg", "kilobytes of a question, median, gzip", "question_kb"),
    ("growth-question-ms.svg", "processor milliseconds of a question, P95", "late_question_ms"),
)


def draw(rows: Sequence[Grown], folder: Path) -> None:
    """Write one SVG per measure; the same rows give the same bytes."""
    mpl.rcParams.update({"svg.hashsalt": "chapterverse", "svg.fonttype": "none", "font.size": 9})
    folder.mkdir(parents=True, exist_ok=True)
    for name, label, field in _PLOTS:
        figure, axes = plt.subplots(figsize=(5.6, 3.4), layout="constrained")
        x = [row.passages for row in rows]
        y = [getattr(row, field) for row in rows]
        axes.loglog(x, y, "o", color="#0b5fff")
        for row, across, up in zip(rows, x, y, strict=True):
            axes.annotate(row.corpus, (across, up), xytext=(5, 3), textcoords="offset points")
        axes.set_xlabel("passages")
        axes.set_ylabel(label)
        axes.margins(x=0.25, y=0.2)
        axes.grid(visible=True, which="major", alpha=0.3)
        figure.savefig(folder / name, metadata={"Date": None})
        plt.close(figure)
