"""Index files: what is written is read back, and anything else is refused by file and field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chapterverse_engine import bridge
from chapterverse_engine.errors import FormatError, HashMismatch
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest, encode_manifest
from chapterverse_engine.model import Need, Question
from chapterverse_engine.packed import packed, unpacked
from chapterverse_engine.passage_codec import decode_passages, encode_passages
from chapterverse_engine.session import Session
from chapterverse_engine.shard_codec import (
    decode_postings,
    decode_table,
    decode_vocabulary,
    encode_postings,
    encode_table,
    encode_vocabulary,
    shard_name,
)


@pytest.fixture(scope="module")
def index(demo_site: Path) -> Path:
    return demo_site / "_chapterverse/index"


def renamed(fields: dict[str, Any]) -> tuple[str, bytes]:
    data = json.dumps(fields).encode()
    return shard_name(data), data


def test_postings_are_read_as_they_were_written() -> None:
    data = encode_postings({"pump": {9: [3, 4, 90], 20: [7]}, "锁": {1: [0]}})
    assert decode_postings(shard_name(data), data) == {
        "pump": ((20, (7,)), (9, (3, 4, 90))),
        "锁": ((1, (0,)),),
    }


def test_vocabulary_is_read_as_it_was_written() -> None:
    data = encode_vocabulary({"0:^pu": ["pump", "push"]})
    assert decode_vocabulary(shard_name(data), data) == {"0:^pu": ("pump", "push")}


def test_every_passage_shard_of_a_site_survives_a_round_trip(index: Path) -> None:
    manifest = decode_manifest((index / MANIFEST_NAME).read_bytes())
    names = [name for scope in manifest.scopes for name in scope.passage_shards.names]
    assert names
    for name in names:
        data = (index / name).read_bytes()
        shard = decode_passages(name, data)
        assert encode_passages(shard.passages) == data


def test_the_manifest_of_a_site_survives_a_round_trip(index: Path) -> None:
    data = (index / MANIFEST_NAME).read_bytes()
    assert encode_manifest(decode_manifest(data)) == data


@pytest.mark.parametrize(
    "numbers",
    [
        [], [0], [57, 58, 92, 93, 2012, 2013], list(range(300)), [0xD800 - 36, 0xD800 - 35],
        [1_110_000, 1_112_028, 1_112_029, 7, 2**40, 0],
    ],
)  # fmt: skip
def test_packed_numbers_are_read_as_they_were_written(numbers: list[int]) -> None:
    text = packed(numbers)
    assert unpacked(json.loads(json.dumps(text, ensure_ascii=False).encode())) == numbers
    assert " " not in text
    assert '"' not in text


def test_what_packs_no_numbers_is_refused() -> None:
    for text in (" ", "a b", "\x00", '"', "!", "!a", "a!b", "!!!"):
        with pytest.raises(ValueError, match="number"):
            unpacked(text)


def test_a_table_is_read_as_it_was_written() -> None:
    names = [f"{number:064x}.json" for number in (5, 4, 9)]
    data = encode_table(names, [7, 20, 4000])
    assert decode_table(shard_name(data), data) == (tuple(names), (7, 20, 4000))
    data = encode_table(names)
    assert decode_table(shard_name(data), data) == (tuple(names), ())


def test_a_shard_with_other_bytes_than_its_name_says_is_refused() -> None:
    data = encode_vocabulary({"0:^pu": ["pump"]})
    with pytest.raises(HashMismatch, match="SHA-256"):
        decode_vocabulary(shard_name(data), data.replace(b"pump", b"dump"))


Change = Callable[[dict[str, Any]], None]


def changed(**fields: object) -> Change:
    return lambda shard: shard.update(fields)


def changed_row(field: str, place: int, value: object) -> Change:
    def change(shard: dict[str, Any]) -> None:
        shard[field][0][place] = value

    return change


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (changed(format=1), "format"),
        (changed(format="2"), "format"),
        (changed(kind="postings"), "kind"),
        (changed(passages={}), "passages"),
        (changed(passages=[7]), r"passages\[0\]"),
        (changed_row("passages", 0, 999), r"passages\[0\]\[0\]"),
        (changed_row("passages", 1, 999), r"passages\[0\]\[1\]"),
        (changed_row("passages", 1, "0"), r"passages\[0\]\[1\]"),
        (changed_row("passages", 2, 0), r"passages\[0\]\[2\]"),
        (changed_row("passages", 3, -1), r"passages\[0\]\[3\]"),
        (changed_row("passages", 4, None), r"passages\[0\]\[4\]"),
        (changed_row("passages", 5, packed([0, 10**9, 0])), r"passages\[0\]\[5\]"),
        (changed_row("passages", 5, packed([0, 1, 77])), r"passages\[0\]\[5\]"),
        (changed_row("passages", 5, packed([0, 1])), r"passages\[0\]\[5\]"),
        (changed_row("passages", 5, "\n"), r"passages\[0\]\[5\]"),
        (changed_row("passages", 5, [0, 1, 0]), r"passages\[0\]\[5\]"),
        (changed_row("documents", 1, None), r"documents\[0\]\[1\]"),
        (changed_row("headings", 0, 9), r"headings\[0\]\[0\]"),
        (changed_row("headings", 1, 9), r"headings\[0\]\[1\]"),
        (lambda shard: shard["headings"][0].clear(), r"headings\[0\]"),
        (lambda shard: shard["passages"][0].append("f" * 64), r"passages\[0\]"),
        (lambda shard: shard["documents"].append(7), r"documents\["),
        (lambda shard: shard.pop("headings"), "headings"),
    ],
)
def test_a_malformed_passage_shard_is_refused_by_field(
    index: Path, change: Change, field: str
) -> None:
    manifest = decode_manifest((index / MANIFEST_NAME).read_bytes())
    shard = json.loads((index / manifest.scopes[0].passage_shards.names[0]).read_bytes())
    change(shard)
    name, data = renamed(shard)
    with pytest.raises(FormatError, match=field) as refused:
        decode_passages(name, data)
    assert name in str(refused.value)


@pytest.mark.parametrize(
    "groups", [7, None, [[1, 2]], "", "a", "ab c", "ab  cd", " ab", 'a"', "a\n", "ab!", "!ab"]
)
def test_malformed_postings_are_refused_by_term(groups: object) -> None:
    name, data = renamed({"format": 2, "kind": "postings", "terms": {"pump": groups}})
    with pytest.raises(FormatError, match=r"terms\.pump"):
        decode_postings(name, data)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format":1,"format":1}',
        b'{"a":' * 100_000, b"[" * 200_000, b'{"format":NaN}', b'{"format":2,"kind":"post', b"\x00",
        b'{"a\x00b":1}', b'"\\ud800"', b'{"\\ud800":1}', b"\xed\xa0\x80", b'{"a":1}{"a":2}',
        b'{"format":' + b"9" * 5_000 + b"}", b'{"format":1e999}', b'"' + b"a" * 2_000_000 + b'"',
        b" " * 2_000_000,
    ],
    ids=[
        "empty", "cut", "list", "null", "not UTF-8", "duplicate keys", "deep", "deeper", "NaN", "truncated",
        "NUL", "NUL in a key", "lone surrogate", "lone surrogate as a key", "encoded surrogate", "two objects",
        "huge number", "infinite number", "huge text", "huge nothing",
    ],
)  # fmt: skip
def test_what_is_not_an_object_of_json_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError) as refused:
        decode_postings(shard_name(data), data)
    assert len(str(refused.value)) < 400
    with pytest.raises(FormatError, match=MANIFEST_NAME):
        decode_manifest(data)


def first_scope(**fields: object) -> Change:
    return lambda manifest: manifest["scopes"][0].update(fields)


def first_list(kind: str, **fields: object) -> Change:
    return lambda manifest: manifest["scopes"][0][kind].update(fields)


def first_group(**fields: object) -> Change:
    return lambda manifest: manifest["scopes"][0]["groups"][0].update(fields)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (changed(format=0), "format"),
        (changed(format=99), "format"),
        (changed(generation=0), "generation"),
        (changed(engine=1), "engine"),
        (changed(scopes=None), "scopes"),
        (changed(assets={"a": 1}), r"assets\.a"),
        (first_list("passage_shards", firsts=[]), "passage_shards"),
        (first_list("passage_shards", firsts=[3]), "passage_shards"),
        (first_list("postings", names=["../../secret"], total=1), r"postings\.names"),
        (first_list("postings", names=[]), r"postings\.names"),
        (first_list("postings", names=[], total=0), "postings"),
        (first_list("postings", per_table=1_000_000), r"postings\.names"),
        (first_list("vocabulary", total=-1), r"vocabulary\.total"),
        (first_scope(vocabulary=[]), "vocabulary"),
        (first_group(first=5), "groups"),
        (first_group(end=-1), "end"),
        (first_group(is_latest=1), "is_latest"),
    ],
)
def test_a_malformed_manifest_is_refused_by_field(index: Path, change: Change, field: str) -> None:
    manifest = json.loads((index / MANIFEST_NAME).read_bytes())
    change(manifest)
    with pytest.raises(FormatError, match=field):
        decode_manifest(json.dumps(manifest).encode())


def started(index: Path, query: str) -> tuple[Session, Need]:
    reader = IndexReader(decode_manifest((index / MANIFEST_NAME).read_bytes()))
    session = Session(reader, Question(query))
    need = session.step()
    assert isinstance(need, Need)
    return session, need


def test_a_session_asks_again_for_what_it_has_not_received(index: Path) -> None:
    session, need = started(index, "How do I install it?")
    assert session.step() == need
    for name in need.names[:-1]:
        session.receive(name, (index / name).read_bytes())
    assert session.step() == Need(need.names[-1:])


def test_a_session_refuses_bytes_that_were_tampered_with(index: Path) -> None:
    session, need = started(index, "How do I install it?")
    name = need.names[0]
    with pytest.raises(HashMismatch, match=name):
        session.receive(name, (index / name).read_bytes() + b" ")


def test_a_session_refuses_a_file_that_it_did_not_ask_for(index: Path) -> None:
    session, _ = started(index, "How do I install it?")
    data = encode_vocabulary({"0:^pu": ["pump"]})
    with pytest.raises(FormatError, match="nobody asked"):
        session.receive(shard_name(data), data)


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("", "valid JSON"),
        ("[]", "an object"),
        ("{}", "query"),
        ('{"query":7}', "query"),
        ('{"query":"x","scopes":"public"}', "scopes"),
        ('{"query":"x","top_k":0}', "top_k"),
        ('{"query":"x","history":[1]}', "history"),
    ],
)
def test_the_bridge_names_what_is_wrong_with_a_question(
    index: Path, question: str, field: str
) -> None:
    bridge.open_site((index / MANIFEST_NAME).read_bytes())
    error = json.loads(bridge.start(question))["error"]
    assert error["kind"] == "question"
    assert field in error["message"]


def test_the_bridge_tells_a_wrong_shard_from_a_malformed_manifest(index: Path) -> None:
    assert json.loads(bridge.open_site(b"{}"))["error"]["kind"] == "format"
    bridge.open_site((index / MANIFEST_NAME).read_bytes())
    reply = json.loads(bridge.start('{"query":"How do I install it?"}'))
    told = json.loads(bridge.receive(reply["session"], reply["need"][0], b"{}"))
    assert told["error"]["kind"] == "hash-mismatch"


@pytest.mark.parametrize(
    "query",
    [
        "", " ", "?", "。", "\x00", "\ud800", "constructor", "__proto__", "x" * 100_000, "((((" * 9000,
        "<img src=x onerror=alert(1)>", '"', '"" ""', "\u202eabc", "𝒜𝓁𝓅𝒽𝒶", "a-" * 20_000, "什么" * 20_000,
        "-" * 50_000, "." * 50_000, "a.b" * 20_000, "_" * 50_000, "'" * 50_000,
    ],
)  # fmt: skip
def test_any_question_has_an_outcome_in_bounded_time(index: Path, query: str) -> None:
    reader = IndexReader(decode_manifest((index / MANIFEST_NAME).read_bytes()))
    session = Session(reader, Question(query))
    while isinstance(reached := session.step(), Need):
        for name in reached.names:
            session.receive(name, (index / name).read_bytes())
    assert reached.retrieval.question.query == query
