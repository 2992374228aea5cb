"""Where links and images of a document lead: an allow-list, and paths of the site."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import quote, unquote

from chapterverse.site_paths import RECORDS_SUFFIX, is_document, page_path_of, relative_url

SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_SAFE_IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=%]*")
_SCHEME = re.compile(r"[^/?#]*?:")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: `url` for the page, `site_path` (with anchor) when it stays inside."""

    url: str
    site_path: str = ""
    is_external: bool = False


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


def resolve(url: str, source_path: str) -> Target:
    """Turn the URL that a document holds into one that works on its page."""
    if is_external(url):
        scheme = url.partition(":")[0].lower()
        return Target(url, is_external=scheme not in ("mailto", "tel"))
    path, mark, fragment = url.partition("#")
    path, query_mark, query = path.partition("?")
    anchor = mark + _normal_fragment(fragment)
    page = page_path_of(source_path)
    if not path:
        own_page = f"{page}{mark}{unquote(anchor[1:])}"
        return Target(query_mark + query + anchor, own_page if mark else "")
    target = resolve_path(unquote(path), source_path)
    if is_document(target):
        target = page_path_of(target)
    rest = query_mark + query + anchor
    return Target(relative_url(page, target) + rest, target + mark + unquote(anchor[1:]))


def resolve_path(path: str, source_path: str) -> str:
    """Return the corpus-relative path that a document means by a relative path.

    A path that starts with `/` starts at the corpus; one that climbs out of it stops there.
    """
    folder = "/" + posixpath.dirname(source_path.partition(f"{RECORDS_SUFFIX}/")[0])
    resolved = posixpath.normpath(posixpath.join(folder, path)).lstrip("/")
    return f"{resolved}/" if path.endswith("/") and resolved else resolved


def _normal_fragment(fragment: str) -> str:
    return quote(unicodedata.normalize("NFC", unquote(fragment)), safe="!$&'()*+,;=:@/?~")
