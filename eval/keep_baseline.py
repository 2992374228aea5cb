"""Keep a report as the baseline that later ones are compared with: without times and texts.

    python eval/keep_baseline.py dist/eval/report.json eval/baselines/demo.json

`chapterverse compare` reads it like any report. One case a line, so that a change shows what moved.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from chapterverse.evaluation.report import Report, Timings, load_report
from chapterverse.evaluation.verdicts import Verdict


def main() -> None:
    """Read a report and write the baseline."""
    source, target = map(Path, sys.argv[1:3])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(baseline_text(load_report(source)), encoding="utf-8", newline="\n")


def baseline_text(report: Report) -> str:
    """Return a baseline's JSON: measures, and of each case what a comparison looks at."""
    kept = report.model_copy(
        update={
            "groups": {},
            "results": tuple(map(_light, report.results)),
            "timings": Timings(measures={}, elapsed_ms={}),
        }
    )
    fields = kept.model_dump(mode="json")
    results = fields.pop("results")
    head = json.dumps(fields, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in results)
    return f'{head},\n "results": [\n{lines}\n]\n}}\n'


def _light(verdict: Verdict) -> Verdict:
    quotes = tuple(one.model_copy(update={"text": "", "href": ""}) for one in verdict.quotes)
    return verdict.model_copy(update={"quotes": quotes, "expected_texts": (), "nearest": ()})


if __name__ == "__main__":
    main()
