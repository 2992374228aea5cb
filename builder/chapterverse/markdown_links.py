"""Where links and images of a document lead: an allow-list, and paths of the site."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass, field, replace
from urllib.parse import quote, unquote

from chapterverse.model import Link
from chapterverse.site_paths import RECORDS_SUFFIX, is_document, page_path_of, relative_url

SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_SAFE_IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=%]*")
_SCHEME = re.compile(r"[^/?#]*?:")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: `url` for the page, `link` when it stays inside."""

    url: str
    link: Link | None = None
    is_external: bool = False


@dataclass(slots=True)
class LinkBook:
    """Settles the links of one document and notes those that stay in the site.

    `mark` begins the URL of a loose link, which `site_links` replaces when all documents are known.
    """

    source_path: str
    mark: str
    links: list[Link] = field(default_factory=list)

    def settle(self, url: str, line: int) -> Target:
        """Return where a link on a line leads."""
        target = resolve(url, self.source_path, line)
        if target.link is None:
            return target
        self.links.append(target.link)
        return replace(target, url=self._marked(len(self.links) - 1) or target.url)

    def settle_picture(self, url: str, line: int) -> str:
        """Return the URL of a picture, which has the name that it says."""
        target = resolve(url, self.source_path, line)
        if target.link:
            self.links.append(replace(target.link, is_loose=False))
        return target.url

    def _marked(self, number: int) -> str:
        return f"{self.mark}{number}" if self.links[number].is_loose else ""


def link_mark(content_hash: str) -> str:
    """Return what the marks of a document's loose links begin with; no document can hold it."""
    return f"loose-{content_hash[:32]}-"


def is_allowed(url: str) -> bool:
    """Tell whether a URL's scheme may appear in a page at all."""
    found = _SCHEME.match(url)
    if not found:
        return True
    return found[0][:-1].lower() in SCHEMES or is_safe_image_data(url)


def is_safe_image_data(url: str) -> bool:
    """Tell whether a URL is a picture in itself, of a kind that can hold no script."""
    return bool(_SAFE_IMAGE_DATA.fullmatch(url))


def is_external(url: str) -> bool:
    """Tell whether a URL leads to another origin."""
    start = url[:2].replace("\\", "/").replace("%5C", "/").replace("%5c", "/")
    if start == "//" or url[:6].replace("%5C", "/").replace("%5c", "/").startswith("//"):
        return True
    return bool(_SCHEME.match(url))


def resolve(url: str, source_path: str, line: int = 0) -> Target:
    """Turn the URL that a document holds on a line into one that works on its page."""
    if is_external(url):
        scheme = url.partition(":")[0].lower()
        return Target(url, is_external=scheme not in ("mailto", "tel"))
    path, mark, fragment = url.partition("#")
    path, query_mark, query = path.partition("?")
    anchor = mark + _normal_fragment(fragment)
    page = page_path_of(source_path)
    if not path:
        own_page = Link(line, f"{page}{mark}{unquote(anchor[1:])}")
        return Target(query_mark + query + anchor, own_page if mark else None)
    target = resolve_path(unquote(path), source_path)
    rest = query_mark + query + anchor
    place = mark + unquote(anchor[1:])
    if is_document(target):
        target = page_path_of(target)
    url = relative_url(page, target) + rest
    if not _is_loose(path):
        return Target(url, Link(line, target + place))
    fallback = resolve_path(unquote(path), f"{page.removesuffix('.html')}/")
    return Target(url, Link(line, target + place, is_loose=True, fallback=fallback, rest=rest))


def _is_loose(path: str) -> bool:
    """Tell whether a path has no suffix; what follows the dot of a version number is none."""
    _, dot, suffix = posixpath.basename(path).rpartition(".")
    return not dot or not suffix or suffix[0].isdecimal()


def resolve_path(path: str, source_path: str) -> str:
    """Return the corpus-relative path that a document means by a relative path.

    A path that starts with `/` starts at the corpus; one that climbs out of it stops there.
    """
    folder = "/" + posixpath.dirname(source_path.partition(f"{RECORDS_SUFFIX}/")[0])
    resolved = posixpath.normpath(posixpath.join(folder, path)).lstrip("/")
    return f"{resolved}/" if path.endswith("/") and resolved else resolved


def _normal_fragment(fragment: str) -> str:
    return quote(unicodedata.normalize("NFC", unquote(fragment)), safe="!$&'()*+,;=:@/?~")
