"""The main paths in Firefox: an installed one, driven through WebDriver BiDi."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import handmade
import pytest
from accessibility import violations
from playwright.sync_api import Browser, Error, Page, Playwright, expect
from served_site import ServedSite

pytestmark = pytest.mark.slow

QUESTION = handmade.ANSWER["query"]
BOOT_MS = 90_000
EXECUTABLES = ("firefox-esr", "firefox")


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox: the one that CHAPTERVERSE_FIREFOX names, or an installed one."""
    named = os.environ.get("CHAPTERVERSE_FIREFOX", "")
    found = named or next(filter(None, map(shutil.which, EXECUTABLES)), None)
    if not found:
        pytest.skip("no Firefox is installed (CHAPTERVERSE_FIREFOX names one)")
    started = playwright.firefox.launch(channel="moz-firefox", executable_path=found)
    try:
        started.new_page().close()
    except Error as error:
        started.close()
        pytest.skip(f"this Playwright does not drive {found}: {str(error).splitlines()[0]}")
    yield started
    started.close()


@pytest.fixture
def fox(firefox: Browser) -> Iterator[Page]:
    """A page of Firefox that fails the test on an error of a script or a request elsewhere."""
    context = firefox.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.extend(_foreign(request.url)))
    yield page
    context.close()
    # A page that is left while a module of it is under way has an error that nobody sees.
    assert [one for one in complaints if "dynamically imported module" not in one] == []


def _foreign(url: str) -> list[str]:
    return [] if url.startswith(("http://127.0.0.1:", "data:", "blob:")) else [url]


def opened(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


def test_an_answer_leads_to_its_lines_and_back(fox: Page, site: ServedSite) -> None:
    opened(fox, site.url)
    fox.locator("[data-role=question]").fill(QUESTION)
    fox.locator("[data-role=question]").press("Enter")
    expect(fox.locator("[data-role=quote]")).to_have_count(2)
    fox.locator("a[data-role=citation]").first.click()
    expect(fox.locator("[data-selected]")).to_have_count(2)
    fox.go_back()
    expect(fox.locator("[data-role=quote]")).to_have_count(2)


def test_lines_are_selected_by_click_and_shift_click(fox: Page, site: ServedSite) -> None:
    opened(fox, f"{site.url}source/guide/long.md.html")
    fox.locator("#L3 > a").click()
    fox.locator("#L6 > a").click(modifiers=["Shift"])
    expect(fox.locator("[data-selected]")).to_have_count(4)
    assert fox.evaluate("location.hash") == "#L3-L6"


def test_shortcuts_places_and_the_theme_work(fox: Page, site: ServedSite) -> None:
    opened(fox, f"{site.url}guide/lamp.html")
    fox.locator("[data-role=theme]").click()
    expect(fox.locator("html")).to_have_attribute("data-theme", "light")
    fox.keyboard.press("Control+k")
    expect(fox.locator("[data-role=question]")).to_be_focused()
    fox.keyboard.type("fill")
    expect(fox.locator("[data-role=places] a").first).to_be_visible()
    fox.keyboard.press("ArrowDown")
    fox.keyboard.press("Enter")
    fox.wait_for_url(re.compile("#filling$"))


def test_what_is_hidden_opens_for_a_link_to_it(fox: Page, site: ServedSite) -> None:
    opened(fox, f"{site.url}guide/lamp.html#deep")
    expect(fox.locator("#deep")).to_be_visible()
    opened(fox, f"{site.url}guide/lamp.html#L8")
    expect(fox.locator("article [data-selected]")).to_contain_text("Fill the reservoir")


@pytest.mark.parametrize("path", ["", f"?q={quote(QUESTION)}", "guide/lamp.html#L8",
                                  "source/guide/lamp.md.html#L3", "contents.html"])  # fmt: skip
def test_axe_finds_nothing_and_nothing_sticks_out(fox: Page, site: ServedSite, path: str) -> None:
    opened(fox, site.url + path)
    assert violations(fox) == []
    assert fox.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_real_engine_answers_and_abstains(
    fox: Page, demo_site: Path, serve_site: Callable[..., ServedSite]
) -> None:
    demo = serve_site(demo_site)
    opened(fox, demo.url)
    fox.locator("[data-role=question]").fill("Which exit code means that a bar was missed?")
    fox.locator("[data-role=question]").press("Enter")
    expect(fox.locator("[data-role=outcome][data-outcome=answer]")).to_be_visible(timeout=BOOT_MS)
    fox.locator("[data-role=question]").fill("How many moons does Jupiter have?")
    fox.locator("[data-role=question]").press("Enter")
    abstention = fox.locator("[data-role=outcome][data-outcome=abstention]")
    expect(abstention).to_be_visible(timeout=BOOT_MS)
