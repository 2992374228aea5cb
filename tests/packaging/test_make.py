"""What `make` runs is installed by what `make` installs."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

# Parts of Python, of every virtual environment, and of this project.
ALWAYS_THERE = {*sys.stdlib_module_names, "pip", "chapterverse", "tools"}


def test_modules_that_make_runs_are_in_its_dependency_groups(checkout: Path) -> None:
    makefile = (checkout / "Makefile").read_text("utf-8")
    groups = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    installed = {
        re.split(r"[^\w-]", requirement)[0]
        for group in re.findall(r"--group (\S+)", makefile)
        for requirement in groups[group]
    }

    run = {name.split(".")[0] for name in re.findall(r"python -m ([\w.]+)", makefile)}

    assert "hatchling" in run
    assert run <= ALWAYS_THERE | installed


def test_a_pin_that_newer_pythons_alone_can_install_has_another_for_the_oldest(
    checkout: Path,
) -> None:
    pins = (checkout / "constraints.txt").read_text("utf-8").splitlines()
    marked = [pin for pin in pins if ";" in pin]

    newer = {pin.split("==")[0] for pin in marked if 'python_version >= "' in pin}
    older = {pin.split("==")[0] for pin in marked if 'python_version < "' in pin}

    assert newer == older != set()
