"""The settings for hosts hold every header, allow WebAssembly and agree with the pages' own policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_site import Shore, shore, tiny_bundle

from chapterverse.config import SiteTable
from chapterverse.hosting import POLICY_OF_HEADERS, hosting_files, security_headers

__all__ = ["tiny_bundle"]


def directives(policy: str) -> dict[str, set[str]]:
    parts = (part.split() for part in policy.split(";"))
    return {name: set(values) for name, *values in parts}


def test_the_policy_of_the_headers_is_that_of_the_pages_and_web_assembly(checkout: Path) -> None:
    base = (checkout / "web" / "templates" / "base.html").read_text("utf-8")
    found = re.search(r'Content-Security-Policy" content="([^"]+)"', base)
    assert found
    of_headers, of_pages = directives(POLICY_OF_HEADERS), directives(found[1])
    # `<meta>` elements cannot say who may frame a page.
    assert of_headers.pop("frame-ancestors") == {"'none'"}
    of_headers["script-src"] -= {"'wasm-unsafe-eval'"}
    of_pages["script-src"] -= {"'wasm-unsafe-eval'"}
    assert of_headers == of_pages
    assert not re.search(r"unsafe-inline|'unsafe-eval'|https?:|\*", POLICY_OF_HEADERS)


@pytest.mark.parametrize("name", ["_headers", "nginx.conf", "Caddyfile"])
def test_each_file_holds_every_header(name: str) -> None:
    text = hosting_files()[name]
    for header, value in security_headers().items():
        assert re.search(rf"{header}:? \"?{re.escape(value)}", text), header
    assert "immutable" in text
    assert text.count("{") == text.count("}")


@pytest.mark.usefixtures("tiny_bundle")
def test_a_build_writes_them_on_request(tmp_path: Path) -> None:
    made = shore(tmp_path)
    made.build()
    assert not (made.out / "_headers").exists()
    made.changes["site"] = with_headers(made)
    made.build()
    assert (made.out / "_headers").read_text() == hosting_files()["_headers"]
    hosting = made.out / "_chapterverse" / "hosting"
    assert {path.name for path in hosting.iterdir()} == {"nginx.conf", "Caddyfile"}


def with_headers(made: Shore) -> SiteTable:
    config = made.config()
    return config.site.model_copy(update={"headers": True})
