from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fake_site import CASES, QUARANTINE, Change, HonestHost, write_cases
from sabotages import gives_up

from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.page import count_outcomes, render_alone, render_evaluation
from chapterverse.evaluation.plots import latency_bins, plot_counts, plot_ranks
from chapterverse.navigation import Navigation
from chapterverse.stages.pages import SiteFrame

FRAME = SiteFrame(
    title="Demo",
    description="",
    lang="en",
    app_path="_chapterverse/app/0/",
    runtime_path="_chapterverse/runtime/0/",
    index_path="_chapterverse/index/",
)


class Tags(HTMLParser):
    """Collects tags with their attributes, and complains of unbalanced ones."""

    VOID = frozenset({"meta", "link", "input", "br", "path", "circle", "line", "rect", "polyline"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self._open.pop() == tag


def pages(documents_dir: Path, case_file: Path, change: Change | None = None) -> dict[str, str]:
    host = HonestHost(documents_dir, case_file, change)
    report = evaluate_site(host, [case_file], documents_dir, quarantine=QUARANTINE)
    return render_evaluation(report, FRAME, Navigation.from_documents([]))


def test_the_page_exists_in_every_language_and_each_links_to_the_other(
    documents_dir: Path, case_file: Path
) -> None:
    found = pages(documents_dir, case_file)

    assert list(found) == ["eval/index.html", "eval/zh.html"]
    assert '<a href="zh.html" hreflang="zh"' in found["eval/index.html"]
    assert '<a href="index.html" hreflang="en"' in found["eval/zh.html"]
    assert "没有失败的用例" in found["eval/zh.html"]


@pytest.mark.parametrize("path", ["eval/index.html", "eval/zh.html"])
def test_the_page_needs_no_script_and_no_inline_style(
    documents_dir: Path, case_file: Path, path: str
) -> None:
    page = Tags(pages(documents_dir, case_file)[path])

    for tag, attributes in page.tags:
        assert tag != "style"
        assert tag != "script" or attributes.get("src")
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_every_plot_has_a_name_and_a_table(documents_dir: Path, case_file: Path) -> None:
    html = pages(documents_dir, case_file)["eval/index.html"]

    figures = re.findall(r"<figure>.*?</figure>", html, re.DOTALL)
    assert len(figures) == 3
    for figure in figures:
        assert 'role="img" aria-labelledby=' in figure
        assert "<title id=" in figure
        assert "<table>" in figure


def test_a_failure_shows_expected_and_returned_lines_with_links(
    documents_dir: Path, case_file: Path
) -> None:
    def first_line(reply: dict[str, object], _: object) -> dict[str, object]:
        quote = {"source_path": "guide/ask.md", "start_line": 1, "end_line": 1, "text": "# Asking"}
        return {**reply, "quotes": [quote]} if reply["outcome"] == "answer" else reply

    html = pages(documents_dir, case_file, first_line)["eval/index.html"]

    [failure] = re.findall(r'data-case="many">.*?</section>', html, re.DOTALL)
    assert 'href="../source/guide/ask.md.html#L6-L7"' in failure
    assert "At most three quotes are shown." in failure
    assert 'href="../source/guide/ask.md.html#L1"' in failure
    assert "# Asking" in failure
    assert "the quotes do not hold the answer" in failure


def test_abstained_questions_are_grouped_as_gaps(documents_dir: Path, case_file: Path) -> None:
    html = pages(documents_dir, case_file)["eval/index.html"]

    gaps = html.partition('id="gaps"')[2].partition('id="weights"')[0]
    assert "<code>weak-evidence</code> (2)" in gaps
    assert "What does it cost?" in gaps


def test_markup_in_a_question_stays_text(documents_dir: Path, tmp_path: Path) -> None:
    case = {**CASES[-1], "query": "<img src=x onerror=alert(1)>"}
    path = write_cases(tmp_path / "cases.jsonl", [case])

    html = pages(documents_dir, path)["eval/index.html"]

    assert "<img" not in html
    assert "&lt;img src=x" in html


def test_a_measure_without_cases_shows_words_and_no_number(
    documents_dir: Path, tmp_path: Path
) -> None:
    path = write_cases(tmp_path / "cases.jsonl", CASES[:1])

    html = pages(documents_dir, path)["eval/index.html"]

    assert '<dt>Unanswerable questions abstained</dt>\n    <dd><span class="figure">no case' in html


def test_times_fall_into_bins_without_empty_ends() -> None:
    assert latency_bins([0.2, 3.0, 4.0, 30.0]) == [
        ("0–1", 1),
        ("1–2", 0),
        ("2–5", 2),
        ("5–10", 0),
        ("10–20", 0),
        ("20–50", 1),
    ]
    assert latency_bins([9000.0]) == [("5000+", 1)]


def test_a_plot_without_data_still_draws() -> None:
    assert plot_counts([]).boxes == ()
    assert plot_ranks([("Passage", ())]).lines == ()


def test_answers_and_abstentions_are_counted_rightly_and_wrongly(
    documents_dir: Path, case_file: Path
) -> None:
    host = HonestHost(documents_dir, case_file, lambda reply, _: {**reply, "outcome": "answer"})
    honest = evaluate_site(HonestHost(documents_dir, case_file), [case_file], documents_dir)
    eager = evaluate_site(host, [case_file], documents_dir)

    assert list(count_outcomes(honest.results).values()) == [(5, 0), (0, 0), (0, 2)]
    assert list(count_outcomes(eager.results).values()) == [(5, 0), (0, 2), (0, 0)]


def test_a_page_alone_needs_no_site(documents_dir: Path, case_file: Path) -> None:
    report = evaluate_site(HonestHost(documents_dir, case_file), [case_file], documents_dir)

    html = render_alone(report, "zh-CN")

    assert '<html lang="zh">' in html
    assert "<script" not in html
    assert "src=" not in html
    assert all(url.startswith("#") for url in re.findall(r'href="([^"]*)"', html))


def test_the_list_of_parts_leads_to_every_part(documents_dir: Path, case_file: Path) -> None:
    page = Tags(pages(documents_dir, case_file)["eval/index.html"])

    ids = {attributes.get("id") for _, attributes in page.tags}
    urls = [attributes.get("href") or "" for tag, attributes in page.tags if tag == "a"]
    parts = [url[1:] for url in urls if url.startswith("#") and url != "#cv-content"]
    assert {"headline", "plots", "failures", "gaps", "quarantined"} <= set(parts)
    assert set(parts) <= ids


def test_the_curve_has_a_named_ring_at_the_threshold_in_use(
    documents_dir: Path, case_file: Path
) -> None:
    def at_333(reply: dict[str, object], _: object) -> dict[str, object]:
        return {**reply, "threshold": 333}

    html = pages(documents_dir, case_file, at_333)["eval/index.html"]

    curve = html.partition('aria-labelledby="curve-title"')[2].partition("</figure>")[0]
    assert "Threshold 333</text>" in curve
    assert '<th scope="row">333 <small>in use</small></th>' in curve


def test_a_failed_follow_up_shows_the_questions_before_it(
    documents_dir: Path, case_file: Path
) -> None:
    html = pages(documents_dir, case_file, gives_up)["eval/index.html"]

    [failure] = re.findall(r'data-case="length">.*?</section>', html, re.DOTALL)
    assert "After these questions:" in failure
    assert "<li>How do I ask?</li>" in failure


def test_a_gap_says_when_the_documents_do_answer(documents_dir: Path, case_file: Path) -> None:
    html = pages(documents_dir, case_file, gives_up)["eval/index.html"]

    gaps = html.partition('id="gaps"')[2].partition('id="weights"')[0]
    rows = dict(re.findall(r"<li><span[^>]*>(.*?)</span>(.*?)</li>", gaps, re.DOTALL))
    assert "abstained, though the documents answer" in rows["How many quotes?"]
    assert "abstained, though" not in rows["Will it rain?"]
