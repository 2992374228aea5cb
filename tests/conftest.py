"""What all tests share: checkout, third-party data, the demo's site, and one Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright, sync_playwright
from tools.chromium import ARGUMENTS, NAMED_BY, installed_chromium

from chapterverse.config import load_config
from chapterverse.pipeline import build

CHECKOUT = Path(__file__).resolve().parents[1]
REQUIRED = "CHAPTERVERSE_REQUIRE_BROWSER"


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the checkout."""
    return CHECKOUT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Third-party question and document sets; they are not part of the project."""
    folder = Path(os.environ.get("CHAPTERVERSE_SHARED", CHECKOUT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip("the third-party data sets are not at hand (CHAPTERVERSE_SHARED)")
    return folder


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the bundled corpus, built and evaluated once."""
    out = tmp_path_factory.mktemp("demo") / "site"
    build(load_config(CHECKOUT / "chapterverse.toml", out=out))
    return out


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of all browsers; there can be only one."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium: the one that CHAPTERVERSE_CHROMIUM names, an installed one, or Playwright's."""
    chromium = _launched(playwright)
    yield chromium
    chromium.close()


def _launched(playwright: Playwright) -> Browser:
    found = installed_chromium()
    try:
        return playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
    except Error as error:
        message = (
            f"no Chromium starts (tried {found or 'the one of Playwright'}): install one, run "
            f"`playwright install chromium`, or name one in {NAMED_BY}\n{error}"
        )
        if os.environ.get(REQUIRED):
            pytest.fail(message)
        pytest.skip(message)
