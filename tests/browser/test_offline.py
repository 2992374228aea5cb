"""A site with `offline = true`: without a network, after an update, beside another one, and ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

from chapterverse.offline import with_offline
from chapterverse.staging import SiteFile

CACHES = "caches.keys()"
SCOPES = "navigator.serviceWorker.getRegistrations().then(all => all.map(one => one.scope))"


def write_offline(out: Path, monkeypatch: pytest.MonkeyPatch, *, is_offline: bool = True) -> None:
    """Write the handmade site, and the worker for the files that it has."""
    frame = replace(handmade.FRAME, is_offline=is_offline)
    monkeypatch.setattr(handmade, "FRAME", frame)
    handmade.write_site(out)
    own = {"sw.js", "site.webmanifest", "_chapterverse/offline.json"}
    paths = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
    files = [SiteFile.of(path, (out / path).read_bytes()) for path in sorted(set(paths) - own)]
    for file in with_offline(files, frame, handmade.WEB) if is_offline else ():
        (out / file.path).write_bytes(file.make())


@pytest.fixture
def deploy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    def write(name: str = "a", **options: Any) -> Path:
        if not (tmp_path / name / handmade.RUNTIME_PATH).exists():
            write_offline(tmp_path / name, monkeypatch, **options)
        return tmp_path

    (tmp_path / "index.html").write_text("<!doctype html><title>Two sites</title>")
    return write


@pytest.fixture
def origin(deploy: Callable[..., Path], serve_site: Callable[..., ServedSite]) -> ServedSite:
    return serve_site(deploy())


def visited(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_after_one_visit_everything_works_without_a_network(
    new_page: Callable[..., Page], origin: ServedSite
) -> None:
    page = new_page(ignored=("ERR_INTERNET_DISCONNECTED", "Failed to fetch"))
    visited(page, f"{origin.url}a/")
    page.context.set_offline(True)
    page.goto(f"{origin.url}a/guide/long.html")
    expect(page.locator("article")).to_contain_text("Line 400.")
    page.goto(f"{origin.url}a/?q={quote(handmade.ANSWER['query'])}")
    expect(page.locator("[data-role=quote]")).to_have_count(2)
    page.locator("a[data-role=citation]").first.click()
    expect(page.locator("[data-selected]")).to_have_count(2)
    page.goto(f"{origin.url}a/{quote('zh/灯 芯.html')}")
    expect(page.locator("article h1")).to_have_text("油灯")


def test_a_new_version_is_offered_and_replaces_the_old_one(page: Page, origin: ServedSite) -> None:
    visited(page, f"{origin.url}a/")
    before = page.evaluate(CACHES)
    site = origin.directory / "a"
    home = site / "index.html"
    home.write_text(home.read_text("utf-8").replace("about lamps", "about new lamps"), "utf-8")
    redo_worker(site)
    page.reload()
    notice = page.locator("[data-role=update]")
    expect(notice).to_contain_text("A newer version")
    with page.expect_navigation():
        notice.get_by_role("button").click()
    expect(page.locator("article")).to_contain_text("about new lamps")
    after = page.evaluate(CACHES)
    assert len(before) == len(after) == 1
    assert before != after


def redo_worker(site: Path) -> None:
    own = {"sw.js", "site.webmanifest", "_chapterverse/offline.json"}
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    files = [SiteFile.of(path, (site / path).read_bytes()) for path in paths if path not in own]
    for file in with_offline(files, handmade.FRAME, handmade.WEB):
        (site / file.path).write_bytes(file.make())


def test_two_sites_of_one_origin_keep_apart(
    page: Page, origin: ServedSite, deploy: Callable[..., Path]
) -> None:
    deploy("b")
    visited(page, f"{origin.url}a/")
    visited(page, f"{origin.url}b/")
    names = page.evaluate(CACHES)
    assert sorted(name.rsplit(":", 1)[0].rsplit("/", 2)[1] for name in names) == ["a", "b"]
    assert len(page.evaluate(SCOPES)) == 2


def test_a_site_without_offline_takes_a_left_over_worker_away(
    page: Page, origin: ServedSite
) -> None:
    visited(page, f"{origin.url}a/")
    site = origin.directory / "a"
    for path in site.rglob("*.html"):
        path.write_text(path.read_text("utf-8").replace(" data-offline>", ">"), "utf-8")
    (site / "sw.js").unlink()
    page.reload()
    page.wait_for_function(f"{SCOPES}.then(found => found.length === 0)")
    page.wait_for_function(f"{CACHES}.then(found => found.length === 0)")


def test_there_is_no_worker_by_default(page: Page, site: ServedSite) -> None:
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    assert page.evaluate(SCOPES) == []
    assert not (site.directory / "sw.js").exists()
