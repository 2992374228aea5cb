"""What the browser tests share: sites served under a sub-path, and a strict page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import handmade
import pytest
from playwright.sync_api import Browser, Page
from served_site import ServedSite

from chapterverse.serve import make_server

PREFIX = "/some/sub/path/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).resolve().parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def serve_site() -> Iterator[Callable[..., ServedSite]]:
    """Serves folders under a sub-path until the session ends."""
    servers = []

    def start(directory: Path, **options: Any) -> ServedSite:
        server = make_server(directory, prefix=PREFIX, **options)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return ServedSite(f"http://127.0.0.1:{server.server_port}{PREFIX}", directory)

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, serve_site: Callable[..., ServedSite]
) -> ServedSite:
    """The handmade site: real pages and scripts, prepared outcomes."""
    directory = tmp_path_factory.mktemp("handmade") / "site"
    handmade.write_site(directory)
    return serve_site(directory)


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages that fail the test on a foreign request, a console error or a policy violation.

    `ignored` is a list of texts; a complaint that holds one of them is expected.
    """
    complaints: list[str] = []
    contexts = []
    expected: list[str] = []

    def open_page(*, ignored: tuple[str, ...] = (), **options: Any) -> Page:
        expected.extend(ignored)
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        context.on("request", lambda request: _check_origin(request.url, complaints))
        return page

    yield open_page
    for context in contexts:
        context.close()
    unexpected = [c for c in complaints if not any(text in c for text in expected)]
    assert not unexpected, "\n".join(unexpected)


def _check_origin(url: str, complaints: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        complaints.append(f"request to another origin: {url}")


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A strict page of a desktop's size."""
    return new_page(viewport={"width": 1280, "height": 800})
