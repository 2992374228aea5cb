"""Payloads that are written in a code: bytes and letters as numbers, with bounded work."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from urllib.parse import unquote

from chapterverse.screening.runs import may_be_digits, may_be_letters, may_be_morse

MAX_PAYLOADS = 20
# A payload may be encoded more than once.
MAX_LAYERS = 3

_BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{20,4096}={0,2}(?![\w+/=-])")
_BASE64_LINES = re.compile(
    r"(?:^[ \t>]{0,8}[A-Za-z0-9+/]{4,76}={0,2}[ \t]*\n){1,60}[ \t>]{0,8}[A-Za-z0-9+/]{1,76}={0,2}[ \t]*$",
    re.MULTILINE,
)
_BASE32 = re.compile(r"(?<![\w+/-])[A-Z2-7]{24,4096}={0,6}(?![\w+/=-])")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ :,]?){12,2048}(?![0-9a-fA-F])")
_BINARY = re.compile(r"(?<!\d)(?:[01]{8}[ ,]?){12,1024}(?!\d)")
_DECIMAL = re.compile(r"(?<![\d.])(?:[0-9]{2,3}[ ,;]{1,2}){12,1024}[0-9]{2,3}(?![\d.])")
_PERCENT = re.compile(r"(?:[\w.~+-]{0,20}%[0-9A-Fa-f]{2}){3,1024}[\w.~+-]{0,20}")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}){4,1024}")
_MORSE = re.compile(
    r"(?<![^\s`\"(>|])(?:[.\u00b7-]{1,6}[ /]{1,3}){12,2048}[.\u00b7-]{1,6}(?![^\s`\")<|])"
)
_Code = tuple[str, re.Pattern[str], Callable[[str], bytes]]
_HEX_PAIR = re.compile(r"[0-9a-fA-F]{2}")
_CODE_POINT = re.compile(r"[0-9a-fA-F]{2,6}")
_VARIATIONS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{8,4096}")
_MORSE_CODES = [
    ".-",
    "-...",
    "-.-.",
    "-..",
    ".",
    "..-.",
    "--.",
    "....",
    "..",
    ".---",
    "-.-",
    ".-..",
    "--",
    "-.",
    "---",
    ".--.",
    "--.-",
    ".-.",
    "...",
    "-",
    "..-",
    "...-",
    ".--",
    "-..-",
    "-.--",
    "--..",
    "-----",
    ".----",
    "..---",
    "...--",
    "....-",
    ".....",
    "-....",
    "--...",
    "---..",
    "----.",
]
_LETTER_OF_MORSE = dict(zip(_MORSE_CODES, "abcdefghijklmnopqrstuvwxyz0123456789", strict=True))


def payloads(text: str) -> Iterator[tuple[str, str]]:
    """Yield the code and the decoded text of what looks encoded in a text."""
    yield from islice(_layers(text), MAX_PAYLOADS)


def _layers(text: str) -> Iterator[tuple[str, str]]:
    layer = [text]
    for _ in range(MAX_LAYERS):
        decoded = [pair for each in layer for pair in islice(_payloads(each), MAX_PAYLOADS)]
        yield from decoded
        layer = [each for _, each in decoded][:MAX_PAYLOADS]


def _payloads(text: str) -> Iterator[tuple[str, str]]:
    for may_hold, codes in _BYTE_CODES:
        if may_hold(text):
            yield from _bytes_in(text, codes)
    for found in islice(_MORSE.finditer(text), MAX_PAYLOADS) if may_be_morse(text) else ():
        words = found[0].replace("\u00b7", ".").replace("/", " / ").split()
        letters = (_LETTER_OF_MORSE.get(word, " ") for word in words)
        yield "morse", "".join(letters)
    if "%" in text:
        for found in islice(_PERCENT.finditer(text), MAX_PAYLOADS):
            yield "percent", unquote(found[0]).replace("+", " ")
    if "\\u" in text:
        for found in islice(_ESCAPES.finditer(text), MAX_PAYLOADS):
            points = (int(point, 16) for point in _CODE_POINT.findall(found[0].replace("\\u", " ")))
            yield "escapes", "".join(chr(point) for point in points if point < 0x110000)


def _bytes_in(text: str, codes: Iterable[_Code]) -> Iterator[tuple[str, str]]:
    for code, pattern, bytes_of in codes:
        for found in islice(pattern.finditer(text), MAX_PAYLOADS):
            if decoded := _readable(bytes_of(found[0])):
                yield code, decoded


def _hex_bytes(text: str) -> bytes:
    digits = text.replace("0x", "").replace("\\x", "")
    return bytes.fromhex("".join(_HEX_PAIR.findall(digits)))


def _base64_bytes(text: str) -> bytes:
    plain = "".join(text.replace(">", "").split()).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return b""


def _base32_bytes(text: str) -> bytes:
    plain = text.rstrip("=")
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8))
    except (binascii.Error, ValueError):
        return b""


def _number_bytes(text: str, base: int) -> bytes:
    numbers = [int(digits, base) for digits in re.findall(r"\d+", text)]
    return bytes(numbers) if max(numbers) < 256 else b""


def _binary_bytes(text: str) -> bytes:
    return bytes(int(digits, 2) for digits in re.findall(r"[01]{8}", text))


def _decimal_bytes(text: str) -> bytes:
    return _number_bytes(text, 10)


def _is_beyond_ascii(text: str) -> bool:
    return not text.isascii()


def _variation_bytes(text: str) -> bytes:
    return bytes(
        ord(char) - 0xFE00 if ord(char) < 0x10000 else ord(char) - 0xE0100 + 16 for char in text
    )


_BYTE_CODES: tuple[tuple[Callable[[str], bool], tuple[_Code, ...]], ...] = (
    (
        may_be_letters,
        (
            ("base64", _BASE64, _base64_bytes),
            ("base64", _BASE64_LINES, _base64_bytes),
            ("base32", _BASE32, _base32_bytes),
        ),
    ),
    (
        may_be_digits,
        (
            ("hex", _HEX, _hex_bytes),
            ("binary", _BINARY, _binary_bytes),
            ("decimal", _DECIMAL, _decimal_bytes),
        ),
    ),
    (_is_beyond_ascii, (("variation selectors", _VARIATIONS, _variation_bytes),)),
)


def _readable(raw: bytes) -> str:
    """Return bytes as text if they are text, else nothing."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if sum(char.isprintable() or char.isspace() for char in text) == len(text) else ""
