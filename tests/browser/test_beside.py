"""On wide screens the cited lines open beside the answer, from mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import handmade
import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from served_site import ServedSite

QUESTION = handmade.ANSWER["query"]
LINES = handmade.LAMP.split("\n")


@pytest.fixture
def wide(new_page: Callable[..., Page]) -> Page:
    return new_page(viewport={"width": 1600, "height": 900})


def pane_of(page: Page, site: ServedSite, query: str = QUESTION) -> Any:
    page.goto(f"{site.url}?q={quote(query)}")
    page.locator("a[data-role=citation]").first.click()
    pane = page.locator("[data-role=source-pane]")
    expect(pane).to_be_visible()
    return pane


def test_the_pane_shows_the_cited_lines_and_the_answer_stays(wide: Page, site: ServedSite) -> None:
    pane = pane_of(wide, site)
    expect(pane.locator("[data-selected] code")).to_have_text(LINES[2:4])
    expect(pane.locator("li")).to_have_count(len(LINES) - 1)
    expect(wide.locator("[data-role=quote]").first).to_be_in_viewport()
    assert "/source/" not in wide.url
    pane.locator("[data-role=open-source]").click()
    wide.wait_for_url(re.compile(r"/source/guide/lamp\.md\.html\?quote=.*#L3-L4$"))
    expect(wide.locator("[data-selected]")).to_have_count(2)


def test_lines_far_down_are_in_sight(wide: Page, site: ServedSite) -> None:
    pane = pane_of(wide, site, "far")
    for text in ("Line 298 of", "Line 300 of", "Line 302 of"):
        expect(pane.locator("code").filter(has_text=text)).to_be_in_viewport(ratio=1)
    assert wide.evaluate("scrollY") == 0


def test_the_pane_works_from_the_keyboard_and_gives_the_focus_back(
    wide: Page, site: ServedSite
) -> None:
    wide.goto(f"{site.url}?q={quote(QUESTION)}")
    citation = wide.locator("a[data-role=citation]").first
    citation.focus()
    wide.keyboard.press("Enter")
    pane = wide.get_by_role("complementary", name="The cited lines in their document")
    expect(pane).to_be_focused()
    assert violations(wide) == []
    wide.keyboard.press("Escape")
    expect(pane).to_have_count(0)
    expect(citation).to_be_focused()


def test_another_citation_takes_the_pane_and_another_question_closes_it(
    wide: Page, site: ServedSite
) -> None:
    pane = pane_of(wide, site)
    wide.locator("a[data-role=citation]").last.click()
    expect(pane.locator("[data-selected] code").first).to_have_text("```python")
    expect(pane).to_have_count(1)
    wide.locator("[data-role=question]").fill("nothing")
    wide.locator("[data-role=question]").press("Enter")
    expect(pane).to_have_count(0)


def test_a_quote_that_has_moved_is_found_in_the_pane(wide: Page, site: ServedSite) -> None:
    wide.route(
        "**/source/guide/lamp.md", lambda route: route.fulfill(body="New.\n" + handmade.LAMP)
    )
    pane = pane_of(wide, site)
    expect(pane.locator("[data-drift=drift_moved]")).to_be_visible()
    expect(pane.locator("[data-selected] > a")).to_have_text(["4", "5"])


def test_a_quote_that_is_gone_is_said_to_be(wide: Page, site: ServedSite) -> None:
    other = handmade.LAMP.replace("nine", "ten")
    wide.route("**/source/guide/lamp.md", lambda route: route.fulfill(body=other))
    pane = pane_of(wide, site)
    expect(pane.locator("[data-drift=drift_gone]")).to_be_visible()
    expect(pane.locator("[data-selected]")).to_have_count(0)


def test_a_document_that_cannot_be_fetched_is_opened_as_a_page(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(viewport={"width": 1600, "height": 900}, ignored=("404",))
    page.route("**/source/guide/lamp.md", lambda route: route.fulfill(status=404))
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    page.locator("a[data-role=citation]").first.click()
    page.wait_for_url(re.compile(r"/source/guide/lamp\.md\.html"))


def test_markup_in_a_source_stays_text_in_the_pane(wide: Page, site: ServedSite) -> None:
    hostile = "<img src=x onerror=alert(1)>\n" * 9
    wide.route("**/source/guide/lamp.md", lambda route: route.fulfill(body=hostile))
    pane = pane_of(wide, site)
    expect(pane.locator("code").first).to_have_text("<img src=x onerror=alert(1)>")
    assert pane.locator("img").count() == 0


def test_keys_that_open_elsewhere_keep_their_meaning(wide: Page, site: ServedSite) -> None:
    wide.goto(f"{site.url}?q={quote(QUESTION)}")
    with wide.context.expect_page() as opened:
        wide.locator("a[data-role=citation]").first.click(modifiers=["Control"])
    expect(opened.value.locator("[data-selected]")).to_have_count(2)
    expect(wide.locator("[data-role=source-pane]")).to_have_count(0)
