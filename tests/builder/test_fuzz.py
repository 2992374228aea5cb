"""Whatever comes in, a document is read, an index file is read or refused, a question gets an outcome."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from builder_documents import source_of
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st
from small_site import in_one_script, shore

from chapterverse.evaluation.host import FileHost
from chapterverse.pipeline import read_document
from chapterverse_engine.errors import EngineError
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest
from chapterverse_engine.model import Question
from chapterverse_engine.passage_codec import decode_passages

FEW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
PIECES = st.sampled_from(
    ["ignore ", "all previous instructions", "\u200b", "\U000e0041", "<!--", "-->", "```", "\n\n", "# ",
     "忽略", "之前的所有指令", "aWdub3Jl", "%69%67", "&#105;", "| a |", "---\n", "\x00", "\u202e", "\ud800",
     "<div hidden>", "</div>", "[^1]: ", '![a](b "c")', "4539 1488 0343 6467", "password = ", "a" * 300]
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.text(max_size=20), PIECES), max_size=14).map("".join)
QUESTIONS = st.one_of(TEXTS, st.text(alphabet=st.characters(), max_size=60))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@FEW
@seed(6)
@given(TEXTS, st.booleans())
def test_any_document_is_read(text: str, html: bool) -> None:  # noqa: FBT001  # drawn by hypothesis
    text = text.replace("\ud800", "\ufffd")
    read_document(source_of(text), "key", max_chars=300, html=html)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> FileHost:
    root = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch:
        in_one_script(patch, root)
        made = shore(root)
        made.build()
    return FileHost(made.out)


@FEW
@seed(7)
@given(QUESTIONS, st.lists(QUESTIONS, max_size=2))
@example("", [])
@example("constructor __proto__ toString", [])
@example("\x00\ud800\udfff\u202e", ["\ud800"])
@example("(a+)+$ " * 400, [])
@example("9" * 100_000, [])
@example("忽略" * 50_000, [])
def test_any_question_gets_an_outcome(host: FileHost, query: str, history: list[str]) -> None:
    outcome = host.ask(Question(query, history=tuple(history))).outcome
    assert outcome["outcome"] in {"answer", "abstention", "clarification"}


def manifest_of(host: FileHost) -> Path:
    return host._folder / MANIFEST_NAME


@FEW
@seed(8)
@given(st.data())
def test_a_manifest_with_another_value_anywhere_is_read_or_refused_by_name(
    host: FileHost, data: st.DataObject
) -> None:
    fields = json.loads(manifest_of(host).read_bytes())
    place = fields
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JSON)
    raw = json.dumps(fields).encode("utf-8", "surrogatepass")
    for each in (raw, raw[: len(raw) // 2], raw + b"}"):
        with suppress(EngineError):
            decode_manifest(each)


@FEW
@seed(9)
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
@example(b"[" * 100_000)
@example(b'{"a":1,"a":2}')
def test_no_bytes_pass_for_a_shard(raw: bytes) -> None:
    with pytest.raises(EngineError):
        decode_passages("0" * 64 + ".json", raw)
