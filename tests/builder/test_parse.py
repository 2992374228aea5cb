"""Parsing gives sections, a title, a language and blocks with true lines, whatever comes in."""

from __future__ import annotations

import hashlib
import time

import pytest
from builder_documents import parsed_of, source_of

from chapterverse.identity import document_id_of
from chapterverse.model import BlockKind
from chapterverse.stages.parse import parse


def sections_of(text: str) -> list[tuple[tuple[str, ...], int]]:
    sections = parsed_of(text).document.sections
    return [(section.heading_path, section.start_line) for section in sections]


def kinds_of(text: str) -> list[tuple[BlockKind, int, int]]:
    blocks = parsed_of(text).blocks
    return [(block.kind, block.start_line, block.end_line) for block in blocks]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# A #\n", "A"),
        ("   # A\n", "A"),
        ("#  A\n", "A"),
        ("A\n===\n", "A"),
        ("A\nB\n===\n", "A B"),
        ("\ufeff# A\n", "A"),
        ("<h1>A</h1>\n", "A"),
        ("# A `b` *c* [d](e) &amp; ![f](g)\n", "A b c d & f"),
        ("# A\r\n", "A"),
    ],
)
def test_headings_of_every_kind_are_headings(text: str, title: str) -> None:
    assert sections_of(text) == [((title,), 1)]
    assert parsed_of(text).document.title == title


@pytest.mark.parametrize(
    "text",
    [
        "```\n# A\n```\n",
        "    # A\n",
        "<!--\n# A\n-->\n",
        "> # A\n",
        "- # A\n",
        "#A\n",
        "\\# A\n",
        "####### A\n",
        "---\ntitle: x\n# A\n---\n",
        "<div>\n# A\n</div>\n",
        "<!-- <h1>A</h1> -->\n",
    ],
)
def test_what_only_looks_like_a_heading_opens_no_section(text: str) -> None:
    assert sections_of(text) == []


def test_skipped_levels_nest_under_the_nearest_higher_one() -> None:
    text = "# A\n### B\n### C\n## D\n#### E\n# F\n"
    assert [path for path, _ in sections_of(text)] == [
        ("A",),
        ("A", "B"),
        ("A", "C"),
        ("A", "D"),
        ("A", "D", "E"),
        ("F",),
    ]


@pytest.mark.parametrize("text", ["## \n\nText.\n", "#\n", "# A\n\n## \n\nText.\n", "<h2></h2>\n"])
def test_a_heading_without_text_opens_a_section_without_a_name(text: str) -> None:
    last = parsed_of(text).document.sections[-1]
    assert not last.is_named
    assert last.heading_path in ((), ("A",))


def test_characters_that_only_look_like_line_ends_shift_no_line() -> None:
    text = "a\u2028b\n\nc\x0bd\x0ce\x85f\n\nlone\rreturn\n\n# H\r\n"
    assert sections_of(text) == [(("H",), 7)]


def test_blocks_have_no_blank_lines_at_their_ends() -> None:
    assert kinds_of("- a\n- b\n\n\n> q\n\n\npara\n\n\n") == [
        (BlockKind.LIST, 1, 2),
        (BlockKind.QUOTE, 5, 5),
        (BlockKind.PARAGRAPH, 8, 8),
    ]


def test_what_the_parser_swallows_is_a_block_too() -> None:
    assert kinds_of("a\n\n[r]: http://x.y\n[s]: z\n\n<!-- c -->\n\n***\n") == [
        (BlockKind.PARAGRAPH, 1, 1),
        (BlockKind.OTHER, 3, 4),
        (BlockKind.OTHER, 6, 6),
        (BlockKind.OTHER, 8, 8),
    ]


def test_a_page_with_everything_keeps_everything() -> None:
    text = (
        "Setext\n======\n\n!!! note\n    in\n\n[^1]: note\n    more\n\nTerm\n: def\n\n"
        "1. a\n   - b\n     ```\n     x\n     ```\n\n<table>\n<tr><td>1</td></tr>\n</table>\n"
    )
    assert [(start, end) for _, start, end in kinds_of(text)] == [
        (1, 2),
        (4, 5),
        (7, 8),
        (10, 11),
        (13, 17),
        (19, 21),
    ]


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("---\ntitle: Said\n---\n# H\n", "a.md", "Said"),
        ("## Sub\n# Top\n", "a.md", "Top"),
        ("Words\n", "guide/how-to.md", "how-to"),
        ("Words\n", "guide/README.md", "guide"),
        ("Words\n", "notes.txt", "notes"),
    ],
)
def test_the_title_is_said_or_the_first_heading_or_the_file_s_name(
    text: str, path: str, title: str
) -> None:
    assert parsed_of(text, path).document.title == title


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The engine answers in your browser.", "en"),
        ("引擎在你的浏览器里回答。See `README` for details.", "zh"),
        ("エンジンはブラウザで答えます。", "ja"),
        ("엔진은 브라우저에서 대답합니다.", "ko"),
        ("Движок отвечает в браузере.", "ru"),
        ("---\nlang: zh-Hant-TW\n---\nEnglish words", "zh"),
        ("```\nint main() { return 0; } // much more code than prose here\n```\n\n中文说明", "zh"),
        ("123 !!!", "en"),
    ],
)
def test_the_language_is_said_or_seen(text: str, lang: str) -> None:
    assert parsed_of(text).document.lang == lang


def test_plain_text_is_paragraphs_and_nothing_else() -> None:
    parsed = parsed_of("# no heading\n* no list\n\nsecond\n", "a.txt")
    assert parsed.document.sections == ()
    assert [(b.start_line, b.end_line) for b in parsed.blocks] == [(1, 2), (4, 4)]
    assert "# no heading" in parsed.body_html


def test_alternative_texts_know_the_line_of_their_picture() -> None:
    parsed = parsed_of("text\n![one](a.png)\nmore ![two](b.png)\n\n[![three](c.png)](d)\n")
    assert parsed.alt_texts == ((2, "one"), (3, "two"), (5, "three"))


def test_identity_is_of_the_path_or_of_what_the_author_says() -> None:
    plain = source_of("x", "a.md")
    said = source_of("---\ndoc_id: stable\n---\nx", "a.md")
    moved = source_of("---\ndoc_id: stable\n---\nx", "b.md")
    assert document_id_of(plain) != document_id_of(said)
    assert document_id_of(said) == document_id_of(moved)
    assert document_id_of(plain) == hashlib.sha256(b"a.md").hexdigest()[:16]


@pytest.mark.parametrize(
    "text",
    [
        "\x00",
        ">" * 3000 + " x",
        "- " * 2000 + "x",
        "".join("  " * depth + "- x\n" for depth in range(300)),
        "[" * 5000,
        "`" * 5000,
        "*a _b " * 3000,
        "<" * 5000,
        "|" * 5000 + "\n" + "|-" * 2000,
        "::: a\n" * 500,
        "!!! a\n    " * 200,
        "[^1]: " * 500,
        "\ud7ff\ue000\uffff",
    ],
)
def test_odd_input_parses(text: str) -> None:
    parse(source_of(text))


@pytest.mark.parametrize(
    ("piece", "count"),
    [("word and more. ", 70_000), ("- bullet\n", 10_000), ("| 1 | 2 |\n", 10_000), ("![", 200_000)],
)
def test_big_documents_take_seconds_at_most(piece: str, count: int) -> None:
    before = time.process_time()
    parse(source_of("| a | b |\n|---|---|\n" + piece * count))
    assert time.process_time() - before < 10
