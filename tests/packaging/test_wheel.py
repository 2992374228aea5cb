"""The release wheel builds a whole site in an empty folder, with no checkout, Node or network."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, made by its own build backend."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        folder,
    ]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel; its dependencies are lent from this one."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=True)
    bin_dir = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [bin_dir / "python", "-m", "pip", "install", "--quiet", "--no-deps", wheel]
    subprocess.run(pip, check=True, capture_output=True)
    purelib = subprocess.run(
        [bin_dir / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    # A path that another .pth file adds is not searched for .pth files: the checkout stays away.
    Path(purelib, "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return bin_dir


def run(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command with nothing on PATH and an empty cache."""
    environment = {
        "PATH": "",
        "HOME": str(folder / "home"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [installed / "chapterverse", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_carries_engine_web_files_and_runtime(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in (
        "chapterverse/cli.py",
        "chapterverse_engine/bridge.py",
        "chapterverse/_web/app/main.js",
        "chapterverse/_web/styles/tokens.css",
        "chapterverse/_web/templates/base.html",
        "chapterverse/_web/locales/zh.json",
        "chapterverse/_runtime/pyodide.asm.wasm",
        "chapterverse/_runtime/python_stdlib.zip",
        "chapterverse/_runtime/runtime.json",
    ):
        assert name in names
    assert {
        name.split("/")[0] for name in names if not name.split("/")[0].endswith(".dist-info")
    } == {
        "chapterverse",
        "chapterverse_engine",
    }


def test_an_installed_wheel_builds_and_asks_a_site_in_an_empty_folder(
    installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/pump.md").write_text("# Pump\n\nThe pump starts at 40 litres a minute.\n")
    built = run(installed, tmp_path, "build", "docs", "--out", "site")
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "site/_chapterverse/runtime").is_dir()
    assert "site-packages" not in built.stdout + built.stderr
    asked = run(installed, tmp_path, "ask", "How fast does the pump start?", "--site", "site")
    assert asked.returncode == 0, asked.stderr
    assert "[S1] pump.md#L3-L3" in asked.stdout
    assert "The pump starts at 40 litres a minute." in asked.stdout


def test_the_installed_package_is_not_the_checkout(installed: Path, checkout: Path) -> None:
    code = "import chapterverse, chapterverse_engine as e; print(chapterverse.__file__, e.__file__)"
    found = subprocess.run(
        [installed / "python", "-I", "-c", code],
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert str(checkout) not in found
