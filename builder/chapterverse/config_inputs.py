"""Whether what a configuration names is there and can be read, found out before anything is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from chapterverse.errors import ChapterverseError, InputError, Problem
from chapterverse.publish import check_target


def input_problems(
    sources: Iterable[Path], cases: Sequence[Path], runtime_dir: Path | None, out: Path
) -> Iterator[Problem]:
    """Yield everything that is wrong with the sources, case files, runtime and output folder."""
    for source in sources:
        if not (source.is_file() or source.is_dir()):
            found = "neither a file nor a folder" if source.exists() else "no such file or folder"
            yield Problem(str(source), 0, f"{found}, expected a corpus")
    yield from _case_problems(cases)
    if runtime_dir and not runtime_dir.is_dir():
        yield Problem(str(runtime_dir), 0, "no such folder, expected a prepared runtime")
    try:
        check_target(out)
    except ChapterverseError as error:
        yield Problem(str(out), 0, str(error).removeprefix(f"{out}: "))


def _case_problems(cases: Sequence[Path]) -> Sequence[Problem]:
    if not cases:
        return ()
    # Only who has cases needs to load their reader.
    from chapterverse.evaluation.cases import load_cases  # noqa: PLC0415

    try:
        load_cases(cases)
    except InputError as error:
        return error.problems
    return ()
