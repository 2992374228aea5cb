"""Passages: whole blocks up to the size, never across a section, with units that can be quoted."""

from __future__ import annotations

import hashlib
import time

import pytest
from builder_documents import line_ranges, passages_of, source_of, unit_texts

from chapterverse.stages.chunk import chunk
from chapterverse.stages.parse import parse
from chapterverse_engine.model import UnitKind


def units(text: str) -> list[tuple[UnitKind, str]]:
    passages = passages_of(text)
    return [(u.kind, p.text[u.start : u.end]) for p in passages for u in p.units]


def test_a_passage_names_its_document_content_and_occurrence() -> None:
    first, second, third = passages_of("# A\n\nsame\n\n# A\n\nsame\n\n# B\n\nsame\n")
    text_hash = hashlib.sha256(b"# A\n\nsame").hexdigest()
    document_id = hashlib.sha256(b"guide/page.md").hexdigest()[:16]
    assert first.content_hash == text_hash
    assert first.passage_id == f"{document_id}-{text_hash[:12]}-0"
    assert second.passage_id == f"{document_id}-{text_hash[:12]}-1"
    assert third.passage_id.endswith("-0")


def test_moving_a_section_keeps_its_passage_id() -> None:
    (before, _) = passages_of("# A\n\none\n\n# B\n\ntwo\n")
    (_, after) = passages_of("# B\n\ntwo\n\n# A\n\none\n")
    assert before.passage_id == after.passage_id
    assert (before.start_line, after.start_line) == (1, 5)


def test_a_passage_never_crosses_a_section_but_takes_empty_ones_above_along() -> None:
    text = "# A\n\n## B\n\n### C\n\ntext\n\n## D\n\n## E\n\nmore\n"
    passages = passages_of(text)
    assert line_ranges(passages) == [(1, 7), (9, 9), (11, 13)]
    assert [passage.heading_path for passage in passages] == [
        ("A", "B", "C"),
        ("A", "D"),
        ("A", "E"),
    ]


def test_blocks_are_packed_whole_up_to_the_size() -> None:
    text = "\n\n".join(f"Paragraph number {n}." for n in range(6))
    assert line_ranges(passages_of(text, 45)) == [(1, 3), (5, 7), (9, 11)]


def test_a_heading_stays_with_what_follows() -> None:
    text = "# Heading\n\n" + "x" * 90 + "\n"
    assert line_ranges(passages_of(text, 95)) == [(1, 3)]


def test_a_code_block_stays_whole_where_it_fits() -> None:
    code = "```\n" + "line\n\n" * 10 + "```"
    text = f"Some words before it.\n\n{code}\n"
    assert line_ranges(passages_of(text, len(code))) == [(1, 1), (3, 24)]


def test_a_longer_code_block_is_cut_at_its_blank_lines() -> None:
    text = "```\n" + "aaaa\nbbbb\n\n" * 6 + "```\n"
    passages = passages_of(text, 30)
    assert all(len(passage.text) <= 30 for passage in passages)
    assert passages[1].text == "aaaa\nbbbb\n\naaaa\nbbbb"


def test_list_items_stay_whole_where_they_fit() -> None:
    text = "".join(f"- item {n}\n  goes on\n" for n in range(6))
    assert line_ranges(passages_of(text, 42)) == [(1, 4), (5, 8), (9, 12)]


def test_a_table_is_cut_at_rows_and_its_header_is_searched_with_all_of_them() -> None:
    text = "| Name | Use |\n|---|---|\n" + "".join(f"| n{n} | u{n} |\n" for n in range(20))
    passages = passages_of(text, 80)
    assert passages[0].start_line == 1
    assert all(len(passage.text) <= 80 for passage in passages)
    assert passages[0].alt_text == ""
    assert {passage.alt_text for passage in passages[1:]} == {"| Name | Use |"}


def test_a_long_paragraph_is_cut_after_a_sentence_where_one_is_in_reach() -> None:
    text = "One two three four\nfive six. \nSeven eight nine\nten eleven twelve\n"
    assert line_ranges(passages_of(text, 50)) == [(1, 2), (3, 4)]


def test_a_single_line_is_never_cut() -> None:
    passages = passages_of("x " * 3000 + "\n\ny\n", 100)
    assert line_ranges(passages) == [(1, 1), (3, 3)]


def test_a_tiny_tail_gets_something_from_its_neighbour() -> None:
    text = "\n\n".join(["a" * 390, "b" * 390, "c" * 390, "d" * 50])
    assert line_ranges(passages_of(text, 1200)) == [(1, 3), (5, 7)]


def test_sentences_of_paragraphs_and_quotes_are_units() -> None:
    assert units("First one. Second\none.\n\n> Quoted one. Quoted\n> two.\n") == [
        (UnitKind.SENTENCE, "First one."),
        (UnitKind.SENTENCE, "Second\none."),
        (UnitKind.SENTENCE, "Quoted one."),
        (UnitKind.SENTENCE, "Quoted\n> two."),
    ]


def test_list_items_are_units_with_what_is_nested_in_them() -> None:
    assert units("- one\n- two\n  - deeper\n\n  more\n1. three\n") == [
        (UnitKind.ITEM, "- one"),
        (UnitKind.ITEM, "- two\n  - deeper\n\n  more"),
        (UnitKind.ITEM, "1. three"),
    ]


def test_a_long_list_item_is_quoted_by_its_parts() -> None:
    long = "- " + "Many words stand here. " * 20 + "\n  - nested one\n  - nested two\n"
    texts = unit_texts(passages_of(long))
    assert texts[0] == "- Many words stand here."
    assert texts[-2:] == ["- nested one", "- nested two"]


def test_a_term_with_its_definitions_is_one_unit() -> None:
    assert units("Term\n: Meaning\n\nOther\n: Sense\n") == [
        (UnitKind.ITEM, "Term\n: Meaning"),
        (UnitKind.ITEM, "Other\n: Sense"),
    ]


def test_rows_are_units_and_the_delimiter_row_is_none() -> None:
    assert units("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n") == [
        (UnitKind.HEADING, "| a | b |"),
        (UnitKind.ROW, "| 1 | 2 |"),
        (UnitKind.ROW, "| 3 | 4 |"),
    ]


def test_code_and_headings_are_units() -> None:
    assert units("# A\n\nRun:\n\n```sh\nx\n\ny\n```\n") == [
        (UnitKind.HEADING, "# A"),
        (UnitKind.SENTENCE, "Run:"),
        (UnitKind.CODE, "```sh\nx\n\ny\n```"),
    ]


def test_a_long_code_block_is_quoted_by_groups_of_lines() -> None:
    texts = unit_texts(passages_of("```\n" + ("x" * 40 + "\n") * 12 + "\n" + "y" * 400 + "\n```\n"))
    assert len(texts) == 2
    assert texts[1].startswith("y")


def test_a_comment_is_searched_and_quoted_by_nobody() -> None:
    (passage,) = passages_of("# A\n\n<!-- note 1 -->\n\nText.\n")
    ((start, end),) = passage.hidden
    assert passage.text[start:end] == "<!-- note 1 -->"
    assert unit_texts([passage]) == ["# A", "Text."]


def test_comments_alone_are_no_evidence() -> None:
    passages = passages_of("<!-- one -->\n\n# A\n\nText.\n\n<!-- " + "long " * 50 + "-->\n")
    assert [passage.unsafe_reason for passage in passages] == ["hidden", "", "hidden"]


def test_pictures_are_searched_by_their_text_at_their_passage() -> None:
    passages = passages_of("# A\n\n![one](a.png)\n\n# B\n\n![two](b.png)\n")
    assert [passage.alt_text for passage in passages] == ["one", "two"]


def test_an_empty_document_has_no_passages() -> None:
    assert passages_of("---\ntitle: x\n---\n\n") == ()


@pytest.mark.parametrize(
    "piece",
    ["- bullet\n", "# h\n\ntext\n\n", "| 1 | 2 |\n", "word. \n", "```\nx\n```\n", "> q\n\n"],
)
def test_time_is_linear_in_the_length_of_a_file(piece: str) -> None:
    def seconds(count: int) -> float:
        source = source_of("| a | b |\n|---|---|\n" + piece * count)
        parsed = parse(source)
        before = time.process_time()
        chunk(parsed, source.lines)
        return time.process_time() - before

    assert seconds(8_000) < 6 * seconds(2_000) + 1
