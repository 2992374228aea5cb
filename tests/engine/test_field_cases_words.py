"""What users of other documentation searches ran into: identifiers, phrases, stop words, typos."""

from __future__ import annotations

import pytest
from indexing import Indexing

from chapterverse_engine.model import Abstention, Answer, Reason


def page(title: str, text: str) -> str:
    return f"# {title}\n\n{text}\n"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Set `woocommerce_loaded` before start.", "loaded"),
        ("Set `SQLITE_CONFIG_URI` to one.", "uri"),
        ("Set `SQLITE_CONFIG_URI` to one.", "SQLITE_CONFIG_URI"),
        ("Call `eth_sendRawTransaction` last.", "RawTransaction"),
        ("Call `eth_sendRawTransaction` last.", "eth_sendRawTransaction"),
        ("Use `workarounds:javaLTSVersions` here.", "workarounds:javaLTSVersions"),
        ("Use `workarounds:javaLTSVersions` here.", "workarounds"),
        ("Use `workarounds:javaLTSVersions` here.", "javaLTSVersions"),
        ("The option host-whitelist is old.", "host-whitelist"),
        ("The option host-whitelist is old.", "whitelist"),
        ("The class FirstExampleHeader is here.", "FirstExampleHeader"),
        ("The class FirstExampleHeader is here.", "header"),
        ("The class FirstExampleHeader is here.", "firstexampleheader"),
        ("Read (HandsOn) first.", "HandsOn"),
        ("The function constructor runs once.", "constructor"),
        ("The field __proto__ is ignored.", "__proto__"),
        ("Version v1.4.2 repairs it.", "1.4.2"),
        ("Version v1.4.2 repairs it.", "v1.4.2"),
        ("Release 14.2.1.0 is out.", "14.2.1.0"),
        ("Written in C++ and C#.", "C++"),
        ("Written in C++ and C#.", "C#"),
        ("Runs on .NET everywhere.", ".NET"),
        ("Put keys into ~/.ssh/config now.", "~/.ssh/config"),
        ("Compare with != or &&.", "!="),
        ("Compare with != or &&.", "&&"),
        ("Compare with == or ===.", "=="),
        ("Editors and IDEs know it.", "IDE"),
        ("Needs SSLv3 or later.", "SSL"),
        ("Uploads end at 10 MB each.", "10MB"),
        ("Uploads end at 10MB each.", "10 MB"),
        ("Runs at 3.5GHz for hours.", "3.5 GHz"),
        ("Call std::optional there.", "std::optional"),
        ("Call std::optional there.", "optional"),
        ("Change directory with cd quickly.", "cd"),
    ],
)
def test_identifiers_are_found_whole_and_in_parts(indexed: Indexing, text: str, query: str) -> None:
    assert indexed({"page.md": page("Page", text)}).found(query) == ["page.md"]


def test_a_whole_identifier_outranks_its_parts(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("A", "The debug tools flow into one another, flow by flow."),
            "b.md": page("B", "Set CUE_DEBUG_TOOLS_FLOW to see more."),
        }
    )
    assert index.found("CUE_DEBUG_TOOLS_FLOW")[0] == "b.md"


def test_an_absent_identifier_is_not_answered_by_its_parts(indexed: Indexing) -> None:
    index = indexed({"a.md": page("A", "The debug tools flow into one another.")})
    outcome = index.ask("CUE_DEBUG_TOOLS_FLOW")
    assert isinstance(outcome, Abstention)
    assert outcome.reason is Reason.MISSING_TERM


def test_a_literal_flag_comes_before_the_word(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("Running", "You run it daily. A run takes long. Running runs run."),
            "b.md": page("Flags", "Give --run to start at once."),
        }
    )
    assert index.found("--run")[0] == "b.md"


@pytest.mark.parametrize(
    "query", ["What does E0382 mean?", "What changed in v9.9.9?", "How do I use --no-such-flag?"]
)
def test_an_absent_code_is_a_missing_term(indexed: Indexing, query: str) -> None:
    index = indexed({"a.md": page("Errors", "E0277 means that a bound is missing. Use --flag.")})
    outcome = index.ask(query)
    assert isinstance(outcome, Abstention)
    assert outcome.reason is Reason.MISSING_TERM
    assert outcome.retrieval.missing_terms


def test_an_absent_number_is_not_answered_by_another_one(indexed: Indexing) -> None:
    index = indexed({"a.md": page("Exit codes", "Exit code 2 means wrong usage.")})
    assert isinstance(index.ask("What does exit code 7 mean?"), Abstention)


@pytest.mark.parametrize(
    "query",
    [
        "--dry-run", "a:b", "+++", "title:x^3~", "\\", "(((", "\x00", "\ud800", "🙂", "a" * 5000,
        "<svg/onload=alert(1)>", "\u202e\u200b", "?", "", " ", "\u0301", "١٢٣", "ﬁ", "𝔘𝔫𝔦",
    ],
)  # fmt: skip
def test_no_question_throws(indexed: Indexing, query: str) -> None:
    index = indexed({"a.md": page("A", "Some text.")})
    assert index.ask(query).retrieval.question.query == query


def test_a_quoted_phrase_is_found_side_by_side_only(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("A", "The command show prints what the ipsec daemon knows."),
            "b.md": page("B", "Type show ipsec to see the tunnels."),
        }
    )
    assert "show ipsec" in index.quoted('"show ipsec"')
    assert isinstance(index.ask('"ipsec show"'), Abstention)


def test_words_beside_a_phrase_are_optional(indexed: Indexing) -> None:
    index = indexed({"a.md": page("A", "A static search runs in the reader's browser.")})
    assert "static search" in index.quoted('"static search" runs browser')


def test_a_phrase_does_not_reach_over_the_border_of_a_block(indexed: Indexing) -> None:
    index = indexed({"a.md": "# Search static\n\nSearch is done in the browser.\n"})
    assert isinstance(index.ask('"static search"'), Abstention)


def test_every_quoted_phrase_has_to_be_there(indexed: Indexing) -> None:
    index = indexed(
        {"a.md": page("A", "A red door. A blue door."), "b.md": page("B", "A red door.")}
    )
    assert index.quoted('"red door" "blue door"')
    assert isinstance(index.ask('"red door" "green door"'), Abstention)


@pytest.mark.parametrize("word", ["if", "for", "this", "might", "not"])
def test_a_stop_word_that_is_a_title_is_found(indexed: Indexing, word: str) -> None:
    index = indexed(
        {
            "a.md": page(word.title(), f"The keyword `{word}` starts a block."),
            "b.md": page("Other", "It depends on this and that, if not for them, as it might."),
        }
    )
    assert index.found(word)[0] == "a.md"


def test_an_article_does_not_change_the_first_hit(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("Users", "Manage a user on the page of users."),
            "b.md": page("A to Z", "A is a letter, a vowel, a start."),
        }
    )
    assert index.found("manage user")[0] == index.found("manage a user")[0] == "a.md"


@pytest.mark.parametrize("query", ["restore", "restored", "restoring", "general", "generally"])
def test_a_word_that_is_completed_loses_no_page(indexed: Indexing, query: str) -> None:
    index = indexed({"a.md": page("A", "Restore a general backup; it is restored generally.")})
    assert index.found(query) == ["a.md"]


def test_stop_words_are_not_listed_as_missing(indexed: Indexing) -> None:
    index = indexed({"a.md": page("Install", "Run the installer.")})
    assert index.ask("how to install").retrieval.missing_terms == ()


def test_the_exact_form_outranks_its_stem_mates(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("A", "An expensive boat is expensive to keep, and expensive to sell."),
            "b.md": page("B", "The expenses of a trip are refunded after a while by the office."),
        }
    )
    assert index.found("expenses")[0] == "b.md"


def test_a_heading_that_is_the_question_comes_first(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("Notes", "Rolling back a release: see below. Rolling back, rolling back."),
            "b.md": "# Releases\n\n## Rolling back a release\n\nPublish the last generation again.\n",
        }
    )
    assert index.found("Rolling back a release")[0] == "b.md"


def test_a_token_comes_before_longer_words_that_hold_it(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("Logo", "The logo of the logo page is a logo."),
            "b.md": page("git-log", "Show what was committed."),
        }
    )
    assert index.found("log")[0] == "b.md"


def test_a_stub_does_not_win_by_being_short(indexed: Indexing) -> None:
    guide = (
        "Replicas copy the primary. " * 3 + "To add a replica, run `replica add` on the primary."
    )
    index = indexed({"a.md": page("Stub", "Replica."), "b.md": page("Adding a replica", guide)})
    assert index.found("add a replica on the primary")[0] == "b.md"


def test_a_defining_section_comes_before_release_notes(indexed: Indexing) -> None:
    index = indexed(
        {
            "changes.md": page("Release notes 3.1", "asyncio is faster. asyncio has new hooks."),
            "asyncio.md": page("asyncio", "asyncio runs coroutines in one thread."),
        }
    )
    assert index.found("asyncio")[0] == "asyncio.md"


def test_words_near_each_other_are_preferred(indexed: Indexing) -> None:
    apart = "The cat sleeps. Every day is long here by the sea. In winter people wear a hat."
    index = indexed({"a.md": page("A", apart), "b.md": page("B", "People sell a cat hat there.")})
    assert index.found("cat hat")[0] == "b.md"


def test_a_section_is_a_candidate_once(indexed: Indexing) -> None:
    index = indexed({"a.md": page("Otter", "An otter swims. The otter eats fish.")})
    ids = [one.passage.passage_id for one in index.ask("otter").retrieval.candidates]
    assert len(ids) == len(set(ids)) == 1


def test_a_hit_has_the_headings_of_its_own_section(indexed: Indexing) -> None:
    index = indexed({"a.md": "# One\n\n## Two\n\nText.\n\n### Three\n\nThe otter swims.\n"})
    outcome = index.ask("Where does the otter swim?")
    assert outcome.retrieval.candidates[0].passage.heading_path == ("One", "Two", "Three")


def test_a_typo_finds_what_was_meant_after_exact_hits(indexed: Indexing) -> None:
    documents = {"a.md": page("A", "A static generator writes files.")}
    index = indexed(documents)
    assert index.found("statick generators") == ["a.md"]
    assert index.found("genrator") == ["a.md"]


def test_an_exact_hit_outranks_a_similar_one(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("A", "Lisp lisps. The parser of parsers parses Lisp."),
            "b.md": page("B", "Configure the parsec library before use."),
        }
    )
    assert index.found("parsec")[0] == "b.md"


@pytest.mark.parametrize("query", ["v1.4.3", "E0383", "max_charz", "--strikt"])
def test_codes_are_never_taken_for_similar_ones(indexed: Indexing, query: str) -> None:
    index = indexed({"a.md": page("A", "In v1.4.2 E0382, max_chars and --strict were added.")})
    assert isinstance(index.ask(f"What is {query}?"), Abstention)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The café opens late.", "cafe"),
        ("The cafe opens late.", "café"),
        ("Straße means street.", "strasse"),
        ("The word cafe\u0301 is decomposed.", "café"),
        ("Это большой маяк.", "маяк"),
    ],
)
def test_accents_and_case_are_folded(indexed: Indexing, text: str, query: str) -> None:
    assert indexed({"a.md": page("A", text)}).found(query) == ["a.md"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("A meatloaf is baked slowly.", "meat loaf"),
        ("Use the workflow file.", "work flow"),
        ("Run a health check.", "healthcheck"),
    ],
)
def test_joined_and_split_words_find_each_other(indexed: Indexing, text: str, query: str) -> None:
    assert indexed({"a.md": page("A", text)}).found(query) == ["a.md"]


def test_an_ordinary_question_is_answered(indexed: Indexing) -> None:
    text = "The harbour office opens at seven in the morning. It closes at noon."
    index = indexed({"a.md": page("Harbour", text)})
    outcome = index.ask("When does the harbour office open?")
    assert isinstance(outcome, Answer)
    assert outcome.quotes[0].text == "The harbour office opens at seven in the morning."


@pytest.mark.parametrize(
    "query", ["How do I prepare a pizza?", "Who won the match on Sunday?", "今天的天气怎么样？"]
)
def test_a_question_about_something_else_is_not_answered(indexed: Indexing, query: str) -> None:
    index = indexed({"a.md": page("Harbour", "The harbour office opens at seven.")})
    outcome = index.ask(query)
    assert isinstance(outcome, Abstention)
    assert outcome.retrieval.searched.passages > 1


def test_a_weak_match_names_the_nearest_sections(indexed: Indexing) -> None:
    index = indexed({"a.md": page("Harbour", "The harbour office opens at seven.")})
    outcome = index.ask("Who paid for the paint on the harbour wall in spring?")
    assert isinstance(outcome, Abstention)
    assert outcome.nearest[0].passage.document.source_path == "a.md"


def test_the_cited_lines_are_those_that_answer(indexed: Indexing) -> None:
    text = "# Pumps\n\nPump A is red.\n\nPump B is green and stands in the cellar.\n"
    outcome = indexed({"a.md": text}).ask("Where does pump B stand?")
    assert isinstance(outcome, Answer)
    assert (outcome.quotes[0].start_line, outcome.quotes[0].end_line) == (5, 5)


def test_sentences_of_two_places_are_separate_quotes(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": page("Day", "The day watch of the tower inspects pump seven hourly."),
            "b.md": page("Night", "The night watch of the tower inspects pump seven twice."),
        }
    )
    outcome = index.ask("How often do day watch and night watch of the tower inspect pump seven?")
    assert isinstance(outcome, Answer)
    paths = [quote.passage.document.source_path for quote in outcome.quotes]
    assert sorted(paths) == ["a.md", "b.md"]
    assert all("\n" not in quote.text for quote in outcome.quotes)
