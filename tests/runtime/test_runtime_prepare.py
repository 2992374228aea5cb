"""The real chain: npm, Pyodide under Node, both compilers; slow, and needs npm and Node."""

from __future__ import annotations

import ast
import importlib.util
import json
import marshal
import shutil
from pathlib import Path
from types import CodeType

import pytest

from chapterverse.runtime import prepare as preparing
from chapterverse.runtime.archive import read_zip
from chapterverse.runtime.bytecode import CANARY, fingerprint_of, shape_of, why_host_differs
from chapterverse.runtime.compile import Route, compile_sources
from chapterverse.runtime.errors import RuntimeProblem
from chapterverse.runtime.fetch import fetch_pyodide
from chapterverse.runtime.inside import run_inside
from chapterverse.runtime.node import has_node, has_npm
from chapterverse.runtime.pins import CANARY_SHA256, PYTHON_MAGIC, STDLIB_ARCHIVE
from chapterverse.runtime.places import cache_dir, engine_dir
from chapterverse.runtime.prepare import prepare
from chapterverse.runtime.record import Runtime
from chapterverse.runtime.trace import traced_members
from chapterverse.runtime.trim import engine_sources, kept_sources, read_keep_list

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (has_npm() and has_node()), reason="npm and Node are not here"),
]

can_load_target_code = pytest.mark.skipif(
    importlib.util.MAGIC_NUMBER != PYTHON_MAGIC, reason="this Python cannot read the target's code"
)


@pytest.fixture(scope="module")
def pyodide() -> Path:
    return fetch_pyodide(cache_dir())


@pytest.fixture(scope="module")
def real_engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # A copy, so that a test compares one state of the engine even while somebody edits it.
    copied = tmp_path_factory.mktemp("engine") / "chapterverse_engine"
    return shutil.copytree(engine_dir(), copied, ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture(scope="module")
def sources(pyodide: Path, real_engine: Path) -> dict[str, bytes]:
    kept = kept_sources(pyodide / STDLIB_ARCHIVE, read_keep_list())
    return kept | engine_sources(real_engine)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, real_engine: Path) -> Runtime:
    return prepare(tmp_path_factory.mktemp("runtime") / "out", engine=real_engine)


def code_in(pyc: bytes) -> CodeType:
    code = marshal.loads(pyc[16:])  # noqa: S302 - compiled a moment ago, by us
    assert isinstance(code, CodeType)
    return code


def has_comprehension(source: bytes) -> bool:
    return any(isinstance(node, ast.comprehension) for node in ast.walk(ast.parse(source)))


def test_preparing_from_scratch_twice_gives_the_same_bytes(
    tmp_path: Path, real_engine: Path
) -> None:
    runs = [
        prepare(tmp_path / name, cache=tmp_path / f"cache-{name}", engine=real_engine)
        for name in ("a", "b")
    ]
    first, second = ({p.name: p.read_bytes() for p in run.directory.iterdir()} for run in runs)
    assert first == second


def test_a_current_runtime_is_kept_as_it_is(
    prepared: Runtime, real_engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("it was made anew")

    monkeypatch.setattr(preparing, "fetch_pyodide", refuse)
    monkeypatch.setattr(preparing, "compile_sources", refuse)
    assert prepare(prepared.directory, engine=real_engine) == prepared


def test_the_archive_holds_the_kept_library_and_the_engine_and_nothing_else(
    prepared: Runtime, sources: dict[str, bytes]
) -> None:
    members = read_zip(prepared.directory / STDLIB_ARCHIVE)
    assert sorted(members) == sorted(f"{name}c" for name in sources)
    assert {pyc[:8] for pyc in members.values()} == {PYTHON_MAGIC + b"\1\0\0\0"}


def test_the_trimmed_archive_suffices_for_start_up_engine_and_errors(
    prepared: Runtime, real_engine: Path
) -> None:
    loaded = traced_members(prepared.directory, real_engine, is_packed=True)
    assert {"chapterverse_engine/bridge.pyc", "json/decoder.pyc"} <= loaded


def test_an_error_inside_pyodide_is_told_in_a_few_lines(prepared: Runtime, tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text(json.dumps(["sqlite3"]), encoding="ascii")
    with pytest.raises(RuntimeProblem, match="ModuleNotFoundError") as refused:
        run_inside("probe.py", prepared.directory, tmp_path, runner="probe.mjs")
    assert len(str(refused.value)) < 5000


@can_load_target_code
def test_the_canary_is_pinned_as_pyodide_compiles_it(pyodide: Path) -> None:
    compiled = compile_sources({"canary.py": CANARY.encode()}, pyodide, Route.NODE)
    assert fingerprint_of(code_in(compiled["canary.pyc"])) == CANARY_SHA256


@can_load_target_code
def test_both_routes_give_equal_code_objects(pyodide: Path, sources: dict[str, bytes]) -> None:
    pytest.importorskip("pyodide_build", reason="pyodide-build is not installed")
    if why_host_differs():
        # Patch releases of 3.13 differ in comprehensions only; everything else must be equal.
        sources = {n: text for n, text in sources.items() if not has_comprehension(text)}
        assert len(sources) > 50
    by_build = compile_sources(sources, pyodide, Route.PYODIDE_BUILD)
    by_node = compile_sources(sources, pyodide, Route.NODE)
    for name, pyc in by_node.items():
        assert by_build[name][:16] == pyc[:16], name
        assert shape_of(code_in(by_build[name])) == shape_of(code_in(pyc)), name
