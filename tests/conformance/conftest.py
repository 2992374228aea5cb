"""Asks the engine inside real Pyodide, in real Chromium, without a page's policy in the way."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from chapterverse.serve import make_server

HARNESS = Path(__file__).with_name("harness.html")
AskInBrowser = Callable[[list[dict[str, object]]], list[str]]


@pytest.fixture(scope="session")
def harness(
    browser: Browser, demo_site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """Open the harness beside the demo's site."""
    served = tmp_path_factory.mktemp("conformance") / "site"
    shutil.copytree(demo_site, served)
    shutil.copy(HARNESS, served / "harness.html")
    server = make_server(served)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    runtime = next((served / "_chapterverse/runtime").iterdir()).name
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/harness.html?runtime={runtime}")
    yield page
    page.close()
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def ask_in_browser(harness: Page) -> AskInBrowser:
    """Return what the engine's bridge replies to questions, as the JSON text of each outcome."""

    def ask(questions: list[dict[str, object]]) -> list[str]:
        replies = harness.evaluate("(text) => window.askAll(text)", json.dumps(questions))
        assert isinstance(replies, list)
        return replies

    return ask
