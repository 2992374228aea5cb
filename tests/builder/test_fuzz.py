"""Whatever comes in, a document is read, an index file is read or refused, a question gets an outcome.

Five targets: parser, screen, shards, manifest, questions. Each starts from texts of ours, the corpus:
the adversarial sets and the guide, cut and spliced. `CHAPTERVERSE_FUZZ_EXAMPLES=20000 pytest
tests/builder/test_fuzz.py` runs longer than the suite does (`make fuzz`).
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from builder_documents import source_of
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st
from small_site import in_one_script, shore

from chapterverse.evaluation.host import FileHost
from chapterverse.pipeline import read_document
from chapterverse.screening.carriers import hidden_texts
from chapterverse.screening.detect import hidden_hits_in, hits_in
from chapterverse_engine.errors import EngineError
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest
from chapterverse_engine.model import Question
from chapterverse_engine.passage_codec import decode_passages
from chapterverse_engine.shard_codec import (
    decode_postings,
    decode_table,
    decode_vocabulary,
    shard_name,
)

EXAMPLES = int(os.environ.get("CHAPTERVERSE_FUZZ_EXAMPLES", "150"))
FEW = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
PIECES = st.sampled_from(
    ["ignore ", "all previous instructions", "\u200b", "\U000e0041", "<!--", "-->", "```", "\n\n", "# ",
     "忽略", "之前的所有指令", "aWdub3Jl", "%69%67", "&#105;", "| a |", "---\n", "\x00", "\u202e", "\ud800",
     "<div hidden>", "</div>", "[^1]: ", '![a](b "c")', "4539 1488 0343 6467", "password = ", "a" * 300]
)  # fmt: skip
CHECKOUT = Path(__file__).resolve().parents[2]
CORPUS = [
    *(
        json.loads(line)["document"]
        for path in sorted((CHECKOUT / "eval" / "adversarial").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ),
    *(
        path.read_text("utf-8")[:4_000]
        for path in sorted((CHECKOUT / "corpus" / "guide").rglob("*.md"))
    ),
]


def cut(text: str, start: int, size: int) -> str:
    return text[start % (len(text) + 1) :][:size]


SLICES = st.builds(cut, st.sampled_from(CORPUS), st.integers(0, 4_000), st.integers(1, 400))
TEXTS = st.lists(st.one_of(st.text(max_size=20), PIECES, SLICES), max_size=14).map("".join)
QUESTIONS = st.one_of(TEXTS, st.text(alphabet=st.characters(), max_size=60))
JSON_BYTES = [
    b"[",
    b"]",
    b"{",
    b"}",
    b'"',
    b",",
    b":",
    b"null",
    b"-1",
    b"1e9",
    b"true",
    b'"\\ud800"',
    b"9" * 5_000,
]
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


@FEW
@seed(10)
@given(TEXTS, st.booleans())
def test_any_text_is_screened_the_same_twice(text: str, on_subject: bool) -> None:  # noqa: FBT001  # drawn by hypothesis
    hits = hits_in(text, code=text[: len(text) // 2], on_subject=on_subject)
    assert hits == hits_in(text, code=text[: len(text) // 2], on_subject=on_subject)
    assert all(hit.payload for hit in [*hits, *hidden_hits_in(text)])
    assert all(isinstance(hidden, str) for hidden in hidden_texts(text))


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


DECODERS = (decode_passages, decode_postings, decode_table, decode_vocabulary)


@FEW
@seed(13)
@given(st.data())
def test_a_shard_with_other_bytes_anywhere_is_read_or_refused_by_name(
    host: FileHost, data: st.DataObject
) -> None:
    names = sorted(path.name for path in manifest_of(host).parent.glob("*.json"))
    raw = bytearray((manifest_of(host).parent / data.draw(st.sampled_from(names))).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        size = data.draw(st.integers(0, 8))
        raw[start : start + size] = data.draw(st.binary(max_size=8) | st.sampled_from(JSON_BYTES))
    name = shard_name(bytes(raw))
    for decode in DECODERS:
        with suppress(EngineError):
            decode(name, bytes(raw))


@FEW
@seed(9)
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
@example(b"[" * 100_000)
@example(b'{"a":1,"a":2}')
def test_no_bytes_pass_for_a_shard(raw: bytes) -> None:
    with pytest.raises(EngineError):
        decode_passages("0" * 64 + ".json", raw)
