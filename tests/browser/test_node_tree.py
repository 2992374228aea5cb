"""The tree of a protected page is the one that a browser makes of the page's markup."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from chapterverse.node_tree import page_tree

pytestmark = pytest.mark.slow

BROWSER_TREE = """
(html) => {
  const nodes = (node) => [...node.childNodes].flatMap((one) => {
    if (one.nodeType === Node.TEXT_NODE) return [one.data];
    if (one.nodeType !== Node.ELEMENT_NODE) return [];
    const attributes = Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value]));
    return [[one.localName, attributes, ...nodes(one)]];
  });
  return nodes(new DOMParser().parseFromString(html, "text/html").querySelector("#cv-content"));
}
"""


def joined(nodes: list[Any]) -> list[Any]:
    """Join texts that stand side by side."""
    found: list[Any] = []
    for node in nodes:
        if isinstance(node, str) and found and isinstance(found[-1], str):
            found[-1] += node
        else:
            found.append(node if isinstance(node, str) else [*node[:2], *joined(node[2:])])
    return found


def test_every_page_of_the_demo_gives_the_tree_of_a_browser(page: Page, demo_site: Path) -> None:
    page.goto("about:blank")
    files = [
        file
        for file in sorted(demo_site.rglob("*.html"))
        if "_chapterverse" not in file.parts and "eval" not in file.parts
    ]
    assert len(files) > 50
    for file in files:
        html = file.read_text("utf-8")
        ours = json.loads(page_tree(html, file.name))["main"]
        assert joined(ours) == joined(page.evaluate(BROWSER_TREE, html)), file
