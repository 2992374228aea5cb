"""The source page: fragments, selection, keyboard, copying."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

from chapterverse.navigation import Navigation
from chapterverse.stages import pages

LONG = "source/guide/long.md.html"
LAMP = "source/guide/lamp.md.html"


def selected(page: Page) -> list[int]:
    ids = page.eval_on_selector_all("[data-selected]", "lines => lines.map(line => line.id)")
    return [int(name.removeprefix("L")) for name in ids]


def open_lines(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


@pytest.mark.parametrize(
    ("given", "lines", "normal"),
    [
        ("#L3", [3], "#L3"),
        ("#L3-L6", [3, 4, 5, 6], "#L3-L6"),
        ("#L3-6", [3, 4, 5, 6], "#L3-L6"),
        ("#3-6", [3, 4, 5, 6], "#L3-L6"),
        ("#L6-L3", [3, 4, 5, 6], "#L3-L6"),
        ("#L3C2-L4C9", [3, 4], "#L3-L4"),
        ("#L399-L9999", [399, 400], "#L399-L400"),
        ("#L0", [1], "#L1"),
        ("#%4C3", [3], "#L3"),
        ("#L3-", [], "#L3-"),
        ("#Lx", [], "#Lx"),
        ("#%", [], "#%"),
        ("#-5", [], "#-5"),
        ("#L99999999999999999999", [], "#L99999999999999999999"),
    ],
)
def test_a_fragment_selects_its_lines_and_is_normalised(
    page: Page, site: ServedSite, given: str, lines: list[int], normal: str
) -> None:
    open_lines(page, site.url + LONG + given)
    assert selected(page) == lines
    assert page.evaluate("location.hash") == normal


def test_selected_lines_are_in_view_with_context_above(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}{LONG}#L200-L260")
    for number in (197, 200, 210):
        expect(page.locator(f"#L{number}")).to_be_in_viewport(ratio=1)
    header = page.locator(".site-header").bounding_box()
    line = page.locator("#L200").bounding_box()
    assert header
    assert line
    assert line["y"] >= header["y"] + header["height"]


def test_a_changed_fragment_selects_anew(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}{LONG}#L3")
    page.evaluate("location.hash = '#L350-L351'")
    expect(page.locator("#L350")).to_be_in_viewport()
    assert selected(page) == [350, 351]


def test_the_same_link_scrolls_again(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}{LONG}#L300-L302")
    page.evaluate(
        """() => {
          const link = document.createElement("a");
          link.href = "#L300-L302";
          link.textContent = "again";
          document.querySelector(".source-head").append(link);
          scrollTo(0, 0);
        }"""
    )
    page.get_by_role("link", name="again").click()
    expect(page.locator("#L300")).to_be_in_viewport()
    assert selected(page) == [300, 301, 302]


def test_click_selects_and_shift_click_extends_without_history(
    page: Page, site: ServedSite
) -> None:
    open_lines(page, site.url + LONG)
    entries = page.evaluate("history.length")
    page.locator("#L3 > a").click()
    assert selected(page) == [3]
    page.locator("#L6 > a").click(modifiers=["Shift"])
    assert selected(page) == [3, 4, 5, 6]
    page.locator("#L2 > a").click(modifiers=["Shift"])
    assert selected(page) == [2, 3]
    page.locator("#L9 > a").click()
    assert selected(page) == [9]
    assert page.url.endswith("#L9")
    assert page.evaluate("history.length") == entries


def test_lines_are_selected_with_the_keyboard_alone(page: Page, site: ServedSite) -> None:
    open_lines(page, site.url + LONG)
    assert page.locator(".source-lines a[tabindex='0']").count() == 1
    page.locator("#L1 > a").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Shift+Enter"):
        page.keyboard.press(key)
    assert selected(page) == [3, 4, 5]
    expect(page.locator("#L5 > a")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#L400 > a")).to_be_focused()
    page.keyboard.press("Escape")
    assert selected(page) == []
    assert "#" not in page.url


def test_a_number_is_a_link_and_is_not_copied(page: Page, site: ServedSite) -> None:
    open_lines(page, site.url + LAMP)
    href = page.locator("#L5 > a").get_attribute("href")
    assert href == "#L5"
    page.evaluate(
        "getSelection().selectAllChildren(document.querySelector('[data-role=source-lines]'))"
    )
    copied = page.evaluate("getSelection().toString()")
    assert copied.split("\n")[2:4] == handmade.LAMP.split("\n")[2:4]


def test_invisible_characters_are_shown_and_stay_in_the_text(page: Page, site: ServedSite) -> None:
    open_lines(page, site.url + LAMP)
    codes = page.eval_on_selector_all(
        "#L19 .invisible-character", "marks => marks.map(mark => mark.dataset.code)"
    )
    assert codes == ["U+202E", "U+202C", "U+200B"]
    text = page.locator("#L19 > code").evaluate("line => line.textContent")
    assert text == handmade.LAMP.split("\n")[18]


def test_ten_thousand_lines_open_at_the_cited_ones(page: Page, site: ServedSite) -> None:
    changed(page, site, "\n".join(f"Line {n} of a huge document." for n in range(1, 10_001)))
    page.goto(f"{site.url}{LAMP}#L9000-L9003")
    page.wait_for_selector("html[data-script=ready]", timeout=20_000)
    for number in (8998, 9000, 9003):
        expect(page.locator(f"#L{number}")).to_be_in_viewport(ratio=1)
    # Selecting must not lay out the whole document: twenty times the bar, machines are shared.
    took = page.evaluate(
        """() => {
          const start = performance.now();
          document.querySelector("#L9001 > a").click();
          document.body.offsetHeight;
          return performance.now() - start;
        }"""
    )
    assert took < 1000


def test_a_long_line_wraps_beside_its_number(page: Page, site: ServedSite) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    open_lines(page, site.url + LAMP)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    number = page.locator("#L19 > a").bounding_box()
    text = page.locator("#L19 > code").bounding_box()
    assert number
    assert text
    assert number["x"] + number["width"] <= text["x"] + 1
    assert text["height"] > 100


def test_the_link_and_the_quote_can_be_copied(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_lines(page, f"{site.url}{LAMP}#L3-L4")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(site.url + LAMP)}\?quote=\d+\.[0-9a-f]+#L3-L4", link)
    page.get_by_role("button", name="Copy with reference").click()
    expect(page.get_by_role("button", name="Copied").last).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("A lamp burns for nine hours on one filling.\nTrim the wick")
    assert "guide/lamp.md#L3-L4" in copied


def changed(page: Page, site: ServedSite, text: str) -> None:
    """Serve the lamp's source page with other lines, as after a new build."""
    document = next(p.document for p, _ in handmade.DOCUMENTS if p.document.title == "The lamp")
    navigation = Navigation.from_documents([document])
    lines = text.split("\n")
    html = pages.render_source_page(handmade.FRAME, navigation, document, lines)
    page.route(
        f"{site.url}{LAMP}*", lambda route: route.fulfill(body=html, content_type="text/html")
    )


def cited(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}?q={quote(handmade.ANSWER['query'])}")
    page.locator("a[data-role=citation]").first.click()
    page.wait_for_url(re.compile(r"/source/guide/lamp"))
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


def test_a_citation_of_unchanged_lines_gives_no_notice(page: Page, site: ServedSite) -> None:
    cited(page, site)
    assert selected(page) == [3, 4]
    expect(page.locator("[data-role=drift]")).to_be_hidden()


def test_a_citation_follows_its_quote_when_it_has_moved(page: Page, site: ServedSite) -> None:
    changed(page, site, "New.\n\nLines.\n" + handmade.LAMP)
    cited(page, site)
    assert selected(page) == [6, 7]
    expect(page.locator("[data-drift=drift_moved]")).to_be_visible()
    assert page.url.endswith("#L6-L7")


def test_a_citation_says_when_its_quote_is_gone(page: Page, site: ServedSite) -> None:
    changed(page, site, handmade.LAMP.replace("nine hours", "ten hours"))
    cited(page, site)
    assert selected(page) == []
    expect(page.locator("[data-drift=drift_gone]")).to_be_visible()


def test_a_malformed_print_is_ignored(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}{LAMP}?quote=12.xyz#L3")
    assert selected(page) == [3]
    expect(page.locator("[data-role=drift]")).to_be_hidden()


def test_the_rendered_page_and_the_source_keep_the_place(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}{LAMP}#L8")
    page.locator("[data-role=rendered-link]").click()
    expect(page.locator("article [data-selected]")).to_contain_text("Fill the reservoir")
    page.locator("[data-role=selection-bar]").get_by_role("link").click()
    expect(page.locator("[data-selected]")).to_have_attribute("id", "L8")


def test_a_mark_on_the_rendered_page_can_be_cleared(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}guide/lamp.html#L8")
    page.keyboard.press("Escape")
    expect(page.locator("[data-selected]")).to_have_count(0)
    assert page.url == f"{site.url}guide/lamp.html"


def test_lines_inside_closed_details_are_opened(page: Page, site: ServedSite) -> None:
    open_lines(page, f"{site.url}guide/lamp.html#L19")
    expect(page.locator("details p")).to_be_visible()
    open_lines(page, f"{site.url}guide/lamp.html#deep")
    expect(page.locator("#deep")).to_be_visible()


def test_without_script_the_lines_are_there_and_the_first_is_marked(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{site.url}{LONG}#L300")
    expect(page.locator("#L300")).to_be_in_viewport()
    page.goto(f"{site.url}guide/lamp.html")
    expect(page.locator("article h1")).to_have_text("The lamp")
    page.goto(site.url)
    expect(page.get_by_text("Asking needs JavaScript")).to_be_visible()
