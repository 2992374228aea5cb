"""The demo's site with the real engine: ask, cite, click through, abstain, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from served_site import ServedSite

# The engine has to boot on a busy machine.
BOOT_MS = 60_000


@pytest.fixture(scope="session")
def demo(demo_site: Path, serve_site: Callable[..., ServedSite]) -> ServedSite:
    return serve_site(demo_site)


def asked(page: Page, demo: ServedSite, question: str) -> str:
    """Ask, and return which kind of outcome came."""
    page.goto(demo.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.locator("[data-role=question]").fill(question)
    page.locator("[data-role=question]").press("Enter")
    outcome = page.locator("[data-role=outcome][data-outcome]")
    expect(outcome).to_be_visible(timeout=BOOT_MS)
    return outcome.get_attribute("data-outcome") or ""


@pytest.mark.parametrize(
    "question", ["How many characters does a passage have by default?", "AX-3 多久校准一次？"]
)
def test_an_answer_leads_to_the_lines_that_hold_its_quote(
    page: Page, demo: ServedSite, question: str
) -> None:
    assert asked(page, demo, question) == "answer"
    quoted = page.locator("[data-role=quote]").first.evaluate("quote => quote.textContent")
    page.locator("a[data-role=citation]").first.click()
    page.wait_for_url(re.compile(r"/source/.*#L\d+"))
    lines = page.locator("[data-selected] > code")
    expect(lines.first).to_be_in_viewport()
    text = "\n".join(lines.evaluate_all("lines => lines.map(line => line.textContent)"))
    assert quoted in text
    match = re.search(r"/source/(.*)\.html\?*.*#L(\d+)", page.url)
    assert match
    raw = page.request.get(f"{demo.url}source/{match[1]}").body().decode("utf-8")
    assert quoted in raw.replace("\r\n", "\n")


def test_what_the_documents_do_not_say_is_an_abstention(page: Page, demo: ServedSite) -> None:
    assert asked(page, demo, "What is the capital of France?") == "abstention"
    expect(page.locator("[data-role=reason]")).not_to_be_empty()
    expect(page.locator("[data-role=quote]")).to_have_count(0)


def test_a_question_in_the_address_is_answered(page: Page, demo: ServedSite) -> None:
    page.goto(f"{demo.url}?q={quote('Which exit code means that a bar was missed?')}")
    expect(page.locator("[data-role=outcome][data-outcome=answer]")).to_be_visible(timeout=BOOT_MS)
    expect(page.locator("[data-role=engine]")).to_have_attribute("data-state", "ready")


def test_an_answer_comes_within_two_seconds_of_a_booted_engine(
    page: Page, demo: ServedSite
) -> None:
    asked(page, demo, "What is the capital of France?")
    page.locator("[data-role=question]").fill("How many characters does a passage have by default?")
    page.locator("[data-role=question]").press("Enter")
    outcome = page.locator("[data-role=outcome][data-outcome=answer]")
    expect(outcome).to_be_visible(timeout=2_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "", "eval/index.html", "eval/zh.html", "guide/en/write.html", "guide/zh/index.html",
        "contents.html",
    ],
)  # fmt: skip
def test_axe_finds_nothing_on_the_demo(
    new_page: Callable[..., Page], demo: ServedSite, path: str, scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(demo.url + path)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert violations(page) == []


def test_every_page_of_the_demo_opens_without_a_complaint(page: Page, demo: ServedSite) -> None:
    pages = sorted(demo.directory.rglob("*.html"))
    assert len(pages) > 40
    for path in pages:
        if path.name == "404.html":
            continue
        page.goto(demo.url + quote(path.relative_to(demo.directory).as_posix()))
        expect(page.locator("html")).to_have_attribute("data-script", "ready")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_evaluation_reads_without_script_and_prints_every_table(
    new_page: Callable[..., Page], demo: ServedSite
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{demo.url}eval/index.html")
    plots = page.locator("figure")
    expect(plots).to_have_count(3)
    for plot in plots.all():
        expect(plot.get_by_role("img")).to_be_visible()
        expect(plot.locator("table")).to_be_hidden()

    page.emulate_media(media="print")

    for plot in plots.all():
        expect(plot.locator("table")).to_be_visible()
    expect(page.locator(".evaluation-parts")).to_be_hidden()
