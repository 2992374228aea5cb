"""The preview server: types, bounds, not found, prefix, a taken port."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from chapterverse.errors import ChapterverseError
from chapterverse.serve import make_server


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "sub").mkdir(parents=True)
    (root / "empty").mkdir()
    for name in ("index.html", "sub/index.html", "404.html", "a.mjs", "a.wasm", "中 文.md"):
        (root / name).write_text(name, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret")
    (root / "link").symlink_to(tmp_path / "secret.txt")
    return root


@pytest.fixture
def port(site: Path) -> Iterator[int]:
    with make_server(site, prefix="/p/", headers={"X-Extra": "1"}) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def get(port: int, path: str, method: str = "GET") -> tuple[HTTPResponse, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path)
    response = connection.getresponse()
    body = response.read().decode("utf-8")
    connection.close()
    return response, body


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/p/", "text/html; charset=utf-8"),
        ("/p/a.mjs", "text/javascript; charset=utf-8"),
        ("/p/a.wasm", "application/wasm"),
        ("/p/%E4%B8%AD%20%E6%96%87.md", "text/plain; charset=utf-8"),
        ("/p/sub/?q=1", "text/html; charset=utf-8"),
    ],
)
def test_files_have_the_types_that_browsers_need(port: int, path: str, kind: str) -> None:
    response, _ = get(port, path)
    assert (response.status, response.headers["Content-Type"]) == (200, kind)
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["X-Extra"] == "1"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/p/../secret.txt",
        "/p/%2e%2e/secret.txt",
        "/p/link",
        "/p/empty/",
        "/p/gone",
        "/p/a%00b",
        "/p/..%5csecret.txt",
        "/p//etc/passwd",
    ],
)
def test_nothing_outside_the_site_and_no_listing_is_served(port: int, path: str) -> None:
    response, body = get(port, path)
    assert (response.status, body) == (404, "404.html")


def test_a_folder_without_its_slash_is_redirected_within_the_host(port: int) -> None:
    response, _ = get(port, "/p/sub")
    assert (response.status, response.headers["Location"]) == (301, "/p/sub/")


def test_head_has_no_body(port: int) -> None:
    response, body = get(port, "/p/", "HEAD")
    assert (response.status, response.headers["Content-Length"], body) == (200, "10", "")


def test_a_taken_port_is_named(site: Path, port: int) -> None:
    with pytest.raises(ChapterverseError, match=f"port {port} on 127.0.0.1 is taken"):
        make_server(site, port)


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ChapterverseError, match=r"no index\.html here"):
        make_server(tmp_path)
