"""Further passages: badges of their sources, and a choice of the section they are in."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from served_site import ServedSite


def opened(page: Page, site: ServedSite, address: str = "?q=many") -> tuple[Locator, Locator]:
    page.goto(site.url + address)
    outcome = page.locator("[data-role=outcome][data-outcome=answer]")
    expect(outcome).to_be_visible()
    return outcome.get_by_role("combobox", name="Section"), outcome.locator(
        "[data-role=candidates] li"
    )


def test_passages_say_which_language_and_version_they_are_of(page: Page, site: ServedSite) -> None:
    _, passages = opened(page, site)
    expect(passages.first.locator(".badge")).to_have_text(["Version 2", "en"])
    expect(passages.last.locator(".badge")).to_have_text(["Version 2", "zh"])


def test_sections_are_folders_and_documents_with_their_counts(page: Page, site: ServedSite) -> None:
    choice, _ = opened(page, site)
    expect(choice.locator("option")).to_have_text(
        ["all", "guide/ (2)", "zh/ (1)", "The lamp (1)", "A long document (1)", "油灯 (1)"]
    )


def test_a_section_narrows_the_list_without_an_entry_in_the_history(
    page: Page, site: ServedSite
) -> None:
    choice, passages = opened(page, site)
    entries = page.evaluate("history.length")
    choice.select_option("guide/")
    expect(passages.locator("a")).to_have_text(["The lamp › Filling", "A long document"])
    choice.select_option("guide/long.md")
    expect(passages.locator("a")).to_have_text(["A long document"])
    expect(page.locator("[data-role=quote]")).to_have_count(1)
    assert "section=guide%2Flong.md" in page.url
    assert page.evaluate("history.length") == entries
    page.reload()
    expect(passages.locator("a")).to_have_text(["A long document"])
    expect(choice).to_have_value("guide/long.md")
    choice.select_option("")
    expect(passages).to_have_count(3)
    assert "section" not in page.url


def test_back_from_a_passage_finds_the_same_section(page: Page, site: ServedSite) -> None:
    choice, passages = opened(page, site)
    choice.select_option("zh/")
    passages.locator("a").click()
    page.wait_for_url("**/source/**")
    page.go_back()
    expect(passages.locator("a")).to_have_text(["油灯"])


def test_a_section_that_holds_none_is_shown_and_can_be_left(page: Page, site: ServedSite) -> None:
    choice, passages = opened(page, site, "?q=many&section=gone/")
    expect(passages).to_have_count(0)
    expect(choice).to_have_value("gone/")
    choice.select_option("")
    expect(passages).to_have_count(3)


def test_one_document_offers_no_choice(page: Page, site: ServedSite) -> None:
    choice, passages = opened(page, site, "?q=How%20long%20does%20a%20lamp%20burn%3F")
    expect(passages).to_have_count(1)
    expect(choice).to_have_count(0)
