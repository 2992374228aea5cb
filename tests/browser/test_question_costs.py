"""Questions leave the page free to scroll and type, and the tab's memory bounded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from served_site import ServedSite

# The engine has to boot on a busy machine.
BOOT_MS = 90_000
QUESTIONS = (
    "How many characters does a passage have by default?",
    "What is the capital of France?",
    "AX-3 多久校准一次？",
    "Which exit code means that a bar was missed?",
    "How do I publish a site on a static host?",
)
# A task of the page that is longer than this is felt.
LONGEST_TASK_MS = 50
# Tasks are measured in processor time, and a try that nothing disturbs is proof: a busy machine
# makes long tasks of short ones.
TRIES = 3
MEGABYTE = 1_000_000
MOST_GROWTH_MB = 60

TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")


@pytest.fixture(scope="session")
def asked_site(demo_site: Path, serve_site: Callable[..., ServedSite]) -> ServedSite:
    return serve_site(demo_site)


def ask(page: Page, question: str) -> None:
    """Ask on the open home page and wait for the outcome."""
    page.locator("textarea[data-role=question]").fill(question)
    page.locator("textarea[data-role=question]").press("Enter")
    outcome = page.locator("[data-role=outcome][data-outcome]:not([aria-busy=true])")
    expect(outcome).to_be_visible(timeout=BOOT_MS)
    expect(page.locator("[data-role=outcome]")).not_to_have_attribute("aria-busy", "true")


def opened(page: Page, site: ServedSite) -> None:
    page.set_default_timeout(BOOT_MS)
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    ask(page, QUESTIONS[0])


def task_times_ms(trace: bytes) -> list[float]:
    """Return the processor time of each task of the page's main thread."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    return [
        event["tdur"] / 1000
        for event in events
        if event.get("name") in TASKS and "tdur" in event and (event["pid"], event["tid"]) in mains
    ]


def test_no_task_of_the_page_is_felt_while_it_answers(
    page: Page, browser: Browser, asked_site: ServedSite
) -> None:
    opened(page, asked_site)
    longest: list[float] = []
    for _ in range(TRIES):
        browser.start_tracing(page=page, categories=TRACED)
        for question in QUESTIONS:
            ask(page, question)
        times = task_times_ms(browser.stop_tracing())
        assert len(times) > len(QUESTIONS)
        longest.append(max(times))
        if longest[-1] <= LONGEST_TASK_MS:
            break
    assert min(longest) <= LONGEST_TASK_MS, longest


def renderer_bytes(browser: Browser) -> int:
    """Return the resident memory of the browser's biggest renderer."""
    session = browser.new_browser_cdp_session()
    processes: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = []
    for process in processes:
        if process["type"] == "renderer":
            status = Path(f"/proc/{process['id']}/status").read_text("ascii")
            rows = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            sizes.append(1024 * int(rows["VmRSS"].split()[0]))
    return max(sizes)


@pytest.mark.slow
def test_five_hundred_questions_leave_the_memory_bounded(
    page: Page, browser: Browser, asked_site: ServedSite
) -> None:
    if not Path("/proc/self/status").is_file():
        pytest.skip("reads the memory of processes from /proc")
    opened(page, asked_site)
    sizes = []
    for number in range(1, 501):
        ask(page, f"{QUESTIONS[number % len(QUESTIONS)]} ({number})")
        if number % 100 == 0:
            sizes.append(renderer_bytes(browser) / MEGABYTE)
    assert sizes[-1] - sizes[0] < MOST_GROWTH_MB, sizes
