"""Known script-injection vectors, rendered as documents and asked as questions, stay text."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

from chapterverse.config import load_config
from chapterverse.hosting import POLICY_OF_HEADERS, security_headers
from chapterverse.pipeline import build

pytestmark = pytest.mark.slow

BOOT_MS = 90_000
VECTORS = ("markdown-xss.txt", "h5sc-vectors.txt", "xss-payload-list.txt", "blns.json")
PER_DOCUMENT = 400
QUESTION_CHARS = 1_800
# Whatever a vector calls is noted; a policy that had to step in is noted too.
TRIPWIRE = """
window.tripped = [];
for (const name of ["alert", "prompt", "confirm", "print", "open"])
  Object.defineProperty(window, name, { value: (...said) => tripped.push(`${name} ${said}`) });
document.addEventListener("securitypolicyviolation", (event) =>
  tripped.push(`violation ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
"""
# What no part of a page may have, wherever it came from.
SUSPECTS = """
() => {
  const bad = [];
  const schemes = new Set(["http:", "https:", "mailto:", "tel:"]);
  // What the page itself offers to save.
  const isOurs = (element) => element.protocol === "blob:" && element.hasAttribute("download");
  for (const element of document.querySelectorAll("main *")) {
    const name = element.localName;
    if (/^(script|iframe|frame|object|embed|applet|base|meta|link|style|form|math|foreignobject|video|audio|source|portal)$/.test(name)
        && !element.closest('[data-role="ask"]')) bad.push(name);
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^style$|^srcdoc$|^formaction$|^ping$/.test(attribute)) bad.push(`${name} ${attribute}`);
      if (attribute === "href" && !isOurs(element) && !schemes.has(element.protocol ?? "https:")) bad.push(`${name} ${value}`);
      if (attribute === "src" && !/^(data:image\\/(png|jpeg|gif|webp|avif);|[^:]*$)/.test(value)) bad.push(`${name} ${value}`);
    }
  }
  return bad;
}
"""
# Each question is an address, as if a reader followed a link to it.
ASK_ALL = """
async (questions) => {
  const outcome = document.querySelector('[data-role="outcome"]');
  const kinds = [];
  for (const question of questions) {
    history.replaceState(null, "", `?q=${encodeURIComponent(question)}`);
    dispatchEvent(new PopStateEvent("popstate"));
    await new Promise((resolve) => {
      const done = () => { if (!outcome.hasAttribute("aria-busy")) { observer.disconnect(); resolve(); } };
      const observer = new MutationObserver(done);
      observer.observe(outcome, { attributes: true });
      done();
    });
    kinds.push(outcome.dataset.outcome ?? document.querySelector('[data-role="engine"]').dataset.state);
  }
  return kinds;
}
"""


def vectors(folder: Path) -> list[str]:
    """Return every vector once, in order; the one-line collection is cut at its own marks."""
    found: list[str] = []
    for name in VECTORS:
        text = (folder / name).read_text("utf-8", "replace")
        if name.endswith(".json"):
            found += json.loads(text)
        elif name.startswith("h5sc"):
            found += text.split("</div><div")
        else:
            found += text.splitlines()
    return [vector for vector in dict.fromkeys(found) if vector.strip()]


def batches(items: Sequence[str], size: int) -> Iterable[Sequence[str]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def questions(items: Iterable[str]) -> list[str]:
    """Join vectors to questions of the length that the box takes."""
    asked = [""]
    for item in items:
        if len(asked[-1]) + len(item) > QUESTION_CHARS:
            asked.append("")
        asked[-1] = f"{asked[-1]} {item}".strip()[:QUESTION_CHARS]
    return asked


def document(batch: Sequence[str], index: int) -> str:
    """Every third document holds its vectors as headings, as lines of one list, as paragraphs."""
    if index % 3 == 0:
        return "# Vectors\n\n" + "\n\n".join(batch) + "\n"
    mark = "## " if index % 3 == 1 else "- "
    lines = (f"{mark}{' '.join(vector.split())}" for vector in batch)
    return "# Vectors\n\n" + "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def all_vectors(shared_data: Path) -> list[str]:
    found = vectors(shared_data / "torture")
    assert len(found) > 6_000
    return found


@pytest.fixture(scope="module", params=[False, True], ids=["html-off", "html-on"])
def hostile_site(
    request: pytest.FixtureRequest,
    all_vectors: list[str],
    tmp_path_factory: pytest.TempPathFactory,
    serve_site: Callable[..., ServedSite],
) -> ServedSite:
    """A site whose every document consists of vectors."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "corpus").mkdir()
    for index, batch in enumerate(batches(all_vectors, PER_DOCUMENT)):
        text = document(batch, index)
        (root / "corpus" / f"v{index:02}.md").write_text(text, "utf-8", "surrogatepass")
    config = load_config(None, sources=(root / "corpus",), out=root / "site", jobs=2)
    build(replace(config, html=request.param, cases=(), bars={}), is_evaluated=False)
    return serve_site(root / "site", headers=security_headers())


def tripwired(new_page: Callable[..., Page]) -> Page:
    # Pictures that vectors name are not there.
    page = new_page(ignored=("404",))
    page.add_init_script(TRIPWIRE)
    page.set_default_timeout(BOOT_MS)
    return page


@pytest.mark.parametrize(
    "markup",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<a id=a href='javascript:alert(1)'>a</a><script>a.click()</script>",
    ],
)
def test_the_tripwire_notices_a_script_that_runs_and_one_that_a_policy_stops(
    new_page: Callable[..., Page],
    serve_site: Callable[..., ServedSite],
    tmp_path: Path,
    markup: str,
) -> None:
    policy = "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\">"
    (tmp_path / "index.html").write_text(f"<!doctype html><main>{markup}</main>", "utf-8")
    (tmp_path / "stopped.html").write_text(f"<!doctype html>{policy}<main>{markup}</main>", "utf-8")
    served = serve_site(tmp_path)
    page = new_page(ignored=("404", "Content Security Policy"))
    page.add_init_script(TRIPWIRE)
    for path, word in (("", "alert 1"), ("stopped.html", "violation script-src")):
        page.goto(served.url + path)
        page.wait_for_function("tripped.length > 0")
        assert word in page.evaluate("tripped.join()")
        assert page.evaluate(SUSPECTS)


def test_no_vector_runs_on_a_page_or_a_source_page(
    new_page: Callable[..., Page], hostile_site: ServedSite
) -> None:
    page = tripwired(new_page)
    names = sorted(path.name for path in hostile_site.directory.glob("v*.html"))
    assert len(names) >= 15
    for name in names:
        for path in (name, f"source/{name.removesuffix('.html')}.md.html"):
            page.goto(hostile_site.url + path)
            expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=BOOT_MS)
            assert page.evaluate("tripped") == [], path
            assert page.evaluate(SUSPECTS) == [], path


def test_no_vector_runs_as_a_question_or_in_its_answer(
    new_page: Callable[..., Page], hostile_site: ServedSite, all_vectors: list[str]
) -> None:
    page = tripwired(new_page)
    page.goto(hostile_site.url)
    page.locator("[data-role=question]").focus()
    engine = page.locator("[data-role=engine]")
    expect(engine).to_have_attribute("data-state", "ready", timeout=BOOT_MS)
    page.set_default_timeout(300_000)
    kinds = page.evaluate(ASK_ALL, questions(all_vectors))
    assert set(kinds) <= {"answer", "abstention", "clarification"}, set(kinds)
    assert page.evaluate("tripped") == []
    assert page.evaluate(SUSPECTS) == []
    expect(engine).to_have_attribute("data-state", "ready")


def test_the_whole_demo_works_under_the_strict_headers(
    new_page: Callable[..., Page], demo_site: Path, serve_site: Callable[..., ServedSite]
) -> None:
    served = serve_site(demo_site, headers=security_headers())
    page = tripwired(new_page)
    page.goto(f"{served.url}?q=Which+exit+code+means+that+a+bar+was+missed%3F")
    quote = page.locator("[data-outcome=answer] [data-role=quote]").first
    expect(quote).to_be_visible(timeout=BOOT_MS)
    page.locator("a[data-role=citation]").first.click()
    page.wait_for_url("**/source/**")
    expect(page.locator("[data-selected]").first).to_be_visible()
    for path in ("contents.html", "guide/en/index.html", "gone.html"):
        page.goto(served.url + path)
        expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("tripped") == []


def test_headers_that_forbid_web_assembly_are_explained_within_three_seconds(
    new_page: Callable[..., Page], demo_site: Path, serve_site: Callable[..., ServedSite]
) -> None:
    policy = POLICY_OF_HEADERS.replace(" 'wasm-unsafe-eval'", "")
    served = serve_site(demo_site, headers={"Content-Security-Policy": policy})
    page = new_page(ignored=("Content Security Policy", "WebAssembly"))
    page.goto(served.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready", timeout=30_000)
    before = time.monotonic()
    page.locator("[data-role=question]").focus()
    engine: Any = page.locator("[data-role=engine][data-trouble=policy]")
    expect(engine).to_be_visible(timeout=3_000)
    assert time.monotonic() - before < 3
    expect(engine).to_contain_text("WebAssembly")
