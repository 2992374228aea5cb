"""The headline figures of an evaluation, as several commands show them."""

from __future__ import annotations

from collections.abc import Mapping

SHOWN_MEASURES = (
    "recall_at_1", "recall_at_5", "mrr", "answer_accuracy", "citation_precision",
    "line_accuracy", "abstention_precision", "abstention_recall",
)  # fmt: skip


def measures_text(cases: int, measures: Mapping[str, float | None]) -> str:
    """Return the headline figures of measures in one sentence."""
    shown = (
        f"{name} {value:.3f}"
        for name in SHOWN_MEASURES
        if (value := measures.get(name)) is not None
    )
    return f"Evaluation of {cases} cases: {', '.join(shown)}."
