"""A protected scope opens in the reader's browser with its passphrase, and only there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from accessibility import violations
from playwright.sync_api import Locator, Page, expect
from protected_corpus import (
    ENVIRONMENT,
    HIDDEN_ANSWER,
    HIDDEN_QUESTION,
    OTHER_PASSPHRASE,
    PASSPHRASE,
    PUBLIC_ANSWER,
    PUBLIC_QUESTION,
    SECRETS,
    write_corpus,
)
from served_site import ServedSite

from chapterverse.config import load_config
from chapterverse.hosting import security_headers
from chapterverse.pipeline import build

pytestmark = pytest.mark.slow

BOOT_MS = 90_000
SHELL = "_chapterverse/protected/team-a/"


@pytest.fixture(scope="module")
def harbour(
    tmp_path_factory: pytest.TempPathFactory, serve_site: Callable[..., ServedSite]
) -> ServedSite:
    """The site with a protected scope, under a sub-path and the strict headers."""
    root = tmp_path_factory.mktemp("harbour")
    config = load_config(write_corpus(root, site="offline = true"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ENVIRONMENT, PASSPHRASE)
        build(config)
    return serve_site(config.out, headers=security_headers())


def unlock(page: Page, site: ServedSite, passphrase: str = PASSPHRASE) -> None:
    page.goto(site.url + SHELL)
    expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=BOOT_MS)
    page.locator("[data-role=passphrase]").fill(passphrase)
    page.locator("[data-role=passphrase]").press("Enter")


def unlocked(page: Page, site: ServedSite) -> None:
    unlock(page, site)
    expect(page.locator("[data-role=unlocked]")).to_be_visible(timeout=BOOT_MS)


def ask(page: Page, site: ServedSite, question: str, kind: str) -> Locator:
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=BOOT_MS)
    page.locator("[data-role=question]").fill(question)
    page.locator("[data-role=question]").press("Enter")
    outcome = page.locator(f"[data-role=outcome][data-outcome={kind}]")
    expect(outcome).to_be_visible(timeout=BOOT_MS)
    return outcome


def test_the_passphrase_opens_contents_pages_source_lines_and_pictures(
    page: Page, harbour: ServedSite
) -> None:
    unlocked(page, harbour)
    page.locator("main").get_by_role("link", name="The rotunda rota").click()
    article = page.locator("[data-role=rendered]")
    expect(article).to_contain_text(HIDDEN_ANSWER)
    expect(page).to_have_title("The rotunda rota · Harbour handbook")
    picture = article.locator("img")
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") == 1
    expect(article.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    article.get_by_role("link", name="the list").click()
    expect(page.locator("#pennanted-masts")).to_be_in_viewport()
    page.locator("[data-role=source-link]").click()
    expect(page.locator("#L8")).to_contain_text("three pennanted masts")
    page.goto(page.url.split("#")[0] + "#L7-L8")
    expect(page.locator("#L8")).to_have_attribute("data-selected", "")
    assert "quinquereme" not in page.url


def test_links_out_of_the_scope_lead_to_the_public_site(page: Page, harbour: ServedSite) -> None:
    unlocked(page, harbour)
    page.locator("main").get_by_role("link", name="The rotunda rota").click()
    article = page.locator("[data-role=rendered]")
    expect(article.get_by_role("link", name="home")).to_have_attribute(
        "href", f"{harbour.url}index.html"
    )
    elsewhere = article.get_by_role("link", name="elsewhere")
    expect(elsewhere).to_have_attribute("href", "https://example.org/")


def test_a_wrong_passphrase_is_said_and_opens_nothing(page: Page, harbour: ServedSite) -> None:
    unlock(page, harbour, OTHER_PASSPHRASE)
    trouble = page.locator("[data-role=unlock-trouble]")
    expect(trouble).to_contain_text("not the passphrase", timeout=BOOT_MS)
    expect(page.locator("[data-role=passphrase]")).to_be_focused()
    expect(page.locator("[data-role=passphrase]")).to_have_attribute("aria-invalid", "true")
    assert page.evaluate("Object.keys(sessionStorage).length") == 0
    page.locator("[data-role=passphrase]").fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("[data-role=unlocked]")).to_be_visible(timeout=BOOT_MS)


def test_the_form_speaks_both_languages(new_page: Callable[..., Page], harbour: ServedSite) -> None:
    page = new_page()
    page.goto(harbour.url + SHELL)
    expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=BOOT_MS)
    page.locator("[data-role=interface-language]").click()
    expect(page.get_by_label("口令", exact=True)).to_be_visible()
    page.get_by_label("口令", exact=True).fill(OTHER_PASSPHRASE)
    page.get_by_role("button", name="解锁").click()
    expect(page.locator("[data-role=unlock-trouble]")).to_contain_text("口令不对", timeout=BOOT_MS)


def test_without_scripts_the_page_says_what_it_needs_and_offers_no_form(
    new_page: Callable[..., Page], harbour: ServedSite
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(harbour.url + SHELL)
    expect(page.locator(".script-missing")).to_be_visible()
    expect(page.locator("[data-role=unlock-form]")).to_be_hidden()


def test_a_locked_scope_is_not_asked_and_tells_nothing(page: Page, harbour: ServedSite) -> None:
    outcome = ask(page, harbour, HIDDEN_QUESTION, "abstention")
    said = outcome.inner_text().lower()
    said = said.replace("xylographer", "").replace("cellar", "")  # the question's own words
    assert not any(secret.lower() in said for secret in SECRETS)
    assert page.locator("select[data-filter=scope]").count() == 0
    page.locator("[data-role=question]").fill("quinqu")
    expect(page.locator("[data-role=places] a")).to_have_count(0)


def test_an_open_scope_is_asked_with_the_public_one_or_alone(
    page: Page, harbour: ServedSite
) -> None:
    unlocked(page, harbour)
    outcome = ask(page, harbour, HIDDEN_QUESTION, "answer")
    expect(outcome.locator("[data-role=quote]").first).to_have_text(HIDDEN_ANSWER)
    citation = outcome.locator("a[data-role=citation]").first
    citation.hover()
    expect(page.locator("[data-role=citation-preview]")).to_contain_text(HIDDEN_ANSWER)
    scopes = page.locator("select[data-filter=scope] option")
    assert sorted(scopes.evaluate_all("all => all.map((one) => one.value)")) == [
        "",
        "public",
        "team-a",
    ]
    page.locator("select[data-filter=scope]").select_option("public")
    expect(page.locator("[data-outcome=abstention]")).to_be_visible(timeout=BOOT_MS)
    page.locator("select[data-filter=scope]").select_option("team-a")
    expect(page.locator("[data-outcome=answer]")).to_be_visible(timeout=BOOT_MS)
    page.locator("a[data-role=citation]").first.click()
    page.wait_for_url(f"**/{SHELL}**")
    selected = page.locator("[data-selected]")
    expect(selected.first).to_contain_text(HIDDEN_ANSWER, timeout=BOOT_MS)
    outcome = ask(page, harbour, PUBLIC_QUESTION, "answer")
    expect(outcome.locator("[data-role=quote]").first).to_have_text(PUBLIC_ANSWER)


def test_headings_of_an_open_scope_are_offered_while_typing(
    page: Page, harbour: ServedSite
) -> None:
    unlocked(page, harbour)
    page.goto(harbour.url)
    page.locator("[data-role=question]").focus()
    page.locator("[data-role=question]").press_sequentially("pennanted", delay=30)
    place = page.locator("[data-role=places] a").first
    expect(place).to_be_visible(timeout=BOOT_MS)
    place.click()
    expect(page.locator("#pennanted-masts")).to_be_in_viewport(timeout=BOOT_MS)


def test_locking_and_closing_the_tab_forget_the_key_and_nothing_else_stays(
    new_page: Callable[..., Page], harbour: ServedSite
) -> None:
    page = new_page()
    unlocked(page, harbour)
    ask(page, harbour, HIDDEN_QUESTION, "answer")
    other = page.context.new_page()
    other.goto(harbour.url + SHELL)
    expect(other.locator("[data-role=passphrase]")).to_be_visible(timeout=BOOT_MS)
    kept = page.evaluate(
        """async () => {
          const said = [JSON.stringify(localStorage), JSON.stringify(history.state)];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              const bytes = await (await cache.match(request)).arrayBuffer();
              said.push(request.url, new TextDecoder("latin1").decode(bytes));
            }
          }
          said.push(...(await indexedDB.databases()).map(({ name }) => name));
          return said.join("\\n").toLowerCase();
        }"""
    )
    found = [secret for secret in SECRETS if secret.lower() in kept]
    assert not found, [kept[kept.index(one.lower()) - 200 :][:300] for one in found]
    assert PASSPHRASE not in page.evaluate("JSON.stringify(sessionStorage)")
    page.goto(harbour.url + SHELL)
    page.locator("[data-role=lock]").click()
    expect(page.locator("[data-role=passphrase]")).to_be_visible(timeout=BOOT_MS)
    assert page.evaluate("JSON.stringify(sessionStorage)") == "{}"
    ask(page, harbour, HIDDEN_QUESTION, "abstention")


def test_no_title_path_or_word_of_the_scope_is_asked_of_the_server(
    new_page: Callable[..., Page], harbour: ServedSite
) -> None:
    page = new_page()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url.lower()))
    unlocked(page, harbour)
    page.locator("main").get_by_role("link", name="The rotunda rota").click()
    expect(page.locator("[data-role=rendered]")).to_contain_text(HIDDEN_ANSWER)
    page.locator("[data-role=source-link]").click()
    expect(page.locator("#L7")).to_be_visible()
    assert not [url for url in asked if any(secret.lower() in url for secret in SECRETS)]


def test_a_container_that_was_changed_is_refused(
    new_page: Callable[..., Page], harbour: ServedSite, serve_site: Callable[..., ServedSite],
    tmp_path: Path,
) -> None:  # fmt: skip
    site = tmp_path / "site"
    shutil.copytree(harbour.directory, site)
    for file in (site / SHELL).iterdir():
        if len(file.name) == 32:
            data = file.read_bytes()
            file.write_bytes(data[:40] + bytes([data[40] ^ 1]) + data[41:])
    page = new_page()
    unlock(page, serve_site(site))
    expect(page.locator("[data-role=unlock-trouble]")).to_contain_text(
        "changed on their way", timeout=BOOT_MS
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_locked_and_the_open_page_have_no_accessibility_faults(
    new_page: Callable[..., Page], harbour: ServedSite, scheme: str
) -> None:
    page = new_page(color_scheme=scheme, viewport={"width": 320, "height": 700})
    page.goto(harbour.url + SHELL)
    expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=BOOT_MS)
    assert violations(page) == []
    page.get_by_label("Passphrase").fill(OTHER_PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not the passphrase", timeout=BOOT_MS)
    assert violations(page) == []
    page.get_by_label("Passphrase").fill(PASSPHRASE)
    page.keyboard.press("Enter")
    page.locator("main").get_by_role("link", name="The rotunda rota").click()
    expect(page.locator("[data-role=rendered]")).to_be_visible(timeout=BOOT_MS)
    assert violations(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320


def test_an_offline_reader_opens_the_scope_from_its_containers(
    new_page: Callable[..., Page], harbour: ServedSite
) -> None:
    page = new_page(ignored=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    page.goto(harbour.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    unlocked(page, harbour)
    page.locator("main").get_by_role("link", name="The rotunda rota").click()
    expect(page.locator("[data-role=rendered]")).to_contain_text(HIDDEN_ANSWER)


def test_a_page_of_a_container_that_is_gone_says_so(
    new_page: Callable[..., Page], harbour: ServedSite
) -> None:
    page = new_page(ignored=("404",))
    unlocked(page, harbour)
    for name in ("0" * 32, "../seal.json", "x"):
        page.goto(f"{harbour.url}{SHELL}?d={name}")
        expect(page.locator("[data-role=protected-gone]")).to_be_visible(timeout=BOOT_MS)
