"""How the bytes of a file become lines: what git, GitHub and an editor call a line."""

from __future__ import annotations

import hashlib

_BOM = "\ufeff"


def decode(raw: bytes) -> str:
    """Decode a document's bytes; raise ValueError that says what was found and where."""
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        raise ValueError(f"binary: a NUL byte in line {line}, expected UTF-8 text")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{raw[error.start]:02x} in line {line}"
        raise ValueError(f"not UTF-8: {found} cannot be decoded") from None
    if not text.strip(_BOM).strip():
        raise ValueError("empty: there is no text in it")
    return text


def split_lines(text: str) -> tuple[str, ...]:
    """Split text on LF only, with CR at line ends and a leading BOM taken off.

    No other character ends a line; a final newline doesn't start another line.
    """
    lines = text.removeprefix(_BOM).split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    return tuple(line.removesuffix("\r") for line in lines)


def sha256_hex(raw: bytes) -> str:
    """Return the SHA-256 of bytes in hexadecimal."""
    return hashlib.sha256(raw).hexdigest()
