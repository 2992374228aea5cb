"""Ids of headings: Unicode, never empty, unique in their page, never a name that scripts rely on."""

from __future__ import annotations

import re
import unicodedata

# Goes up when a heading would get another id than before: links from elsewhere may break.
SLUG_VERSION = 2

_PREFIX = "section"

# An element's id becomes a property of `window`, and may shadow one of `document` or of a form.
# Ids are lower case, so only names without capitals can collide.
_PROPERTY_NAMES = frozenset(
    re.findall(
        r"\w+",
        """
        action adoptnode alert all anchors animations append applets atob attributes before blur body
        btoa caches canvas captureevents charset childnodes children chrome clear click close closed
        closest confirm console constructor contains cookie credentialless crypto dataset dir doctype document domain
        elements embeds escape eval evaluate event external fence fetch find focus fonts form forms frames fullscreen
        function head hidden history id images implementation import inert infinity lang length
        links location locationbar menubar method name namespaceuri nan navigation navigator normalize
        object open opener origin outcome parent performance personalbar plugins popover postmessage
        prefix prepend prerendering print process prompt prototype proto question referrer remove replace reset
        reporterror role scheduler screen scripts scroll scrollbars self slot status statusbar stop
        string style styles submit symbol tagname target timeline title toolbar top translate trustedtypes
        undefined unescape valueof viewport visualviewport when window worker write writeln
        """,
    )
)
_RESERVED = re.compile(r"l\d+(-l?\d+)?|s\d+|fn(ref)?[\d:-]*|on[a-z]+|cv-.*|_.*|-*")
_EXPLICIT = re.compile(r"[^\W_][\w.:-]*")


class HeadingIds:
    """The ids given out in one page."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next_suffix: dict[str, int] = {}

    def give(self, text: str, wanted: str = "") -> str:
        """Return an id for a heading's text, or the author's own when it is a safe one."""
        base = wanted if wanted and is_safe_id(wanted) else slug(text)
        suffix = self._next_suffix.get(base, 0)
        given = f"{base}-{suffix}" if suffix else base
        while given in self._taken:
            suffix += 1
            given = f"{base}-{suffix}"
        self._next_suffix[base] = suffix + 1
        self._taken.add(given)
        return given


def slug(text: str) -> str:
    """Turn a heading's text into an id, as GitHub does, with a prefix where that is reserved."""
    folded = unicodedata.normalize("NFC", text.strip().lower())
    kept = "".join(_kept(char) for char in folded)
    return f"{_PREFIX}-{kept}".rstrip("-") if _is_reserved(kept) else kept


def is_safe_id(wanted: str) -> bool:
    """Tell whether an author's own id can stay as it is."""
    return bool(_EXPLICIT.fullmatch(wanted)) and not _is_reserved(wanted.lower())


def _kept(char: str) -> str:
    if char.isspace():
        return "-"
    is_letter = char.isalnum() or char in "-_" or unicodedata.category(char)[0] == "M"
    return char if is_letter else ""


def _is_reserved(name: str) -> bool:
    return name in _PROPERTY_NAMES or bool(_RESERVED.fullmatch(name))
