"""The demo's site with the real engine in a real browser, under a sub-path."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from chapterverse.evaluation.host import FileHost
from chapterverse_engine.model import Question

pytestmark = pytest.mark.slow

BOOT_MS = 90_000  # a shared machine boots Pyodide slowly; the test is about what follows


@pytest.fixture(scope="session")
def served_demo(demo_site: Path, serve_site: Callable[..., Any]) -> Any:
    return serve_site(demo_site)


@pytest.fixture
def demo(served_demo: Any, page: Page) -> Page:
    page.set_default_timeout(BOOT_MS)
    page.goto(served_demo.url)
    return page


def ask(page: Page, question: str, kind: str) -> Locator:
    box = page.locator("[data-role=question]")
    box.fill(question)
    box.press("Enter")
    outcome = page.locator(f"[data-role=outcome][data-outcome={kind}]")
    expect(outcome).to_be_visible(timeout=BOOT_MS)
    return outcome


def lines_of(site: Path, source_path: str) -> list[str]:
    text = (site / "source" / source_path).read_bytes().decode("utf-8")
    return [line.removesuffix("\r") for line in text.split("\n")]


@pytest.mark.parametrize(
    "question",
    ["Which exit code means that a bar was missed?", "AX-3 出口温度达到多少度时发出橙色告警？"],
)
def test_an_answer_cites_lines_that_the_click_selects(
    demo: Page, served_demo: Any, question: str
) -> None:
    outcome = ask(demo, question, "answer")
    quote = outcome.locator("[data-role=quote]").first.text_content() or ""
    citation = outcome.locator("a[data-role=citation]").first
    citation.click()
    demo.wait_for_url(re.compile(r"/some/sub/path/source/.*#L\d+(-L\d+)?$"))
    url = urlsplit(demo.url)
    start, _, end = url.fragment.replace("L", "").partition("-")
    source_path = unquote(url.path).split("/source/")[1].removesuffix(".html")
    first, last = int(start), int(end or start)
    assert quote in "\n".join(lines_of(served_demo.directory, source_path)[first - 1 : last])
    expect(demo.locator("[data-selected]")).to_have_count(last - first + 1)
    expect(demo.locator(f"#L{first}")).to_be_in_viewport()


def test_what_the_documents_do_not_answer_is_said_with_the_nearest_sections(demo: Page) -> None:
    outcome = ask(demo, "How many moons does Jupiter have?", "abstention")
    expect(outcome.locator("[data-role=quote]")).to_have_count(0)
    nearest = outcome.locator("[data-role=nearest] a").first
    target = nearest.get_attribute("href") or ""
    nearest.click()
    demo.wait_for_url(re.compile(re.escape(target.split("#")[0].lstrip("./"))))


def test_the_browser_shows_the_quotes_that_the_command_line_prints(
    demo: Page, served_demo: Any
) -> None:
    question = "How do I preview the site on my machine?"
    expected = FileHost(served_demo.directory).ask(Question(question)).outcome
    assert expected["outcome"] == "answer"
    outcome = ask(demo, question, "answer")
    shown = outcome.locator("[data-role=quote]").all_text_contents()
    assert shown == [quote["text"] for quote in expected["quotes"]]


def test_the_engine_loads_on_intent_and_not_before(demo: Page) -> None:
    engine = demo.locator("[data-role=engine]")
    expect(engine).to_have_attribute("data-state", "idle")
    resources = "performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert not [name for name in demo.evaluate(resources) if "/runtime/" in name]
    demo.locator("[data-role=question]").focus()
    expect(demo.locator("html")).to_have_attribute("data-script", "ready")
    expect(engine).to_have_attribute("data-state", "ready", timeout=BOOT_MS)


def test_back_returns_to_the_question_and_its_answer(demo: Page) -> None:
    question = "Which exit code means that a bar was missed?"
    ask(demo, question, "answer").locator("a[data-role=citation]").first.click()
    demo.wait_for_url(re.compile("#L"))
    demo.go_back()
    expect(demo.locator("[data-role=question]")).to_have_value(question)
    expect(demo.locator("[data-role=outcome][data-outcome=answer]")).to_be_visible(timeout=BOOT_MS)


def test_a_shard_of_another_deployment_is_refused_and_a_reload_offered(
    demo_site: Path, serve_site: Callable[..., Any], new_page: Callable[..., Page], tmp_path: Path
) -> None:
    site = shutil.copytree(demo_site, tmp_path / "site")
    manifest = json.loads((site / "_chapterverse/index/manifest.json").read_bytes())
    for name in manifest["scopes"][0]["postings"]["names"]:
        path = site / "_chapterverse/index" / f"{name}.json"
        path.unlink()  # it may be linked to the shared site's
        path.write_bytes(b'{"format":2,"kind":"postings","terms":{}}')
    page = new_page(ignored=("SHA-256", "hash", "mismatch"))
    page.set_default_timeout(BOOT_MS)
    page.goto(f"{serve_site(site).url}?q=exit+code")
    expect(page.locator("[data-role=engine][data-trouble=updated] button")).to_be_visible(
        timeout=BOOT_MS
    )
    expect(page.locator("[data-role=quote]")).to_have_count(0)
