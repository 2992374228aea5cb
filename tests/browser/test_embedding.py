"""`<chapterverse-ask>` on another page of the same origin: two lines of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import handmade
import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from served_site import ServedSite

HOST_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<style>* {{ letter-spacing: 3px }} form {{ display: none }} p {{ color: #0a0 }}</style></head>
<body><main><h1>Shop</h1>
<script type="module" src="../docs/_chapterverse/embed.js"></script>
<chapterverse-ask></chapterverse-ask>
</main></body></html>
"""
QUESTION = handmade.ANSWER["query"]


@pytest.fixture(scope="session")
def shop(
    tmp_path_factory: pytest.TempPathFactory, serve_site: Callable[..., ServedSite]
) -> ServedSite:
    """A site of its own that has the handbook in `docs/` and pages in `shop/`."""
    out = tmp_path_factory.mktemp("shop")
    handmade.write_site(out / "docs")
    (out / "shop").mkdir()
    (out / "index.html").write_text("<!doctype html><title>Home</title>", encoding="utf-8")
    for lang in ("en", "zh", "fr"):
        page = Path(out / "shop" / f"{lang}.html")
        page.write_text(HOST_PAGE.format(lang=lang), encoding="utf-8")
    return serve_site(out)


def asked(page: Page, shop: ServedSite, lang: str = "en") -> None:
    page.goto(f"{shop.url}shop/{lang}.html")
    box = page.locator("chapterverse-ask textarea")
    box.fill(QUESTION)
    box.press("Enter")
    expect(page.locator("[data-role=outcome][data-outcome=answer]")).to_be_visible()


def test_an_answer_is_shown_and_cites_the_site(page: Page, shop: ServedSite) -> None:
    asked(page, shop)
    expect(page.locator("[data-role=quote]")).to_have_count(2)
    assert page.url == f"{shop.url}shop/en.html"
    page.locator("a[data-role=citation]").first.click()
    page.wait_for_url(re.compile(r"/docs/source/guide/lamp\.md\.html.*#L3-L4$"))
    expect(page.locator("[data-selected]")).to_have_count(2)


def test_nothing_of_the_engine_is_loaded_before_the_box_has_focus(
    page: Page, shop: ServedSite
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{shop.url}shop/en.html")
    expect(page.locator("chapterverse-ask[data-state=ready]")).to_be_visible()
    assert not any("runtime" in url or "index/" in url for url in requests)


def test_it_works_from_the_keyboard_and_axe_finds_nothing(page: Page, shop: ServedSite) -> None:
    page.goto(f"{shop.url}shop/en.html")
    expect(page.locator("chapterverse-ask[data-state=ready]")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Ask")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-role=outcome]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("a[data-role=citation]").first).to_be_focused()
    assert violations(page) == []


def test_the_page_and_the_element_keep_their_styles_apart(page: Page, shop: ServedSite) -> None:
    asked(page, shop)
    shown = page.locator(".ask-promise").evaluate("p => getComputedStyle(p).color")
    assert shown != "rgb(0, 170, 0)"
    heading = page.locator("h1").evaluate("h => getComputedStyle(h).fontFamily")
    assert "Palatino" not in heading


def test_a_follow_up_is_understood(page: Page, shop: ServedSite) -> None:
    asked(page, shop)
    page.locator("chapterverse-ask textarea").fill("And at night?")
    page.locator("chapterverse-ask textarea").press("Enter")
    expect(page.locator(".understood")).to_have_text(f"Understood as: And at night? ({QUESTION})")


@pytest.mark.parametrize(("lang", "button"), [("zh", "提问"), ("fr", "Ask")])
def test_its_texts_are_in_the_language_of_the_page(
    page: Page, shop: ServedSite, lang: str, button: str
) -> None:
    page.goto(f"{shop.url}shop/{lang}.html")
    expect(page.locator("chapterverse-ask").get_by_role("button")).to_have_text(button)
