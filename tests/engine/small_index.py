"""A few documents indexed through the real stages and asked without a site around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from chapterverse.pipeline import read_document
from chapterverse.stages.index import latest_documents, order_scope
from chapterverse.stages.ingest import ingest
from chapterverse.stages.shards import cut_shards
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import Manifest
from chapterverse_engine.model import Answer, Need, Outcome, Question
from chapterverse_engine.session import Session

FILLER = {
    f"filler/{name}.md": f"# {name.title()}\n\n{text}\n"
    for name, text in {
        "anchor": "An anchor holds a ship where it is. Chain lies on the sea bed.",
        "bakery": "Bread rises before it is baked. Flour comes from the mill.",
        "canal": "A lock lifts boats from one level to another.",
        "diary": "Write down in the evening what happened in the morning.",
        "engine": "Steam drives the piston and the piston drives the wheel.",
        "forest": "Oaks grow slowly; birches grow fast.",
        "glacier": "Ice flows downhill, a metre a day at most.",
        "harvest": "Apples are picked in autumn and stored in a cool cellar.",
        "茶": "茶叶在春天采摘，晾干以后再炒。",
        "桥": "石桥横跨小河，两岸都是稻田。",
    }.items()
}


class SmallIndex:
    """An open index over `documents`: path → text; some others are there as well."""

    def __init__(
        self, folder: Path, documents: Mapping[str, str], scopes: Sequence[str] = ("public",)
    ) -> None:
        for path, text in {**FILLER, **documents}.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")
        sources = ingest([folder], scopes=frozenset(scopes)).sources
        read = [
            read_document(source, str(number), max_chars=1200)
            for number, source in enumerate(sources)
        ]
        facts = [one.facts for one in read]
        content_of_key = {one.facts.key: one.content for one in read}
        self._data: dict[str, bytes] = {}
        # Names of the files that the last question waited for.
        self.fetched: list[str] = []
        indexes = []
        for scope in sorted(scopes):
            order = order_scope(scope, facts, latest_documents(facts))
            if order.has_passages:
                shards = cut_shards(order, lambda one: content_of_key[one.key])
                self._data |= {name: make() for name, make in shards.maker_of_name.items()}
                indexes.append(shards.index)
        self.reader = IndexReader(Manifest(1, "", "", {}, tuple(indexes), {}))

    def ask(self, query: str, *history: str, lang: str = "", version: str = "") -> Outcome:
        """Ask a question after those of `history`."""
        question = Question(query, lang, ("public",), version, history)
        self.fetched = []
        session = Session(self.reader, question)
        while isinstance(reached := session.step(), Need):
            self.fetched += reached.names
            for name in reached.names:
                session.receive(name, self._data[name])
        return reached

    def found(self, query: str) -> list[str]:
        """Return the paths of the candidates, best first, without the filler."""
        candidates = self.ask(query).retrieval.candidates
        paths = [candidate.passage.document.source_path for candidate in candidates]
        return [path for path in dict.fromkeys(paths) if path not in FILLER]

    def quoted(self, query: str, *history: str) -> str:
        """Return the quotes of an answer joined by lines, or an empty string."""
        outcome = self.ask(query, *history)
        return "\n".join(q.text for q in outcome.quotes) if isinstance(outcome, Answer) else ""
