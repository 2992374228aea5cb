"""Which images of a corpus a page shows or links to: only those become part of a site.

An image has no scope of its own. One that only documents of another scope show must not be
published with the rest, neither its bytes nor its name.
"""

from __future__ import annotations

import posixpath
import re
from html import unescape
from urllib.parse import unquote

from chapterverse.site_paths import is_image

_ADDRESS = re.compile(r'\s(?:src|href)="([^"#?]+)')


def shown_images(body_html: str, page_path: str) -> tuple[str, ...]:
    """Return the site paths of images that a rendered body leads to, sorted."""
    folder = posixpath.dirname(page_path)
    found = {
        posixpath.normpath(posixpath.join(folder, unquote(unescape(address))))
        for address in _ADDRESS.findall(body_html)
        if is_image(address) and ":" not in address
    }
    return tuple(sorted(found))
