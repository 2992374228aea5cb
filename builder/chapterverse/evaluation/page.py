"""The evaluation's page: from a report to HTML that needs no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from chapterverse.assets import web_dir
from chapterverse.evaluation.measures import (
    COST_MEASURES,
    MEAN_MEASURES,
    POOLED_MEASURES,
    TIMING_MEASURES,
)
from chapterverse.evaluation.plots import (
    Plot,
    latency_bins,
    plot_counts,
    plot_ranks,
    plot_shares,
)
from chapterverse.evaluation.report import Report
from chapterverse.evaluation.verdicts import Verdict
from chapterverse.evaluation.wording import Wording, languages
from chapterverse.navigation import Navigation
from chapterverse.site_paths import relative_url, source_page_path_of
from chapterverse.stages.pages import SiteFrame, render_view
from chapterverse.templating import interface_lang

HEADLINE = (
    "recall_at_5",
    "answer_accuracy",
    "citation_precision",
    "line_accuracy",
    "abstention_precision",
    "abstention_recall",
)
GROUP_COLUMNS = (
    "recall_at_1",
    "recall_at_5",
    "answer_accuracy",
    "citation_precision",
    "line_accuracy",
    "abstention_recall",
)
ALL_MEASURES = tuple(
    measure.name for measure in (*MEAN_MEASURES, *POOLED_MEASURES, *COST_MEASURES, *TIMING_MEASURES)
)
_ALARMS = (
    "stale_rate",
    "forbidden_source_rate",
    "unsafe_evidence_rate",
    "out_of_scope_rate",
    "budget_violation_rate",
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that went wrong, and the keys of the texts that say how."""

    verdict: Verdict
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """The questions that were abstained for one reason."""

    reason: str
    verdicts: tuple[Verdict, ...]


def evaluation_path(lang: str, site_lang: str) -> str:
    """Return the page's path: `eval/index.html` in the site's language, else `eval/<lang>.html`."""
    return "eval/index.html" if lang == interface_lang(site_lang) else f"eval/{lang}.html"


def render_evaluation(report: Report, frame: SiteFrame, navigation: Navigation) -> dict[str, str]:
    """Render the evaluation in every language of the interface; return HTML by site path."""
    return {
        evaluation_path(lang, frame.lang): _render(report, frame, navigation, lang)
        for lang in languages()
    }


def render_alone(report: Report, lang: str = "") -> str:
    """Render the evaluation as one page without a site around it: styles inside, no links."""
    names = ("tokens", "base", "layout", "prose", "evaluation")
    styles = [(web_dir() / "styles" / f"{name}.css").read_text("utf-8") for name in names]
    frame = SiteFrame("Chapterverse", "", lang, "", "", "")
    return render_view(
        "evaluation.html",
        frame,
        Navigation.from_documents(()),
        layout="alone.html",
        page_path="index.html",
        is_alone=True,
        styles=Markup("\n".join(styles)),  # noqa: S704 - our own style sheets
        **_values(report, interface_lang(lang)),
    )


def _render(report: Report, frame: SiteFrame, navigation: Navigation, lang: str) -> str:
    path = evaluation_path(lang, frame.lang)

    def lines_url(source_path: str, start_line: int, end_line: int) -> str:
        page = relative_url(path, source_page_path_of(source_path))
        return f"{page}#L{start_line}" + (f"-L{end_line}" if end_line > start_line else "")

    return render_view(
        "evaluation.html",
        frame,
        navigation,
        layout="base.html",
        page_path=path,
        is_alone=False,
        lines_url=lines_url,
        other_pages={one: evaluation_path(one, frame.lang) for one in languages() if one != lang},
        **_values(report, lang),
    )


def _values(report: Report, lang: str) -> dict[str, Any]:
    """Gather what the page shows, whatever is around it."""
    words = Wording(lang)
    return {
        "lang": lang,
        "title": words("title"),
        "report": report,
        "figures": {**report.measures, **report.timings.measures},
        "w": words,
        "headline": HEADLINE,
        "group_columns": GROUP_COLUMNS,
        "group_heads": (words("group"), words("cases"), *map(words.name, GROUP_COLUMNS)),
        "recall_heads": (words("rank"), *(words(f"series_{one}") for one in report.recall_by_rank)),
        "all_measures": ALL_MEASURES,
        "plots": _plots(report, words),
        "latency_bins": latency_bins(report.timings.elapsed_ms.values()),
        "chosen_threshold": chosen_threshold(report.results),
        "failures": tuple(find_failures(report.results)),
        "gaps": find_gaps(report.results),
        "outcomes": count_outcomes(report.results),
    }


def find_failures(verdicts: Sequence[Verdict]) -> Iterator[Failure]:
    """List every case with a wrong outcome, or with a right one that came by wrong means."""
    for verdict in verdicts:
        reasons = tuple(_failings(verdict))
        if reasons:
            yield Failure(verdict, reasons)


def _failings(verdict: Verdict) -> Iterator[str]:
    scores = verdict.scores
    if not verdict.is_right:
        if not verdict.answerable:
            yield "failed_answered"
        else:
            yield "failed_wrong_answer" if verdict.outcome == "answer" else "failed_abstained"
    if scores.get("line_accuracy", 1.0) < 1.0:
        yield "failed_line_accuracy"
    if scores.get("citation_precision") == 0.0:
        yield "failed_citation_precision"
    yield from (f"failed_{name}" for name in _ALARMS if scores.get(name, 0.0) > 0.0)


def find_gaps(verdicts: Sequence[Verdict]) -> tuple[Gap, ...]:
    """Group the questions without an answer by reason, the most frequent reason first."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.outcome != "answer":
            groups.setdefault(verdict.reason or verdict.outcome, []).append(verdict)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(Gap(reason, tuple(found)) for reason, found in ordered)


def count_outcomes(verdicts: Sequence[Verdict]) -> dict[str, tuple[int, int]]:
    """Count answerable and unanswerable questions by what came out, keyed by the row's text."""
    counts = {key: [0, 0] for key in ("outcome_right", "outcome_wrong", "outcome_none")}
    for verdict in verdicts:
        is_right = verdict.is_right and verdict.answerable
        answered = "outcome_right" if is_right else "outcome_wrong"
        key = answered if verdict.outcome == "answer" else "outcome_none"
        counts[key][not verdict.answerable] += 1
    return {key: (answerable, not_so) for key, (answerable, not_so) in counts.items()}


def chosen_threshold(verdicts: Sequence[Verdict]) -> int | None:
    """Return the threshold that most replies name, in thousandths; None when none does."""
    named = [verdict.threshold for verdict in verdicts if verdict.threshold]
    return max(sorted(set(named)), key=named.count) if named else None


def _plots(report: Report, words: Wording) -> dict[str, Plot]:
    points = [
        (one.coverage, one.precision, f"{words('threshold')} {one.threshold}")
        for one in report.coverage_precision
    ]
    chosen = chosen_threshold(report.results)
    marks = [
        point
        for one, point in zip(report.coverage_precision, points, strict=True)
        if one.threshold == chosen
    ]
    levels = report.recall_by_rank
    return {
        "curve": plot_shares(points, marks[0] if marks else None),
        "recall": plot_ranks([(words(f"series_{name}"), levels[name]) for name in levels]),
        "latency": plot_counts(latency_bins(report.timings.elapsed_ms.values())),
    }
