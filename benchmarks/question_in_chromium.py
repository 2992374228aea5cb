"""Measure questions in a browser: what the engine takes after its shards have arrived.

    python -m benchmarks.question_in_chromium dist ../shared/data/qa/docs-faq-en/cases.jsonl

The site is asked the questions of a file with a JSON object a line ("query"), spread evenly, one
after the other in one tab. Times are wall times without the fetches; the processor time of the
worker a question, which a busy machine stretches less, is printed beside them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.chromium import stranger, worker_seconds
from benchmarks.web_server import Link, served

_MOST_QUESTIONS = 60
_TIMEOUT_MS = 180_000
# Keeps what each answer cost, as the worker tells the page.
_NOTE_COSTS = """
globalThis.costs = [];
const PlainWorker = Worker;
globalThis.Worker = class extends PlainWorker {
  constructor(...options) {
    super(...options);
    this.addEventListener("message", ({ data }) => {
      if (data.reply?.cost) costs.push(data.reply.cost);
    });
  }
};"""


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("questions", type=Path, help="JSON Lines with a query each")
    options = parser.parse_args()
    queries = [json.loads(line)["query"] for line in options.questions.read_text().splitlines()]
    costs, worker_ms = measure(options.site, queries[:: max(1, len(queries) // _MOST_QUESTIONS)])
    times = [cost["elapsed_ms"] - cost["fetch_ms"] for cost in costs]
    late = quantiles(times, n=20, method="inclusive")[-1]
    kilobytes = median(cost["fetched_bytes"] for cost in costs) / 1000
    print(
        f"{len(times)} questions: P50 {median(times):.0f} ms, P95 {late:.0f} ms after the shards,"
    )
    print(f"worker CPU {worker_ms:.0f} ms a question, {kilobytes:.0f} KB fetched at the median")


def measure(site: Path, queries: list[str]) -> tuple[list[dict[str, Any]], float]:
    """Return what each question but the first cost, and the worker's mean CPU milliseconds."""
    with (
        served({"/": site}, Link(0.0)) as url,
        sync_playwright() as playwright,
        stranger(playwright) as context,
    ):
        page = context.new_page()
        page.set_default_timeout(_TIMEOUT_MS)
        page.add_init_script(_NOTE_COSTS)
        page.goto(f"{url}/")
        page.locator("html[data-script=ready]").wait_for()
        _ask(page, queries[0], 0)
        before = worker_seconds(context) or 0.0
        for number, query in enumerate(queries[1:], 1):
            _ask(page, query, number)
        spent = (worker_seconds(context) or 0.0) - before
        costs: list[dict[str, Any]] = page.evaluate("costs")
        return costs[1:], 1000 * spent / max(1, len(queries) - 1)


def _ask(page: Page, query: str, number: int) -> None:
    box = page.locator("textarea[data-role=question]")
    box.fill(query)
    box.press("Enter")
    page.wait_for_function("number => costs.length > number", arg=number)


if __name__ == "__main__":
    main()
