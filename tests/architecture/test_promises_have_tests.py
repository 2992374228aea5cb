"""Each row that the index promises has tests of its own, by name: none of them may go unnoticed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# Rows of the specification: A and B what the two reference systems promise, "broke" where the first
# one failed, L and H what users of others ran into, "issue" what was asked for besides.
TESTS_OF_ROW = {
    "A1 identity": "moving_a_section_keeps_its_passage_id; a_moved_paragraph_keeps_its_id_and_its_lines_follow; a_passage_names_its_document_content_and_occurrence; identity_is_of_the_path_or_of_what_the_author_says",
    "A2 paths": "a_name_that_could_lie_is_refused_by_name; a_symlink_that_leaves_the_corpus_is_refused; a_name_that_lies_or_that_another_system_refuses_is_refused_by_name; a_file_that_is_swapped_for_a_link_is_not_read",
    "A3 structure": "a_passage_never_crosses_a_section_but_takes_empty_ones_above_along; blocks_are_packed_whole_up_to_the_size; a_single_line_is_never_cut; passages_of_random_documents_hold",
    "A4 sync": "unchanged_documents_are_neither_parsed_nor_chunked_nor_rendered; other_passage_sizes_equal_fresh_builds_each_time; any_series_of_edits_ends_with_the_bytes_of_a_fresh_build; every_kind_of_change_is_counted_once",
    "A5 atomic": "a_disk_that_fails_once_leaves_a_whole_site; a_disk_that_fails_from_then_on_leaves_a_whole_site; a_build_that_is_killed_leaves_a_whole_site",
    "A6 formats": "a_site_of_another_format_is_rebuilt_once; a_malformed_manifest_is_refused_by_field; a_malformed_passage_shard_is_refused_by_field",
    "A7 gates": "an_order_to_a_model_is_no_evidence; a_session_refuses_bytes_that_were_tampered_with; a_block_that_does_not_fit_is_skipped_whole_and_a_later_one_still_fits; the_same_sentence_is_quoted_once",
    "B1 records": "records_become_documents; all_bad_records_are_reported_by_line_in_one_go; the_index_says_what_it_was_made_with",
    "B2 versions": "two_builds_of_one_corpus_give_the_same_bytes; a_generation_that_misses_a_bar_is_not_published; a_rollback_brings_back_every_byte_and_numbers_go_on",
    "B4 scope": "other_scopes_and_versions_change_nothing_for_who_does_not_ask_for_them; content_of_other_scopes_is_nowhere_in_the_output; records_of_other_scopes_are_not_read",
    "broke: speed": "time_is_linear_in_the_length_of_a_file; big_documents_take_seconds_at_most",
    "broke: threshold": "a_question_about_something_else_is_not_answered; question_words_do_not_drown_what_is_asked_about",
    "broke: parsing": "headings_of_every_kind_are_headings; what_only_looks_like_a_heading_opens_no_section; skipped_levels_nest_under_the_nearest_higher_one; characters_that_only_look_like_line_ends_shift_no_line; a_longer_code_block_is_cut_at_its_blank_lines; a_table_is_cut_at_rows_and_its_header_is_searched_with_all_of_them",
    "broke: robustness": "a_bad_file_is_reported_and_takes_no_other_down; a_folder_with_a_document_s_name_is_a_folder; names_with_spaces_at_their_ends_are_kept; a_text_that_was_changed_behind_the_index_shows",
    "broke: languages": "scripts_and_their_variants_are_found; accents_and_case_are_folded",
    "broke: safety": "no_disguise_helps; no_disguise_helps_in_chinese; harmless_text_and_text_about_attacks_stay_evidence; content_cannot_forge_a_boundary_even_knowing_the_nonce_and_an_earlier_prompt; a_shard_that_was_changed_is_refused_by_name",
    "broke: operations": "a_second_process_waits_for_the_first_and_no_generation_is_lost; tombstones_are_bounded_in_age_and_number; a_build_without_changes_writes_nothing_and_keeps_its_generation; the_installed_command_shows_no_traceback",
    "broke: evaluation": "a_spoiled_engine_misses_the_bar_that_it_met; a_text_that_was_changed_behind_the_index_shows",
    "L1 drafts": "what_an_author_holds_back_is_not_read",
    "L2 titles": "the_title_is_said_or_the_first_heading_or_the_file_s_name",
    "L3 code, L4 entities, L5 cells, L6 tables, L7 formulas, L8 pictures": "a_word_is_found_on_its_own_line; pictures_are_searched_by_their_text_at_their_passage; rows_are_units_and_the_delimiter_row_is_none; formulas_and_drawings_stay_readable_as_source",
    "L9 front matter, L11 trailing blanks": "lines_count_front_matter_and_odd_characters; blocks_have_no_blank_lines_at_their_ends",
    "L10 markup in text": "a_literal_line_attribute_in_a_document_stays_text; a_document_cannot_forge_the_mark_of_a_link",
    "L12 includes": "an_include_is_refused_by_name_and_line; what_only_shows_an_include_is_none; the_text_of_another_file_is_never_in_the_site_of_who_includes_it",
    "L13 line ends": "lines_end_at_lf_only; characters_that_only_look_like_line_ends_shift_no_line",
    "L14 everything": "a_page_with_everything_keeps_everything; odd_input_parses",
    "H1 slugs": "every_heading_that_is_offered_is_on_its_page; every_link_that_leads_nowhere_is_told_with_its_line; every_link_of_a_page_leads_to_something",
    "H2 duplicates, H11 collisions": "ids_are_unique_even_against_suffixes; ids_are_unique_in_a_page",
    "H3 shifted suffixes, H13 changed slugs": "a_citation_follows_its_quote_when_it_has_moved; an_anchor_of_an_older_page_lands_near_and_says_so; redirects_lead_from_old_paths_without_a_script",
    "H4 odd fragments": "a_malformed_anchor_is_no_error; a_fragment_selects_its_lines_and_is_normalised",
    "H5 composed, H6 other scripts": "ids_of_decomposed_and_composed_headings_are_composed; a_heading_s_id_is_never_empty_or_a_name_that_scripts_rely_on",
    "H7 hidden targets": "what_a_link_names_is_opened_where_it_is_hidden; cited_lines_are_shown_where_they_are_hidden",
    "H8 header, same link": "an_anchor_leads_to_its_heading_below_the_header; the_same_link_scrolls_again",
    "H9 kept fragment": "a_link_keeps_its_anchor_from_page_to_page_and_scrolls_again",
    "H10 no anchor": "a_hit_has_the_headings_of_its_own_section; a_heading_without_text_opens_a_section_without_a_name",
    "H12 opened from disk": "relative_links_lead_to_pages; a_link_without_a_suffix_leads_to_the_page_that_it_means",
    "issue 1 incremental": "other_templates_render_anew_and_read_nothing_again; work_that_led_to_the_same_bytes_is_not_done_again; a_cache_may_be_deleted_at_any_time; a_damaged_cache_is_not_believed; the_cache_holds_what_the_last_build_used_and_no_more",
    "issue 2 generations": "a_rename_names_both_paths_and_leaves_a_tombstone; a_removed_document_leaves_a_tombstone_until_it_returns; what_nobody_sees_and_what_an_author_excludes_is_not_counted_as_unsafe",
    "issue 3 faults": "random_kills_never_leave_a_broken_site; where_folders_cannot_be_swapped_the_next_build_brings_the_site_back; a_folder_that_cannot_be_written_is_named; the_lock_goes_with_its_holder; windows_lock_excludes_a_second_build_and_ends_with_the_first; macos_swaps_two_folders_in_one_call",
    "issue 4 judge": "as_many_generations_are_kept_as_one_asks_for; a_damaged_generation_is_not_brought_back; under_a_missed_bar_nothing_is_published",
    "issue 5 formats": "the_files_of_a_site_bear_their_schemas_out; a_manifest_of_another_shape_is_refused; a_site_that_changed_meanwhile_offers_to_reload",
    "issue 6 corpus": "the_newest_version_answers_unless_another_is_asked_for; several_sources_make_one_site_and_a_clash_is_refused; git_ignore_files_hold_where_they_lie_and_below; front_matter_says_what_a_document_is; every_mistake_is_named_with_its_line",
    "issue 7 true lines": "passages_of_the_commonmark_examples_hold; passages_of_the_github_specification_hold; passages_of_ten_thousand_random_documents_hold; a_torture_file_builds_among_others",
    "issue 8 linear": "time_is_linear_in_the_length_of_a_file; time_grows_no_faster_than_the_text",
}  # fmt: skip


@pytest.fixture(scope="module")
def names(checkout: Path) -> set[str]:
    files = (checkout / "tests").rglob("test_*.py")
    found = (
        re.findall(r"^def test_(\w+)", file.read_text("utf-8"), re.MULTILINE) for file in files
    )
    return {name for each in found for name in each}


@pytest.mark.parametrize("row", TESTS_OF_ROW)
def test_a_promise_has_its_tests(row: str, names: set[str]) -> None:
    assert [one for one in TESTS_OF_ROW[row].split("; ") if one not in names] == []
