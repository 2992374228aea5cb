"""Everything from the keyboard: shortcuts that steal nothing, focus that is seen, menus that let go."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

QUESTION = handmade.ANSWER["query"]
BOX = "[data-role=question]"


def opened(page: Page, site: ServedSite, address: str = "") -> None:
    page.goto(site.url + address)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


@pytest.mark.parametrize("key", ["/", "Control+k", "Meta+k", "Control+K"])
@pytest.mark.parametrize("address", ["", "guide/lamp.html", "source/guide/lamp.md.html"])
def test_a_shortcut_leads_to_the_question_box(
    page: Page, site: ServedSite, address: str, key: str
) -> None:
    opened(page, site, address)
    page.keyboard.press(key)
    expect(page.locator(BOX)).to_be_focused()
    expect(page.locator(BOX)).to_have_value("")


@pytest.mark.parametrize("tag", ["textarea", "input", "select", "div"])
def test_a_slash_that_is_typed_into_a_field_is_left_there(
    page: Page, site: ServedSite, tag: str
) -> None:
    opened(page, site, "guide/lamp.html")
    page.evaluate(
        """tag => {
          const field = document.createElement(tag);
          field.id = "field";
          if (tag === "div") field.contentEditable = "true";
          document.querySelector("main").prepend(field);
          field.focus();
        }""",
        tag,
    )
    page.keyboard.press("/")
    expect(page.locator("#field")).to_be_focused()
    if tag in ("textarea", "input"):
        expect(page.locator("#field")).to_have_value("/")


@pytest.mark.parametrize("key", ["Control+/", "Alt+/", "Control+Shift+k", "k", "s", "ArrowRight"])
def test_other_keys_are_left_alone(page: Page, site: ServedSite, key: str) -> None:
    opened(page, site, "guide/lamp.html")
    page.evaluate(
        "addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })"
    )
    page.keyboard.press(key)
    assert page.evaluate("window.taken") is False
    expect(page.locator(BOX)).not_to_be_focused()


def test_a_page_without_a_box_takes_no_key(new_page: Callable[..., Page], site: ServedSite) -> None:
    page = new_page()
    opened(page, site, "guide/lamp.html")
    page.evaluate("document.querySelector('[data-role=question]').remove()")
    page.evaluate(
        "addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })"
    )
    page.keyboard.press("Control+k")
    assert page.evaluate("window.taken") is False


def test_the_key_that_works_alone_can_be_switched_off_for_good(
    page: Page, site: ServedSite
) -> None:
    opened(page, site, "guide/lamp.html")
    switch = page.get_by_role("checkbox", name="Key “/” leads to the question box")
    expect(switch).to_be_checked()
    expect(page.locator(".shortcut-hint")).to_be_visible()
    switch.uncheck()
    switch.blur()
    expect(page.locator(".shortcut-hint")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.locator(BOX)).not_to_be_focused()
    opened(page, site)
    page.keyboard.press("/")
    expect(page.locator(BOX)).not_to_be_focused()
    page.keyboard.press("Control+k")
    expect(page.locator(BOX)).to_be_focused()
    switch.check()
    switch.blur()
    page.keyboard.press("/")
    expect(page.locator(BOX)).to_be_focused()


def test_keys_of_a_composition_neither_ask_nor_move_nor_close(page: Page, site: ServedSite) -> None:
    opened(page, site)
    box = page.locator(BOX)
    box.focus()
    box.press_sequentially("lamp")
    places = page.locator("[data-role=places]")
    expect(places).to_be_visible()
    for key in ("ArrowDown", "Escape", "Enter"):
        box.dispatch_event("keydown", {"key": key, "isComposing": True, "bubbles": True})
    expect(box).to_be_focused()
    expect(places).to_be_visible()
    assert page.url == site.url


@pytest.mark.parametrize("media", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
@pytest.mark.parametrize("address", [f"?q={quote(QUESTION)}", "guide/lamp.html", "contents.html"])
def test_every_stop_shows_that_it_has_the_focus(
    new_page: Callable[..., Page], site: ServedSite, address: str, media: dict[str, str]
) -> None:
    page = new_page(reduced_motion="reduce", **media)
    opened(page, site, address)
    if "?q" in address:
        expect(page.locator("[data-role=outcome]")).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    stops = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        shown = page.evaluate("""() => {
          const stop = document.activeElement;
          if (!stop || stop === document.body) return null;
          const around = stop.closest(".ask-row") ?? stop;
          const rings = [stop, around].map((one) => getComputedStyle(one));
          const box = stop.getBoundingClientRect();
          return {
            name: stop.outerHTML.slice(0, 90),
            hasRing: rings.some((s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2),
            isVisible: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
          };
        }""")
        if shown is None:
            break
        stops += 1
        assert shown["hasRing"], shown["name"]
        assert shown["isVisible"], shown["name"]
    assert stops > 8


def test_the_order_of_the_stops_is_that_of_the_page(page: Page, site: ServedSite) -> None:
    opened(page, site, f"?q={quote(QUESTION)}")
    expect(page.locator("[data-role=outcome]")).to_be_focused()
    tops: list[int] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        place = page.evaluate(
            """() => {
              const stop = document.activeElement;
              if (!stop?.closest("main")) return null;
              return Math.round(stop.getBoundingClientRect().top + scrollY);
            }"""
        )
        if place is None:
            break
        tops.append(place)
    # Parts of one row may differ in height by some pixels.
    assert len(tops) > 8
    assert all(after >= before - 24 for before, after in pairwise(tops))


def test_the_menu_closes_with_escape_and_gives_the_focus_back(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(viewport={"width": 360, "height": 700})
    opened(page, site, "guide/lamp.html")
    menu = page.get_by_role("button", name="Menu")
    menu.focus()
    page.keyboard.press("Enter")
    navigation = page.locator("nav.site-navigation")
    expect(navigation).to_be_visible()
    page.keyboard.press("Tab")
    expect(navigation.get_by_role("link", name="Home")).to_be_focused()
    page.keyboard.press("Escape")
    expect(navigation).to_be_hidden()
    expect(menu).to_be_focused()


def test_a_question_is_asked_and_its_lines_reached_without_a_mouse(
    page: Page, site: ServedSite
) -> None:
    opened(page, site, "guide/lamp.html")
    page.keyboard.press("/")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?q="))
    expect(page.locator("[data-role=outcome]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("a[data-role=citation]").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"#L3-L4$"))
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.go_back()
    expect(page.locator("[data-role=quote]")).to_have_count(2)


def spoken(page: Page) -> str:
    return page.locator("[data-role=announcement]").text_content() or ""


def test_what_changes_is_told_to_those_who_do_not_see_it(page: Page, site: ServedSite) -> None:
    opened(page, site)
    region = page.locator("[data-role=announcement]")
    expect(region).to_have_attribute("role", "status")
    box = page.locator(BOX)
    box.focus()
    box.press_sequentially("lamp")
    expect(region).to_contain_text("1 places below")
    box.press_sequentially("xyz")
    expect(region).to_have_text("No heading fits; Enter asks the documents.")
    box.fill(QUESTION)
    box.press("Enter")
    expect(region).to_have_text("Answer with 2 quotes.")
    box.fill("nothing")
    box.press("Enter")
    expect(region).to_contain_text("No answer: The documents do not contain")


def test_results_are_links_in_lists_below_headings(page: Page, site: ServedSite) -> None:
    opened(page, site, f"?q={quote(QUESTION)}")
    outcome = page.get_by_role("region", name="Answer")
    expect(outcome.get_by_role("heading", name="More passages")).to_be_visible()
    expect(outcome.get_by_role("list").nth(1).get_by_role("link")).to_have_text(
        "The lamp › Filling"
    )
    marked = outcome.locator(".excerpt")
    assert marked.evaluate("node => node.textContent").endswith("never above it.")
