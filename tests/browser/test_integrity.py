"""A script, style or module that is not the one that the site was built with is refused, and said so."""

from __future__ import annotations

import os
import re
import shutil
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

pytestmark = pytest.mark.slow

BOOT_MS = 90_000
# What a browser says of a refusal, and of a start that comes to nothing.
REFUSALS = ("integrity", "Failed to fetch", "refused", "Failed to load", "404")
ON_PAGES = (
    "early.js",
    "main.js",
    "integrity.js",
    "verified.js",
    "page.js",
    "site.js",
    "reading.css",
    "page-lines.js",
    "element.js",
)
FOR_QUESTIONS = (
    ("_chapterverse/app", "worker.js"),
    ("_chapterverse/app", "engine-bridge.js"),
    ("_chapterverse/runtime", "runtime.json"),
    ("_chapterverse/runtime", "pyodide.mjs"),
    ("_chapterverse/runtime", "pyodide.asm.js"),
    ("_chapterverse/runtime", "pyodide.asm.wasm"),
    ("_chapterverse/runtime", "python_stdlib.zip"),
)


@pytest.fixture
def with_one_byte_changed(
    demo_site: Path, tmp_path: Path, serve_site: Callable[..., ServedSite]
) -> Callable[[str, str], ServedSite]:
    """Serve the demo with one byte of one file changed, at a place that breaks nothing."""

    def change(folder: str, name: str) -> ServedSite:
        site = tmp_path / "site"
        shutil.copytree(demo_site, site, copy_function=os.link)
        file = next((site / folder).glob(f"*/{name}"))
        data = file.read_bytes()
        file.unlink()
        file.write_bytes(data + b"\n")
        return serve_site(site)

    return change


class _Assets(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        is_loaded = said.get("rel") in ("stylesheet", "modulepreload")
        if tag == "script" or (tag == "link" and is_loaded):
            self.found.append(said)


def test_every_script_and_style_that_a_page_names_carries_the_hash_of_its_bytes(
    demo_site: Path,
) -> None:
    pages = [path for path in demo_site.rglob("*.html") if not path.is_symlink()]
    checked = 0
    for page in pages:
        assets = _Assets()
        assets.feed(page.read_text("utf-8"))
        for asset in assets.found:
            address = asset.get("src") or asset["href"]
            file = (page.parent / address).resolve()
            # 404.html looks for the site's root at several depths.
            if page.name == "404.html" and not file.is_file():
                continue
            digest = b64encode(sha256(file.read_bytes()).digest()).decode()
            assert asset.get("integrity") == f"sha256-{digest}", (page, address)
            checked += 1
    assert checked >= 4 * len(pages) > 0


def test_the_table_of_hashes_knows_every_module_style_and_text_of_the_app(demo_site: Path) -> None:
    folder = next((demo_site / "_chapterverse/app").iterdir())
    table = (folder / "integrity.js").read_text("utf-8")
    for file in folder.iterdir():
        if file.suffix in (".js", ".css", ".json") and file.name != "integrity.js":
            digest = b64encode(sha256(file.read_bytes()).digest()).decode()
            assert f'"{file.name}":["sha256-{digest}"' in table, file.name


@pytest.mark.parametrize("name", ON_PAGES)
def test_a_changed_file_of_a_page_is_refused_with_an_explanation(
    new_page: Callable[..., Page],
    with_one_byte_changed: Callable[[str, str], ServedSite],
    name: str,
) -> None:
    served = with_one_byte_changed("_chapterverse/app", name)
    page = new_page(ignored=REFUSALS)
    page.goto(f"{served.url}guide/en/index.html")
    notice = page.locator("[data-role=refused]")
    expect(notice).to_be_visible()
    expect(notice.locator("code")).to_have_text(re.compile(rf"\b{re.escape(name)}"))
    expect(page.locator("h1").first).to_be_visible()


def test_a_changed_module_that_is_loaded_on_demand_is_not_started(
    new_page: Callable[..., Page],
    with_one_byte_changed: Callable[[str, str], ServedSite],
) -> None:
    served = with_one_byte_changed("_chapterverse/app", "place-index.js")
    page = new_page(ignored=REFUSALS)
    page.goto(f"{served.url}guide/en/index.html")
    page.locator("[data-role=question]").focus()
    expect(page.locator("[data-role=refused] code")).to_have_text(re.compile("place-index.js"))
    page.locator("[data-role=question]").fill("install")
    assert page.locator("[data-role=places]").count() == 0


@pytest.mark.parametrize(("folder", "name"), FOR_QUESTIONS)
def test_a_changed_file_of_the_engine_is_refused_with_an_explanation(
    new_page: Callable[..., Page],
    with_one_byte_changed: Callable[[str, str], ServedSite],
    folder: str,
    name: str,
) -> None:
    served = with_one_byte_changed(folder, name)
    page = new_page(ignored=REFUSALS)
    page.goto(served.url)
    page.locator("[data-role=question]").focus()
    engine = page.locator("[data-role=engine][data-trouble=altered]")
    expect(engine).to_be_visible(timeout=BOOT_MS)
    expect(engine).to_contain_text(name)


def test_nothing_is_refused_on_an_unchanged_site(
    page: Page, demo_site: Path, serve_site: Callable[..., ServedSite]
) -> None:
    page.goto(f"{serve_site(demo_site).url}?q=Which+exit+code+means+that+a+bar+was+missed%3F")
    expect(page.locator("[data-outcome=answer]")).to_be_visible(timeout=BOOT_MS)
    expect(page.locator("[data-role=refused]")).to_be_hidden()
