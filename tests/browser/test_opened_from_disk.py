"""A site that is opened by a double click: pages can be read, lines linked to, and it says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import handmade
import pytest
from playwright.sync_api import Browser, Page, expect


@pytest.fixture
def disk_page(browser: Browser) -> Iterator[Page]:
    """A page without the strictness of the others: modules from disk are refused, and logged."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Writes the handmade site once; gives the address of one of its files."""
    directory: Path = tmp_path_factory.mktemp("disk") / "site"
    handmade.write_site(directory)
    return lambda path: f"{directory.as_uri()}/{path}"


def test_pages_can_be_read_and_lead_to_each_other(
    disk_page: Page, on_disk: Callable[[str], str]
) -> None:
    disk_page.goto(on_disk("index.html"))
    expect(disk_page.locator("article h1")).to_have_text("Welcome")
    expect(disk_page.locator("html")).to_have_css("scroll-padding-top", "72px")
    disk_page.get_by_role("link", name="All pages").click()
    disk_page.locator("main").get_by_role("link", name="A long document").click()
    disk_page.wait_for_url(on_disk("guide/long.html"))
    disk_page.get_by_role("link", name="View source lines").click()
    disk_page.wait_for_url(on_disk("source/guide/long.md.html"))


def test_lines_are_reached_and_the_first_is_marked(
    disk_page: Page, on_disk: Callable[[str], str]
) -> None:
    disk_page.goto(on_disk("source/guide/long.md.html#L300"))
    expect(disk_page.locator("#L300")).to_be_in_viewport()
    marked = disk_page.locator("#L300").evaluate("line => getComputedStyle(line).backgroundColor")
    other = disk_page.locator("#L301").evaluate("line => getComputedStyle(line).backgroundColor")
    assert marked != other


def test_the_question_box_says_what_it_needs(
    disk_page: Page, on_disk: Callable[[str], str]
) -> None:
    disk_page.goto(on_disk("index.html?q=lamp"))
    notice = disk_page.get_by_text("Asking needs JavaScript")
    expect(notice).to_contain_text("opened over http or https")
    expect(notice).to_be_visible(timeout=8_000)
