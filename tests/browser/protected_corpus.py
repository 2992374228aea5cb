"""A small corpus with a public part and a protected one, whose words are nowhere else."""

from __future__ import annotations

import base64
from pathlib import Path

PASSPHRASE = "seven lazy foxes hum at dusk"  # noqa: S105  # of a site made for the tests
OTHER_PASSPHRASE = "nine brisk otters row to town"  # noqa: S105  # of a site made for the tests
ENVIRONMENT = "CHAPTERVERSE_TEST_TEAM"
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
HIDDEN_ANSWER = "The xylographer opens the cellar at half past two."
HIDDEN_QUESTION = "When does the xylographer open the cellar?"
PUBLIC_ANSWER = "The harbour office opens at seven."
PUBLIC_QUESTION = "When does the harbour office open?"
# Words, names and numbers that occur in the protected part alone: none may be found in the site.
SECRETS = (
    "xylograph",
    "pennanted",
    "quinquereme",
    "cellar",
    "half past two",
    "rotunda",
    "undercroftplan",
    "formerly",
    "地窖",
)
FILES = {
    "index.md": f"# Harbour\n\n{PUBLIC_ANSWER}\n\nA berth costs nine coins.\n",
    "boats.md": "# Boats\n\nA rowing boat carries four people.\n",
    "team/rotunda.md": (
        "---\nscope: team-a\nredirects: [formerly/here.md]\n---\n# The rotunda rota\n\n"
        f"{HIDDEN_ANSWER}\n\nSee [the list](quinquereme.md#pennanted-masts), [home](../index.md)\n"
        "and [elsewhere](https://example.org/).\n\n![The plan](undercroftplan.png)\n\n"
        "```python\nx = 1\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- one\n- two\n"
    ),
    "team/quinquereme.md": (
        "---\nscope: team-a\n---\n# Quinquereme list\n\n## Pennanted masts\n\n"
        "Every quinquereme has three pennanted masts.\n"
    ),
    "team/zh.md": "---\nscope: team-a\nlang: zh\n---\n# 地窖\n\n地窖每天两点半打开。\n",
}
CONFIG = f"""
[site]
title = "Harbour handbook"
url = "https://example.org/harbour"
{{site}}
[build]
sources = ["corpus"]
{{build}}
[scopes.team-a]
passphrase_env = "{ENVIRONMENT}"
[evaluation]
cases = ["cases.jsonl"]
"""
CASES = (
    '{"id": "office", "query": "When does the harbour office open?", "source": "index.md", '
    '"start_line": 3, "end_line": 3, "answers": ["seven"], "answerable": true, '
    '"forbidden_sources": ["team/rotunda.md"]}\n'
    '{"id": "rota", "query": "When does the xylographer open the cellar?", "scope": "team-a", '
    '"source": "team/rotunda.md", "start_line": 7, "end_line": 7, "answerable": true}\n'
)


def write_corpus(root: Path, *, site: str = "", build: str = "") -> Path:
    """Write corpus, cases and configuration; return the configuration's path."""
    for name, text in FILES.items():
        file = root / "corpus" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (root / "corpus/team/undercroftplan.png").write_bytes(PICTURE)
    (root / "cases.jsonl").write_text(CASES, "utf-8")
    config = root / "chapterverse.toml"
    config.write_text(CONFIG.format(site=site, build=build), "utf-8")
    return config
