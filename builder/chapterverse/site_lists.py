"""What a site lists besides its pages: headings for the question box, and files for machines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from chapterverse.model import Document, Section
from chapterverse.navigation import Navigation
from chapterverse.site_paths import raw_path_of, relative_url
from chapterverse.stages.pages import SiteFrame
from chapterverse_engine.passage_codec import anchor_of

HEADINGS_PATH = "_chapterverse/headings.json"
# About 1 MB of JSON, which a browser parses and scans within 50 ms.
MAX_PLACES = 20_000


def render_headings(navigation: Navigation, documents: Iterable[Document]) -> str:
    """Return the places that the question box offers while a reader types, as JSON.

    `[[page_path, title, lang, [[anchor, heading], …]], …]` in reading order; a heading whose anchor
    follows from it, as in passage shards, stands alone. Deep headings are
    left out where there are more than MAX_PLACES, so that a reader's wait does not grow for ever.
    """
    document_of_page = {document.page_path: document for document in documents}
    ordered = [document_of_page.get(node.page_path) for node in navigation.reading_order]
    present = [document for document in ordered if document]
    deepest = _deepest_level(present)
    rows = [[d.page_path, d.title, d.lang, _headings(d, deepest)] for d in present[:MAX_PLACES]]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


def render_llms_txt(frame: SiteFrame, navigation: Navigation, documents: Iterable[Document]) -> str:
    """Return llms.txt: every document in reading order, with a link to its plain text."""
    document_of_page = {document.page_path: document for document in documents}
    order = [document_of_page.get(node.page_path) for node in navigation.reading_order]
    links = [f"- [{_plain(d.title)}]({_raw_url(d)})" for d in order if d]
    head = [f"# {frame.title}", ""]
    if frame.description:
        head += [f"> {frame.description}", ""]
    return "\n".join([*head, "## Documents", "", *links, ""])


def render_robots(site_url: str = "") -> str:
    """Return robots.txt; it names the site map when the site's address is known."""
    lines = ["User-agent: *", "Allow: /"]
    if site_url:
        lines.append(f"Sitemap: {site_url.rstrip('/')}/sitemap.xml")
    return "\n".join([*lines, ""])


def render_sitemap(navigation: Navigation, site_url: str) -> str:
    """Return sitemap.xml with the absolute addresses of the rendered pages."""
    base = site_url.rstrip("/")
    urls = [
        Markup("  <url><loc>{}</loc></url>").format(f"{base}/{relative_url('', node.page_path)}")
        for node in navigation.reading_order
    ]
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return "\n".join([head, f'<urlset xmlns="{namespace}">', *urls, "</urlset>", ""])


def _deepest_level(documents: Sequence[Document]) -> int:
    """Return the deepest heading level with which the places stay within their bound."""
    levels = Counter(section.level for document in documents for section in document.sections)
    places = len(documents)
    for level in sorted(levels):
        places += levels[level]
        if places > MAX_PLACES:
            return level - 1
    return max(levels, default=0)


def _headings(document: Document, deepest: int) -> list[str | tuple[str, str]]:
    return [
        title if section.anchor == anchor_of(title) else (section.anchor, title)
        for title, section in _titled(document)
        if section.level <= deepest
    ]


def _titled(document: Document) -> list[tuple[str, Section]]:
    return [
        (section.heading_path[-1], section) for section in document.sections if section.is_named
    ]


def _raw_url(document: Document) -> str:
    return relative_url("", raw_path_of(document.source_path))


def _plain(title: str) -> str:
    return title.replace("[", "(").replace("]", ")")
