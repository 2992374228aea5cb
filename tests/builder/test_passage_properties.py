"""For any Markdown document whatsoever, passages are true, whole and apart from each other."""

from __future__ import annotations

import json
import random

import pytest
from builder_documents import assert_passages_hold, shared_data
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st

PIECES = [
    "# One", "## Two ##", "   ### Three", "Title\n===", "Sub\n---", "#", "####### seven",
    "plain words. And more!", "中文句子。还有一句？", "- item", "  - nested", "1. first", "10) tenth",
    "> quote", "> # quoted heading", "```", "```python", "~~~", "    indented code", "\tcode",
    "| a | b |", "|---|---|", "| 1 | 2 |", "---", "***", "<!-- comment -->", "<!--", "-->",
    "<div>", "</div>", "<h2>Html</h2>", "<details><summary>x</summary>", "[ref]: http://x.y 'z'",
    "[^1]: note", "text[^1]", "Term", ": definition", '!!! note "T"', "    inside", "::: tip",
    ":::", "> [!NOTE]", "- [ ] task", "![alt](a.png)", "[link](b.md#c)", "`code", "**bold. x**",
    "", "", "", " ", "\t", "\x0b", "\x0c", "a\x85b", "a\u2028b", "\u3000", "\xa0", "x\ry", "\r",
    "\ufeff", "\x00", "{#id}", "## With {#own-id}", "---\ntitle: x\n---", "&amp; \\",
]  # fmt: skip
DOCUMENTS = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.tuples(
            st.sampled_from(["", " ", "  ", "    ", "> ", "- ", "\t"]), st.sampled_from(PIECES)
        ).map("".join),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    ),
    max_size=30,
).flatmap(lambda lines: st.sampled_from(["\n", "\r\n", "\n\n"]).map(lambda end: end.join(lines)))
SIZES = st.sampled_from([1, 20, 120, 900, 1200])
QUICK = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
THOROUGH = settings(
    max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


@QUICK
@seed(1)
@given(DOCUMENTS, SIZES)
@example("", 1200)
@example("\n\n", 1200)
@example("# only a heading", 1200)
@example("no final newline", 1)
def test_passages_of_random_documents_hold(text: str, max_chars: int) -> None:
    assert_passages_hold(text, max_chars)


@pytest.mark.slow
@THOROUGH
@seed(2)
@given(DOCUMENTS, SIZES)
def test_passages_of_ten_thousand_random_documents_hold(text: str, max_chars: int) -> None:
    assert_passages_hold(text, max_chars)


def _commonmark_examples() -> list[str]:
    path = shared_data() / "torture" / "commonmark.json"
    if not path.is_file():
        pytest.skip(f"the examples of the CommonMark specification are not here: {path.name}")
    return [example["markdown"] for example in json.loads(path.read_text(encoding="utf-8"))]


def test_passages_of_the_commonmark_examples_hold() -> None:
    for text in _commonmark_examples():
        for max_chars in (1, 60, 1200):
            assert_passages_hold(text, max_chars)


def test_passages_of_commonmark_examples_in_a_random_order_hold() -> None:
    examples = _commonmark_examples()
    choice = random.Random(3)  # a fixed order, not a secret
    for _ in range(60):
        text = "\n".join(choice.sample(examples, 12))
        assert_passages_hold(text, 200)


@pytest.mark.parametrize("name", ["gfm-spec.txt", "gfm-extensions.txt", "gfm-regression.txt"])
def test_passages_of_the_github_specification_hold(name: str) -> None:
    path = shared_data() / "torture" / name
    if not path.is_file():
        pytest.skip(f"the torture set is not here: {name}")
    assert_passages_hold(path.read_text(encoding="utf-8"), 600)
