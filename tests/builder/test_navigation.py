"""The order of pages that an author chose, in our own configuration or in one of MkDocs."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_page_rendering import document

from chapterverse.config import load_config
from chapterverse.errors import InputError
from chapterverse.listed_navigation import NavigationNode
from chapterverse.nav_entries import entries_of, unknown_pages
from chapterverse.navigation import Navigation

DOCUMENTS = [
    document(path) for path in ("index.md", "a.md", "g/index.md", "g/x.md", "g/y.md", "z.md")
]


def outline(node: NavigationNode) -> list[object]:
    return [
        [child.title, *outline(child)] if child.children else child.title for child in node.children
    ]


def listed(value: object) -> Navigation:
    return Navigation.from_documents(DOCUMENTS, entries_of(value))


def test_listed_pages_come_first_and_the_others_follow_by_folder() -> None:
    tree = listed(["z.md", {"title": "Part", "pages": ["g/y.md", {"Alpha": "a.md"}]}])
    assert outline(tree.root) == ["z.md", ["Part", "g/y.md", "Alpha"], ["g/index.md", "g/x.md"]]
    order = [node.page_path for node in tree.reading_order]
    assert order == ["index.html", "z.html", "g/y.html", "a.html", "g/index.html", "g/x.html"]


def test_a_listed_folder_brings_its_pages() -> None:
    tree = listed([{"The guide": "g/"}, "a.md"])
    assert outline(tree.root)[0] == ["The guide", "g/x.md", "g/y.md"]
    assert [node.title for node in tree.trail("g/x.html")] == ["The guide"]


def test_a_page_in_a_listed_section_shows_its_branch_and_trail() -> None:
    tree = listed([{"Part": [{"Deep": ["g/y.md", "z.md"]}]}, "a.md"])
    assert [node.title for node in tree.trail("z.html")] == ["Part", "Deep"]
    part, a, *_ = tree.branch("z.html")
    assert part.is_ancestor
    assert part.children[0].children[1].is_current
    assert a.children == ()


def test_a_page_that_is_listed_twice_stands_where_it_comes_first() -> None:
    assert outline(listed(["a.md", "z.md", "a.md"]).root)[:3] == [
        "a.md",
        "z.md",
        ["g/index.md", "g/x.md", "g/y.md"],
    ]


def test_listed_paths_without_a_document_are_reported() -> None:
    entries = entries_of(["a.md", "gone.md", {"G": ["g/", "h/"]}, {"Out": "https://example.org"}])
    found = unknown_pages(entries, [document.source_path for document in DOCUMENTS])
    assert [problem.source_path for problem in found] == ["gone.md", "h/"]


@pytest.mark.parametrize(
    "nav", ['"a.md"', "[1]", '[{a = "x.md", b = "y.md"}]', '[{title = 3, path = "a.md"}]']
)
def test_a_nav_of_another_form_is_refused_by_name(tmp_path: Path, nav: str) -> None:
    path = tmp_path / "chapterverse.toml"
    path.write_text(f"nav = {nav}\n", encoding="utf-8")
    with pytest.raises(InputError, match="nav: found"):
        load_config(path)


def test_a_configuration_of_mkdocs_is_read_and_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Lamps\ndocs_dir: doc\nnav:\n  - index.md\n  - Guide:\n    - A: a.md\n"
        f'x: !!python/object/apply:os.mkdir ["{tmp_path / "ran"}"]\ntheme: {{name: material}}\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    config = load_config(None)
    assert config.site.title == "Lamps"
    assert config.sources == (tmp_path / "doc",)
    assert config.nav == entries_of(["index.md", {"Guide": [{"A": "a.md"}]}])
    assert not (tmp_path / "ran").exists()
    (tmp_path / "mkdocs.yml").write_text("- a\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mkdocs\.yml"):
        load_config(None)
