"""Compare two reports case by case, with the chance that the difference is luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random

from chapterverse.evaluation.measures import MEAN_MEASURES, MEASURES, POOLED_MEASURES, Better
from chapterverse.evaluation.report import Report
from chapterverse.evaluation.verdicts import Verdict

ROUNDS = 10_000
SEED = 20
SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class MeasureChange:
    """A measure before and after over the `n` cases that both reports score.

    `p_value` is that of a two-sided paired randomisation test, None for a measure that single
    cases don't have. `before` and `after` of such a measure are those of the whole reports.
    """

    measure: str
    before: float
    after: float
    n: int
    p_value: float | None

    @property
    def is_better(self) -> bool:
        """Tell whether the change goes the right way."""
        rises = self.after > self.before
        return rises is (MEASURES[self.measure].better is Better.HIGHER)

    @property
    def is_worse(self) -> bool:
        """Tell whether the change goes the wrong way."""
        return self.before != self.after and not self.is_better

    @property
    def is_significant(self) -> bool:
        """Tell whether luck alone would do this in fewer than one of twenty cases."""
        return self.p_value is not None and self.p_value < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case whose outcome turned from wrong to right, or the other way."""

    id: str
    query: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed between two reports; `added` and `removed` are ids of cases in only one."""

    measures: tuple[MeasureChange, ...]
    mended: tuple[CaseChange, ...]
    broken: tuple[CaseChange, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    paired_cases: int

    def regressions(self) -> Iterator[str]:
        """Say what got worse: beyond luck, at all where nothing may happen, or case by case."""
        for one in self.measures:
            is_alarm = MEASURES[one.measure].better is Better.LOWER
            if one.is_worse and (is_alarm or one.is_significant):
                yield f"{one.measure}: {one.before:.3f} -> {one.after:.3f}"
        if len(self.broken) > len(self.mended):
            ids = ", ".join(change.id for change in self.broken)
            yield f"{len(self.broken)} cases broke, {len(self.mended)} were mended: {ids}"


def compare_reports(before: Report, after: Report) -> Comparison:
    """Compare the cases that both reports have, matched by id."""
    old = {verdict.id: verdict for verdict in before.results}
    new = {verdict.id: verdict for verdict in after.results}
    pairs = [(old[one], new[one]) for one in old if one in new]
    return Comparison(
        measures=(*_mean_changes(pairs), *_pooled_changes(before, after)),
        mended=tuple(_case_change(*pair) for pair in pairs if _turned(pair, is_right=True)),
        broken=tuple(_case_change(*pair) for pair in pairs if _turned(pair, is_right=False)),
        added=tuple(one for one in new if one not in old),
        removed=tuple(one for one in old if one not in new),
        paired_cases=len(pairs),
    )


def paired_p_value(differences: Sequence[float]) -> float:
    """Return the two-sided p of a paired randomisation test, seeded.

    Under the null hypothesis each difference may as well have the other sign; the observed sum
    counts as one of the rounds, so that p is never 0.
    """
    moved = [difference for difference in differences if difference]
    if not moved:
        return 1.0
    observed = abs(sum(moved)) - 1e-9
    # Determinism is the point here, secrecy is not.
    random = Random(SEED)  # noqa: S311
    extreme = 0
    for _ in range(ROUNDS):
        signs = random.getrandbits(len(moved))
        total = sum(one if signs >> place & 1 else -one for place, one in enumerate(moved))
        extreme += abs(total) >= observed
    return (extreme + 1) / (ROUNDS + 1)


def comparison_json(comparison: Comparison) -> str:
    """Return a comparison as JSON text with a final newline."""
    return json.dumps(asdict(comparison), ensure_ascii=False, indent=1) + "\n"


def comparison_text(comparison: Comparison) -> str:
    """Return a comparison as plain text for a terminal."""
    lines = [f"{comparison.paired_cases} cases in both reports"]
    lines += [
        f"  {one.measure:<28} {one.before:.3f} -> {one.after:.3f}  {_remark(one)}"
        for one in comparison.measures
    ]
    for title, changes in _sections(comparison):
        lines.append(f"{title}: {len(changes)}")
        lines += [f"  {one.id}: {one.before} -> {one.after}: {one.query}" for one in changes]
    lines += [f"{title}: {', '.join(ids)}" for title, ids in _strays(comparison)]
    return "\n".join(lines) + "\n"


def comparison_markdown(comparison: Comparison) -> str:
    """Return a comparison as Markdown, for a comment on a change."""
    lines = [
        f"**{comparison.paired_cases} cases in both reports**",
        "",
        "| measure | before | after | n | |",
        "|---|--:|--:|--:|---|",
    ]
    lines += [
        f"| `{one.measure}` | {one.before:.3f} | {one.after:.3f} | {one.n} | {_remark(one)} |"
        for one in comparison.measures
    ]
    for title, changes in _sections(comparison):
        lines += ["", f"**{title}: {len(changes)}**", ""]
        lines += [
            f"- `{one.id}` {_plain(one.query)}: {one.before} → {one.after}" for one in changes
        ]
    for title, ids in _strays(comparison):
        lines += ["", f"**{title}:** {', '.join(f'`{one}`' for one in ids)}"]
    return "\n".join(lines) + "\n"


def _mean_changes(pairs: Sequence[tuple[Verdict, Verdict]]) -> Iterator[MeasureChange]:
    for name in (measure.name for measure in MEAN_MEASURES):
        both = [
            (old.scores[name], new.scores[name])
            for old, new in pairs
            if name in old.scores and name in new.scores
        ]
        if both:
            yield MeasureChange(
                measure=name,
                before=round(sum(old for old, _ in both) / len(both), 6),
                after=round(sum(new for _, new in both) / len(both), 6),
                n=len(both),
                p_value=round(paired_p_value([new - old for old, new in both]), 4),
            )


def _pooled_changes(before: Report, after: Report) -> Iterator[MeasureChange]:
    for name in (measure.name for measure in POOLED_MEASURES):
        old, new = before.measures[name], after.measures[name]
        if old.value is not None and new.value is not None:
            yield MeasureChange(name, old.value, new.value, min(old.n, new.n), None)


def _turned(pair: tuple[Verdict, Verdict], *, is_right: bool) -> bool:
    old, new = pair
    return old.is_right is not is_right and new.is_right is is_right


def _case_change(old: Verdict, new: Verdict) -> CaseChange:
    return CaseChange(old.id, old.query, _outcome(old), _outcome(new))


def _outcome(verdict: Verdict) -> str:
    if verdict.outcome != "answer":
        return f"{verdict.outcome} ({verdict.reason})" if verdict.reason else verdict.outcome
    cited = [f"{one.source_path}#L{one.start_line}-L{one.end_line}" for one in verdict.quotes]
    return ", ".join(cited) or "answer without quotes"


def _remark(change: MeasureChange) -> str:
    if change.before == change.after:
        return "same"
    direction = "better" if change.is_better else "worse"
    if change.p_value is None:
        return direction
    mark = "" if change.is_significant else ", may be luck"
    return f"{direction} (p = {change.p_value:.4f}{mark})"


def _sections(comparison: Comparison) -> tuple[tuple[str, tuple[CaseChange, ...]], ...]:
    return (("Broken", comparison.broken), ("Mended", comparison.mended))


def _strays(comparison: Comparison) -> Iterator[tuple[str, tuple[str, ...]]]:
    if comparison.added:
        yield "Only in the new report", comparison.added
    if comparison.removed:
        yield "Only in the old report", comparison.removed


def _plain(text: str) -> str:
    """Keep a question from being read as markup in a comment."""
    escaped = "".join(f"\\{char}" if char in "\\`*_[]<>|#@~" else char for char in text)
    return " ".join(escaped.split())
