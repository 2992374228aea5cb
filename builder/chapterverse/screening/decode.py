"""Payloads that are written in a code: each is decoded at most once, with bounded work."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote

MAX_PAYLOADS = 20
MAX_PAYLOAD_CHARS = 4096

_BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{20,4096}={0,2}(?![\w+/=-])")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ :,]?){12,2048}(?![0-9a-fA-F])")
_PERCENT = re.compile(r"(?:[\w.~+-]{0,20}%[0-9A-Fa-f]{2}){3,1024}[\w.~+-]{0,20}")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}){4,1024}")
_HEX_PAIR = re.compile(r"[0-9a-fA-F]{2}")
_CODE_POINT = re.compile(r"[0-9a-fA-F]{2,6}")
# "ignore", "instruction", "prompt" and "system" in ROT13 and backwards.
_ROT13_SIGNS = ("vtaber", "vafgehpgvba", "cebzcg", "flfgrz")
_REVERSED_SIGNS = ("erongi", "noitcurtsni", "tpmorp", "metsys")


def payloads(text: str) -> Iterator[tuple[str, str]]:
    """Yield the code and the decoded text of what looks encoded in a text."""
    yield from islice(_payloads(text), MAX_PAYLOADS)


def _payloads(text: str) -> Iterator[tuple[str, str]]:
    for found in islice(_BASE64.finditer(text), MAX_PAYLOADS):
        if decoded := _readable(_base64_bytes(found[0])):
            yield "base64", decoded
    for found in islice(_HEX.finditer(text), MAX_PAYLOADS):
        if decoded := _readable(bytes.fromhex("".join(_HEX_PAIR.findall(_digits(found[0]))))):
            yield "hex", decoded
    if "%" in text:
        for found in islice(_PERCENT.finditer(text), MAX_PAYLOADS):
            yield "percent", unquote(found[0]).replace("+", " ")
    if "\\u" in text:
        for found in islice(_ESCAPES.finditer(text), MAX_PAYLOADS):
            points = (int(point, 16) for point in _CODE_POINT.findall(found[0].replace("\\u", " ")))
            yield "escapes", "".join(chr(point) for point in points if point < 0x110000)
    yield from _whole(text)


def _whole(text: str) -> Iterator[tuple[str, str]]:
    lowered = text.lower()
    if any(sign in lowered for sign in _ROT13_SIGNS):
        yield "rot13", codecs.decode(text, "rot13")
    if any(sign in lowered for sign in _REVERSED_SIGNS):
        yield "reversed", text[::-1]


def _digits(text: str) -> str:
    return text.replace("0x", "").replace("\\x", "")


def _base64_bytes(text: str) -> bytes:
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return b""


def _readable(raw: bytes) -> str:
    """Return bytes as text if they are text, else nothing."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if sum(char.isprintable() or char.isspace() for char in text) == len(text) else ""
