"""What each channel contributes, and what a question fetches."""

from __future__ import annotations

import random

import pytest
from indexing import Indexing
from small_index import SmallIndex

from chapterverse_engine.manifest import bucket_of
from chapterverse_engine.model import Channel
from chapterverse_engine.query import understand

LETTERS = "bcdfghklmnprstvz"


def words(count: int) -> list[str]:
    """Return words that are not alike."""
    chance = random.Random(7)
    return sorted({"".join(chance.choices(LETTERS, k=9)) for _ in range(count)})


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> SmallIndex:
    """Return an index of many documents, each with words of its own, in many shards."""
    each = [words(4000)[start : start + 40] for start in range(0, 4000, 40)]
    documents = {f"{n}.md": f"# {own[0]}\n\n{' '.join(own)}.\n" for n, own in enumerate(each)}
    return SmallIndex(tmp_path_factory.mktemp("large"), documents)


def test_only_the_shards_of_the_questions_terms_are_fetched(large: SmallIndex) -> None:
    asked = " ".join(words(4000)[100:103])
    large.ask(asked)
    shards = large.reader.manifest.scopes[0].postings
    own = {shards.names[bucket_of(term.term, shards.total)] for term in understand(asked).terms}
    fetched = set(large.fetched) & set(shards.names)
    assert own <= fetched
    assert len(fetched) <= shards.total // 2


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Goroutines are cheap.", "gorouitnes"),
        ("The thermostat opens at noon.", "thermsotat"),
        ("Kubernetes restarts it.", "kuberentes"),
    ],
)
def test_the_vector_channel_finds_what_the_keyword_channel_misses(
    indexed: Indexing, text: str, question: str
) -> None:
    found = indexed({"a.md": f"# A\n\n{text}\n"}).ask(question).retrieval.candidates
    assert found[0].passage.document.source_path == "a.md"
    assert Channel.VECTOR in found[0].ranks
    assert Channel.KEYWORD not in found[0].ranks
