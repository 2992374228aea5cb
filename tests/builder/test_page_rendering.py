"""Pages: navigation, source lines, policy, texts, and bytes that depend on nothing but the input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from chapterverse import site_lists
from chapterverse.assets import web_dir
from chapterverse.model import Document, ParsedDocument, Section
from chapterverse.navigation import SIBLINGS_SHOWN, Navigation
from chapterverse.site_paths import page_path_of
from chapterverse.source_view import marked_text, source_lines_html
from chapterverse.stages import pages

FRAME = pages.SiteFrame(
    title="Lamps & <oil>",
    description="",
    lang="en",
    app_path="_chapterverse/app/0a/",
    runtime_path="_chapterverse/runtime/0b/",
    index_path="_chapterverse/index/",
)


def document(source_path: str, title: str = "", order: int = 0) -> Document:
    return Document(
        document_id=source_path,
        source_path=source_path,
        page_path=page_path_of(source_path),
        title=title or source_path,
        version="",
        scope="public",
        lang="en",
        content_hash="0" * 64,
        sections=(Section(("A",), "a", 2, 1, 1), Section(("A", "B"), "b", 3, 2, 2)),
        order=order,
    )


def navigation(*source_paths: str) -> Navigation:
    return Navigation.from_documents([document(path) for path in source_paths])


def page(source_path: str, *others: str) -> str:
    parsed = ParsedDocument(document(source_path), (), "<p>Text</p>", (), ())
    return pages.render_page(FRAME, navigation(source_path, *others), parsed)


def test_a_heading_without_text_is_no_entry_of_a_page_s_contents() -> None:
    one = replace(
        document("a.md"),
        sections=(
            Section((), "nothing", 2, 1, 1, is_named=False),
            Section(("B",), "b", 2, 2, 2),
            Section(("C",), "c", 2, 3, 3),
        ),
    )
    html = pages.render_page(FRAME, navigation("a.md"), ParsedDocument(one, (), "", (), ()))
    assert 'href="#b"' in html
    assert 'href="#nothing"' not in html


def test_a_folder_lists_ordered_pages_first_then_the_others_by_title() -> None:
    documents = [
        document("b.md", "Beta"),
        document("a.md", "alpha"),
        document("z.md", "Zulu", order=1),
        document("f/index.md", "Folder", order=2),
        document("f/x.md", "X"),
    ]
    tree = Navigation.from_documents(documents)
    assert [node.title for node in tree.root.children] == ["Zulu", "Folder", "alpha", "Beta"]
    assert [node.page_path for node in tree.reading_order] == [
        "z.html",
        "f/index.html",
        "f/x.html",
        "a.html",
        "b.html",
    ]


def test_a_page_shows_its_branch_only() -> None:
    tree = navigation("a/one.md", "a/two.md", "b/three.md")
    a, b = tree.branch("a/one.html")
    assert [entry.node.page_path for entry in a.children] == ["a/one.html", "a/two.html"]
    assert a.children[0].is_current
    assert a.is_ancestor
    assert b.children == ()


def test_a_folder_of_many_pages_is_cut_around_the_page() -> None:
    tree = navigation(*(f"a/{n:04}.md" for n in range(1000)))
    (folder,) = tree.branch("a/0500.html")
    shown = [entry.node.page_path for entry in folder.children]
    assert len(shown) == SIBLINGS_SHOWN
    assert "a/0500.html" in shown
    assert folder.hidden_children == 1000 - SIBLINGS_SHOWN


def test_neighbours_and_trail_of_a_page() -> None:
    tree = navigation("a/b/one.md", "a/b/two.md", "a/index.md")
    before, after = tree.neighbours("a/b/one.html")
    assert before is not None
    assert after is not None
    assert (before.page_path, after.page_path) == ("a/index.html", "a/b/two.html")
    assert [node.folder for node in tree.trail("a/b/one.html")] == ["a/", "a/b/"]


def test_the_policy_comes_first_in_the_head_and_allows_nothing_inline() -> None:
    html = page("a.md")
    head = html[html.index("<head>") + len("<head>") :].lstrip()
    assert head.startswith('<meta http-equiv="Content-Security-Policy"')
    policy = head[: head.index(">")]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=", html)


def test_a_document_without_a_heading_gets_its_title_as_one() -> None:
    assert "<h1>a.md</h1>" in page("a.md")


def test_titles_are_escaped() -> None:
    assert "Lamps &amp; &lt;oil&gt;" in page("a.md")


def test_urls_are_relative_and_encoded() -> None:
    html = page("中 文/深/a b.md", "index.md")
    urls = re.findall(r'(?:href|src|action)="([^"]*)"', html)
    assert all(url.startswith(("../../", "#")) or "/" not in url for url in urls), urls
    assert "../../source/%E4%B8%AD%20%E6%96%87/%E6%B7%B1/a%20b.md.html" in urls


@pytest.mark.parametrize("render", [pages.render_home, pages.render_contents])
def test_ids_are_unique_in_a_page(render: Callable[..., str]) -> None:
    ids = re.findall(r'\sid="([^"]*)"', render(FRAME, navigation("a b/ü.md", "a b/c/d.md")))
    assert len(ids) == len(set(ids)) > 1


def test_a_source_page_numbers_every_line() -> None:
    html = pages.render_source_page(FRAME, navigation("a.md"), document("a.md"), ["# A", "", "<b>"])
    assert "<li id=L1># A<li id=L2><li id=L3>&lt;b></ol>" in html


def test_the_markup_of_a_source_line_is_small() -> None:
    lines = [f"Line {number}." for number in range(1, 10_001)]
    html = pages.render_source_page(FRAME, navigation("a.md"), document("a.md"), lines)
    assert len(html) - sum(map(len, lines)) < 10_000 * 16


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("plain 中文 text\twith a tab", []),
        ("a\u202eb", ["U+202E"]),
        ("a\u200db", ["U+200D"]),
        ("👩\u200d👧", []),
        ("می\u200cروم", []),
        ("\u2028\x0b\x85", ["U+2028", "U+000B", "U+0085"]),
        ("\U000e0041", ["U+E0041"]),
        ("lone\rreturn", ["U+000D"]),
    ],
)
def test_invisible_characters_are_marked(text: str, codes: list[str]) -> None:
    assert re.findall(r'data-code="([^"]+)"', marked_text(text)) == codes


def test_marked_text_is_the_same_text() -> None:
    class Text(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.text = ""

        def handle_data(self, data: str) -> None:
            self.text += data

    line = "a\u202eb & <c> \u200b 中\ufeff\rend"
    parser = Text()
    parser.feed(str(marked_text(line)))
    assert parser.text == line


def test_an_empty_document_has_no_lines() -> None:
    assert source_lines_html([]) == ""


def test_pages_are_the_same_bytes_again() -> None:
    assert page("a/b.md", "c.md", "d/e.md") == page("a/b.md", "c.md", "d/e.md")


def test_the_places_are_headings_in_reading_order() -> None:
    documents = [document("b.md", "B"), document("a.md", "A")]
    rows = json.loads(site_lists.render_headings(Navigation.from_documents(documents), documents))
    assert rows == [
        ["a.html", "A", "en", ["A", "B"]],
        ["b.html", "B", "en", ["A", "B"]],
    ]


def test_deep_headings_give_way_in_a_very_large_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_lists, "MAX_PLACES", 5)
    documents = [document("b.md", "B"), document("a.md", "A")]
    rows = json.loads(site_lists.render_headings(Navigation.from_documents(documents), documents))
    assert [row[3] for row in rows] == [["A"], ["A"]]


def test_llms_txt_links_to_plain_texts_in_reading_order() -> None:
    documents = [document("b.md", "B [x]"), document("中/a.md", "A")]
    text = site_lists.render_llms_txt(FRAME, Navigation.from_documents(documents), documents)
    assert "- [A](source/%E4%B8%AD/a.md)\n" in text
    assert "- [B (x)](source/b.md)\n" in text


def test_robots_and_sitemap_name_absolute_addresses_only_when_the_site_has_one() -> None:
    assert "Sitemap" not in site_lists.render_robots()
    assert "Sitemap: https://example.org/docs/sitemap.xml" in site_lists.render_robots(
        "https://example.org/docs/"
    )
    sitemap = site_lists.render_sitemap(navigation("a & b.md"), "https://example.org/docs")
    assert "<loc>https://example.org/docs/a%20&amp;%20b.html</loc>" in sitemap


def test_the_interface_texts_of_all_languages_have_the_same_keys_and_places() -> None:
    locales = {
        file.stem: json.loads(file.read_text(encoding="utf-8"))
        for file in (web_dir() / "locales").glob("*.json")
    }
    english = locales["en"]
    for texts in locales.values():
        assert texts.keys() == english.keys()
        for key, text in texts.items():
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key]))


def test_every_text_that_scripts_and_templates_name_exists() -> None:
    english = json.loads((web_dir() / "locales" / "en.json").read_text(encoding="utf-8"))
    scripts = "\n".join(f.read_text(encoding="utf-8") for f in (web_dir() / "app").glob("*.js"))
    named = set(re.findall(r'\btext\(\s*"([\w-]+)"', scripts))
    assert named - english.keys() == set()
