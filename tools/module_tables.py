"""Write the tables of modules in ARCHITECTURE.md from the modules' own first sentences.

`python tools/module_tables.py` rewrites the part between the markers; with `--check` it only says
whether that part is current (exit status 1 if not).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
DOCUMENT = CHECKOUT / "ARCHITECTURE.md"
_PART = re.compile(r"(<!-- modules:begin -->\n).*?(<!-- modules:end -->)", re.DOTALL)
_ROOMS = (
    ("builder/chapterverse", "The build-time package", "*.py"),
    ("builder/chapterverse/commands", "Commands", "*.py"),
    ("builder/chapterverse/stages", "Stages", "*.py"),
    ("builder/chapterverse/screening", "Screening", "*.py"),
    ("builder/chapterverse/evaluation", "Evaluation", "*.py"),
    ("builder/chapterverse/runtime", "Runtime", "*.py"),
    ("builder/chapterverse/runtime/inside", "Inside Pyodide, while the runtime is prepared", "*.*"),
    ("web/chapterverse_engine", "The engine", "*.py"),
    ("web/app", "Scripts of the browser", "*.js"),
)
_SCRIPT_SENTENCE = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


def tables() -> str:
    """Return the Markdown of every table."""
    return "\n".join(_table(*room) for room in _ROOMS if (CHECKOUT / room[0]).is_dir())


def _table(folder: str, title: str, pattern: str) -> str:
    rows = [
        f"| `{_shown(path)}` | {_first_sentence(path)} |"
        for path in sorted((CHECKOUT / folder).glob(pattern))
        if path.suffix in (".py", ".js", ".mjs") and path.name not in ("__init__.py", "__main__.py")
    ]
    head = [f"### {title} (`{folder}/`)", "", "| module | what it does |", "|---|---|"]
    return "\n".join([*head, *rows, ""])


def _shown(path: Path) -> str:
    return path.stem if path.suffix == ".py" else path.name


def _first_sentence(path: Path) -> str:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        comment = ast.get_docstring(ast.parse(text)) or ""
    else:
        found = _SCRIPT_SENTENCE.search(text)
        comment = "\n".join(_unstarred(found.group(1))) if found else ""
    paragraph = " ".join(comment.strip().split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.:;])\s(?=[A-Z])", paragraph)[0].rstrip(".:;")
    return sentence.replace("|", "\\|")


def _unstarred(comment: str) -> Iterator[str]:
    yield from (line.strip().removeprefix("*").strip() for line in comment.split("\n"))


def main() -> int:
    """Write or check the document; returns the exit status."""
    old = DOCUMENT.read_text("utf-8")
    new = _PART.sub(lambda found: found.group(1) + tables() + found.group(2), old)
    if "--check" in sys.argv:
        return int(old != new)
    DOCUMENT.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
