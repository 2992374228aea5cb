from __future__ import annotations

import pytest
from click.testing import CliRunner
from running import Run

from chapterverse.cli import main


@pytest.fixture
def run() -> Run:
    """Run a command line inside this process; returns its output and exit status."""
    return lambda *arguments: CliRunner().invoke(main, [str(one) for one in arguments])
