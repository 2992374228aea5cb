"""Why this answer, and limits on what is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import handmade
import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from served_site import ServedSite

QUESTION = handmade.ANSWER["query"]


def opened_panel(page: Page, site: ServedSite) -> Any:
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    page.get_by_text("Why this answer?").click()
    panel = page.locator("[data-role=why-panel]")
    expect(panel).to_be_visible()
    return panel


def test_the_panel_shows_terms_ranks_signals_and_cost(page: Page, site: ServedSite) -> None:
    panel = opened_panel(page, site)
    expect(panel).to_contain_text("Confidence 900 of 1000; 500 are needed")
    rows = panel.get_by_role("row")
    expect(rows.filter(has_text="lamp").filter(has_text="3")).to_have_count(1)
    expect(rows.filter(has_text="unit")).to_contain_text("750")
    expect(rows.filter(has_text="The lamp › Filling")).to_contain_text("1")
    expect(panel).to_contain_text("waiting for 1 files")


def test_nothing_of_the_panel_is_loaded_before_it_is_opened(page: Page, site: ServedSite) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    expect(page.locator("[data-role=why]")).to_be_visible()
    assert not any("why-panel" in url for url in requests)


def test_the_trace_can_be_downloaded(page: Page, site: ServedSite, tmp_path: Path) -> None:
    panel = opened_panel(page, site)
    with page.expect_download() as download:
        panel.get_by_role("link", name="Download trace.jsonl").click()
    download.value.save_as(tmp_path / "trace.jsonl")
    record = json.loads((tmp_path / "trace.jsonl").read_text(encoding="utf-8"))
    assert record["query"] == QUESTION
    assert record["outcome"] == "answer"
    assert record["stages"] == handmade.TRACE
    assert record["cost"]["files"] == 1


def test_an_evidence_prompt_can_be_copied(new_page: Callable[..., Page], site: ServedSite) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    panel = opened_panel(page, site)
    panel.get_by_role("button", name="Copy evidence prompt").click()
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"16000 characters of evidence for: {QUESTION}"


@pytest.mark.parametrize("width", [320, 1280])
def test_the_panel_fits_and_axe_finds_nothing(
    new_page: Callable[..., Page], site: ServedSite, width: int
) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    opened_panel(page, site)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_language_can_be_chosen_and_stays_in_the_address(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    choice = page.get_by_role("combobox", name="Language")
    expect(choice.locator("option")).to_have_text(["all", "English", "中文"])
    expect(page.get_by_role("combobox", name="Scope")).to_have_count(0)
    choice.select_option("zh")
    expect(page.locator(".understood")).to_contain_text("in zh")
    assert "lang=zh" in page.url
    page.reload()
    expect(page.locator(".understood")).to_contain_text("in zh")
    page.go_back()
    expect(page.locator(".understood")).to_have_count(0)
    expect(choice).to_have_value("")


def test_a_citation_shows_its_lines_in_context_on_hover_and_focus(
    page: Page, site: ServedSite
) -> None:
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    citation = page.locator("a[data-role=citation]").first
    preview = page.get_by_role("tooltip")
    citation.hover()
    expect(preview.locator("[data-selected] code")).to_have_text(handmade.LAMP.split("\n")[2:4])
    expect(preview.locator(".preview-line")).to_have_count(7)
    expect(citation).to_have_accessible_description(re.compile("nine hours"))
    preview.hover()
    page.wait_for_timeout(400)
    expect(preview).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    page.mouse.move(0, 0)
    page.locator("[data-role=outcome]").focus()
    page.keyboard.press("Tab")
    expect(citation).to_be_focused()
    expect(preview).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Tab")
    expect(preview).to_have_count(0)


def test_a_preview_shows_markup_as_text_and_not_too_much(page: Page, site: ServedSite) -> None:
    page.route("**/source/guide/lamp.md", lambda route: route.fulfill(body="<img src=x>\r\n" * 90))
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    page.locator("a[data-role=citation]").first.hover()
    preview = page.get_by_role("tooltip")
    expect(preview.locator("code").first).to_have_text("<img src=x>")
    assert preview.locator("img").count() == 0


def test_back_from_a_citation_returns_to_the_same_place(page: Page, site: ServedSite) -> None:
    page.set_viewport_size({"width": 800, "height": 300})
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    link = page.locator("[data-role=candidates] a")
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    before = page.evaluate("scrollY")
    assert before > 100
    link.click()
    page.wait_for_url("**/source/**")
    page.go_back()
    expect(link).to_be_visible()
    page.wait_for_function("before => Math.abs(scrollY - before) < 50", arg=before)
