"""Reading a page: where on it the reader is, its translations, its Markdown, its repository."""

from __future__ import annotations

from collections.abc import Callable

import handmade
from playwright.sync_api import Page, expect
from served_site import ServedSite


def test_the_section_that_is_read_is_marked(page: Page, site: ServedSite) -> None:
    page.set_viewport_size({"width": 1440, "height": 500})
    page.goto(f"{site.url}guide/lamp.html")
    entry = page.locator(".on-this-page").get_by_role("link", name="filling")
    expect(entry).not_to_have_attribute("aria-current", "location")
    page.locator("pre").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.getElementById('filling').offsetTop)")
    expect(entry).to_have_attribute("aria-current", "location")
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".on-this-page [aria-current]")).to_have_count(0)


def test_a_page_leads_to_its_translation_and_back(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}guide/lamp.html")
    page.get_by_role("navigation", name="Other languages").get_by_role("link").click()
    page.wait_for_url(f"{site.url}zh/guide/lamp.html")
    page.locator(".languages").get_by_role("link", name="English").click()
    page.wait_for_url(f"{site.url}guide/lamp.html")


def test_the_text_of_a_page_is_copied_as_it_was_written(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site.url}guide/lamp.html")
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.get_by_role("button", name="Copy as Markdown").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == handmade.LAMP


def test_a_page_and_its_source_lead_to_the_repository(page: Page, site: ServedSite) -> None:
    address = "https://example.org/lamps/blob/main/docs/guide/lamp.md"
    for path in ("guide/lamp.html", "source/guide/lamp.md.html"):
        page.goto(site.url + path)
        expect(page.get_by_role("link", name="View in repository")).to_have_attribute(
            "href", address
        )
