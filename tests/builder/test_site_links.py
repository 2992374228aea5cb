"""Links between documents lead to pages, also without a suffix; what leads nowhere is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path

import pytest
from small_site import Shore, shore, tiny_bundle

from chapterverse.errors import InputError
from chapterverse.pipeline import BuildSummary, summary_fields

__all__ = ["tiny_bundle"]
pytestmark = pytest.mark.usefixtures("tiny_bundle")

PAGES = {
    "index.md": "# Home\n\nText.\n",
    "install.md": "# Install\n\n## On a boat\n\nText.[^1]\n\n[^1]: A note.\n",
    "guide/index.md": "# Guide\n\nText.\n",
    "guide/start.md": "# Start\n\nText.\n",
    "guide/v1.2.md": "# Changes\n\nText.\n",
    "both.md": "# Page\n\nText.\n",
    "both/README.md": "# Folder\n\nText.\n",
}


def built(
    tmp_path: Path, pages: Mapping[str, str], **changes: object
) -> tuple[Shore, BuildSummary]:
    one = shore(tmp_path / "shore", {**PAGES, **pages})
    one.changes |= changes
    return one, one.build()


def hrefs(one: Shore, page: str) -> list[str]:
    article = (one.out / page).read_text().partition("<article")[2].partition("</article>")[0]
    return [unescape(url) for url in re.findall(r'<a href="?([^"\s>]*)"?[^>]*>x', article)]


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("./start", "start.html"),
        ("start?a=1&b=2#start", "start.html?a=1&b=2#start"),
        ("../install", "../install.html"),
        ("../install#on-a-boat", "../install.html#on-a-boat"),
        ("/install", "../install.html"),
        ("../guide/", "index.html"),
        ("../guide", "index.html"),
        ("./", "index.html"),
        ("../", "../index.html"),
        ("v1.2", "v1.2.html"),
        ("../both", "../both.html"),
        ("../both/", "../both/index.html"),
        ("../start/", "start.html"),
    ],
)
@pytest.mark.parametrize("html", [False, True])
def test_a_link_without_a_suffix_leads_to_the_page_that_it_means(
    tmp_path: Path, url: str, href: str, *, html: bool
) -> None:
    text = f'# A\n\n[x]({url})\n\n<a href="{url}">x</a>\n'
    one, summary = built(tmp_path, {"guide/a.md": text}, html=html)
    assert set(hrefs(one, "guide/a.html")) == {href}
    assert summary.warnings == ()


def test_a_link_without_a_suffix_follows_its_page_when_that_moves(tmp_path: Path) -> None:
    one, _ = built(tmp_path, {"a.md": "# A\n\n[x](./guide/start)\n"})
    assert hrefs(one, "a.html") == ["guide/start.html"]
    (one.corpus / "guide/start.md").unlink()
    one.write({"guide/start/index.md": "# Start\n\nText.\n"})
    summary = one.build()
    assert hrefs(one, "a.html") == ["guide/start/index.html"]
    assert summary.record.changes.documents_updated == 0, "the document itself has not changed"


def test_a_document_cannot_forge_the_mark_of_a_link(tmp_path: Path) -> None:
    text = "# A\n\n[x](loose-0) `loose-0` [x](./install)\n"
    one, summary = built(tmp_path, {"a.md": text})
    assert hrefs(one, "a.html") == ["loose-0", "install.html"]
    assert [problem.line for problem in summary.warnings] == [3]


def test_every_link_that_leads_nowhere_is_told_with_its_line(tmp_path: Path) -> None:
    text = (
        "---\ntitle: A\n---\n[x](gone.md) [x](install.md#gone) [x](install.md#on-a-boat)\n\n"
        "![p](gone.png)\n\n- [x](./nowhere)\n- [x](install.md#fn1) [x](#L3) [x](https://e.org/no)\n"
        "\n```\n[x](gone.md)\n```\n"
    )
    _, summary = built(tmp_path, {"a.md": text})
    assert [str(problem) for problem in summary.warnings] == [
        'a.md:4: found a link to "gone.html", expected a document or a picture of this site',
        'a.md:4: found a link to "install.html#gone", expected a heading or place of that page',
        'a.md:6: found a link to "gone.png", expected a document or a picture of this site',
        'a.md:8: found a link to "nowhere", expected a document or a picture of this site',
    ]
    assert len(summary_fields(summary)["warnings"]) == 4  # type: ignore[arg-type]


def test_warnings_are_told_again_when_nothing_was_read(tmp_path: Path) -> None:
    one, first = built(tmp_path, {"a.md": '# A\n\n[x](gone.md)\n\n--8<-- "b.md"\n'})
    again = one.build()
    assert not again.is_new
    assert again.warnings == first.warnings
    assert len(first.warnings) == 2


def test_strict_refuses_what_leads_nowhere(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'a\.md:1: found a link to "gone\.html"'):
        built(tmp_path, {"a.md": "[x](gone.md)\n"}, is_strict=True)


@pytest.mark.parametrize(
    ("include", "told"),
    [
        ('--8<-- "parts/x.md"', '--8<-- "parts/x.md'),
        ("--8<-- parts/x.md", "--8<-- parts/x.md"),
        ("{!parts/x.md!}", "{!parts/x.md!}"),
        ("!include parts/x.md", "!include parts/x.md"),
        ("[!INCLUDE [a note](parts/x.md)]", "[!INCLUDE [a note](parts/x.md)"),
        ("{{#include parts/x.rs:2:4}}", "{{#include parts/x.rs:2:4"),
        ('{% include "parts/x.md" %}', '{% include "parts/x.md'),
        ("{%- include parts/x.md -%}", "{%- include parts/x.md"),
        ('{{< include "parts/x.md" >}}', '{{< include "parts/x.md" >}}'),
        (".. include:: parts/x.md", ".. include:: parts/x.md"),
        ("<!--@include: parts/x.md-->", "<!--@include: parts/x.md--"),
        ('<!--#include file="parts/x.md" -->', '<!--#include file="parts/x.md'),
        ("<<< @/parts/x.js{2}", "<<< @/parts/x.js{2}"),
        (":::include parts/x.md", ":::include parts/x.md"),
        ("::: include parts/x.md\n:::", ":::include parts/x.md"),
        ("::include{file=parts/x.md}", "::include{file=parts/x.md"),
        ("include::parts/x.adoc[]", "include::parts/x.adoc["),
        ("```{include} parts/x.md\n```", "{include} parts/x.md"),
        ("- point\n\n  {{#include parts/x.md}}", "{{#include parts/x.md"),
    ],
)
def test_an_include_is_refused_by_name_and_line(tmp_path: Path, include: str, told: str) -> None:
    one, summary = built(tmp_path, {"a.md": f"# A\n\nText.\n\n{include}\n", "parts/x.md": "# X\n"})
    line = 7 if include.startswith("- ") else 5
    assert [(one.source_path, one.line) for one in summary.warnings] == [("a.md", line)]
    assert summary.warnings[0].message.startswith(f"found `{told}`, expected the text itself or")
    assert hrefs(one, "a.html") == []


def test_a_list_of_snippets_names_each_of_them(tmp_path: Path) -> None:
    _, summary = built(tmp_path, {"a.md": "# A\n\n--8<--\na.txt\nb.txt\n--8<--\n"})
    assert [problem.line for problem in summary.warnings] == [4, 5]


@pytest.mark.parametrize(
    "text",
    [
        '```\n--8<-- "x.md"\n```',
        "~~~ md\n{{#include x.md}}\n{% include x %}\n~~~",
        '    --8<-- "x.md"',
        "Write `{{#include x.md}}` on a line.",
        "`--8<-- x`",
        "The words !include and .. include:: in a sentence.",
        ":::: include-me\ntext\n::::",
        "<!-- we include: all of it -->",
        "include the others, too",
    ],
)
def test_what_only_shows_an_include_is_none(tmp_path: Path, text: str) -> None:
    _, summary = built(tmp_path, {"a.md": f"# A\n\n{text}\n"})
    assert summary.warnings == ()


def test_the_text_of_another_file_is_never_in_the_site_of_who_includes_it(tmp_path: Path) -> None:
    one, _ = built(tmp_path, {"a.md": '# A\n\n--8<-- "../secret.txt"\n'})
    (one.root / "secret.txt").write_text("nobody reads this")
    one.build()
    assert all(b"nobody reads this" not in path.read_bytes() for path in one.out.rglob("*.html"))
