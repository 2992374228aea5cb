"""A build tells how far it is, and its profile adds up."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from small_site import PAGES, tiny_bundle

from chapterverse.cli import main
from chapterverse.progress import Progress

__all__ = ["tiny_bundle"]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_time_within_an_inner_stage_is_not_counted_as_the_outer_ones() -> None:
    progress = Progress()
    with progress.stage("outer"), progress.stage("inner"):
        time.sleep(0.2)
    times = progress.time_of_stage
    assert times["inner"].wall_s >= 0.2
    assert times["outer"].wall_s < 0.1


def test_the_use_of_tracked_items_is_the_stages_time() -> None:
    progress = Progress()
    for _ in progress.track("pages", [1, 2], 2):
        time.sleep(0.1)
    assert progress.time_of_stage["pages"].wall_s >= 0.2


def test_a_terminal_sees_how_many_are_done() -> None:
    screen = Terminal()
    assert list(Progress(screen).track("pages", iter("abc"), 3)) == ["a", "b", "c"]
    assert "pages" in screen.getvalue()
    assert "3/3" in screen.getvalue()


def test_nobody_is_shown_a_bar_in_a_file() -> None:
    log = io.StringIO()
    assert list(Progress(log).track("pages", [1], 1)) == [1]
    assert log.getvalue() == ""


@pytest.mark.usefixtures("tiny_bundle")
def test_profile_names_every_stage_of_a_build(tmp_path: Path) -> None:
    for path, text in PAGES.items():
        (tmp_path / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / path).write_text(text, encoding="utf-8")
    command = ["build", str(tmp_path / "docs"), "--out", str(tmp_path / "site"), "--profile"]
    shown = CliRunner().invoke(main, command)
    assert shown.exit_code == 0, shown.output
    again = json.loads(CliRunner().invoke(main, [*command, "--json"]).stdout)["profile"]
    first = {line.split()[0] for line in shown.stdout.split("stage  ", 1)[1].splitlines()[1:]}
    stages = {"ingest", "reading", "parse", "chunk", "screen", "terms", "pages", "publish", "all"}
    assert stages <= first
    assert "parse" not in again, "an unchanged document is not parsed again"
