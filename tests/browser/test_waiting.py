"""While something is awaited: what is shown, what is not shown any more, what can be done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Error, Page, Route, expect
from served_site import ServedSite

QUESTION = handmade.ANSWER["query"]
OUTCOME = "[data-role=outcome]"


def held(page: Page, pattern: str) -> Callable[[], None]:
    """Hold requests back; the returned function lets them go."""
    waiting: list[Route] = []
    page.route(pattern, lambda route: waiting.append(route))  # noqa: PLW0108 - it needs attributes

    def let_go() -> None:
        page.unroute(pattern)
        for route in waiting:
            # A request that the page has given up cannot go on.
            with suppress(Error):
                route.continue_()

    return let_go


def test_a_question_typed_before_the_engine_is_there_waits_for_it(
    page: Page, site: ServedSite
) -> None:
    let_go = held(page, "**/python_stdlib.zip")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    box = page.locator("[data-role=question]")
    box.fill(QUESTION)
    box.press("Enter")
    engine = page.locator("[data-role=engine]")
    expect(engine).to_contain_text("Your question will be answered as soon as")
    expect(engine.get_by_role("progressbar")).to_be_visible()
    expect(engine.locator("[data-role=engine-step]")).not_to_be_empty()
    expect(box).to_be_enabled()
    box.press_sequentially(" Still writing")
    let_go()
    expect(page.locator(f"{OUTCOME}[data-outcome=answer]")).to_be_visible()


def test_progress_is_told_in_bytes(page: Page, site: ServedSite) -> None:
    files = {"pyodide.asm.wasm": {"bytes": 3_000_000}, "python_stdlib.zip": {"bytes": 1_000_000}}
    record = {"abi": "test", "files": files}
    page.route("**/runtime.json", lambda route: route.fulfill(json=record))
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(body=b"0" * 3_000_000))
    held(page, "**/python_stdlib.zip")
    page.goto(f"{site.url}?q=lamp")
    step = page.locator("[data-role=engine-step]")
    expect(step).to_contain_text("3.0 MB")
    bar = page.get_by_role("progressbar")
    assert bar.evaluate("bar => [bar.value, bar.max]") == [3_000_000, 4_000_000]


def test_an_earlier_answer_is_gone_while_the_engine_starts_for_another(
    page: Page, site: ServedSite
) -> None:
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    expect(page.locator(f"{OUTCOME}[data-outcome=answer]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-role=quote]")).to_have_count(2)
    held(page, "**/python_stdlib.zip")
    page.locator("[data-role=question]").fill("another")
    page.locator("[data-role=question]").press("Enter")
    expect(page.locator("[data-role=engine]")).to_be_visible()
    expect(page.locator(OUTCOME)).to_be_hidden()
    expect(page.locator("[data-role=quote]")).to_have_count(0)


def test_back_to_a_question_that_was_never_answered_shows_no_other_answer(
    page: Page, site: ServedSite
) -> None:
    let_go = held(page, "**/python_stdlib.zip")
    page.goto(f"{site.url}?q=first")
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.locator("[data-role=question]").fill(QUESTION)
    page.locator("[data-role=question]").press("Enter")
    let_go()
    expect(page.locator(f"{OUTCOME}[data-outcome=answer]")).to_be_visible()
    page.go_back()
    expect(page.locator(f"{OUTCOME}[data-outcome=abstention]")).to_be_visible()
    expect(page.locator("[data-role=quote]")).to_have_count(0)


def test_after_cancelling_the_same_question_can_be_asked_again(
    page: Page, site: ServedSite
) -> None:
    let_go = held(page, "**/python_stdlib.zip")
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-role=engine]")).to_be_hidden()
    expect(page.locator("[data-role=question]")).to_have_value(QUESTION)
    let_go()
    page.locator("[data-role=question]").press("Enter")
    expect(page.locator(f"{OUTCOME}[data-outcome=answer]")).to_be_visible()


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "python_stdlib.zip", "runtime.json"])
def test_a_broken_connection_is_named_and_asking_can_be_tried_again(
    new_page: Callable[..., Page], site: ServedSite, name: str
) -> None:
    page = new_page(ignored=("ERR_",))
    page.route(f"**/{name}", lambda route: route.abort("connectionreset"))
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    engine = page.locator("[data-role=engine][data-trouble=network]")
    expect(engine).to_contain_text(name)
    page.unroute(f"**/{name}")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(f"{OUTCOME}[data-outcome=answer]")).to_be_visible()


def test_what_the_site_holds_is_said_once_it_is_known(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    state = page.locator("[data-role=site-state]")
    expect(state).to_be_hidden()
    page.locator("[data-role=question]").focus()
    expect(state).to_have_text("Generation 1: 2 documents, 2 passages.")


def test_typing_is_answered_at_once_while_python_loads(page: Page, site: ServedSite) -> None:
    held(page, "**/python_stdlib.zip")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.locator("[data-role=question]").focus()
    page.locator("[data-role=question]").press_sequentially("lam")
    expect(page.locator("[data-role=places] a").first).to_have_text("The lamp")
    expect(page.locator("[data-role=engine]")).to_have_attribute("data-state", "loading")


def test_a_worker_that_does_not_start_is_explained(page: Page, site: ServedSite) -> None:
    page.add_init_script("window.Worker = class { constructor() { throw new Error('no'); } };")
    page.goto(f"{site.url}?q=lamp")
    expect(page.locator("[data-trouble=worker]")).to_contain_text("did not start the worker")


@pytest.mark.parametrize("missing", ["serviceWorker", "clipboard"])
def test_a_browser_that_lacks_something_can_still_ask_and_cite(
    page: Page, site: ServedSite, missing: str
) -> None:
    page.add_init_script(f"Object.defineProperty(navigator, '{missing}', {{ value: undefined }});")
    page.goto(f"{site.url}?q={quote(QUESTION)}")
    expect(page.locator("[data-role=quote]")).to_have_count(2)
    button = page.locator(".quote-tools button").first
    button.click()
    told = {"clipboard": "Copying is not allowed here", "serviceWorker": "Copied"}
    expect(button).to_have_text(told[missing])
    expect(button).to_have_text("Copy with reference")
