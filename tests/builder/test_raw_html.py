"""With `html = true` raw HTML is part of a page, but only what an explicit list allows."""

from __future__ import annotations

import re

import pytest
from builder_documents import shared_data, source_of, unit_texts
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from test_markup_safety import ELEMENTS, PIECES, Checker

from chapterverse.html_cleaning import TAGS
from chapterverse.model import ParsedDocument, PassageDraft
from chapterverse.stages.chunk import chunk
from chapterverse.stages.index import index_passages
from chapterverse.stages.parse import parse

ALLOWED = ELEMENTS | TAGS
ATTRIBUTES = frozenset(("lang", "dir", "colspan", "rowspan", "scope", "open", "width", "height"))


def parsed(text: str) -> ParsedDocument:
    return parse(source_of(text), html=True)


def passages(text: str) -> tuple[PassageDraft, ...]:
    return chunk(parsed(text), source_of(text).lines)


def assert_safe(text: str) -> None:
    checker = Checker(ALLOWED, ATTRIBUTES)
    checker.feed(parsed(text).body_html)
    checker.close()
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)


def test_listed_markup_around_markdown_is_kept() -> None:
    html = parsed(
        "<details><summary>More</summary>\n\nSome *text*, H<sub>2</sub>O.\n\n</details>\n"
    ).body_html
    assert "<details><summary>More</summary>" in html
    assert "<em>text</em>, H<sub>2</sub>O" in html


@pytest.mark.parametrize(
    "markup",
    [
        '<a href="javascript:alert(1)">a</a>',
        '<a href="&#106;avascript:alert(1)">a</a>',
        '<a href=" data:text/html,x">a</a>',
        '<a href="data:image/png;base64,AAAA">a</a>',
        '<p onclick="x()" style="color:red" class="admonition" id="L5" data-lines="1-9">a</p>',
        '<a name="L5" id="__proto__" rel="opener" target="_blank" ping="//e.example">a</a>',
        '<img src="//e.example/x.png"><img src="\\\\e.example\\x"><img srcset="//e.example/x 2x">',
        '<img src="data:image/svg+xml;base64,AAAA"><image href="//e.example/x">',
        "<script>alert(1)</script><style>a{}</style><svg onload=x></svg><math></math>",
        '<iframe src="//e.example"></iframe><object data="x"></object><embed src="x">',
        '<form action="//e.example"><input name="q"><button>b</button></form><base href="//e">',
        "<cv-hidden>a</cv-hidden></div></section></main>",
        "<table><tr><td><script>x",
        "<!-- a --><![CDATA[x]]><?php x ?>",
    ],
)
def test_what_is_not_listed_goes(markup: str) -> None:
    html = parsed(f"Text.\n\n{markup}\n\nText {markup} text.\n").body_html
    assert not re.search(
        r"javascript|onclick|style=|admonition|L5|__proto__|name=|target|ping", html
    )
    assert not re.search(r"e\.example|<(?:script|svg|iframe|form|button|base|cv-)|alert\(1", html)
    assert_safe(f"{markup}\n\nText {markup} text.\n")


def test_links_lead_where_those_of_markdown_lead() -> None:
    html = parsed('<a href="../other.md#x">o</a> <a href="https://e.example/">e</a>\n').body_html
    assert 'href="../other.html#x"' in html
    assert 'rel="noopener noreferrer" class="external"' in html


HIDING = [
    "<div hidden>{}</div>",
    "<span hidden>{}</span>",
    '<div style="display : none">{}</div>',
    '<p style="visibility:hidden">{}</p>',
    '<span style="font-size:0px">{}</span>',
    '<span style="color: #FFFFFF">{}</span>',
    '<span style="position:absolute; left:-9999px">{}</span>',
    '<span style="opacity:0">{}</span>',
    '<span style="height:0;overflow:hidden">{}</span>',
    '<span aria-hidden="true">{}</span>',
    "<template>{}</template>",
    "<noscript>{}</noscript>",
    "<svg><text>{}</text></svg>",
    "<script>{}</script>",
    "<style>{}</style>",
    "<title>{}</title>",
    "<!-- {} -->",
    "<div hidden>\n\n{}\n\n</div>",
    "<div hidden>\n\n- {}\n\n## {}\n\n</div>",
    "<div hidden>\n\n{}\n",
]


@pytest.mark.parametrize("carrier", HIDING)
def test_hidden_text_is_neither_shown_nor_searched_nor_quoted(carrier: str) -> None:
    text = f"# A\n\nSeen first.\n\n{carrier.replace('{}', 'zebra words')}\n"
    document = parsed(text)
    assert "zebra" not in document.body_html
    assert not any(
        "zebra" in name for one in document.document.sections for name in one.heading_path
    )
    drafts = chunk(document, source_of(text).lines)
    assert not any("zebra" in text for text in unit_texts(drafts))
    indexed = index_passages(document.document, drafts)
    assert not any("zebra" in term for one in indexed for term in one.impacts)
    assert any("seen" in one.impacts for one in indexed)


def test_what_follows_a_hidden_element_is_seen() -> None:
    drafts = passages("# A\n\n<div hidden>\n\nzebra\n\n</div>\n\nSeen last.\n")
    assert unit_texts(drafts)[-1] == "Seen last."


def test_without_html_it_is_shown_as_text() -> None:
    assert "&lt;kbd&gt;" in parse(source_of("Press <kbd>x</kbd>.\n")).body_html


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@seed(5)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*PIECES, "<div hidden>", "</div>", "<table><tr><td>", "<li>", "<p>"]),
            st.sampled_from(["\n", "\n\n", " "]),
        ).map("".join),
        max_size=14,
    ).map("".join)
)
def test_pages_of_random_documents_are_safe(text: str) -> None:
    assert_safe(text)
    passages(text)


@pytest.mark.parametrize("name", ["markdown-xss.txt", "h5sc-vectors.txt", "xss-payload-list.txt"])
def test_pages_of_known_vectors_are_safe(name: str) -> None:
    path = shared_data() / "torture" / name
    if not path.is_file():
        pytest.skip(f"the torture set is not here: {name}")
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for start in range(0, len(lines), 50):
        assert_safe("\n\n".join(lines[start : start + 50]))
