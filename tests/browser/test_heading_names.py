"""No heading's id is the name of a property that a script of a page could mean."""

from __future__ import annotations

from playwright.sync_api import Page

from chapterverse.heading_ids import is_safe_id, slug

# An id becomes a property of the window, and some become one of the document.
NAMES = """
() => {
  const names = new Set();
  for (let one of [window, document, Object.prototype]) {
    for (; one; one = Object.getPrototypeOf(one)) {
      for (const name of Object.getOwnPropertyNames(one)) names.add(name);
    }
  }
  return [...names];
}
"""


def test_no_heading_takes_the_name_of_a_property_of_this_browser(page: Page) -> None:
    page.goto("data:text/html,<!doctype html><title>x</title>")
    names = page.evaluate(NAMES)
    assert len(names) > 1_000
    assert "location" in names
    assert "__proto__" in names
    # Ids are lower case and case counts, so that only names without capitals can be taken.
    taken = sorted(name for name in names if slug(name) == name)
    assert not taken, " ".join(taken)
    chosen = sorted(name for name in names if name.islower() and is_safe_id(name))
    assert not chosen, " ".join(chosen)
