"""Threads are kept in this browser, for a while, can be forgotten and exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import handmade
from playwright.sync_api import Page, expect
from served_site import ServedSite
from test_ask import ask, open_home, outcome

QUESTION = handmade.ANSWER["query"]


def asked_twice(page: Page, site: ServedSite) -> None:
    open_home(page, site)
    ask(page, QUESTION)
    expect(outcome(page, "answer")).to_be_visible()
    ask(page, "And at night?")
    expect(outcome(page, "abstention")).to_be_visible()
    expect(page.locator("[data-role=thread-export]")).to_be_visible()


def earlier(page: Page) -> Any:
    return page.locator("[data-role=earlier-threads]")


def test_a_thread_is_exported_with_its_citations(
    page: Page, site: ServedSite, tmp_path: Path
) -> None:
    asked_twice(page, site)
    with page.expect_download() as download:
        page.locator("[data-role=thread-export]").click()
    download.value.save_as(tmp_path / "thread.md")
    text = (tmp_path / "thread.md").read_text(encoding="utf-8")
    assert text.startswith(
        f"## {QUESTION}\n\n> A lamp burns for nine hours on one filling.\n> Trim"
    )
    link = f"{site.url}source/guide/lamp.md.html#L3-L4"
    assert f"> — [guide/lamp.md#L3-L4](<{link}>)" in text
    assert text.endswith("## And at night?\n\n_These documents do not answer that_\n")


def test_an_earlier_thread_is_found_again_and_all_can_be_forgotten(
    page: Page, site: ServedSite
) -> None:
    asked_twice(page, site)
    page.get_by_role("button", name="Start over").click()
    ask(page, "Something else")
    expect(outcome(page, "abstention")).to_be_visible()
    earlier(page).locator("summary").click()
    expect(earlier(page).get_by_role("link")).to_have_text([f"{QUESTION} → And at night?"])
    earlier(page).get_by_role("link").click()
    expect(page.locator(".understood")).to_contain_text("And at night?")
    earlier(page).locator("summary").click()
    page.get_by_role("button", name="Forget all threads").click()
    expect(earlier(page)).to_have_count(0)
    kept = "Object.keys(localStorage).filter((key) => key.includes('threads'))"
    assert page.evaluate(kept) == []


def test_a_thread_expires(page: Page, site: ServedSite) -> None:
    asked_twice(page, site)
    page.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((name) => name.endsWith("threads"));
          const threads = JSON.parse(localStorage[key]);
          threads[0].at -= 31 * 24 * 3600 * 1000;
          localStorage[key] = JSON.stringify(threads);
        }"""
    )
    page.get_by_role("button", name="Start over").click()
    ask(page, "Something else")
    expect(page.locator("[data-role=thread-export]")).to_be_visible()
    expect(earlier(page)).to_have_count(0)


def test_a_broken_store_is_no_trouble(page: Page, site: ServedSite) -> None:
    open_home(page, site)
    page.evaluate(
        "localStorage.setItem(`chapterverse:${new URL('.', location).pathname}:threads`, '{')"
    )
    ask(page, QUESTION)
    expect(page.locator("[data-role=thread-export]")).to_be_visible()
