"""The whole demo under the pages' own policy and under the strict headers: nothing is violated."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

from chapterverse.hosting import security_headers

pytestmark = pytest.mark.slow

BOOT_MS = 90_000
NOTE_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
"""


@pytest.fixture(params=[None, security_headers()], ids=["meta-policy", "strict-headers"])
def demo(
    request: pytest.FixtureRequest, demo_site: Path, serve_site: Callable[..., ServedSite]
) -> ServedSite:
    return serve_site(demo_site, **({"headers": request.param} if request.param else {}))


class _Markup(HTMLParser):
    """Notes the first element of the head, and every script and style that is inline."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.first: dict[str, str] = {}
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if self.names[-1:] == ["head"]:
            self.first = {"element": tag, **said}
        self.names.append(tag)
        if tag == "style" or (tag == "script" and not said.get("src")):
            self.inline.append(f"<{tag}>")
        self.inline += [name for name in said if name == "style" or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        if self.names[-1:] == ["script"] and data.strip():
            self.inline.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.names.append(f"/{tag}")


def markup(page: Path) -> _Markup:
    read = _Markup()
    read.feed(page.read_text("utf-8"))
    return read


def test_the_policy_is_the_first_thing_in_every_head(demo_site: Path) -> None:
    pages = sorted(demo_site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        first = markup(page).first
        assert first["element"] == "meta", page
        assert first["http-equiv"] == "Content-Security-Policy", page
        assert "default-src 'none'" in first["content"], page


def test_no_page_has_an_inline_script_style_or_handler(demo_site: Path) -> None:
    for page in sorted(demo_site.rglob("*.html")):
        assert markup(page).inline == [], page


def test_every_page_runs_without_a_violation(
    new_page: Callable[..., Page], demo: ServedSite
) -> None:
    """The fixture of the page fails on console errors and on requests to other origins."""
    page = new_page(ignored=("404",))
    page.add_init_script(NOTE_VIOLATIONS)
    paths = [path.relative_to(demo.directory).as_posix() for path in demo.directory.rglob("*.html")]
    for path in sorted(paths):
        page.goto(demo.url + path)
        if path != "404.html":
            expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=BOOT_MS)
        assert page.evaluate("violations") == [], path


def test_asking_runs_without_a_violation(new_page: Callable[..., Page], demo: ServedSite) -> None:
    page = new_page()
    page.add_init_script(NOTE_VIOLATIONS)
    page.goto(f"{demo.url}?q=Which+exit+code+means+that+a+bar+was+missed%3F")
    expect(page.locator("[data-outcome=answer]")).to_be_visible(timeout=BOOT_MS)
    page.locator("[data-role=why] summary").click()
    page.locator("[data-role=why-panel]").wait_for()
    page.locator("[data-role=theme]").click()
    page.locator("[data-role=interface-language]").click()
    assert page.evaluate("violations") == []


def test_a_violation_would_be_noticed(new_page: Callable[..., Page], demo: ServedSite) -> None:
    page = new_page(
        ignored=(
            "Content Security Policy",
            "TrustedHTML",
            "Trusted Type",
            "https://example.org/x.png",
        )
    )
    page.add_init_script(NOTE_VIOLATIONS)
    page.goto(f"{demo.url}contents.html")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.org/x.png' }))"
    )
    page.wait_for_function("violations.length > 0")
    assert "img-src" in page.evaluate("violations.join()")
    assert page.evaluate(
        "(() => { try { document.body.innerHTML = '<p>'; return false } catch { return true } })()"
    )
