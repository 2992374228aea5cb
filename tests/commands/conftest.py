from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from chapterverse.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command line inside this process; returns its output and exit status."""
    return lambda *arguments: CliRunner().invoke(main, [str(one) for one in arguments])
