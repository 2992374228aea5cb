"""Every kind of page: accessibility, themes, languages, narrow screens, pages that are not found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import handmade
import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from served_site import ServedSite

VIEWS = {
    "home": "",
    "answer": f"?q={quote(handmade.ANSWER['query'])}",
    "abstention": "?q=nothing",
    "clarification": f"?q={quote(handmade.CLARIFICATION['query'])}",
    "page": "guide/lamp.html#L8",
    "chinese page": quote("zh/灯 芯.html"),
    "source": "source/guide/lamp.md.html#L3-L6",
    "contents": "contents.html",
}


def open_view(page: Page, site: ServedSite, view: str) -> None:
    page.goto(site.url + VIEWS[view])
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    if "?q" in VIEWS[view]:
        expect(page.locator("[data-role=outcome]")).to_be_visible()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "media",
    [
        {"color_scheme": "light"},
        {"color_scheme": "dark"},
        {"forced_colors": "active"},
    ],
    ids=["light", "dark", "forced-colours"],
)
def test_axe_finds_nothing(
    new_page: Callable[..., Page], site: ServedSite, view: str, media: dict[str, Any]
) -> None:
    page = new_page(**media)
    open_view(page, site, view)
    # With forced colours the browser paints, and axe would judge colours that are not shown.
    assert violations(page, has_contrast="forced_colors" not in media) == []


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("width", [320, 768, 1440, 2560])
def test_nothing_sticks_out_sideways(
    new_page: Callable[..., Page], site: ServedSite, view: str, width: int
) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    open_view(page, site, view)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_theme_is_kept_and_set_before_the_first_paint(page: Page, site: ServedSite) -> None:
    open_view(page, site, "page")
    button = page.locator("[data-role=theme]")
    button.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    button.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(button).to_have_accessible_name("Theme: dark")
    open_view(page, site, "source")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("[data-role=theme]").click()
    assert page.locator("html").get_attribute("data-theme") is None


def test_the_interface_changes_its_language_and_the_document_does_not(
    page: Page, site: ServedSite
) -> None:
    open_view(page, site, "answer")
    page.locator("[data-role=interface-language]").click()
    expect(page.locator(".ask-lead")).to_have_text("您想了解什么？")
    expect(page.locator("#cv-outcome-title")).to_have_text("回答")
    expect(page.locator("article h1")).to_have_text("Welcome")
    expect(page.locator("article")).to_have_attribute("lang", "en")
    open_view(page, site, "page")
    expect(page.locator(".skip-link")).to_have_text("跳到正文")


def test_a_chinese_page_has_a_chinese_interface(page: Page, site: ServedSite) -> None:
    open_view(page, site, "chinese page")
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    expect(page.locator("[data-role=question]")).to_have_attribute("placeholder", "输入问题")


def test_the_skip_link_leads_to_the_content(page: Page, site: ServedSite) -> None:
    open_view(page, site, "page")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_menu_opens_on_a_narrow_screen_without_script(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(viewport={"width": 360, "height": 700}, java_script_enabled=False)
    page.goto(f"{site.url}guide/lamp.html")
    navigation = page.locator("nav.site-navigation")
    expect(navigation).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(navigation.get_by_role("link", name="A long document")).to_be_visible()


def test_the_current_page_is_in_sight_in_a_long_navigation(page: Page, site: ServedSite) -> None:
    page.set_viewport_size({"width": 1280, "height": 180})
    open_view(page, site, "chinese page")
    expect(page.locator(".site-navigation [aria-current]")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_a_page_that_is_not_found_at_any_depth_leads_home(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page(ignored=("404",))
    for path in ("gone.html", "guide/gone/deep/x.html"):
        page.goto(site.url + path)
        page.get_by_role("link", name="Home").click()
        page.wait_for_url(f"{site.url}index.html")


def test_code_can_be_copied(new_page: Callable[..., Page], site: ServedSite) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_view(page, site, "page")
    page.locator("pre").hover()
    page.locator(".copy-button").click()
    expect(page.locator(".copy-button")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("def hours(fillings: int)")


def test_links_that_leave_the_site_carry_a_visible_sign(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}guide/lamp.html")
    sign = "link => getComputedStyle(link, '::after').content"
    assert "↗" in page.locator("[data-role=repository-link]").first.evaluate(sign)
    inside = page.locator("[data-role=rendered] a[href='../index.html']").first
    assert "↗" not in inside.evaluate(sign)
