"""What pages look like, as it was when somebody looked: where their parts are, and a coarse picture.

`CHAPTERVERSE_WRITE_LOOKS=1` writes what is compared with; look at the pages before you do that.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import handmade
import pytest
from playwright.sync_api import Page, expect
from served_site import ServedSite

RECORD = Path(__file__).parent / "looks.json"
IS_WRITING = bool(os.environ.get("CHAPTERVERSE_WRITE_LOOKS"))
VIEWS = {
    "home": "",
    "answer": f"?q={quote(handmade.ANSWER['query'])}",
    "page": "guide/lamp.html#L8",
    "source": "source/guide/lamp.md.html#L3-L6",
    "contents": "contents.html",
}
# Parts whose places and widths make the layout; heights follow from the text.
PARTS = [
    ".site-header", ".site-title", ".header-ask", ".header-tools", ".site-navigation", "main",
    ".page-aside", "article", "article h1", ".ask-row", "[data-role=outcome]", ".quote",
    ".source-lines", "#L3 > a", "#L3 > code", ".neighbours", ".site-footer",
]  # fmt: skip
TOLERANCE_PX = 3
COARSE = (40, 25)
# Of 255, on average over the picture: the same page again differs by less than 1, one with a moved
# column by 4.
TOLERANCE_OF_PICTURE = 2
# The widths of these words tell whether the typefaces are those of the record.
FONTS = """() => ["sans-serif", "serif", "monospace"].map((family) => {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `40px ${getComputedStyle(document.documentElement)
    .getPropertyValue({ "sans-serif": "--sans", serif: "--serif", monospace: "--mono" }[family])}`;
  return Math.round(context.measureText("Chapter and verse 油灯").width);
})"""
BOXES = """parts => Object.fromEntries(parts.flatMap((part) => {
  const node = document.querySelector(part);
  const box = node?.getBoundingClientRect();
  return box?.width ? [[part, [Math.round(box.left), Math.round(box.width)]]] : [];
}))"""
# A browser draws a picture smaller well; no library is needed for it.
SHRUNK = """async ([picture, width, height]) => {
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return Array.from({ length: width * height }, (_, i) =>
    Math.round((data[4 * i] + data[4 * i + 1] + data[4 * i + 2]) / 3));
}"""


def look(page: Page) -> dict[str, Any]:
    """Return where the parts of a page are, and its picture, shrunk, in shades of grey."""
    picture = base64.b64encode(page.screenshot(animations="disabled", caret="hide")).decode()
    return {"boxes": page.evaluate(BOXES, PARTS), "picture": shrunk(page, picture)}


def shrunk(page: Page, picture: str) -> list[int]:
    shades: list[int] = page.evaluate(SHRUNK, [picture, *COARSE])
    return shades


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return known


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("view", VIEWS)
def test_a_page_looks_as_it_did(
    new_page: Callable[..., Page],
    site: ServedSite,
    record: dict[str, Any],
    view: str,
    width: int,
    scheme: str,
) -> None:
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(site.url + VIEWS[view])
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    if view == "answer":
        expect(page.locator("[data-role=thread-export]")).to_be_attached()
    fonts = page.evaluate(FONTS)
    found = look(page)
    name = f"{view} {width} {scheme}"
    if IS_WRITING:
        record.update({"fonts": fonts, name: found})
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(record.items())]
        RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    if fonts != record["fonts"]:
        pytest.skip(f"the typefaces here are not those of {RECORD.name}")
    expected = record[name]
    places = [(part, expected["boxes"].get(part), found["boxes"].get(part)) for part in PARTS]
    assert [place for place in places if not is_near(*place[1:])] == []
    assert difference(expected["picture"], found["picture"]) < TOLERANCE_OF_PICTURE


def is_near(expected: list[int] | None, found: list[int] | None) -> bool:
    if expected is None or found is None:
        return expected is found
    return all(abs(a - b) <= TOLERANCE_PX for a, b in zip(expected, found, strict=True))


def difference(expected: list[int], found: list[int]) -> float:
    return sum(abs(a - b) for a, b in zip(expected, found, strict=True)) / len(expected)


def test_the_picture_notices_a_column_that_has_moved(page: Page, site: ServedSite) -> None:
    page.goto(f"{site.url}guide/lamp.html")
    expect(page.locator("html")).to_have_attribute("data-script", "ready")
    before = look(page)
    assert difference(before["picture"], look(page)["picture"]) < 1
    page.evaluate("document.querySelector('main').style.marginLeft = '300px'")
    after = look(page)
    assert difference(before["picture"], after["picture"]) > TOLERANCE_OF_PICTURE
    assert before["boxes"]["main"] != after["boxes"]["main"]
