"""Whatever a document holds, its page has balanced markup, known elements and harmless attributes."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from builder_documents import parsed_of, shared_data
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

VOID = {"br", "hr", "img", "input", "wbr", "col"}
ELEMENTS = frozenset(VOID) | frozenset(
    re.findall(
        r"\w+",
        "a blockquote code dd del div dl dt em h1 h2 h3 h4 h5 h6 i li ol p pre s section span strong"
        " sup table tbody td th thead tr ul",
    )
)
ATTRIBUTES = set(
    re.findall(
        r"[\w-]+",
        "alt checked class data-item-lines data-lines disabled href id loading rel"
        " src start title type",
    )
)
URL = re.compile(
    r"(?:https?|mailto|tel):.*|data:image/(?:png|jpeg|gif|webp|avif);base64,.*|(?:[^:/?#]*(?:[/?#].*)?)",
    re.DOTALL | re.IGNORECASE,
)
PIECES = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=x>", '<a href="//e">',
    "</p>", "</div></div>", "<!-- a -->", "<!--", "-->", "<h2 id='\"x'>y</h2>", "<details open>",
    "[a](javascript:x)", "[a](//e.org/x)", '![a"b](c.png "d<e")', "![x](//e.org/x)", "<b>", "`<i>`",
    '[x](<a b> "t\\"q")', "[r]", '[r]: http://e.org/?a="b" \'c"d\'', '<http://e.org/"x>', "# <b>",
    '## x {#a"b}', '```"><b>', "~~~ a b", "| <b> | `|` |", "|:-:|--:|", "- [x] <i>", "[^1]",
    "[^1]: <u>", "^[inline <b>]", "::: a <b>", ":::", '!!! x "<b>"', "    in", "> [!NOTE]", "Term",
    ": <b>", "&lt;script&gt;", "&#0;", "\x00", "**", "~~", "__", "*", "", "", "\\", "text",
]  # fmt: skip


class Checker(HTMLParser):
    def __init__(self, elements: frozenset[str], more_attributes: frozenset[str]) -> None:
        super().__init__()
        self.elements, self.attributes = elements, ATTRIBUTES | more_attributes
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.elements, tag
        for name, value in attrs:
            assert name in self.attributes, (tag, name, value)
            if name in ("href", "src"):
                assert URL.fullmatch(value or ""), value
                assert name == "href" or not re.match(r"(https?:|/|\\)", value or ""), value
            if name == "id":
                self.ids.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


def assert_safe(text: str) -> None:
    checker = Checker(ELEMENTS, frozenset())
    checker.feed(parsed_of(text).body_html)
    checker.close()
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)
    assert all(checker.ids)


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@seed(4)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PIECES), st.sampled_from(PIECES), st.sampled_from(["\n", "\n\n", " "])
        ).map("".join),
        max_size=12,
    ).map("".join)
)
def test_pages_of_random_documents_are_safe(text: str) -> None:
    assert_safe(text)


@pytest.mark.parametrize(
    "name", ["markdown-xss.txt", "h5sc-vectors.txt", "xss-payload-list.txt", "gfm-spec.txt"]
)
def test_pages_of_known_vectors_are_safe(name: str) -> None:
    path = shared_data() / "torture" / name
    if not path.is_file():
        pytest.skip(f"the torture set is not here: {name}")
    text = path.read_text(encoding="utf-8", errors="replace")
    assert_safe(text)
    for piece in text.split("\n\n"):
        assert_safe(piece)
