"""What a document holds is found, and cited by its own lines: code, entities, cells, formulas, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_site import shore, tiny_bundle

from chapterverse.evaluation.host import FileHost
from chapterverse_engine.manifest import decode_manifest
from chapterverse_engine.model import Question

__all__ = ["tiny_bundle"]
pytestmark = pytest.mark.usefixtures("tiny_bundle")

FILLER = {f"f{n}.md": f"# Filler {n}\n\nNothing of interest, number {n}.\n" for n in range(6)}


@pytest.mark.parametrize(
    ("text", "query", "line"),
    [
        ('# A\n\nText.\n\n```json\n{"anemometer": true}\n```\n', "anemometer", 6),
        ("# A\n\nThe &quot;gaff&quot; and Vec&lt;Sail&gt; are shown.\n", "gaff", 3),
        ("# A\n\nThe Vec&lt;Sail&gt; is shown.\n", "Sail", 3),
        ("# A\n\n| Name | Knots |\n|---|---|\n| Installation | How |\n| Income | 1000 |\n",
         "Installation", 5),
        ("# A\n\n| Name | Knots |\n|---|---|\n| Installation | How |\n| Income | 1000 |\n",
         "1000", 6),
        ("# A\n\nThe draught is $d_{keel} = 3$ here.\n", "draught", 3),
        ("# A\n\nText.\n\n![diagram of a sextant](x.png)\n", "sextant", 5),
        ("---\ntitle: Sounding lead\n---\nIt is heavy.\n", "sounding lead", 4),
        ("\ufeff---\nlang: en\nversion: 1\norder: 3\n---\n\nA capstan turns.\n", "capstan", 7),
        ("# A\r\n\r\nThe binnacle glows.", "binnacle", 3),
        ("# A\n\na\u2028b\x0bc\x85d\n\nThe scupper drains.\n", "scupper", 5),
        ("# A\n\nTerm\n: A fairlead guides ropes.\n", "fairlead", 4),
        ("# A\n\nText[^1].\n\n[^1]: A cringle is a ring.\n", "cringle", 5),
        ("# A\n\n!!! note\n    The windlass hauls.\n", "windlass", 4),
        ("A\n===\n\nB\n---\n\nThe taffrail ends it.\n", "taffrail", 7),
        ("# A\n\n<div>\nThe transom is flat.\n</div>\n", "transom", 4),
        ("# A\n\n- one\n  - The thwart is a seat.\n", "thwart", 4),
    ],
)  # fmt: skip
def test_a_word_is_found_on_its_own_line(tmp_path: Path, text: str, query: str, line: int) -> None:
    one = shore(tmp_path / "shore", FILLER)
    (one.corpus / "a.md").write_bytes(text.encode())
    one.build()
    first = FileHost(one.out).ask(Question(query)).outcome["candidates"][0]
    assert first["source_path"] == "a.md"
    assert first["start_line"] <= line <= first["end_line"]


def test_the_index_says_what_it_was_made_with(tmp_path: Path) -> None:
    one = shore(tmp_path / "shore")
    one.build()
    raw = (one.out / "_chapterverse/index/manifest.json").read_bytes()
    settings = decode_manifest(raw).settings
    assert settings["max_chars"] == 1200
    assert {"terms", "keyword_channel", "vector_channel", "vector_dimension", "slugs"} <= set(
        settings
    )
