"""Judge a staged site by its question set: only one that reaches its bars is published."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from chapterverse.assets import web_dir
from chapterverse.code_version import code_version
from chapterverse.config import Config
from chapterverse.errors import BarsMissed
from chapterverse.evaluation.bars import check_bars
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.page import render_evaluation
from chapterverse.evaluation.report import encode_report
from chapterverse.progress import Progress
from chapterverse.site_files import SiteView, files_version
from chapterverse.state import file_hash
from chapterverse_engine.manifest import Manifest, encode_manifest

REPORT_PATH = "eval/report.json"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the cases said of a site; `files` are the report's by path. Empty if nothing was asked."""

    key: str
    cases: int
    measures: Mapping[str, float | None]
    files: Mapping[str, bytes]

    @property
    def hash_of_file(self) -> dict[str, str]:
        """The SHA-256 of the report's files by path."""
        return {path: sha256(data).hexdigest() for path, data in self.files.items()}


NOTHING_ASKED = Judgement("", 0, {}, {})


def judgement_key(config: Config, manifest: Manifest) -> str:
    """Return a hash of all that a judgement depends on: index, cases, bars and code."""
    made_from = [
        code_version("chapterverse.evaluation.evaluate", "chapterverse.evaluation.page"),
        files_version(web_dir()),
        encode_manifest(manifest._replace(generation=1)).decode(),
        list(map(file_hash, config.cases)),
        sorted(config.bars.items()),
    ]
    return sha256(json.dumps(made_from).encode()).hexdigest()


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


def is_judged(site_dir: Path, report_files: Mapping[str, str]) -> bool:
    """Tell whether a site has the files of a report, with the hashes that they had."""
    return all(file_hash(site_dir / path) == known for path, known in report_files.items())
