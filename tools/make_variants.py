"""Write the engine's table of traditional to simplified characters from OpenCC's data.

Run `python tools/make_variants.py` with the package opencc-python-reimplemented installed
(Apache-2.0). Only single characters of the basic plane that map to one other character are kept,
so that folding never changes an offset.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

TARGET = Path(__file__).parents[1] / "web/chapterverse_engine/variants.py"
_WIDTH = 80
_HEADER = '''"""Simplified forms of traditional characters; written by tools/make_variants.py."""

# Source: OpenCC's TSCharacters (Apache-2.0), single characters of the basic plane.
'''


def variant_pairs() -> list[tuple[str, str]]:
    """Return (traditional, simplified) pairs in code-point order."""
    data = resources.files("opencc").joinpath("dictionary/TSCharacters.txt")
    rows = (line.split("\t") for line in data.read_text("utf-8").splitlines())
    pairs = [(row[0], row[1].split(" ")[0]) for row in rows if len(row) == 2]
    return sorted((a, b) for a, b in pairs if a != b and max(a, b) <= "\uffff")


def table_source(pairs: list[tuple[str, str]]) -> str:
    """Return the source text of the module."""
    return "\n".join(
        [
            _HEADER + _literal("_TRADITIONAL", "".join(a for a, _ in pairs)),
            _literal("_SIMPLIFIED", "".join(b for _, b in pairs)),
            "SIMPLIFIED_OF_TRADITIONAL = dict(zip(_TRADITIONAL, _SIMPLIFIED, strict=True))\n",
        ]
    )


def _literal(name: str, text: str) -> str:
    rows = [text[start : start + _WIDTH] for start in range(0, len(text), _WIDTH)]
    return "\n".join([f"{name} = (", *(f'    "{row}"' for row in rows), ")"])


if __name__ == "__main__":
    TARGET.write_text(table_source(variant_pairs()), "utf-8")
