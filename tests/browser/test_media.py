"""Other ways to look at a page: 400 % zoom, forced colours, less motion, paper, large text."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

QUESTION = quote(handmade.ANSWER["query"])
PAGES = [
    "",
    f"?q={QUESTION}",
    "guide/lamp.html#L8",
    "source/guide/lamp.md.html#L3-L6",
    "contents.html",
]
# 1280 by 1024 at 400 %.
ZOOMED = {"width": 320, "height": 256}


def opened(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


@pytest.mark.parametrize("address", PAGES)
def test_at_400_percent_nothing_is_cut_off_and_the_content_can_be_read(
    new_page: Callable[..., Page], site: ServedSite, address: str
) -> None:
    page = new_page(viewport=ZOOMED)
    opened(page, site.url + address)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # What sticks to the screen must leave room for what scrolls below it.
    stuck = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((node) => {
          const { position, display } = getComputedStyle(node);
          return ["sticky", "fixed"].includes(position) && display !== "none";
        }).map((node) => node.getBoundingClientRect())
          .filter((box) => box.height > 0 && box.top < innerHeight && box.bottom > 0)
          .reduce((sum, box) => sum + box.height, 0)"""
    )
    assert stuck < ZOOMED["height"] / 2


def test_at_400_percent_a_question_can_be_asked_and_its_lines_be_seen(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(viewport=ZOOMED)
    opened(page, f"{site.url}guide/long.html")
    page.locator("[data-role=question]").fill("far")
    page.locator("[data-role=question]").press("Enter")
    page.locator("a[data-role=citation]").click()
    page.wait_for_url("**/source/**")
    expect(page.locator("#L300")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("address", PAGES)
def test_text_of_twice_the_size_fits(page: Page, site: ServedSite, address: str) -> None:
    opened(page, site.url + address)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_selection_is_seen_with_forced_colours(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(forced_colors="active")
    opened(page, f"{site.url}source/guide/lamp.md.html#L3")
    expect(page.locator("[data-selected]")).to_have_css("outline-style", "solid")
    opened(page, f"{site.url}guide/lamp.html#L8")
    expect(page.locator("article [data-selected]").first).to_have_css("outline-style", "solid")
    opened(page, f"{site.url}?q={QUESTION}")
    button = page.get_by_role("button", name="Ask", exact=True)
    expect(button).to_have_css("border-top-style", "solid")


@pytest.mark.parametrize("address", PAGES)
def test_less_motion_means_none(
    new_page: Callable[..., Page], site: ServedSite, address: str
) -> None:
    page = new_page(reduced_motion="reduce")
    opened(page, site.url + address)
    expect(page.locator("html")).to_have_css("scroll-behavior", "auto")
    moving = page.evaluate(
        """() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 0).length
          + [...document.querySelectorAll("*")].filter((node) =>
              getComputedStyle(node).transitionDuration.split(",").some((t) => parseFloat(t) > 0)
            ).length"""
    )
    assert moving == 0


def test_paper_shows_the_content_the_numbers_and_the_selection(
    page: Page, site: ServedSite
) -> None:
    opened(page, f"{site.url}source/guide/lamp.md.html#L3-L4")
    page.emulate_media(media="print")
    expect(page.locator("#L5 > a")).to_be_visible()
    expect(page.locator("#L3")).to_have_css("border-inline-start-color", "rgb(0, 0, 0)")
    for part in (".site-header", "[data-role=selection-tools]", ".selection-hint"):
        expect(page.locator(part)).to_be_hidden()
    opened(page, f"{site.url}?q={QUESTION}")
    expect(page.locator("[data-role=quote]").first).to_be_visible()
    for part in (".ask-form", ".quote-tools", "[data-role=thread-tools]", ".site-navigation"):
        expect(page.locator(part).first).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_of_the_system_is_followed(
    new_page: Callable[..., Page], site: ServedSite, scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    opened(page, site.url)
    colour = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    brightness = sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(",")))
    assert (brightness > 600) is (scheme == "light")


def test_an_open_list_of_places_fits_above_a_phones_keyboard(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(viewport={"width": 390, "height": 340}, has_touch=True)
    opened(page, f"{site.url}guide/lamp.html")
    content = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "interactive-widget=resizes-content" in content
    page.locator("[data-role=question]").tap()
    page.locator("[data-role=question]").press_sequentially("l")
    places = page.locator("[data-role=places]")
    expect(places).to_be_visible()
    expect(places.locator("a").first).to_be_in_viewport(ratio=1)
    box = places.bounding_box()
    assert box
    assert box["height"] <= 340 * 0.6 + 1
