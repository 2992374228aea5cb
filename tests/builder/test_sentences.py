"""Sentences are cut where a reader would cut them, never inside code, links or emphasis."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chapterverse.sentences import sentence_spans


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Use Python 3.11.", "It is fast.", "See e.g. the docs.", "Done!"],
        ["No.", "You can't.", "See No. 5 there."],
        ["Dr. Who met J. Smith vs. the rest.", "Then it ended."],
        ["It ends (really.)", 'He said "this."', "Then."],
        ["**Note.** ", "Do this."],
        ["Run `a. B` now.", "Then [x. Y](http://a.b/c. d).", "End."],
        ["See <https://example.org/a.b>.", "Then go."],
        ["Open file.md and v1.2.3 of Node.js.", "Next."],
        ["Wait... what?", "Yes!"],
        ["他说：“你好。”", "然后走了！", "很好？", "是的；", "对。"],
        ["使用 Node.js 3.1 版本。", "Then run it!", "好的。"],
        ["Really?", "Really!", "Yes."],
        ["エンジンです。", "ブラウザで動きます。"],
        ["1. First thing.", "Second thing."],
        ["`a.` is one.", "`b` is two."],
    ],
)
def test_sentences_end_at_their_stops(sentences: list[str]) -> None:
    stripped = [sentence.strip() for sentence in sentences]
    chinese = any("\u3000" <= char <= "\u9fff" for char in sentences[0])
    assert cut(("" if chinese else " ").join(stripped)) == stripped


@pytest.mark.parametrize(
    "text",
    ["A sentence\nover two lines.", "**A. B. C.** d", "a [b. C. d](e) f"],
)
def test_nothing_else_ends_a_sentence(text: str) -> None:
    assert cut(text) == [text]


def test_a_stop_between_chinese_and_latin_ends_without_a_space() -> None:
    assert cut("装好了!Then run. 好的。") == ["装好了!", "Then run.", "好的。"]


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("aA1 .!?。！；\n`*_[]()<>\"'“”:"), max_size=60))
def test_spans_are_in_order_trimmed_and_lose_no_word(text: str) -> None:
    end_before = 0
    for start, end in sentence_spans(text):
        assert end_before <= start < end
        assert not text[end_before:start].strip()
        assert text[start:end] == text[start:end].strip()
        end_before = end
    assert not text[end_before:].strip()


@pytest.mark.parametrize("piece", ["a. ", "`", "`a``", "[a](b", "**a", ".", "<a:b", ". ''", "。”"])
def test_time_is_linear(piece: str) -> None:
    before = time.process_time()
    sentence_spans(piece * 100_000)
    assert time.process_time() - before < 3
