"""The wheel's build hook: a runtime for the standard wheel, none for an editable install."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from chapterverse.runtime import prepare as preparing
from chapterverse.runtime.places import checkout_dir

pytest.importorskip("hatchling", reason="hatchling is not installed")


@pytest.fixture
def hook_module() -> ModuleType:
    root = checkout_dir()
    if root is None:
        pytest.skip("this is not a checkout")
    spec = importlib.util.spec_from_file_location("hatch_build", root / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_data_after(module: ModuleType, root: Path, version: str) -> dict[str, Any]:
    hook = module.RuntimeBuildHook(str(root), {}, None, None, "", "wheel")
    build_data: dict[str, Any] = {"force_include": {}}
    hook.initialize(version, build_data)
    return build_data


def test_the_standard_wheel_carries_the_runtime(
    hook_module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "prepare", _Prepared)
    included = build_data_after(hook_module, tmp_path, "standard")["force_include"]
    assert included == {str(tmp_path / ".runtime"): "chapterverse/_runtime"}


def test_an_editable_install_prepares_nothing(
    hook_module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "prepare", lambda _: pytest.fail("it prepared"))
    assert build_data_after(hook_module, tmp_path, "editable")["force_include"] == {}


def test_a_builder_can_leave_the_runtime_out(
    hook_module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(hook_module.OPT_OUT, "1")
    monkeypatch.setattr(preparing, "prepare", lambda _: pytest.fail("it prepared"))
    assert build_data_after(hook_module, tmp_path, "standard")["force_include"] == {}


class _Prepared:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
