"""One evaluation from case files to report, for the pipeline and the command line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.cases import PUBLIC, Case, load_cases
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.report import (
    Report,
    Weights,
    build_report,
    load_report,
    weigh_site,
)
from chapterverse.evaluation.run import Elsewhere, Host, Track, run_cases
from chapterverse.evaluation.safety import Ground
from chapterverse.model import Finding


def evaluate_site(
    host: Host,
    case_files: Iterable[Path],
    documents_dir: Path,
    *,
    site_dir: Path | None = None,
    quarantine: Sequence[Finding] | None = None,
    scope_of_source: Mapping[str, str] | None = None,
    site_scopes: Collection[str] | None = None,
    elsewhere: Elsewhere | None = None,
    track: Track = iter,
) -> Report:
    """Ask every case and measure the outcomes from the documents on disk.

    `documents_dir` is `<site>/source` or a corpus folder; `quarantine` are the findings that keep
    lines out of evidence (without them, those that the site's own report names); `site_dir` is
    weighed for its heaviest files. With `site_scopes`, cases of other scopes are left out, so that
    a public report tells nothing of them. `elsewhere` is another runtime that is asked as well; `track`
    sees each case as its turn comes.
    Raise InputError for faulty case files, and for gold that the documents do not bear out.
    """
    cases = load_cases(case_files)
    asked = tuple(case for case in cases if _is_in(case, site_scopes))
    originals = Originals(documents_dir)
    problems = list(check_gold(asked, originals))
    if problems:
        raise InputError(problems, "The gold of these cases is not in the documents:")
    if quarantine is None and site_dir:
        quarantine = _published_quarantine(site_dir)
    ground = Ground(
        originals,
        quarantine=None if quarantine is None else tuple(quarantine),
        scope_of_source=scope_of_source or {},
    )
    weights = weigh_site(site_dir) if site_dir else Weights()
    results = run_cases(host, asked, elsewhere, track)
    return build_report(results, ground, weights, len(cases) - len(asked))


def _published_quarantine(site_dir: Path) -> list[Finding] | None:
    """Read the quarantined lines from a site's report, if it has one; their text isn't in it."""
    path = site_dir / "eval" / "report.json"
    if not path.is_file():
        return None
    return [Finding(**one.model_dump(), payload="") for one in load_report(path).quarantined]


def check_gold(cases: Iterable[Case], originals: Originals) -> Iterator[Problem]:
    """Report gold lines that do not exist, and gold answers that those lines do not hold."""
    for case in cases:
        for place in case.places:
            text = originals.span(place.source, place.start_line, place.end_line)
            if text is None:
                lines = originals.lines(place.source)
                found = "no such document" if lines is None else f"{len(lines)} lines"
                cited = f"{place.source}#L{place.start_line}-L{place.end_line}"
                yield _problem(case, f"cites {cited}, found {found}")
        yield from _check_answers(case, originals)


def _check_answers(case: Case, originals: Originals) -> Iterator[Problem]:
    spans = [
        originals.span(place.source, place.start_line, place.end_line) for place in case.places
    ]
    gold = ["".join(text.split()) for text in spans if text is not None]
    if not gold or case.match == "section":
        return
    missing = [
        answer
        for answer in case.answers
        if answer.strip() and not any("".join(answer.split()) in text for text in gold)
    ]
    if case.match == "all" or len(missing) == len(case.answers):
        for answer in missing:
            yield _problem(case, f'answers: "{answer[:60]}" is not in the cited lines')


def _problem(case: Case, message: str) -> Problem:
    return Problem(case.case_file, case.case_line, f"case {case.id} {message}")


def _is_in(case: Case, site_scopes: Collection[str] | None) -> bool:
    return site_scopes is None or set(case.scopes) <= {*site_scopes, PUBLIC}
