"""A passage's terms, read piece by piece and kept, are those of its text read as a whole.

Only what looks over white space is not read so: an amount with a space, a rule of equality signs.
"""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from chapterverse_engine.matching import terms_of
from chapterverse_engine.model import DocumentEntry, Passage, Unit, UnitKind
from chapterverse_engine.terms import TermKind, analyze

DOCUMENT = DocumentEntry("d", "a.md", "a.html", "A guide to pumps", "", "en")
WORDS = st.sampled_from(
    (
        "pump", "Pumps,", "(the", "camelCase", "--flag", "std::io", "v1.4.2", "AX-3", "10", "10MB",
        "a==b", "|---|", "`code`", "**bold**", "SSLv3", "IDEs.", "it's",
        "水泵", "水泵。阀门", "告警AX-3恢复", "ガス", "カ\u3099ス", "cafe\u0301", "\u200b\u0301x", "ﬁle",
        "İx", "ß", ".NET", "C++", "~/.ssh", "#", "a,b", '"quoted"', "snake_case", "10px;",
    )
)  # fmt: skip
SPACES = st.sampled_from((" ", "\n", "\u00a0", "\u3000", "\t", "", "\u202f", "\n\n"))
TEXTS = st.lists(st.tuples(WORDS, SPACES), max_size=14).map(
    lambda pairs: "".join(word + space for word, space in pairs)
)


def cut(text: str, cuts: list[int]) -> tuple[Unit, ...]:
    places = sorted({min(place, len(text)) for place in cuts})
    return tuple(Unit(a, b, UnitKind.SENTENCE) for a, b in pairwise(places) if a < b)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 120), max_size=5))
@example("水泵启动。阀门关闭。", [0, 5, 10])
def test_units_and_neighbours_are_those_of_the_whole_text(text: str, cuts: list[int]) -> None:
    units = cut(text, cuts)
    passage = Passage("p", DOCUMENT, ("Pumps", "Start"), "", 1, 1, "", text, units)
    tokens = analyze(text)
    found = terms_of(passage)
    assert found.text_terms == {token.term for token in tokens}
    assert found.unit_terms == tuple(
        {token.term for token in tokens if unit.start <= token.start < unit.end} for unit in units
    )
    simple = [token.term for token in tokens if token.kind is not TermKind.IDENTIFIER]
    assert found.neighbours == set(pairwise(simple))
    assert found.all_terms == found.text_terms | found.trail_terms | found.title_terms
