"""Twenty tasks of somebody who sees the demo for the first time, with the real engine."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
import wild_site
from playwright.sync_api import Locator, Page, expect
from served_site import ServedSite

pytestmark = pytest.mark.slow

BOOT_MS = 90_000
QUESTION = "Which exit code means that a bar was missed?"


@pytest.fixture(scope="session")
def demo(demo_site: Path, serve_site: Callable[..., ServedSite]) -> ServedSite:
    return serve_site(demo_site)


@pytest.fixture
def reader(new_page: Callable[..., Page], demo: ServedSite) -> Page:
    page = new_page(
        viewport={"width": 1280, "height": 800}, permissions=["clipboard-read", "clipboard-write"]
    )
    page.goto(demo.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    return page


def ask(page: Page, question: str, kind: str = "answer") -> Locator:
    box = page.locator("[data-role=question]")
    box.fill(question)
    box.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]q="))
    outcome = page.locator(f"[data-role=outcome][data-outcome={kind}]:not([aria-busy])")
    expect(outcome).to_be_visible(timeout=BOOT_MS)
    return outcome


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_1_find_a_page_by_typing_its_name(reader: Page) -> None:
    reader.keyboard.press("/")
    reader.locator("[data-role=question]").press_sequentially("configur")
    reader.get_by_role("navigation", name="Go to").get_by_role("link").first.click()
    expect(reader.locator("article h1")).to_contain_text("Configuration")


def test_2_ask_and_follow_a_citation_and_3_come_back(reader: Page) -> None:
    outcome = ask(reader, QUESTION)
    quoted = outcome.locator("[data-role=quote]").first.text_content() or ""
    outcome.locator("a[data-role=citation]").first.click()
    reader.wait_for_url("**/source/**")
    expect(reader.locator("[data-selected]").first).to_be_in_viewport()
    lines = reader.locator("[data-selected] > code").all_text_contents()
    assert quoted in "\n".join(lines)
    reader.go_back()
    expect(outcome.locator("[data-role=quote]").first).to_have_text(quoted)


def test_4_share_a_link_that_a_colleague_opens(
    reader: Page, demo: ServedSite, new_page: Callable[..., Page]
) -> None:
    reader.goto(f"{demo.url}source/guide/en/build.md.html")
    reader.locator("#L20 > a").click()
    reader.locator("#L22 > a").click(modifiers=["Shift"])
    reader.get_by_role("button", name="Copy link").click()
    expect(reader.get_by_role("button", name="Copied")).to_be_visible()
    colleague = new_page()
    colleague.goto(clipboard(reader))
    expect(colleague.locator("[data-selected]")).to_have_count(3)
    expect(colleague.locator("#L20")).to_be_in_viewport()


def test_5_share_a_question(reader: Page, new_page: Callable[..., Page]) -> None:
    ask(reader, QUESTION)
    colleague = new_page()
    colleague.goto(reader.url)
    expect(colleague.locator("[data-role=quote]").first).to_be_visible(timeout=BOOT_MS)
    expect(colleague.locator("[data-role=question]")).to_have_value(QUESTION)


def test_6_copy_a_quote_with_where_it_is_from(reader: Page) -> None:
    outcome = ask(reader, QUESTION)
    quoted = outcome.locator("[data-role=quote]").first.text_content() or ""
    outcome.get_by_role("button", name="Copy with reference").first.click()
    expect(outcome.get_by_role("button", name="Copied")).to_be_visible()
    copied = clipboard(reader)
    assert copied.startswith(quoted)
    assert re.search(r"\n\nguide/en/[\w-]+\.md#L\d+(-L\d+)?\nhttp://127\.0\.0\.1:.*#L\d+", copied)


def test_7_ask_what_is_not_there_and_8_report_the_gap(reader: Page) -> None:
    outcome = ask(reader, "How many moons does Jupiter have?", "abstention")
    expect(outcome.locator("[data-role=reason]")).not_to_be_empty()
    outcome.get_by_role("button", name="Copy a note about this gap").click()
    expect(outcome.get_by_role("button", name="Copied")).to_be_visible()
    assert clipboard(reader).startswith("Question without an answer: How many moons")


def test_9_ask_a_follow_up_and_10_export_the_thread(reader: Page, tmp_path: Path) -> None:
    ask(reader, "AX-3 多久校准一次？")
    ask(reader, "它的出口温度达到多少度时发出橙色告警？")
    expect(reader.locator(".understood")).to_contain_text("AX-3")
    with reader.expect_download() as download:
        reader.locator("[data-role=thread-export]").click()
    download.value.save_as(tmp_path / "thread.md")
    text = (tmp_path / "thread.md").read_text("utf-8")
    assert text.count("\n## ") + text.startswith("## ") == 2
    assert text.count("\n> — [") >= 2


def test_11_ask_in_another_language_than_that_of_the_page(reader: Page) -> None:
    outcome = ask(reader, "AX-3 多久校准一次？")
    expect(outcome.locator("[data-role=quote]").first).to_have_attribute("lang", "zh")


def test_12_switch_the_interface_and_13_find_the_translation(
    reader: Page, demo: ServedSite
) -> None:
    reader.locator("[data-role=interface-language]").click()
    expect(reader.locator(".ask-lead")).to_have_text("您想了解什么？")
    reader.goto(f"{demo.url}guide/en/ask.html")
    expect(reader.locator("[data-role=question]")).to_have_attribute("placeholder", "输入问题")
    reader.locator(".languages a[lang=zh]").click()
    reader.wait_for_url("**/guide/zh/ask.html")
    expect(reader.locator("article")).to_have_attribute("lang", "zh")


def test_14_limit_the_language_the_version_and_15_the_section(reader: Page) -> None:
    ask(reader, "AX-3 多久校准一次？")
    version = reader.get_by_role("combobox", name="Version")
    oldest = version.locator("option").nth(1).text_content() or ""
    version.select_option(oldest)
    expect(reader).to_have_url(re.compile("version="))
    expect(reader.locator("[data-role=outcome]:not([aria-busy])")).to_be_visible(timeout=BOOT_MS)
    # A limit stays until it is taken back.
    version.select_option("")
    expect(reader).not_to_have_url(re.compile("version="))
    ask(reader, QUESTION)
    section = reader.get_by_role("combobox", name="Section")
    expect(section).to_be_visible()
    value = section.locator("option").nth(1).get_attribute("value") or ""
    section.select_option(value)
    places = reader.locator("[data-role=candidates] .place span:first-child").all_text_contents()
    assert places
    assert all(place.startswith(value) for place in places)


def test_16_do_it_all_without_a_mouse(reader: Page) -> None:
    reader.keyboard.press("/")
    reader.keyboard.type(QUESTION)
    reader.keyboard.press("Enter")
    expect(reader.locator("[data-role=outcome]")).to_be_focused(timeout=BOOT_MS)
    reader.keyboard.press("Tab")
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/source/**#L*")
    expect(reader.locator("html")).to_have_attribute("data-script", "ready")
    first = reader.locator("[data-selected] > a").first
    first.focus()
    reader.keyboard.press("ArrowDown")
    reader.keyboard.press("Shift+Enter")
    reader.go_back()
    expect(reader.locator("[data-role=quote]").first).to_be_visible(timeout=BOOT_MS)


def test_17_read_at_night(reader: Page, demo: ServedSite) -> None:
    theme = reader.locator("[data-role=theme]")
    theme.click()
    theme.click()
    reader.goto(f"{demo.url}guide/en/cite.html")
    expect(reader.locator("html")).to_have_attribute("data-theme", "dark")


def test_18_go_offline(
    tmp_path: Path, serve_site: Callable[..., ServedSite], new_page: Callable[..., Page]
) -> None:
    site = serve_site(wild_site.build_wild(tmp_path, "offline = true\n"))
    page = new_page(ignored=("ERR_INTERNET_DISCONNECTED", "Failed to fetch"))
    page.goto(site.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=BOOT_MS)
    page.context.set_offline(True)
    page.goto(f"{site.url}odd/settings.html#tags")
    expect(page.locator("#tags")).to_be_in_viewport()
    page.goto(site.url)
    ask(page, "In which order are profiles read?")
    expect(page.locator("[data-role=quote]").first).to_contain_text("Profiles are read in order.")


def test_19_see_how_good_it_is_and_check_a_line(reader: Page) -> None:
    reader.get_by_role("link", name="Evaluation").click()
    expect(reader.locator("article h1")).to_be_visible()
    place = reader.locator("a.place").first
    place.click()
    reader.wait_for_url("**/source/**")
    expect(reader.locator("[data-selected]").first).to_be_in_viewport()


def test_20_see_why_and_forget_what_was_asked(reader: Page) -> None:
    ask(reader, QUESTION)
    reader.get_by_text("Why this answer?").click()
    expect(reader.locator("[data-role=why-panel]")).to_contain_text("of 1000")
    ask(reader, "How do I preview the site on my machine?")
    reader.get_by_role("button", name="Start over").click()
    ask(reader, "How many characters does a passage have by default?")
    kept = reader.locator("[data-role=earlier-threads]")
    kept.locator("summary").click()
    kept.get_by_role("button", name="Forget all threads").click()
    expect(kept).to_have_count(0)


def test_a_mistyped_address_leads_home(new_page: Callable[..., Page], demo: ServedSite) -> None:
    page = new_page(ignored=("404",))
    page.goto(f"{demo.url}guide/en/{quote('aks.html')}")
    page.get_by_role("link", name="Home").click()
    expect(page.locator("[data-role=ask]")).to_be_visible()
