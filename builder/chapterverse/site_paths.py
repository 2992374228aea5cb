"""Where a document, its source page and its own text live in the site, and links between them."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

DOCUMENT_SUFFIXES = (".md", ".markdown", ".mdx", ".txt")
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")
RECORDS_SUFFIX = ".jsonl"

# Where the site keeps its index, scripts and runtime.
SITE_FOLDER = "_chapterverse"
# Where each protected scope has a folder of its own.
PROTECTED_FOLDER = f"{SITE_FOLDER}/protected"
# Paths that the site itself writes; a document must not take them.
RESERVED_PATHS = (
    "404.html",
    "contents.html",
    "eval/en.html",
    "eval/index.html",
    "eval/report.json",
    "eval/zh.html",
    "llms.txt",
    "robots.txt",
    "sitemap.xml",
)

_INDEX_STEMS = ("index", "readme")


def page_path_of(source_path: str) -> str:
    """Return the site path of a document's rendered page.

    `x/index.md` and `x/README.md` become `x/index.html`; the record `a.jsonl/id@v` becomes
    `a/id@v.html`.
    """
    records, mark, record = source_path.partition(f"{RECORDS_SUFFIX}/")
    if mark:
        return f"{records}/{record}.html"
    folder, name = posixpath.split(source_path)
    stem = _without_suffix(name)
    if stem.lower() in _INDEX_STEMS:
        stem = "index"
    return posixpath.join(folder, f"{stem}.html")


def redirect_path_of(text: str) -> str:
    """Return the site path of the page that a document's `redirects` names.

    `old/page.md`, `old/page`, `/old/page.html` and `old/page/` (its index) are understood. Raises
    ValueError for what is no path inside the site.
    """
    path = text.strip().removeprefix("/")
    parts = path.removesuffix("/").split("/")
    if not path.isprintable() or "\\" in path or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"{text!r} is no path inside the site")
    if any(char in path for char in ":?#"):
        raise ValueError(f"{text!r} is an address, expected a path inside the site")
    if path.endswith("/"):
        return f"{path}index.html"
    if is_document(path):
        return page_path_of(path)
    return path if path.endswith(".html") else f"{path}.html"


def source_page_path_of(source_path: str) -> str:
    """Return the site path of the page that shows a document's lines."""
    return f"source/{source_path}.html"


def raw_path_of(source_path: str) -> str:
    """Return the site path of a document's own text, byte for byte."""
    return f"source/{source_path}"


def relative_url(from_path: str, to_path: str) -> str:
    """Return the percent-encoded URL that leads from one page of the site to another path.

    Both paths are relative to the site's root; a `to_path` that ends in `/` stays a folder.
    """
    start = posixpath.dirname(from_path) or "."
    target = posixpath.relpath(to_path or ".", start)
    url = quote(target, safe="/@!$&'()*+,;=~")
    return f"{url}/" if to_path.endswith("/") and not url.endswith("/") else url


def is_document(name: str) -> bool:
    """Tell whether a file name is that of a Markdown or text document."""
    return name.lower().endswith(DOCUMENT_SUFFIXES)


def is_image(name: str) -> bool:
    """Tell whether a file name is that of an image that the site may show."""
    return name.lower().endswith(IMAGE_SUFFIXES)


def _without_suffix(name: str) -> str:
    for suffix in DOCUMENT_SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name
