"""Integrity of what a page loads: the hashes that HTML attributes and the scripts' own table name.

A module's own imports carry no integrity of their own, and a table for them in the page would be an
inline script. So the table is a module, `integrity.js`; its hash and those of the first scripts stand
in the HTML, and the scripts check every further file before they start it (`web/app/verified.js`).
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping

TABLE_NAME = "integrity.js"
_IMPORT = re.compile(r"""^(?:import|export)\b[^"']*["']\./([\w.-]+\.js)["']""", re.MULTILINE)
# What scripts load later: modules, texts, styles, and the list of the runtime's own hashes.
_CHECKED_SUFFIXES = (".js", ".json", ".css")


def integrity_of(sha256_hex: str) -> str:
    """Return a SHA-256 as an `integrity` attribute writes it."""
    return "sha256-" + b64encode(bytes.fromhex(sha256_hex)).decode()


def integrity_table(text_of_name: Mapping[str, str], sha256_of_name: Mapping[str, str]) -> bytes:
    """Return the module that tells scripts what each file is and which modules it imports at once.

    `text_of_name` holds the modules of the app; `sha256_of_name` all files that scripts load.
    """
    rows = {
        name: [integrity_of(digest), _IMPORT.findall(text_of_name.get(name, ""))]
        for name, digest in sorted(sha256_of_name.items())
        if name.endswith(_CHECKED_SUFFIXES)
    }
    table = json.dumps(rows, separators=(",", ":"))
    return f"export const FILES = new Map(Object.entries({table}));\n".encode()
