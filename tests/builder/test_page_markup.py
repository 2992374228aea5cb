"""Pages say the same in fewer bytes: what a parser reads from them stays."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from chapterverse.page_markup import compact


class Events(HTMLParser):
    """What a parser sees: start tags with attributes, and texts without indents."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "article",
    [
        '<p data-lines="3">One &quot;two&quot; &lt;b&gt; &amp;quot; it&#x27;s</p>\n<p>three</p>',
        '<a href="a b.html" title="x=&quot;y&quot;">a</a> <a href="b/">="c" x="d"</a>',
        '<pre>  indented\n\n    <i class="k">more</i>\n</pre>',
        '<img alt="" src="data:image/png;base64,aa=="><a href="?a=1&amp;b=2">q</a>',
        '<a title="a > b" href="x">y</a><a href="it\'s">z</a><p title="&quot;&gt;">t</p>',
        "<ul>\n<li>a</li>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>\n<p>d</p>",
        "<table><thead><tr><th>a</th>\n<th>b</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>",
    ],
)
def test_a_document_keeps_its_elements_attributes_and_texts(article: str) -> None:
    html = f"<main>\n<article>{article}</article>\n</main>"
    small = compact(html)
    assert len(small) <= len(html)
    before, after = Events(html), Events(small)
    assert after.tags == before.tags
    assert after.text == before.text


def test_a_frame_loses_its_indents_and_quotes() -> None:
    html = '<header>\n    <a class="one two" href="../x.html">\n      x</a>\n\n\n</header>\n'
    assert compact(html) == '<header>\n<a class="one two" href=../x.html>\nx</a>\n</header>\n'


def test_an_interface_text_that_stands_alone_needs_no_element_of_its_own() -> None:
    html = (
        '<p class="a"><span data-text="home">Home</span></p><p>x <span data-text="y">z</span></p>'
    )
    assert compact(html) == (
        "<p class=a data-text=home>Home</p><p>x <span data-text=y>z</span></p>"
    )


def test_source_lines_stay_as_they_are() -> None:
    lines = '<li id=L1>  <b class="x"> &lt;p>\t&quot;<li id=L2>'
    html = f'<p>\n  x</p><ol class="source-lines digits-3" lang="en">{lines}</ol>\n'
    assert compact(html) == f'<p>\nx</p><ol class="source-lines digits-3" lang=en>{lines}</ol>\n'
