"""Asking on the home page: outcomes, history, queue, failures. The engine is a stand-in here."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

QUESTION = handmade.ANSWER["query"]


def open_home(page: Page, site: ServedSite, query: str = "") -> None:
    page.goto(f"{site.url}?q={query}" if query else site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


def ask(page: Page, question: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.locator("[data-role=question]").fill(question)
    page.locator("[data-role=question]").press("Enter")


def outcome(page: Page, kind: str) -> Any:
    return page.locator(f"[data-role=outcome][data-outcome={kind}]")


def test_an_answer_shows_its_quotes_with_their_citations(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, QUESTION)
    answer = outcome(page, "answer")
    expect(answer.locator("[data-role=quote]").first).to_have_text(
        "A lamp burns for nine hours on one filling.\nTrim the wick every morning."
    )
    citation = answer.locator("a[data-role=citation]").first
    expect(citation).to_have_text("[S1] guide/lamp.md L3–L4")
    assert page.url == f"{site.url}?q={quote(QUESTION, safe='').replace('%20', '+')}"


def test_a_quote_flows_but_its_text_is_verbatim(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    quotes = page.locator("[data-role=quote]")
    expect(quotes).to_have_count(2)
    texts = quotes.evaluate_all("quotes => quotes.map(quote => quote.textContent)")
    assert texts == [shown["text"] for shown in handmade.ANSWER["quotes"]]
    expect(quotes.first.locator(".flow")).to_have_css("white-space-collapse", "collapse")
    expect(quotes.last.locator(".fixed-width")).to_have_css("white-space-collapse", "preserve")


def test_more_passages_show_an_excerpt_with_the_words_marked(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    excerpt = outcome(page, "answer").locator("[data-role=candidates] .excerpt")
    expect(excerpt).to_have_text("🪔 Fill the reservoir to the mark, never above it.")
    expect(excerpt.locator("mark")).to_have_text(["Fill", "reservoir"])


def test_a_citation_leads_to_its_lines_selected_and_in_view(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}?q=far")
    outcome(page, "answer").locator("a[data-role=citation]").click()
    page.wait_for_url(re.compile(r"source/guide/long\.md\.html.*#L300-L302$"))
    expect(page.locator("[data-selected]")).to_have_count(3)
    for number in (297, 300, 302):
        expect(page.locator(f"#L{number}")).to_be_in_viewport(ratio=1)


def test_reading_in_context_marks_the_blocks_of_the_lines(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}?q=far")
    page.locator("[data-role=page-link]").click()
    # What follows the lines is for browsers that can mark words; pages do not see it.
    page.wait_for_url(re.compile(r"guide/long\.html#L300-L302:~:text=Line%20300%20of%20"))
    assert page.evaluate("location.hash") == "#L300-L302"
    expect(page.locator("article [data-selected]")).to_have_text(
        ["Line 300.", "Line 301.", "Line 302."]
    )
    expect(page.locator("article [data-selected]").first).to_be_in_viewport()


def test_an_abstention_says_why_and_what_is_nearest(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, handmade.ABSTENTION["query"])
    abstention = outcome(page, "abstention")
    expect(abstention.locator("[data-role=reason]")).to_contain_text("painted, ceiling")
    expect(abstention).to_contain_text("Searched 9 passages in 4 documents.")
    nearest = abstention.locator("[data-role=nearest] a")
    expect(nearest).to_have_text("The lamp › Filling")
    assert (nearest.get_attribute("href") or "").endswith("/source/guide/lamp.md.html#L6-L8")
    expect(abstention.locator("[data-role=quote]")).to_have_count(0)


def test_a_clarification_offers_options_that_ask_again(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, handmade.CLARIFICATION["query"])
    outcome(page, "clarification").get_by_role("button", name="AX-3").click()
    expect(page.locator("[data-role=question]")).to_have_value("How heavy is it? AX-3")
    expect(outcome(page, "abstention")).to_be_visible()


def test_a_near_miss_is_offered_and_asks_the_other_question(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, handmade.MISSPELT["query"])
    offered = outcome(page, "abstention").locator("[data-role=suggestions]")
    expect(offered).to_contain_text("Did you mean")
    offered.get_by_role("button", name=handmade.ANSWER["query"]).click()
    expect(page.locator("[data-role=question]")).to_have_value(handmade.ANSWER["query"])
    expect(outcome(page, "answer")).to_be_visible()


def test_contradicting_quotes_carry_a_note_that_names_them(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, handmade.CONTRADICTED["query"])
    note = outcome(page, "answer").locator("[data-role=note][data-reason=conflict]")
    expect(note).to_contain_text("[S1] [S2]")


def test_a_chinese_question_is_answered_in_chinese(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, handmade.CHINESE_ANSWER["query"])
    answer = outcome(page, "answer")
    expect(answer.locator("[data-role=quote]")).to_have_attribute("lang", "zh")
    answer.locator("a[data-role=citation]").click()
    page.wait_for_url(re.compile(r"#L3$"))
    expect(page.locator("[data-selected] code")).to_have_text("一盏油灯加满油可以点亮九个小时。")


def test_back_from_a_citation_restores_the_answer_without_the_engine(
    page: Page, site: ServedSite
) -> None:
    page.goto(site.url)
    ask(page, QUESTION)
    outcome(page, "answer").locator("a[data-role=citation]").first.click()
    page.wait_for_url(re.compile("source/"))
    page.go_back()
    expect(outcome(page, "answer").locator("[data-role=quote]")).to_have_count(2)
    expect(page.locator("[data-role=question]")).to_have_value(QUESTION)


def test_back_and_forward_step_through_the_questions(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, QUESTION)
    expect(outcome(page, "answer")).to_be_visible()
    ask(page, "nothing here")
    expect(outcome(page, "abstention")).to_be_visible()
    page.go_back()
    expect(outcome(page, "answer")).to_be_visible()
    expect(page.locator("[data-role=question]")).to_have_value(QUESTION)
    page.go_back()
    expect(page.locator("[data-role=outcome]")).to_be_hidden()
    page.go_forward()
    expect(outcome(page, "answer")).to_be_visible()


def test_a_follow_up_carries_the_questions_before_it(page: Page, site: ServedSite) -> None:
    open_home(page, site)
    ask(page, QUESTION)
    expect(outcome(page, "answer")).to_be_visible()
    ask(page, "And at night?")
    expect(page.locator(".understood")).to_have_text(f"Understood as: And at night? ({QUESTION})")
    thread = page.locator("[data-role=thread]")
    expect(thread.get_by_role("link")).to_have_text([QUESTION])
    assert "&after=How+long" in page.url
    page.reload()
    expect(page.locator(".understood")).to_contain_text(QUESTION)
    thread.get_by_role("link").click()
    expect(outcome(page, "answer")).to_be_visible()
    expect(thread).to_be_hidden()
    page.go_back()
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("[data-role=outcome]")).to_be_hidden()
    assert page.url == f"{site.url}"


def test_a_question_that_is_overtaken_gives_way_to_the_newer(page: Page, site: ServedSite) -> None:
    open_home(page, site)
    page.locator("[data-role=question]").fill("nothing at all")
    page.locator("[data-role=question]").press("Enter")
    page.locator("[data-role=question]").fill(QUESTION)
    page.locator("[data-role=question]").press("Enter")
    expect(outcome(page, "answer")).to_be_visible()
    expect(page.locator("[data-role=quote]")).to_have_count(2)


def test_enter_that_ends_a_composition_does_not_ask(page: Page, site: ServedSite) -> None:
    open_home(page, site)
    box = page.locator("[data-role=question]")
    box.fill("youdeng")
    box.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
    box.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True})
    page.wait_for_timeout(100)
    assert page.url == site.url
    box.press("Enter")
    page.wait_for_url(re.compile(r"\?q=youdeng$"))


def test_shift_enter_breaks_the_line(page: Page, site: ServedSite) -> None:
    open_home(page, site)
    box = page.locator("[data-role=question]")
    box.fill("one")
    box.press("Shift+Enter")
    assert page.url == site.url


def test_the_header_box_of_another_page_leads_to_the_answer(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}guide/lamp.html")
    ask(page, QUESTION)
    expect(outcome(page, "answer")).to_be_visible()
    assert page.url.startswith(f"{site.url}index.html?q=")


def test_the_engine_sleeps_until_the_question_box_has_focus(page: Page, site: ServedSite) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    engine = page.locator("[data-role=engine]")
    expect(engine).to_have_attribute("data-state", "idle")
    assert not any("runtime" in url or "index/" in url for url in requests)
    page.locator("[data-role=question]").focus()
    expect(engine).to_have_attribute("data-state", "ready")


def test_markup_in_a_question_stays_text(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    ask(page, "<svg onload=alert(1)><img src=x>")
    expect(page.locator("[data-role=outcome]")).to_be_visible()
    assert page.locator("[data-role=outcome] :is(svg, img)").count() == 0


def test_the_slash_key_leads_to_the_box_and_can_be_typed_in_it(
    page: Page, site: ServedSite
) -> None:
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.keyboard.press("/")
    box = page.locator("[data-role=question]")
    expect(box).to_be_focused()
    page.keyboard.type("a/b")
    expect(box).to_have_value("a/b")


Broken = Callable[..., ServedSite]


@pytest.fixture
def broken_site(tmp_path: Path, serve_site: Callable[..., ServedSite]) -> Broken:
    """Makes a copy of the site with something wrong in it."""

    def make(
        manifest: dict[str, Any] | None = None,
        runtime: str | None = None,
        missing: str = "",
        patience_ms: int = 15_000,
        **server: Any,
    ) -> ServedSite:
        out = tmp_path / "site"
        handmade.write_site(out)
        if manifest is not None:
            text = json.dumps({**handmade.MANIFEST, **manifest})
            (out / handmade.INDEX_PATH / "manifest.json").write_text(text)
        if runtime is not None:
            (out / handmade.RUNTIME_PATH / "pyodide.mjs").write_text(runtime)
        if missing:
            target = out / missing
            shutil.rmtree(target) if target.is_dir() else target.unlink()
        home = out / "index.html"
        html = home.read_text(encoding="utf-8")
        patient = f'data-role="engine" data-patience-ms="{patience_ms}"'
        home.write_text(html.replace('data-role="engine"', patient), encoding="utf-8")
        return serve_site(out, **server)

    return make


def failure(page: Page, kind: str) -> Any:
    return page.locator(f"[data-role=engine][data-state=failed][data-trouble={kind}]")


def test_an_engine_that_never_settles_is_reported_and_can_be_retried(
    page: Page, broken_site: Broken
) -> None:
    hanging = "export const loadPyodide = () => new Promise(() => {});"
    site = broken_site(runtime=hanging, patience_ms=300)
    page.goto(f"{site.url}?q=lamp")
    expect(failure(page, "stalled")).to_contain_text("policy may block")
    working = (handmade.HERE / "fake_runtime" / "pyodide.mjs").read_text()
    (site.directory / handmade.RUNTIME_PATH / "pyodide.mjs").write_text(working)
    page.get_by_role("button", name="Try again").click()
    expect(outcome(page, "abstention")).to_be_visible()
    expect(page.locator("[data-role=engine]")).to_have_attribute("data-state", "ready")


def test_a_policy_without_wasm_is_named(new_page: Callable[..., Page], broken_site: Broken) -> None:
    page = new_page(ignored=("WebAssembly", "wasm"))
    site = broken_site(headers={"Content-Security-Policy": "script-src 'self'"})
    page.goto(f"{site.url}?q=lamp")
    expect(failure(page, "policy")).to_contain_text("'wasm-unsafe-eval'", timeout=3000)


def test_a_missing_runtime_is_named(new_page: Callable[..., Page], broken_site: Broken) -> None:
    page = new_page(ignored=("404",))
    site = broken_site(missing=handmade.RUNTIME_PATH + "pyodide.mjs")
    page.goto(f"{site.url}?q=lamp")
    expect(failure(page, "file")).to_contain_text("pyodide.mjs")


def test_a_missing_manifest_is_named(new_page: Callable[..., Page], broken_site: Broken) -> None:
    page = new_page(ignored=("404",))
    site = broken_site(missing=handmade.INDEX_PATH + "manifest.json")
    page.goto(f"{site.url}?q=lamp")
    expect(failure(page, "file")).to_contain_text("manifest.json (404)")


@pytest.mark.parametrize(
    "manifest",
    [
        {"need": ["gone.json"]},
        {"trouble": {"lamp": {"kind": "hash-mismatch", "message": "a.json"}}},
    ],
    ids=["shard gone", "hash mismatch"],
)
def test_a_site_that_changed_meanwhile_offers_to_reload(
    new_page: Callable[..., Page], broken_site: Broken, manifest: dict[str, Any]
) -> None:
    page = new_page(ignored=("404",))
    page.goto(f"{broken_site(manifest=manifest).url}?q=lamp")
    expect(failure(page, "updated").get_by_role("button", name="Reload the page")).to_be_visible()


def test_a_problem_of_the_engine_is_shown_in_its_own_words(page: Page, broken_site: Broken) -> None:
    trouble = {"lamp": {"kind": "format", "message": "manifest: format 9, expected 1"}}
    page.goto(f"{broken_site(manifest={'trouble': trouble}).url}?q=lamp")
    expect(failure(page, "engine")).to_contain_text("manifest: format 9, expected 1")
    ask(page, "something else")
    expect(outcome(page, "abstention")).to_be_visible()
    expect(page.locator("[data-role=engine]")).to_be_hidden()


def test_loading_can_be_cancelled(page: Page, broken_site: Broken) -> None:
    site = broken_site(runtime="export const loadPyodide = () => new Promise(() => {});")
    page.goto(f"{site.url}?q=lamp")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-role=engine]")).to_have_attribute("data-state", "idle")


def test_asking_works_where_storage_is_blocked(
    new_page: Callable[..., Page], site: ServedSite
) -> None:
    page = new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }});"
    )
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    expect(outcome(page, "answer")).to_be_visible()
