"""Translations of a document, and its file in the repository."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_page_rendering import document

from chapterverse.relations import main_language, repository_url, translations_of


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("en/a/b.md", "zh/a/b.md"),
        ("guide/en/b.md", "guide/zh/b.md"),
        ("a/b.md", "zh/a/b.md"),
        ("a/b.md", "a/b.zh.md"),
        ("en/b.md", "zh_CN/b.md"),
    ],
)
def test_pages_that_differ_by_their_language_are_translations(english: str, chinese: str) -> None:
    lang = "zh-CN" if "_CN" in chinese else "zh"
    pair = (document(english), replace(document(chinese), lang=lang))
    other = document("c/b.md")
    found = translations_of([*pair, other])
    assert found == {one.page_path: pair for one in pair}


def test_a_folder_that_names_another_language_than_the_document_counts_as_a_folder() -> None:
    assert translations_of([document("en/b.md"), document("zh/b.md")]) == {}


def test_a_site_speaks_the_language_of_most_of_its_documents() -> None:
    chinese = [replace(document(f"{n}.md"), lang="zh") for n in range(2)]
    assert main_language([document("a.md"), *chinese]) == "zh"
    assert main_language([]) == "en"


REPOSITORY = "https://example.org/me/lamps/"


@pytest.mark.parametrize(
    ("edit_uri", "address"),
    [
        ("edit/main/docs/", f"{REPOSITORY}blob/main/docs/g/a%20b.md"),
        ("-/edit/main/docs", f"{REPOSITORY}-/blob/main/docs/g/a%20b.md"),
        ("src/default/docs/", f"{REPOSITORY}src/default/docs/g/a%20b.md"),
        ("?query=root/", "https://example.org/me/lamps?query=root/g/a%20b.md"),
        ("https://other.example/x/", "https://other.example/x/g/a%20b.md"),
        ("", ""),
    ],
)
def test_a_document_is_found_in_its_repository(edit_uri: str, address: str) -> None:
    assert repository_url(document("g/a b.md"), REPOSITORY, edit_uri) == address


def test_a_record_has_no_file_of_its_own() -> None:
    assert repository_url(document("r.jsonl/x@1"), REPOSITORY, "edit/main/") == ""
