"""A rendered page is safe, its blocks know their lines, its headings have ids, its links lead on."""

from __future__ import annotations

import re

import pytest
from builder_documents import parsed_of, shared_data

from chapterverse.heading_ids import HeadingIds


def html_of(text: str, source_path: str = "guide/page.md") -> str:
    return parsed_of(text, source_path).body_html


def ids_of(html: str) -> list[str]:
    return re.findall(r'\sid="([^"]*)"', html)


def test_every_top_level_block_carries_its_lines() -> None:
    text = (
        "# A\n\np\np\n\n- a\n- b\n\n```\nx\n```\n\n| a |\n|---|\n| 1 |\n\n> q\n\n!!! note\n    n\n"
    )
    html = html_of(text)
    assert re.findall(r'<(\w+)[^>]*? data-lines="([^"]*)"', html) == [
        ("h1", "1"),
        ("p", "3-4"),
        ("ul", "6-7"),
        ("pre", "9-11"),
        ("div", "13-15"),
        ("blockquote", "17"),
        ("div", "19-20"),
    ]


def test_lines_count_front_matter_and_odd_characters() -> None:
    html = html_of("---\ntitle: x\n---\n\na\u2028b\x0cc\rd\n\ne\x85\n\nf\n")
    assert re.findall(r'data-lines="([^"]*)"', html) == ["5", "7", "9"]


def test_a_literal_line_attribute_in_a_document_stays_text() -> None:
    assert "&lt;p data-lines=&quot;99-99&quot;&gt;" in html_of('<p data-lines="99-99">x</p>\n')


@pytest.mark.parametrize(
    "heading",
    [
        "location",
        "L12",
        "__proto__",
        "constructor",
        "!!!",
        "概要",
        "настройки",
        "onload",
        "fn1",
        "-5",
    ],
)
def test_a_heading_s_id_is_never_empty_or_a_name_that_scripts_rely_on(heading: str) -> None:
    (given,) = ids_of(html_of(f"# {heading}\n"))
    assert given
    assert given not in {"location", "l12", "L12", "__proto__", "constructor", "onload", "fn1"}


def test_ids_are_unique_even_against_suffixes() -> None:
    given = ids_of(html_of("# a\n# a\n# a-1\n# a\n> # a\n"))
    assert len(set(given)) == 5


def test_an_author_s_own_id_is_kept_when_it_is_safe() -> None:
    html = html_of("# A {#own-id .x}\n# B {/*mdx-id*/}\n# C {#L3}\n# D {x}\n")
    assert ids_of(html) == ["own-id", "mdx-id", "c", "d-x"]
    assert "own-id .x" not in html


def test_ids_of_decomposed_and_composed_headings_are_composed() -> None:
    assert HeadingIds().give("cafe\u0301") == "caf\u00e9"


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("other.md", "other.html"),
        ("other.md#part", "other.html#part"),
        ("../README.md", "../index.html"),
        ("/top.md", "../top.html"),
        ("sub/deep.mdx?x=1#y", "sub/deep.html?x=1#y"),
        ("#own", "#own"),
        ("file.pdf", "file.pdf"),
        ("../../../up.md", "../up.html"),
    ],
)
def test_relative_links_lead_to_pages(url: str, href: str) -> None:
    assert f'href="{href}"' in html_of(f"[x]({url})\n")


def test_links_of_a_record_start_at_its_file() -> None:
    html = html_of("[x](b.md)\n", "inspection/documents.jsonl/AX-1@2")
    assert 'href="../b.html"' in html


def test_a_document_s_own_links_are_listed_for_checking() -> None:
    parsed = parsed_of("[x](other.md#part) [y](#own)\n[z](https://example.org/) ![p](p.png)\n")
    assert [(link.line, link.target) for link in parsed.links] == [
        (1, "guide/other.html#part"),
        (1, "guide/page.html#own"),
        (2, "guide/p.png"),
    ]


@pytest.mark.parametrize("url", ["https://e.org", "//e.org/x", "\\\\\\\\e.org", "HTTP://E.org"])
def test_links_to_elsewhere_say_so(url: str) -> None:
    html = html_of(f"[x]({url})\n")
    assert 'rel="noopener noreferrer"' in html
    assert 'class="external"' in html


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "vbscript:x",
        "data:text/html;base64,PHNjcmlwdD4=",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "file:///etc/passwd",
        "blob:x",
        "view-source:x",
        "intent:x",
        "ms-msdt:x",
        "%01javascript:x",
    ],
)
def test_other_schemes_are_never_links(url: str) -> None:
    html = html_of(f"[x]({url}) <{url}> ![i]({url})\n\n[r]\n\n[r]: {url}\n")
    assert "href=" not in html
    assert "src=" not in html


def test_pictures_are_local_or_links() -> None:
    data = "data:image/png;base64,iVBORw0KGgo="
    html = html_of(f"![a](../img/b.png) ![c](https://e.org/d.png) ![e]({data})\n")
    assert re.findall(r'src="([^"]*)"', html) == ["../img/b.png", data]
    assert '<a href="https://e.org/d.png" class="external image-link"' in html


def test_a_remote_picture_in_a_link_becomes_its_text() -> None:
    html = html_of("[![badge](https://e.org/b.svg)](https://e.org)\n")
    assert html.count("<a ") == 1
    assert "badge" in html


def test_html_is_shown_as_text_and_comments_are_not_shown() -> None:
    html = html_of('<div onclick="x()">a</div>\n\nb <b>c</b> <!-- d --> e<br>f\n\n<!-- g -->\n')
    assert "<div" not in html.replace("<div class", "")
    assert "&lt;div onclick=" in html
    assert "&lt;b&gt;c" in html
    assert "<br>" in html
    assert " d " not in html
    assert "g" not in html.split("f</p>")[1]


def test_html_headings_become_headings() -> None:
    html = html_of('<h2 id="own" onclick="x">A &amp; <b>b</b></h2>\n')
    assert '<h2 data-lines="1" id="own">A &amp; b' in html


def test_code_is_coloured_by_classes_only() -> None:
    html = html_of('```python title="x"\nx = 1\n```\n\n```"><script>\n<b>\n```\n')
    assert '<code class="language-python">x = <i class="m">1\n</i>' in html
    assert "style=" not in html
    assert "<script" not in html
    assert "&lt;b&gt;" in html


def test_cells_are_aligned_by_classes() -> None:
    html = html_of("| a | b |\n|:-:|--:|\n| 1 | 2 |\n")
    assert '<td class="align-center">1' in html
    assert '<td class="align-right">2' in html


def test_notes_in_three_notations_look_the_same() -> None:
    for text in ("!!! tip\n    inside\n", "::: tip\ninside\n:::\n", "> [!TIP]\n> inside\n"):
        html = html_of(text)
        assert '<div class="admonition tip"' in html
        assert '<p class="admonition-title">' in html
        assert "<p>inside</p>" in html


def test_an_unclosed_box_swallows_nothing() -> None:
    parsed = parsed_of("::: module.name\n\n# Heading\n")
    assert [section.heading_path for section in parsed.document.sections] == [("Heading",)]


def test_lists_of_tasks_footnotes_and_definitions_are_rendered() -> None:
    html = html_of("- [x] done\n\nText[^1]\n\n[^1]: Note\n\nTerm\n: Meaning\n\n~~old~~\n")
    assert 'type="checkbox"' in html
    assert '<li id="fn1"' in html
    assert "<dd" in html
    assert "<s>old</s>" in html


_DANGER = re.compile(
    r"<(?:script|iframe|object|embed|svg|form|style|link|meta|base|math)\b|<[^>]*\son\w+\s*=|"
    r"<[^>]*\s(?:href|src)=\"(?!https?:|mailto:|tel:|data:image/(?:png|jpeg|gif|webp|avif);|[^:\"]*(?:[/?#][^\"]*)?\")",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", ["markdown-xss.txt", "h5sc-vectors.txt", "xss-payload-list.txt"])
def test_no_known_vector_gets_through(name: str) -> None:
    path = shared_data() / "torture" / name
    if not path.is_file():
        pytest.skip(f"the torture set is not here: {name}")
    text = path.read_text(encoding="utf-8", errors="replace")
    for piece in (text, *text.split("\n\n"), *text.split("\n")):
        found = _DANGER.search(html_of(piece))
        assert not found, found
