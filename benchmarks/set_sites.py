"""Build question sets as whole sites, and run commands on them with their processor time counted."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from benchmarks.checkout import ROOT, environment
from benchmarks.question_sets import DEMO

SITES_DIR = ROOT / ".chapterverse" / "benchmarks" / "sites"


@dataclass(frozen=True, slots=True)
class Done:
    """What a command printed, its exit status, and its seconds on all processors."""

    output: str
    status: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class SetSite:
    """The site of a question set, its case files, and the seconds that its build took."""

    name: str
    folder: Path
    case_files: tuple[Path, ...]
    build_cpu_s: float


def build_set(folder: Path, name: str) -> SetSite:
    """Build a set's site in a folder that git ignores; only what changed is made again."""
    site = SITES_DIR / name
    if name == DEMO:
        options = ("--config", str(ROOT / "chapterverse.toml"))
        cases = tuple(ROOT / f"eval/cases/{split}.jsonl" for split in ("tune", "held-out"))
    else:
        options = (str(folder.resolve() / name / "docs"),)
        cases = (folder.resolve() / name / "cases.jsonl",)
    done = run_chapterverse("build", *options, "--out", str(site), "--no-eval")
    return SetSite(name, site, cases, done.cpu_s)


def run_chapterverse(*arguments: str) -> Done:
    """Run a command of this checkout, its output without errors; stop when it fails."""
    done = run_python("-m", "chapterverse", *arguments)
    if done.status:
        raise SystemExit(f"chapterverse {' '.join(arguments)} failed:\n{done.output}")
    return done


def run_python(*arguments: str) -> Done:
    """Run this Python where no configuration lies, counting all processes that it waits for."""
    SITES_DIR.mkdir(parents=True, exist_ok=True)
    with TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=SITES_DIR,
            env=environment(),
            stdout=output,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return Done(output.read(), process.returncode, usage.ru_utime + usage.ru_stime)
