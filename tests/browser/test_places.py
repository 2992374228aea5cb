"""The list of places below the question box: at once, from the keyboard, without the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite


def typed(page: Page, url: str, text: str) -> Any:
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    with page.expect_response("**/headings.json"):
        page.locator("[data-role=question]").focus()
    page.locator("[data-role=places]").wait_for(state="attached")
    page.locator("[data-role=question]").press_sequentially(text)
    return page.locator("[data-role=places]")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("lamp", "The lamp"),
        ("FILL", "fillingThe lamp"),
        ("the lamp", "The lamp"),
        ("long doc", "A long document"),
        ("灯", "油灯"),
        ("ocumen", "A long document"),
    ],
)
def test_places_are_found_by_their_names(
    page: Page, site: ServedSite, text: str, first: str
) -> None:
    places = typed(page, site.url, text)
    expect(places.locator("a").first).to_have_text(first)


def test_one_slip_is_forgiven_and_said(page: Page, site: ServedSite) -> None:
    places = typed(page, site.url, "docunent")
    expect(places).to_contain_text("Did you mean")
    expect(places.locator("a").first).to_have_text("A long document")


def test_arrow_keys_lead_into_the_list_and_enter_follows(page: Page, site: ServedSite) -> None:
    typed(page, f"{site.url}guide/long.html", "fill")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-role=places] a").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.url}guide/lamp.html#filling")


def test_escape_closes_the_list_and_keeps_the_text(page: Page, site: ServedSite) -> None:
    places = typed(page, site.url, "lamp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(places).to_be_hidden()
    expect(page.locator("[data-role=question]")).to_be_focused()
    expect(page.locator("[data-role=question]")).to_have_value("lamp")


def test_enter_in_the_box_still_asks(page: Page, site: ServedSite) -> None:
    places = typed(page, site.url, "lamp")
    expect(places).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-role=outcome]")).to_be_visible()
    expect(places).to_be_hidden()


def test_places_come_within_fifty_milliseconds_in_a_large_site(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page()
    rows = [
        [
            f"p{n}.html",
            f"Page number {n}",
            "en",
            [[f"s{m}", f"Section {m} of {n}"] for m in range(9)],
        ]
        for n in range(2000)
    ]
    page.route("**/headings.json", lambda route: route.fulfill(json=rows))
    typed(page, site.url, "sectio")
    took = page.evaluate(
        """() => {
          const box = document.querySelector("[data-role=question]");
          box.value = "sections 8 of 1999";
          const start = performance.now();
          box.dispatchEvent(new Event("input", { bubbles: true }));
          return performance.now() - start;
        }"""
    )
    # Twice the bar of 50 ms: these machines are shared.
    assert took < 100


def test_a_place_whose_name_is_markup_stays_text(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page()
    rows = [["a.html", "<img src=x onerror=alert(1)>", "en", []]]
    page.route("**/headings.json", lambda route: route.fulfill(json=rows))
    places = typed(page, site.url, "img")
    expect(places.locator("a")).to_have_text("<img src=x onerror=alert(1)>")
