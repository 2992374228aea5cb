"""Every file of the third-party torture sets builds or is refused in words, whatever it is called."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from builder_documents import assert_passages_hold, shared_data
from small_site import PAGES, Shore, ask, shore, tiny_bundle

from chapterverse.errors import ChapterverseError
from chapterverse.pipeline import build

__all__ = ["tiny_bundle"]
TORTURE = shared_data() / "torture"
FILES = sorted(path.name for path in TORTURE.glob("*")) if TORTURE.is_dir() else []
pytestmark = [
    pytest.mark.usefixtures("tiny_bundle"),
    pytest.mark.skipif(not FILES, reason="the third-party data sets are not at hand"),
]


def built_with(root: Path, name: str, raw: bytes) -> Shore:
    one = shore(root, PAGES)
    (one.corpus / name).write_bytes(raw)
    one.build()
    return one


@pytest.mark.parametrize("suffix", [".md", ".txt", ".mdx"])
@pytest.mark.parametrize("name", FILES)
def test_a_torture_file_builds_among_others(tmp_path: Path, name: str, suffix: str) -> None:
    raw = (TORTURE / name).read_bytes()
    one = built_with(tmp_path / "shore", f"torture{suffix}", raw)
    assert (one.out / "torture.html").is_file()
    assert (one.out / f"source/torture{suffix}").read_bytes() == raw
    assert "harbour" in ask(one.out)


@pytest.mark.parametrize("name", FILES)
def test_a_torture_file_as_a_corpus_of_its_own_builds_or_is_refused_in_words(
    tmp_path: Path, name: str
) -> None:
    one = shore(tmp_path / "shore", {})
    one.changes["sources"] = (TORTURE / name,)
    if name.endswith((".md", ".txt")):
        assert len(build(one.config(), is_evaluated=False).record.documents) == 1
        return
    with pytest.raises(ChapterverseError, match=r"not a document, expected \.md, \.markdown"):
        build(one.config(), is_evaluated=False)


@pytest.mark.parametrize("name", FILES)
def test_passages_of_a_torture_file_hold(name: str) -> None:
    text = (TORTURE / name).read_text("utf-8", newline="")
    for max_chars in (120, 1200):
        assert_passages_hold(text, max_chars)


def _strings() -> Iterator[str]:
    yield from json.loads((TORTURE / "blns.json").read_text("utf-8"))
    for one in json.loads((TORTURE / "commonmark.json").read_text("utf-8")):
        yield one["markdown"]


def test_every_naughty_string_and_example_is_a_document_by_itself(tmp_path: Path) -> None:
    texts = [text for text in _strings() if text.strip("\ufeff \t\r\n\x00")]
    pages = {f"s{number}.md": f"# Case {number}\n\n{text}\n" for number, text in enumerate(texts)}
    one = shore(tmp_path / "shore", {})
    for path, text in pages.items():
        one.corpus.mkdir(parents=True, exist_ok=True)
        (one.corpus / path).write_bytes(text.encode("utf-8", "surrogatepass"))
    summary = one.build()
    left_out = {problem.source_path for problem in summary.problems}
    assert len(summary.record.documents) + len(left_out) == len(pages)
    assert all(problem.message for problem in summary.problems)
    for path in pages.keys() - left_out:
        assert (one.out / f"source/{path}").read_bytes() == (one.corpus / path).read_bytes()
