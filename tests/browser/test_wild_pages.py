"""Odd documents as readers meet them: anchors, hidden parts, formulas, two directions, two scripts."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest
import wild_site
from playwright.sync_api import Page, expect
from served_site import ServedSite

from chapterverse_engine.passage_codec import anchor_of


@pytest.fixture(scope="session")
def wild(
    tmp_path_factory: pytest.TempPathFactory, serve_site: Callable[..., ServedSite]
) -> ServedSite:
    return serve_site(wild_site.build_wild(tmp_path_factory.mktemp("wild")))


def opened(page: Page, wild: ServedSite, address: str) -> None:
    page.goto(wild.url + address)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")


def test_every_heading_that_is_offered_is_on_its_page(page: Page, wild: ServedSite) -> None:
    rows = json.loads((wild.directory / "_chapterverse/headings.json").read_text("utf-8"))
    offered = [
        (path, anchor_of(each), each) if isinstance(each, str) else (path, *each)
        for path, _, _, names in rows
        for each in names
    ]
    assert len({(path, anchor) for path, anchor, _ in offered}) == len(offered) > 12
    assert all(anchor for _, anchor, _ in offered)
    for path, anchors in {p: [a for q, a, _ in offered if q == p] for p, _, _ in offered}.items():
        opened(page, wild, quote(path))
        missing = page.evaluate("ids => ids.filter((id) => !document.getElementById(id))", anchors)
        assert missing == []
        ids = page.eval_on_selector_all("[id]", "nodes => nodes.map((node) => node.id)")
        assert len(ids) == len(set(ids))


def test_every_link_of_a_page_leads_to_something(page: Page, wild: ServedSite) -> None:
    opened(page, wild, "odd/settings.html")
    links = page.eval_on_selector_all("main a[href]", "links => links.map((link) => link.href)")
    assert len(links) > 10
    for link in {re.sub("#.*", "", link) for link in links}:
        assert page.request.get(link).status == 200


@pytest.mark.parametrize(
    ("anchor", "heading"),
    [
        ("the-profile-sections", "The [profile.*] sections"),
        ("tags", "Tags"),
        ("tags-1", "Tags"),
        ("概要", "概要"),
        ("%E6%A6%82%E8%A6%81", "概要"),
        (quote(wild_site.DECOMPOSED.lower()), "Настро"),
        ("section-location", "location"),
        ("handson", "(HandsOn)"),
        ("the-end", "The end"),
    ],
)
def test_an_anchor_leads_to_its_heading_below_the_header(
    page: Page, wild: ServedSite, anchor: str, heading: str
) -> None:
    opened(page, wild, f"odd/settings.html#{anchor}")
    named = unicodedata.normalize("NFC", unquote(anchor))
    target = page.locator(f'h2[id="{named}"]')
    expect(target).to_contain_text(heading)
    expect(target).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-role=anchor-notice]")).to_have_count(0)
    top = target.evaluate("heading => heading.getBoundingClientRect().top")
    assert top >= page.locator(".site-header").evaluate("h => h.getBoundingClientRect().bottom")


@pytest.mark.parametrize("anchor", ["%", "-5", "1.2", "%E4%B8", ":target", "[x]", "#"])
def test_a_malformed_anchor_is_no_error(page: Page, wild: ServedSite, anchor: str) -> None:
    opened(page, wild, f"odd/settings.html#{anchor}")
    expect(page.locator("article h1")).to_be_visible()


@pytest.mark.parametrize(
    ("old", "key", "next_text"),
    [("tags-7", "anchor_near", "Tags"), ("The_End", "anchor_near", "The end"),
     ("long-gone", "anchor_gone", "Settings")],
)  # fmt: skip
def test_an_anchor_of_an_older_page_lands_near_and_says_so(
    page: Page, wild: ServedSite, old: str, key: str, next_text: str
) -> None:
    opened(page, wild, f"odd/settings.html#{old}")
    notice = page.locator(f"[data-anchor={key}]")
    expect(notice).to_be_in_viewport()
    following = notice.evaluate("notice => notice.nextElementSibling.textContent")
    assert following.startswith(next_text)
    page.evaluate("location.hash = '#tags'")
    expect(page.locator("[data-role=anchor-notice]")).to_have_count(0)


def test_a_link_keeps_its_anchor_from_page_to_page_and_scrolls_again(
    page: Page, wild: ServedSite
) -> None:
    opened(page, wild, "index.html")
    page.get_by_role("link", name="the settings").click()
    page.wait_for_url("**/odd/settings.html#tags-1")
    expect(page.locator("#tags-1")).to_be_in_viewport()
    page.get_by_role("link", name="below").click()
    below = page.locator("h2").filter(has_text="Настро")
    expect(below).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#tags")).not_to_be_in_viewport()
    page.evaluate("document.querySelector('article a[href*=\"#\"]:not(.permalink)').click()")
    expect(below).to_be_in_viewport()


@pytest.mark.parametrize("anchor", ["in-the-note", "in-the-details", "in-the-second-tab"])
def test_what_a_link_names_is_opened_where_it_is_hidden(
    page: Page, wild: ServedSite, anchor: str
) -> None:
    opened(page, wild, "odd/hidden.html")
    expect(page.locator(f"#{anchor}")).to_be_hidden()
    page.evaluate("anchor => { location.hash = anchor }", anchor)
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()


@pytest.mark.parametrize("words", ["Words in a closed note", "Use the installer"])
def test_cited_lines_are_shown_where_they_are_hidden(
    page: Page, wild: ServedSite, words: str
) -> None:
    lines = wild_site.PAGES["odd/hidden.md"].split("\n")
    number = next(n for n, line in enumerate(lines, 1) if words in line)
    opened(page, wild, f"odd/hidden.html#L{number}")
    expect(page.get_by_text(words)).to_be_in_viewport()


def test_the_first_of_a_row_of_tabs_is_open_and_no_script_is_needed(
    new_page: Callable[..., Page], wild: ServedSite
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{wild.url}odd/hidden.html")
    expect(page.get_by_text("Use the packages of the system.")).to_be_visible()
    expect(page.get_by_text("Use the installer.")).to_be_hidden()
    page.locator("summary", has_text="macOS").click()
    expect(page.get_by_text("Use the installer.")).to_be_visible()


def test_formulas_and_drawings_stay_readable_as_source(page: Page, wild: ServedSite) -> None:
    opened(page, wild, "odd/things.html")
    formulas = page.locator("code.math").all_text_contents()
    assert formulas == ["$a_1 * b_1 * c$", "$$\\int_0^1 x^2 dx$$", "$$\nE = m * c^2 * k\n$$"]
    expect(page.get_by_text("Apples cost $5, pears $6.")).to_be_visible()
    expect(page.locator("pre").first).to_contain_text("graph TD; A-->B")
    expect(page.locator("article em")).to_have_count(0)


def test_lists_of_tasks_notes_terms_and_warnings_look_like_what_they_are(
    page: Page, wild: ServedSite
) -> None:
    opened(page, wild, "odd/things.html")
    expect(page.locator("article input[type=checkbox]")).to_have_count(2)
    expect(page.locator("article dt")).to_have_text("Term")
    page.locator("sup a").click()
    expect(page.locator(".footnotes")).to_be_in_viewport()
    page.locator(".footnote-backref").click()
    expect(page.locator("sup a")).to_be_in_viewport()
    expect(page.locator(".admonition.warning")).to_contain_text("Mind the step.")


def test_a_wide_table_scrolls_in_itself_and_from_the_keyboard(
    new_page: Callable[..., Page], wild: ServedSite
) -> None:
    page = new_page(viewport={"width": 360, "height": 700})
    opened(page, wild, "odd/things.html")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    table = page.locator(".table-scroll")
    assert table.evaluate("box => box.scrollWidth > box.clientWidth")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.table-scroll').scrollLeft > 0")


def test_marking_lines_changes_neither_text_nor_layout(page: Page, wild: ServedSite) -> None:
    opened(page, wild, "odd/things.html")
    places = """() => [...document.querySelectorAll("article > *:not([data-role])")].map((block) =>
      [block.outerHTML.replace(/ data-selected=""/, ""), block.offsetTop, block.offsetHeight])"""
    before = page.evaluate(places)
    lines = wild_site.PAGES["odd/things.md"].split("\n")
    number = next(n for n, line in enumerate(lines, 1) if "Type `<br>`" in line)
    page.evaluate("line => { location.hash = `#L${line}` }", number)
    expect(page.locator("article [data-selected]")).to_have_text(
        re.compile("Type <br> for a break")
    )
    assert page.evaluate(places) == before


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("odd/things.html#L41", "lv_style_set"),
        ("odd/things.html", "your_name"),
        ("source/odd/things.md.html#L38", "CONFIG_SQLITE_URI"),
        ("source/odd/settings.md.html", "Last words."),
        ("source/odd/settings.md.html", "101"),
    ],
)
def test_the_browser_s_own_search_finds_what_is_on_the_page(
    page: Page, wild: ServedSite, address: str, words: str
) -> None:
    opened(page, wild, address)
    assert page.evaluate("words => window.find(words, true)", words)
    assert not page.evaluate("window.find('no such words on this page', true)")


def test_lines_in_the_other_direction_leave_the_numbers_where_they_are(
    page: Page, wild: ServedSite
) -> None:
    opened(page, wild, "source/odd/right-to-left.md.html#L3")
    left = "line => line.firstElementChild.getBoundingClientRect().left"
    assert len(set(page.locator(".source-lines > li").evaluate_all(f"all => all.map({left})"))) == 1
    text = page.locator("#L3 > code")
    box = text.evaluate("""code => {
      const range = document.createRange();
      range.selectNodeContents(code);
      return [range.getBoundingClientRect().right, code.getBoundingClientRect().right];
    }""")
    assert box[1] - box[0] < 40


def test_chinese_is_set_as_chinese(page: Page, wild: ServedSite) -> None:
    opened(page, wild, quote("中文/排版.html"))
    paragraph = page.locator("article p").first
    expect(paragraph).to_have_css("line-break", "strict")
    expect(paragraph.locator("em")).to_have_css("font-style", "normal")
    expect(paragraph.locator("em")).to_have_css("text-emphasis-style", "dot")
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    expect(page.locator("body")).to_have_attribute("lang", "zh")
    leading = paragraph.evaluate("p => parseFloat(getComputedStyle(p).lineHeight) / 16")
    assert leading == pytest.approx(1.8)
    assert (
        page.locator("article h1")
        .evaluate("h => getComputedStyle(h).fontFamily")
        .startswith("system-ui")
    )


def test_the_sites_address_works_without_its_last_slash(page: Page, wild: ServedSite) -> None:
    page.goto(wild.url.rstrip("/"))
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    expect(page.locator("article h1")).to_contain_text("Wild")
