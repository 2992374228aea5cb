"""Runs axe on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"


def violations(page: Page, *, has_contrast: bool = True) -> list[tuple[str, list[Any]]]:
    """Return what axe finds, as (rule, elements); `has_contrast` judges colours as well."""
    # The policy of the page forbids scripts in elements; the debugger may run one.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # axe leaves out what WCAG 2.2 has added unless it is asked for.
    rules = {"color-contrast": {"enabled": has_contrast}, "target-size": {"enabled": True}}
    found = page.evaluate("rules => axe.run(document, {rules})", rules)
    return [(v["id"], [node["target"] for node in v["nodes"]]) for v in found["violations"]]
