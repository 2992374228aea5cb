"""Reading a corpus: closed on paths that could lie, open on files that are merely bad."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from chapterverse.errors import InputError
from chapterverse.model import Ingested, SourceKind
from chapterverse.stages.ingest import ingest


def written(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def corpus(folder: Path, texts: dict[str, str]) -> Path:
    return written(folder, **texts)


def paths(ingested: Ingested) -> list[str]:
    return [source.source_path for source in ingested.sources]


def messages(ingested: Ingested) -> str:
    return "\n".join(map(str, ingested.problems))


def record(**fields: object) -> str:
    base = {"doc_id": "AX-1", "title": "T", "version": "1", "scope": "public", "text": "Words."}
    return json.dumps({**base, **fields}, ensure_ascii=False)


def test_documents_are_found_in_order_and_other_files_are_not(tmp_path: Path) -> None:
    corpus(tmp_path, {"b.md": "b", "a/c.txt": "c", "a/b.mdx": "b", "x.py": "x", ".h/a.md": "a"})
    assert paths(ingest([tmp_path])) == ["a/b.mdx", "a/c.txt", "b.md"]


def test_a_folder_with_a_document_s_name_is_a_folder(tmp_path: Path) -> None:
    corpus(tmp_path, {"x.md/inner.md": "text"})
    assert paths(ingest([tmp_path])) == ["x.md/inner.md"]


def test_names_with_spaces_at_their_ends_are_kept(tmp_path: Path) -> None:
    corpus(tmp_path, {" lead.md": "text"})
    assert paths(ingest([tmp_path])) == [" lead.md"]


def test_git_ignore_files_hold_where_they_lie_and_below(tmp_path: Path) -> None:
    corpus(
        tmp_path,
        {
            ".gitignore": "build/\n*.tmp.md\n!keep.tmp.md\n",
            "build/a.md": "a",
            "sub/build/a.md": "a",
            "x.tmp.md": "x",
            "keep.tmp.md": "k",
            "sub/.gitignore": "/only-here.md\n",
            "sub/only-here.md": "o",
            "sub/deep/only-here.md": "o",
        },
    )
    assert paths(ingest([tmp_path])) == ["keep.tmp.md", "sub/deep/only-here.md"]


def test_excluded_patterns_win_over_git_ignore(tmp_path: Path) -> None:
    corpus(tmp_path, {".gitignore": "!a.md\n", "a.md": "a", "old/b.md": "b", "c.md": "c"})
    assert paths(ingest([tmp_path], exclude=["a.md", "old/"])) == ["c.md"]


def test_a_bad_file_is_reported_and_takes_no_other_down(tmp_path: Path) -> None:
    corpus(tmp_path, {"good.md": "text", "empty.md": "", "blank.md": "\n \n"})
    (tmp_path / "binary.md").write_bytes(b"a\nb\0c")
    (tmp_path / "latin.md").write_bytes(b"one\ntwo caf\xe9\n")
    (tmp_path / "big.md").write_bytes(b"x" * 200)
    got = ingest([tmp_path], max_file_bytes=100)
    assert paths(got) == ["good.md"]
    told = messages(got)
    assert "binary.md: binary: a NUL byte in line 2" in told
    assert "latin.md: not UTF-8: byte 0xe9 in line 2" in told
    assert "big.md: too big: more than 100 bytes" in told
    assert "empty.md: empty" in told
    assert "blank.md: empty" in told


def test_lines_end_at_lf_only(tmp_path: Path) -> None:
    text = "\ufeffone\r\ntwo\u2028still\x0btwo\x0c\x85\rtwo\nthree"
    corpus(tmp_path, {"a.md": text})
    assert ingest([tmp_path]).sources[0].lines == (
        "one",
        "two\u2028still\x0btwo\x0c\x85\rtwo",
        "three",
    )


def test_front_matter_says_what_a_document_is(tmp_path: Path) -> None:
    text = (
        "---\ntitle: A  title\nversion: 1.10\nlang: zh-CN\norder: 3\nredirects: old.html\n---\nText"
    )
    corpus(tmp_path, {"a.md": text})
    source = ingest([tmp_path]).sources[0]
    assert source.body_start_line == 8
    assert source.front_matter.title == "A title"
    assert source.front_matter.version == "1.10"
    assert source.front_matter.order == 3
    assert source.front_matter.redirects == ("old.html",)


@pytest.mark.parametrize(
    "field", ["draft: true", "draft: yes", "private: true", "published: false", "scope: team-a"]
)
def test_what_an_author_holds_back_is_not_read(tmp_path: Path, field: str) -> None:
    corpus(tmp_path, {"a.md": f"---\n{field}\n---\nText"})
    assert ingest([tmp_path]).sources == ()


def test_a_scope_is_read_by_a_build_of_that_scope(tmp_path: Path) -> None:
    corpus(tmp_path, {"a.md": "---\nscope: team-a\n---\nText", "b.md": "Text"})
    assert paths(ingest([tmp_path], scopes=frozenset({"team-a"}))) == ["a.md"]


def test_bad_front_matter_is_a_problem_with_its_line(tmp_path: Path) -> None:
    corpus(
        tmp_path,
        {
            "a.md": "---\ntitle: x\nlang: [zh\n---\nText",
            "b.md": "---\ntitle: x\norder: many\n---\nText",
            "c.md": "---\n# only a comment\n---\nText",
            "d.md": "---\n- ?\n---\nText",
        },
    )
    got = ingest([tmp_path])
    assert paths(got) == ["a.md", "b.md", "c.md", "d.md"]
    assert [problem.line for problem in got.problems if problem.source_path == "b.md"] == [3]
    assert "a.md:" in messages(got)
    assert "c.md:1: front matter holds nothing" in messages(got)
    assert "d.md:1: front matter holds a list" in messages(got)
    assert [source.body_start_line for source in got.sources] == [5, 5, 4, 4]


def test_metadata_that_may_limit_readers_and_cannot_be_read_hides_the_document(
    tmp_path: Path,
) -> None:
    corpus(tmp_path, {"a.md": "---\nscope: [team\n---\nText", "b.md": "---\ndraft: maybe\n---\nX"})
    got = ingest([tmp_path])
    assert got.sources == ()
    assert len(got.problems) >= 2


def test_prose_between_thematic_breaks_is_no_front_matter(tmp_path: Path) -> None:
    corpus(
        tmp_path, {"a.md": "---\nJust a sentence\n---\nText", "b.md": "---\ntitle: open\n\nText"}
    )
    assert [source.body_start_line for source in ingest([tmp_path]).sources] == [1, 1]


@pytest.mark.parametrize("name", ["a\nb.md", "a\tb.md", "a\\b.md", "a\u202eb.md", "a\u2028.md"])
def test_a_name_that_could_lie_is_refused_by_name(tmp_path: Path, name: str) -> None:
    corpus(tmp_path, {name: "text"})
    with pytest.raises(InputError, match="refused") as caught:
        ingest([tmp_path])
    assert "\n" not in caught.value.problems[0].source_path


def test_a_symlink_that_leaves_the_corpus_is_refused(tmp_path: Path) -> None:
    outside = written(tmp_path / "outside", **{"secret.md": "secret"})
    inside = written(tmp_path / "corpus", **{"a.md": "a"})
    (inside / "link.md").symlink_to(outside / "secret.md")
    (inside / "folder").symlink_to(outside)
    with pytest.raises(InputError) as caught:
        ingest([inside])
    assert [problem.source_path for problem in caught.value.problems] == ["folder", "link.md"]


def test_a_symlink_inside_the_corpus_is_read_and_a_loop_is_not_followed(tmp_path: Path) -> None:
    corpus(tmp_path, {"a.md": "a", "sub/b.md": "b"})
    (tmp_path / "sub" / "again.md").symlink_to(tmp_path / "a.md")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    got = ingest([tmp_path])
    assert paths(got) == ["a.md", "sub/again.md", "sub/b.md"]
    assert "sub/loop: a symlink to a folder" in messages(got)


def test_pipes_are_left_out(tmp_path: Path) -> None:
    corpus(tmp_path, {"a.md": "a"})
    os.mkfifo(tmp_path / "pipe.md")
    got = ingest([tmp_path])
    assert paths(got) == ["a.md"]
    assert "pipe.md: not a regular file" in messages(got)


@pytest.mark.parametrize(
    "names",
    [
        ("a.md", "a.txt"),
        ("a.md", "A.md"),
        ("x/index.md", "x/README.md"),
        ("caf\u00e9.md", "cafe\u0301.md"),
        ("contents.md", "b.md"),
        ("a.md", "source/a.md.md"),
        ("a.md", "a.html/b.md"),
        ("_chapterverse/index/x.md", "a.md"),
    ],
)
def test_two_owners_of_one_path_in_the_site_are_refused(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    corpus(tmp_path, dict.fromkeys(names, "text"))
    with pytest.raises(InputError, match="belongs to"):
        ingest([tmp_path])


def test_two_documents_of_one_name_and_version_are_refused(tmp_path: Path) -> None:
    corpus(tmp_path, {"a.md": "---\ndoc_id: x\n---\na", "b.md": "---\ndoc_id: x\n---\nb"})
    with pytest.raises(
        InputError, match=r"b\.md: refused: its doc_id and version are those of a\.md"
    ):
        ingest([tmp_path])


def test_two_versions_of_one_name_are_two_documents(tmp_path: Path) -> None:
    text = "---\ndoc_id: x\nversion: {}\n---\nText"
    corpus(tmp_path, {"a.md": text.format(1), "b.md": text.format(2)})
    assert paths(ingest([tmp_path])) == ["a.md", "b.md"]


def test_several_corpora_have_paths_of_their_own_and_may_not_clash(tmp_path: Path) -> None:
    one = written(tmp_path / "one", **{"a.md": "a"})
    two = written(tmp_path / "two", **{"b.md": "b"})
    assert paths(ingest([one, two])) == ["a.md", "b.md"]
    written(two, **{"a.md": "another"})
    with pytest.raises(InputError, match=r"a\.html in the site belongs to a\.md"):
        ingest([one, two])


def test_pictures_are_listed(tmp_path: Path) -> None:
    corpus(tmp_path, {"a.md": "a", "img/b.PNG": "x", "img/c.svg": "<svg/>", "img/d.exe": "x"})
    assert [image.site_path for image in ingest([tmp_path]).images] == ["img/b.PNG", "img/c.svg"]


def test_a_missing_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        ingest([tmp_path / "nowhere"])


def test_records_become_documents(tmp_path: Path) -> None:
    lines = [record(text="One.\r\nTwo.", lang="zh"), "", record(doc_id="AX-2", version=1.10)]
    corpus(tmp_path, {"documents.jsonl": "\n".join(lines).replace("1.1}", "1.10}")})
    first, second = ingest([tmp_path / "documents.jsonl"]).sources
    assert first.source_path == "documents.jsonl/AX-1@1"
    assert first.kind is SourceKind.RECORD
    assert first.lines == ("One.", "Two.")
    assert first.front_matter.lang == "zh"
    assert second.source_path.startswith("documents.jsonl/AX-2@1.1")


def test_a_record_s_version_stays_as_it_is_written(tmp_path: Path) -> None:
    text = '{"doc_id": "a", "title": "t", "version": 1.10, "scope": "public", "text": "x"}'
    corpus(tmp_path, {"d.jsonl": text})
    assert ingest([tmp_path]).sources[0].front_matter.version == "1.10"


def test_all_bad_records_are_reported_by_line_in_one_go(tmp_path: Path) -> None:
    lines = [
        "not json",
        record(),
        record(text=" "),
        record(doc_id="../up"),
        '{"doc_id": "a", "doc_id": "b"}',
        "[1]",
        record(scope=None),
        record(),
        record(doc_id="B", version=["1"]),
        '{"doc_id": NaN}',
        record(doc_id="C", text="\ud800").encode("utf-8", "replace").decode(),
    ]
    corpus(tmp_path, {"d.jsonl": "\n".join(lines)})
    got = ingest([tmp_path])
    assert paths(got) == ["d.jsonl/AX-1@1", "d.jsonl/C@1"]
    assert sorted({problem.line for problem in got.problems}) == [1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert "AX-1 in version 1 was already in line 2" in messages(got)


def test_records_of_other_scopes_are_not_read(tmp_path: Path) -> None:
    lines = [record(), record(doc_id="S", scope="team-a")]
    corpus(tmp_path, {"d.jsonl": "\n".join(lines)})
    assert paths(ingest([tmp_path])) == ["d.jsonl/AX-1@1"]
