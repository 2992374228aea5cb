"""Every document has one page, one source page and one raw text, and links between them hold."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

import pytest

from chapterverse.site_paths import (
    page_path_of,
    raw_path_of,
    relative_url,
    source_page_path_of,
)


@pytest.mark.parametrize(
    ("source_path", "page_path"),
    [
        ("guide/ask.md", "guide/ask.html"),
        ("guide/ask.mdx", "guide/ask.html"),
        ("notes.txt", "notes.html"),
        ("index.md", "index.html"),
        ("README.md", "index.html"),
        ("x/readme.markdown", "x/index.html"),
        ("release-1.2.md", "release-1.2.html"),
        ("中文/说明.md", "中文/说明.html"),
        ("handbook/documents.jsonl/AX-3@2.0", "handbook/documents/AX-3@2.0.html"),
    ],
)
def test_a_document_has_its_page_beside_its_siblings(source_path: str, page_path: str) -> None:
    assert page_path_of(source_path) == page_path


def test_a_source_page_and_the_raw_text_keep_the_whole_name() -> None:
    assert source_page_path_of("guide/ask.md") == "source/guide/ask.md.html"
    assert raw_path_of("guide/ask.md") == "source/guide/ask.md"


@pytest.mark.parametrize(
    ("start", "target"),
    [
        ("index.html", "guide/ask.html"),
        ("guide/ask.html", "index.html"),
        ("a/b/c.html", "a/d/e.html"),
        ("a/b.html", "a/b.html"),
        ("source/a/b.md.html", "a/b.html"),
        ("a.html", "中 文/50% #1?.html"),
    ],
)
def test_a_relative_url_leads_from_one_page_to_the_other(start: str, target: str) -> None:
    url = relative_url(start, target)
    assert url.isascii()
    assert not set(" #?") & set(url)
    assert posixpath.normpath(posixpath.join(posixpath.dirname(start), unquote(url))) == target


def test_a_relative_url_never_starts_with_what_looks_like_a_scheme() -> None:
    assert ":" not in relative_url("index.html", "a:b.html")


def test_a_relative_url_to_a_folder_stays_a_folder() -> None:
    assert relative_url("a/b.html", "") == ".."
    assert relative_url("a/b.html", "c/") == "../c/"
