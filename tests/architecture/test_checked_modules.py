"""Every module that a page loads later is held to its hash first."""

from __future__ import annotations

import re
from pathlib import Path

APP = Path(__file__).resolve().parents[2] / "web" / "app"
_LATER = re.compile(r'(?<!@typedef \{)\bimport\("\./([\w-]+\.js)"\)(?![\s\S]{0,3}\.[A-Z])')
# The worker's own files are checked by the page before it starts the worker.
_OF_THE_WORKER = {"worker.js", "index-files.js"}


def loaded_later(text: str) -> list[str]:
    code = re.sub(r"/\*\*[\s\S]*?\*/", "", text)
    return _LATER.findall(code)


def test_pages_import_nothing_later_without_a_check() -> None:
    unchecked = [
        (file.name, name)
        for file in sorted(APP.glob("*.js"))
        if file.name not in _OF_THE_WORKER
        for name in loaded_later(file.read_text("utf-8"))
        if not re.search(rf'(?:verified|part)\(\s*"{re.escape(name)}"', file.read_text("utf-8"))
    ]
    assert unchecked == []


def test_the_page_checks_all_that_the_worker_imports_later() -> None:
    client = (APP / "client.js").read_text("utf-8")
    for name in _OF_THE_WORKER:
        for later in loaded_later((APP / name).read_text("utf-8")):
            assert f'"{later}"' in client, later


def test_the_search_for_such_imports_finds_them() -> None:
    assert loaded_later('const m = await import("./ask.js");') == ["ask.js"]
    assert loaded_later('/** @param {import("./ask.js").Ask} ask */') == []
