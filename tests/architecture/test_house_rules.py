"""What lint cannot see: who imports what, one version everywhere, sizes, true documents."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from benchmarks.readme import measured_code

from chapterverse.cli import MODULE_OF_COMMAND
from chapterverse.runtime.pins import PYODIDE_VERSION

ENGINE = "web/chapterverse_engine"
BUILDER = "builder/chapterverse"
# Modules that read, write, wait, run things, or know the time: none of them below the engine.
WITH_IO = frozenset(
    (
        "asyncio", "concurrent", "ctypes", "datetime", "fileinput", "ftplib", "glob", "http", "io",
        "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle", "queue", "random",
        "sched", "select", "selectors", "shutil", "signal", "socket", "sqlite3", "ssl",
        "subprocess", "sys", "tempfile", "threading", "time", "urllib.request", "webbrowser",
    )
)  # fmt: skip


def python_files(checkout: Path, *folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((checkout / folder).rglob("*.py"))


def imported_modules(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return found


def test_the_engine_imports_only_standard_modules_without_input_or_output(checkout: Path) -> None:
    for path in python_files(checkout, ENGINE):
        for name in imported_modules(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names, f"{path.name} imports {name}"
            assert not WITH_IO & {name, top}, f"{path.name} imports {name}"


def test_the_engine_opens_and_waits_for_nothing(checkout: Path) -> None:
    for path in python_files(checkout, ENGINE):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not isinstance(node, ast.AsyncFunctionDef | ast.Await), path.name
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "input", "print", "eval", "exec"}, path.name


def function_lengths(checkout: Path) -> dict[str, int]:
    lengths = {}
    for path in python_files(checkout, ENGINE, BUILDER, "tools", "benchmarks"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                name = f"{path.relative_to(checkout)}:{node.lineno} {node.name}"
                lengths[name] = (node.end_lineno or node.lineno) - node.lineno + 1
    return lengths


def test_no_function_is_longer_than_fifty_lines_and_most_are_short(checkout: Path) -> None:
    lengths = function_lengths(checkout)
    assert {name: size for name, size in lengths.items() if size > 50} == {}
    assert median(lengths.values()) <= 10
    long_ones = [name for name, size in lengths.items() if size > 30]
    assert len(long_ones) <= len(lengths) // 20, long_ones


def test_no_module_is_longer_than_four_hundred_lines(checkout: Path) -> None:
    sizes = {
        str(path.relative_to(checkout)): path.read_text("utf-8").count("\n")
        for path in python_files(checkout, ENGINE, BUILDER)
    }
    assert {name: size for name, size in sizes.items() if size > 400} == {}


def test_architecture_lists_every_module_with_its_own_first_sentence(checkout: Path) -> None:
    command = [sys.executable, "tools/module_tables.py", "--check"]
    done = subprocess.run(command, cwd=checkout, check=False)
    assert done.returncode == 0, "ARCHITECTURE.md is stale: run python tools/module_tables.py"


def test_every_test_that_architecture_names_exists(checkout: Path) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", (checkout / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(named) >= 6
    assert [path for path in named if not (checkout / path).is_file()] == []


def documents(checkout: Path) -> list[Path]:
    return [
        *checkout.glob("*.md"),
        *(checkout / "docs").rglob("*.md"),
        *(checkout / "corpus").rglob("*.md"),
    ]


def test_every_document_names_the_one_pyodide_version(checkout: Path) -> None:
    named = {
        (str(path.relative_to(checkout)), version)
        for path in documents(checkout)
        for version in re.findall(r"Pyodide (\d+\.\d+(?:\.\d+)?)", path.read_text("utf-8"))
    }
    assert named, "no document names the version"
    assert {version for _, version in named} == {PYODIDE_VERSION}, named


def test_every_make_target_and_command_in_the_readme_exists(checkout: Path) -> None:
    readme = (checkout / "README.md").read_text("utf-8")
    makefile = (checkout / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"(?:^|`)make ([a-z][a-z-]*)", readme, re.MULTILINE))
    assert {"demo", "test", "serve"} <= targets
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []
    shown = re.findall(
        r"^(?:\$ )?chapterverse ([a-z]+)|`chapterverse ([a-z]+)", readme, re.MULTILINE
    )
    commands = {first or second for first, second in shown}
    assert {"build", "ask", "serve"} <= commands
    assert commands <= set(MODULE_OF_COMMAND)


@pytest.mark.parametrize(
    "pattern", [r"/(?:w[o]rk|ro[o]t)/[a-z]", r"p[y]pi\.org|n[p]mjs\.|python[h]osted"]
)
def test_no_tracked_text_holds_a_machine_path_or_a_registry_host(
    checkout: Path, pattern: str
) -> None:
    suffixes = {".py", ".md", ".toml", ".json", ".js", ".sh", ".txt", ".html", ".css", ".yml"}
    folders = ("builder", "web", "tests", "tools", "docs", "corpus", "eval", "benchmarks")
    paths = [
        p for folder in folders for p in (checkout / folder).rglob("*") if p.suffix in suffixes
    ]
    found = [
        str(path.relative_to(checkout))
        for path in [*paths, *checkout.glob("*.*")]
        if path.is_file()
        and path.suffix in suffixes
        and re.search(pattern, path.read_text("utf-8"))
    ]
    assert found == []


def test_every_test_file_has_a_name_of_its_own(checkout: Path) -> None:
    names = [path.name for path in python_files(checkout, "tests") if path.name != "conftest.py"]
    assert sorted(names) == sorted(set(names))


def test_the_numbers_in_the_readme_are_those_of_this_code(checkout: Path) -> None:
    text = (checkout / "README.md").read_text("utf-8")
    measured = re.search(r"<!-- measured on (\w+) ", text)
    assert measured, "README.md has no numbers"
    assert measured.group(1) == measured_code(), (
        "the numbers in README.md are stale: "
        "run python -m benchmarks.quality ../shared/data/qa --write"
    )


def test_no_test_imports_from_a_conftest_as_several_share_that_name(checkout: Path) -> None:
    assert [
        path.name
        for path in python_files(checkout, "tests")
        if "conftest" in imported_modules(path)
    ] == []
