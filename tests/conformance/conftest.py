"""Asks the engine inside real Pyodide, in real Chromium, without a page's policy in the way."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from chapterverse.serve import make_server

HARNESS = Path(__file__).with_name("harness.html")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
EXECUTABLES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

AskInBrowser = Callable[[list[dict[str, object]]], list[str]]


@pytest.fixture(scope="session")
def ask_in_browser(
    demo_site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AskInBrowser]:
    """Return what the engine's bridge replies to questions, as the JSON text of each outcome."""
    served = tmp_path_factory.mktemp("conformance") / "site"
    shutil.copytree(demo_site, served)
    shutil.copy(HARNESS, served / "harness.html")
    server = make_server(served)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    runtime = next((served / "_chapterverse/runtime").iterdir()).name
    with sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, EXECUTABLES)), None)
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/harness.html?runtime={runtime}")

        def ask(questions: list[dict[str, object]]) -> list[str]:
            replies = page.evaluate("(text) => window.askAll(text)", json.dumps(questions))
            assert isinstance(replies, list)
            return replies

        yield ask
        browser.close()
    server.shutdown()
    server.server_close()
