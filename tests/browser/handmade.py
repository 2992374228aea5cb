"""A small site made by hand through the page renderer, with a stand-in for the engine."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from chapterverse import site_lists
from chapterverse.model import Document, ParsedDocument, Section
from chapterverse.navigation import Navigation
from chapterverse.relations import translations_of
from chapterverse.site_paths import page_path_of, raw_path_of, source_page_path_of
from chapterverse.stages import pages
from chapterverse.stages.bundle import joined_files

HERE = Path(__file__).resolve().parent
WEB = HERE.parents[1] / "web"
APP_PATH = "_chapterverse/app/test/"
RUNTIME_PATH = "_chapterverse/runtime/test/"
INDEX_PATH = "_chapterverse/index/"
HEADINGS_PATH = "_chapterverse/headings.json"

FRAME = pages.SiteFrame(
    title="Lamp Handbook",
    description="How to keep a lamp burning.",
    lang="en",
    app_path=APP_PATH,
    runtime_path=RUNTIME_PATH,
    index_path=INDEX_PATH,
    headings_path=HEADINGS_PATH,
    repo_url="https://example.org/lamps",
    edit_uri="edit/main/docs/",
    languages=("en", "zh"),
)

LAMP = """# The lamp

A lamp burns for nine hours on one filling.
Trim the wick every morning.

## Filling

Fill the reservoir to the mark, never above it.

```python
def hours(fillings: int) -> int:
    return 9 * fillings
```

| part | interval |
| ---- | -------- |
| wick | 1 day    |

Rare: a\u202eb\u202c and zero\u200bwidth, \u05e9\u05dc\u05d5\u05dd, and a very long line: {long}
""".format(long="wick-and-oil " * 30)

LAMP_BODY = """<h1 id="the-lamp" data-lines="1">The lamp</h1>
<p data-lines="3-4">A lamp burns for nine hours on one filling. Trim the wick every morning.</p>
<h2 id="filling" data-lines="6">Filling</h2>
<p data-lines="8">Fill the reservoir to the mark, never above it. See <a href="../index.html">home</a>.</p>
<pre data-lines="10-13"><code class="language-python"><span class="k">def</span> <span class="nf">hours</span><span class="p">(</span><span class="n">fillings</span><span class="p">:</span> <span class="nb">int</span><span class="p">)</span> <span class="o">-&gt;</span> <span class="nb">int</span><span class="p">:</span>
    <span class="k">return</span> <span class="mi">9</span> <span class="o">*</span> <span class="n">fillings</span>  <span class="c1"># hours</span>
</code></pre>
<table data-lines="15-17"><thead><tr><th>part</th><th>interval</th></tr></thead>
<tbody><tr data-lines="17"><td>wick</td><td>1 day</td></tr></tbody></table>
<details data-lines="19"><summary>More</summary><h3 id="deep">Deep</h3><p data-lines="19">Rare.</p></details>
"""

CHINESE = "# 油灯\n\n一盏油灯加满油可以点亮九个小时。\n每天早上修剪灯芯。\n"
CHINESE_BODY = """<h1 id="油灯" data-lines="1">油灯</h1>
<p data-lines="3-4">一盏油灯加满油可以点亮九个小时。每天早上修剪灯芯。</p>
"""
HOME = "# Welcome\n\nThis handbook is about lamps.\n"
HOME_BODY = """<h1 id="welcome" data-lines="1">Welcome</h1>
<p data-lines="3">This handbook is about lamps.</p>
"""
LONG = "\n".join(f"Line {n} of a long document." for n in range(1, 401)) + "\n"
LONG_BODY = "".join(f'<p data-lines="{n}">Line {n}.</p>\n' for n in range(1, 401))


def parsed(
    source_path: str, title: str, lang: str, body: str, anchor: str, *anchors: str
) -> ParsedDocument:
    """Return a document as the parse stage would."""
    below = tuple(Section((title, a), a, 2, 1, 1) for a in anchors)
    sections = (Section((title,), anchor, 1, 1, 1), *below)
    document = Document(
        document_id=source_path,
        source_path=source_path,
        page_path=page_path_of(source_path),
        title=title,
        version="",
        scope="public",
        lang=lang,
        content_hash="0" * 64,
        sections=sections,
    )
    return ParsedDocument(document, (), body, (), ())


DOCUMENTS: tuple[tuple[ParsedDocument, str], ...] = (
    (parsed("index.md", "Welcome", "en", HOME_BODY, "welcome"), HOME),
    (parsed("guide/lamp.md", "The lamp", "en", LAMP_BODY, "the-lamp", "filling", "deep"), LAMP),
    (parsed("guide/long.md", "A long document", "en", LONG_BODY, "line-1"), LONG),
    (parsed("zh/灯 芯.md", "油灯", "zh", CHINESE_BODY, "油灯"), CHINESE),
    (parsed("zh/guide/lamp.md", "维护", "zh", CHINESE_BODY, "油灯"), CHINESE),
)


def quote(label: str, source_path: str, start: int, end: int, text: str) -> dict[str, Any]:
    lines = f"#L{start}" if start == end else f"#L{start}-L{end}"
    return {
        "label": label,
        "text": text,
        "source_path": source_path,
        "start_line": start,
        "end_line": end,
        "start_column": 0,
        "end_column": 0,
        "heading_path": ["The lamp"],
        "passage_id": f"{source_path}-{start}",
        "content_hash": "0" * 64,
        "href": source_page_path_of(source_path) + lines,
        "page_href": page_path_of(source_path) + "#the-lamp",
    }


def place(source_path: str, start: int, end: int, *headings: str) -> dict[str, Any]:
    return {
        **quote("", source_path, start, end, ""),
        "title": headings[0],
        "heading_path": list(headings),
        "excerpt": "🪔 Fill the reservoir to the mark, never above it.",
        "marks": [[2, 6], [11, 20]],
        "rank": 1,
        "channels": {"keyword": 1},
    }


def outcome(query: str, kind: str, **values: Any) -> dict[str, Any]:
    """Return the wire form of an outcome."""
    return {
        "query": query,
        "rewritten_query": query,
        "lang": "en",
        "outcome": kind,
        "answer": None,
        "refused": kind == "abstention",
        "reason": None,
        "confidence": 900,
        "threshold": 500,
        "quotes": [],
        "sources": [],
        "nearest": [],
        "candidates": [],
        "missing_terms": [],
        "suggestions": [],
        "notes": [],
        "searched": {"passages": 9, "documents": 4, "scopes": ["public"]},
        "options": [],
        **values,
    }


SOURCE = {"title": "The lamp", "version": "2", "scope": "public", "lang": "en"}
ANSWER = outcome(
    "How long does a lamp burn?",
    "answer",
    quotes=[
        quote("S1", "guide/lamp.md", 3, 4, "\n".join(LAMP.split("\n")[2:4])),
        quote("S2", "guide/lamp.md", 10, 13, "\n".join(LAMP.split("\n")[9:13])),
    ],
    sources=[{"id": "S1", **SOURCE}, {"id": "S2", **SOURCE}],
    candidates=[place("guide/lamp.md", 8, 8, "The lamp", "Filling")],
)
CHINESE_ANSWER = outcome(
    "油灯能亮多久？",
    "answer",
    lang="zh",
    quotes=[quote("S1", "zh/灯 芯.md", 3, 3, CHINESE.split("\n")[2])],
    sources=[{"id": "S1", **SOURCE, "lang": "zh", "version": ""}],
)
FAR_ANSWER = outcome(
    "far", "answer", quotes=[quote("S1", "guide/long.md", 300, 302, "Line 300 of a long document.")]
)
# Further passages of three documents in two folders.
MANY_ANSWER = outcome(
    "many",
    "answer",
    quotes=[quote("S1", "guide/lamp.md", 3, 4, "\n".join(LAMP.split("\n")[2:4]))],
    sources=[{"id": "S1", **SOURCE}],
    candidates=[
        {**place("guide/lamp.md", 8, 8, "The lamp", "Filling"), **SOURCE},
        {**place("guide/long.md", 30, 31, "A long document"), **SOURCE, "title": "A long document"},
        {**place("zh/灯 芯.md", 4, 4, "油灯"), **SOURCE, "title": "油灯", "lang": "zh"},
    ],
)
ABSTENTION = outcome(
    "Who painted the ceiling?",
    "abstention",
    reason="missing-term",
    missing_terms=["painted", "ceiling"],
    nearest=[place("guide/lamp.md", 6, 8, "The lamp", "Filling")],
)
CLARIFICATION = outcome(
    "How heavy is it?", "clarification", reason="ambiguous-reference", options=["AX-3", "AX-5"]
)
MISSPELT = outcome(
    "How do I fill the lampp?",
    "abstention",
    reason="weak-evidence",
    suggestions=[{"asked": "lampp", "meant": "lamp", "query": "How long does a lamp burn?"}],
)
CONTRADICTED = outcome(
    "contradicted",
    "answer",
    quotes=[
        quote("S1", "guide/lamp.md", 3, 3, LAMP.split("\n")[2]),
        quote("S2", "guide/lamp.md", 4, 4, LAMP.split("\n")[3]),
    ],
    sources=[{"id": "S1", **SOURCE}, {"id": "S2", **SOURCE}],
    notes=[{"reason": "conflict", "labels": ["S1", "S2"]}],
)
ALL_OUTCOMES = (
    MISSPELT,
    CONTRADICTED,
    ANSWER,
    CHINESE_ANSWER,
    FAR_ANSWER,
    MANY_ANSWER,
    ABSTENTION,
    CLARIFICATION,
)
OUTCOMES = {o["query"]: o for o in ALL_OUTCOMES}
TRACE = [
    {"stage": "question", "rewritten": "lamp", "lang": "en", "kind": "how-many"},
    {"stage": "ranking", "terms": {"lamp": 3, "burn": 1}, "channels": {"keyword": 4, "vector": 2},
     "candidates": [{"passage_id": "p", "rank": 1, "channels": {"keyword": 1}}]},
    {"stage": "gate", "confidence": 900, "threshold": 500, "signals": {"passage": 1000, "unit": 750},
     "reason": None},
]  # fmt: skip
MANIFEST: dict[str, Any] = {
    "outcomes": {**OUTCOMES, "": ABSTENTION},
    "need": ["a.json"],
    "trace": TRACE,
    "open": {"languages": ["en", "zh"], "versions": ["1", "2"]},
}


def write_site(out: Path) -> None:
    """Write the site to a folder."""
    navigation = Navigation.from_documents([p.document for p, _ in DOCUMENTS])
    for one, text in DOCUMENTS:
        _write_document(out, navigation, one, text)
    documents = [parsed.document for parsed, _ in DOCUMENTS]
    _write(out, HEADINGS_PATH, site_lists.render_headings(navigation, documents))
    _write(out, pages.CONTENTS_PATH, pages.render_contents(FRAME, navigation))
    _write(out, pages.NOT_FOUND_PATH, pages.render_not_found(FRAME, navigation))
    _write(out, pages.EMBED_PATH, pages.render_embed(FRAME))
    for folder in ("app", "styles", "locales"):
        shutil.copytree(WEB / folder, out / APP_PATH, dirs_exist_ok=True)
    for name, data in joined_files({p.name: p for p in (out / APP_PATH).iterdir()}).items():
        (out / APP_PATH / name).write_bytes(data)
    shutil.copytree(HERE / "fake_runtime", out / RUNTIME_PATH)
    _write(out, INDEX_PATH + "manifest.json", json.dumps(MANIFEST))
    _write(out, INDEX_PATH + "a.json", "[]")
    for name in ("pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"):
        _write(out, RUNTIME_PATH + name, "")
    _write(out, RUNTIME_PATH + "runtime.json", '{"abi": "test", "files": {}}')


def _write_document(out: Path, nav: Navigation, document: ParsedDocument, text: str) -> None:
    source_path = document.document.source_path
    is_home = document.document.page_path == pages.HOME_PATH
    translations = translations_of([parsed.document for parsed, _ in DOCUMENTS])
    found = translations.get(document.document.page_path, ())
    render = pages.render_home if is_home else pages.render_page
    html = render(FRAME, nav, document, translations=found)
    _write(out, document.document.page_path, html)
    lines = text.removesuffix("\n").split("\n")
    source = pages.render_source_page(FRAME, nav, document.document, lines)
    _write(out, source_page_path_of(source_path), source)
    _write(out, raw_path_of(source_path), text)


def _write(out: Path, path: str, text: str) -> None:
    target = out / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
