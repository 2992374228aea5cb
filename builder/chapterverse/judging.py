"""Judge a staged site by its question set: only one that reaches its bars is published."""

from __future__ import annotations

from pathlib import Path

from chapterverse.config import Config
from chapterverse.errors import BarsMissed
from chapterverse.evaluation.bars import check_bars
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.page import render_evaluation
from chapterverse.evaluation.report import encode_report
from chapterverse.judgement import Judgement
from chapterverse.progress import Progress
from chapterverse.site_files import SiteView

REPORT_PATH = "eval/report.json"


def judge(
    site_dir: Path, view: SiteView, config: Config, key: str, progress: Progress
) -> Judgement:
    """Ask the cases on a staged site; raise BarsMissed under a bar."""
    report = evaluate_site(
        FileHost(site_dir),
        config.cases,
        site_dir / "source",
        site_dir=site_dir,
        quarantine=[
            finding
            for one in view.library.facts
            for finding in one.findings
            if finding.is_quarantine
        ],
        scope_of_source={
            one.document.source_path: one.document.scope for one in view.library.facts
        },
        site_scopes=config.scopes,
        track=lambda cases: progress.track("evaluation", cases, len(cases)),
    )
    missed = check_bars(report, config.bars)
    if missed:
        listed = "\n".join(f"  {bar}" for bar in missed)
        raise BarsMissed(f"the evaluation missed its bars, nothing was published:\n{listed}")
    pages = render_evaluation(report, view.frame, view.navigation)
    files = {REPORT_PATH: encode_report(report), **pages}
    return Judgement(
        key,
        report.cases,
        {name: estimate.value for name, estimate in report.measures.items()},
        {path: text.encode("utf-8", "surrogatepass") for path, text in files.items()},
    )
