"""Measure the way from a reader's intent to the first answer, beside a stock Pyodide.

    python -m benchmarks.startup dist --rounds 5 --mbit 10

Each round gives both a browser with an empty profile: a first visit, and after a pause a second
one. The intent is the focus of the question box. "ready" is when the engine could take a question,
"answer" when one is shown; worker CPU counts up to the answer. The stock runtime is the one that
the site's was made from, as it is published, with the engine as an archive of sources; its bytes
and answers come over the same link. Only ratios travel between machines.
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, Playwright, sync_playwright

from benchmarks.chromium import stranger, worker_seconds
from benchmarks.web_server import Link, served
from chapterverse.runtime.fetch import fetch_pyodide
from chapterverse.runtime.pins import PYODIDE_ABI
from chapterverse.runtime.places import cache_dir, engine_dir

OURS, STOCK = "chapterverse", "stock"
FIRST, SECOND = "first visit", "second visit"
STOCK_PAGE = Path(__file__).parent / "stock"
QUESTION = "Which exit code means that a bar was missed?"
_TIMEOUT_MS = 180_000
# Chromium keeps compiled code some seconds after it came.
_PAUSE_MS = 4_000


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit; times in milliseconds from intent, `worker_ms` is processor time."""

    who: str
    visit: str
    ready_ms: float
    answer_ms: float
    worker_ms: float | None
    sent_kb: float


def main() -> None:
    """Measure and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path, nargs="?", default=Path("dist"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mbit", type=float, default=0.0, help="the link's Mbit/s; 0: no limit")
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--no-stock", action="store_true", help="only this site")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    visits = measure(
        options.site,
        options.question,
        options.rounds,
        options.mbit,
        with_stock=not options.no_stock,
    )
    print("\n".join(table(visits)))
    if options.json:
        print(json.dumps([asdict(visit) for visit in visits], indent=2))


def measure(
    site: Path, question: str, rounds: int, mbit: float, *, with_stock: bool = True
) -> list[Visit]:
    """Return all visits; both sides take turns."""
    link = Link(mbit)
    with tempfile.TemporaryDirectory(prefix="chapterverse-stock-") as folder:
        mounts = {"/": site, "/stock/": STOCK_PAGE}
        if with_stock:
            mounts["/stock/engine/"] = _engine_archive(Path(folder))
            mounts["/stock/pyodide/"] = fetch_pyodide(cache_dir())
        with served(mounts, link) as url, sync_playwright() as playwright:
            sides = (OURS, STOCK) if with_stock else (OURS,)
            return [
                visit
                for _ in range(rounds)
                for who in sides
                for visit in _visits(playwright, url, who, question, link)
            ]


def _engine_archive(folder: Path) -> Path:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(engine_dir().glob("*.py")):
            archive.write(file, f"{file.parent.name}/{file.name}")
    (folder / "engine.zip").write_bytes(buffer.getvalue())
    return folder


def _visits(
    playwright: Playwright, url: str, who: str, question: str, link: Link
) -> Iterator[Visit]:
    with stranger(playwright) as context:
        for visit in (FIRST, SECOND):
            before, sent = worker_seconds(context), link.sent_bytes
            page = context.new_page()
            ready, answer = (_ask if who == OURS else _ask_stock)(page, url, question)
            after = worker_seconds(context)
            worker = None if before is None or after is None else 1000 * after
            page.wait_for_timeout(_PAUSE_MS)
            page.close()
            yield Visit(who, visit, ready, answer, worker, (link.sent_bytes - sent) / 1000)


_ASK = """(question) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("no answer")), 120000);
  const started = performance.now();
  const part = (role) => document.querySelector(`[data-role=${role}]`);
  let ready = 0;
  const look = () => {
    if (part("engine").dataset.state === "failed") reject(new Error(part("engine").textContent));
    if (!ready && part("engine").dataset.state === "ready") ready = performance.now() - started;
    if (part("outcome").dataset.outcome) resolve([ready, performance.now() - started]);
  };
  new MutationObserver(look).observe(document.body, { attributes: true, subtree: true });
  part("question").focus();
  part("question").value = question;
  part("question").form.requestSubmit();
})"""


def _ask(page: Page, url: str, question: str) -> tuple[float, float]:
    page.set_default_timeout(_TIMEOUT_MS)
    page.goto(f"{url}/")
    page.locator("html[data-script=ready]").wait_for()
    ready, answer = page.evaluate(_ASK, question)
    return ready, answer


def _ask_stock(page: Page, url: str, question: str) -> tuple[float, float]:
    page.set_default_timeout(_TIMEOUT_MS)
    page.goto(f"{url}/stock/")
    asked = {"question": {"query": question}, "abi": PYODIDE_ABI}
    told = page.evaluate("(asked) => startStock(asked)", asked)
    return told["ready"], told["answer"]


def table(visits: Sequence[Visit]) -> Iterator[str]:
    """Yield a Markdown table of medians, and of ratios to the stock runtime's first visit."""
    yield "| visit | ready ms | answer ms | worker CPU ms | KB sent |"
    yield "|---|---|---|---|---|"
    for who in dict.fromkeys(visit.who for visit in visits):
        for which in (FIRST, SECOND):
            row = _medians(visits, who, which)
            yield f"| {who}, {which} | {' | '.join(map(_shown, row))} |"
    base = _medians(visits, STOCK, FIRST)
    if base[0] is None:
        return
    for which in (FIRST, SECOND):
        row = _medians(visits, OURS, which)
        ratios = [None if a is None or not b else a / b for a, b in zip(row, base, strict=True)]
        shown = " | ".join("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios)
        yield f"| {which} ÷ stock's first | {shown} |"


def _medians(visits: Sequence[Visit], who: str, which: str) -> list[float | None]:
    found = [visit for visit in visits if (visit.who, visit.visit) == (who, which)]
    columns = [
        [getattr(visit, name) for visit in found]
        for name in ("ready_ms", "answer_ms", "worker_ms", "sent_kb")
    ]
    return [median(column) if column and None not in column else None for column in columns]


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


if __name__ == "__main__":
    main()
