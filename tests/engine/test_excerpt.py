"""What a listed passage shows of itself: the part with the question's words, each marked."""

from __future__ import annotations

from chapterverse_engine.excerpt import EXCERPT_CHARS, asked_terms, excerpt_of
from chapterverse_engine.model import DocumentEntry, Passage, Unit, UnitKind

DOCUMENT = DocumentEntry("d", "d.md", "d.html", "D", "", "en")


def passage(text: str, *units: tuple[int, int, UnitKind]) -> Passage:
    spans = tuple(Unit(*unit) for unit in units) or (Unit(0, len(text), UnitKind.SENTENCE),)
    return Passage("p", DOCUMENT, (), "", 1, 1, "0" * 64, text, spans)


def marked(found: Passage, question: str) -> list[str]:
    excerpt = excerpt_of(found, asked_terms(question))
    return [excerpt.text[start:end] for start, end in excerpt.marks]


def test_words_are_marked_where_they_stand_whatever_their_form() -> None:
    found = passage("The 🪔 LAMP burns. Fill all lamps, e.g. with oil.")
    assert marked(found, "How do I fill a lamp?") == ["LAMP", "Fill", "lamps"]


def test_chinese_bigrams_that_touch_are_one_mark() -> None:
    found = passage("一盏油灯加满油可以点亮九个小时。")
    assert marked(found, "油灯加满油能亮多久？") == ["油灯加满油"]


def test_an_excerpt_starts_at_the_sentence_with_most_of_the_words() -> None:
    start = "Nothing of interest. " * 20
    found = passage(
        start + "The wick is trimmed daily.",
        (0, len(start), UnitKind.SENTENCE),
        (len(start), len(start) + 26, UnitKind.SENTENCE),
    )
    excerpt = excerpt_of(found, asked_terms("trim the wick"))
    assert excerpt.text == "…The wick is trimmed daily."
    assert marked(found, "trim the wick") == ["wick", "trimmed"]


def test_a_word_deep_inside_one_long_sentence_is_in_the_excerpt() -> None:
    for filler in ("oil and wick ", "灯芯和油"):
        found = passage(filler * 100 + "GX-77 " + filler * 100)
        excerpt = excerpt_of(found, asked_terms("What is GX-77?"))
        assert "GX-77" in excerpt.text
        assert marked(found, "What is GX-77?") == ["GX-77"]
        assert len(excerpt.text) <= EXCERPT_CHARS + 2
        assert excerpt.text[0] == excerpt.text[-1] == "…"


def test_without_a_match_an_excerpt_starts_after_the_heading() -> None:
    found = passage("## Wick\n\nTrim it.", (0, 7, UnitKind.HEADING), (9, 17, UnitKind.SENTENCE))
    assert excerpt_of(found, asked_terms("wick")) == ("Trim it.", ())
