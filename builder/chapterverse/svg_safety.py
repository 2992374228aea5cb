"""Which SVG pictures can do nothing but be looked at, even when somebody opens them by themselves.

In an `<img>` a browser runs nothing of an SVG. Opened by its own address it is a document of the
site's origin: its scripts run there, and a host without headers of ours does nothing against it.
So a picture with anything active in it does not become part of a site.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

_PAGES = "http://www.w3.org/1999/xhtml"
_ACTIVE_NAMESPACES = re.compile(r"http://www\.w3\.org/(?:1998/Math|2001/xml-events|1999/XSL)")
_ACTIVE_NAMES = frozenset(("script", "handler", "listener"))
# What drawing programs put into `foreignObject` for text; nothing of it acts.
_INERT_OF_PAGES = frozenset(
    re.findall(
        r"\w+",
        "b body br center code div em font h1 h2 h3 h4 h5 h6 hr i li ol p pre small span strong sub sup"
        " table tbody td th thead tr u ul",
    )
)
_ANIMATIONS = frozenset(("animate", "set", "animatetransform", "animatemotion"))
_SAFE_ADDRESS = re.compile(r"#|data:image/(?:png|jpeg|gif|webp|avif);", re.IGNORECASE)
_SAFE_LINK = re.compile(r"#|(?:https?|mailto):", re.IGNORECASE)
# Styles that load something: anything but a part of the same picture.
_LOADS = re.compile(
    r"@import|\\|url\(\s*[\"']?(?!\s*#|\s*data:image/(?:png|jpeg|gif|webp|avif);)", re.IGNORECASE
)


class _Active(Exception):
    """What makes the picture active."""


def is_svg(name: str) -> bool:
    """Tell whether a file's name is that of an SVG."""
    return name.lower().endswith(".svg")


def refuse_active(svg: bytes) -> None:
    """Raise ValueError for a picture that could do something besides being looked at."""
    if found := active_part(svg):
        raise ValueError(f"a picture that could act when it is opened by itself, left out; {found}")


def active_part(data: bytes) -> str:
    """Return what an SVG could do besides being looked at, empty for nothing."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = _check_element
    parser.CharacterDataHandler = _check_text
    parser.EntityDeclHandler = lambda *_: _refuse("entities")
    parser.ProcessingInstructionHandler = lambda target, _: _refuse(f"<?{target}?>")
    try:
        parser.Parse(data, True)  # noqa: FBT003  # positional in expat
    except _Active as found:
        return f"line {parser.CurrentLineNumber}: {found}"
    except expat.ExpatError as error:
        return f"line {error.lineno}: not well-formed"
    return ""


def _refuse(what: str) -> None:
    raise _Active(what)


def _check_element(name: str, attributes: Mapping[str, str]) -> None:
    namespace, _, local = name.rpartition(" ")
    local = local.lower()
    is_of_pages = namespace == _PAGES and local not in _INERT_OF_PAGES
    if local in _ACTIVE_NAMES or is_of_pages or _ACTIVE_NAMESPACES.match(namespace):
        raise _Active(f"<{local}>")
    for attribute, value in attributes.items():
        _check_attribute(local, attribute.rpartition(" ")[2].lower(), value)


def _check_attribute(element: str, name: str, value: str) -> None:
    address = re.sub(r"[\x00-\x20]", "", value)
    if name.startswith("on"):
        raise _Active(f"{name}=")
    if element in _ANIMATIONS and name == "attributename" and "href" in address.lower():
        raise _Active(f"<{element}> of an address")
    safe = _SAFE_LINK if element == "a" else _SAFE_ADDRESS
    if name in ("href", "src", "base") and not safe.match(address):
        raise _Active(f'{name}="{value[:40]}"')
    if _LOADS.search(value):
        raise _Active(f'{name}="{value[:40]}"')


def _check_text(text: str) -> None:
    if _LOADS.search(text):
        raise _Active("a style that loads something")
