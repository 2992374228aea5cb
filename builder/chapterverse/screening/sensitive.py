"""Probable secrets in documents: keys, tokens, passwords, card and identity numbers.

A build warns of them, because what is published stays published. Numbers count only with a right
checksum, assigned values only when they look random; what is plainly an example does not count.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from chapterverse.model import Finding, Source
from chapterverse.screening.allowing import ALLOWED, Allowance, is_allowed

FAMILY = "sensitive-data"
WARNING = "warning"
_SHOWN_CHARS = 4
_MIN_ENTROPY = 3.5
_MAX_LINE_CHARS = 20_000

_TOKENS = {
    "cloud-key": r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    "code-host-token": r"(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{60,251}|glpat-[\w-]{20,64})",
    "chat-token": r"(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{20,200}",
    "map-key": r"(?<!\w)AIza[\w-]{35}(?![\w-])",
    "payment-key": r"(?<!\w)(?:sk|rk)_live_[0-9A-Za-z]{20,200}",
    "model-key": r"(?<![\w-])sk-[A-Za-z0-9_-]{32,200}",
    "package-token": r"(?<!\w)(?:npm_[A-Za-z0-9]{36}|pypi-[\w-]{60,250})",
    "signed-token": r"(?<!\w)eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}",
}
_TOKEN = re.compile("|".join(f"(?P<{name.replace('-', '_')}>{p})" for name, p in _TOKENS.items()))
_SIGNS = ("AKIA", "ASIA", "gh", "glpat-", "xox", "AIza", "k_live_", "sk-", "npm_", "pypi-", "eyJ")
_KEY_START = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY = re.compile(r"[ \t>]{0,8}[A-Za-z0-9+/=]{40,100}[ \t]*")
# The same in one line, as JSON and environment files hold it.
_KEY_IN_LINE = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:\\r)?(?:\\n|[ \t])[A-Za-z0-9+/=]{40,4000}"
)
# What may stand between a key's first line and its body: armour headers and one empty line.
_KEY_HEADER = re.compile(r"[ \t>]{0,8}(?:[A-Z][A-Za-z-]{1,20}: [^\n]{0,200})?")
_KEY_HEADERS = 4
_PUTTY_KEY = re.compile(r"PuTTY-User-Key-File-\d: [\w-]{1,40}")
_ASSIGNED = re.compile(
    r"(?:pass(?:word|wd)|secret|token|api[_-]?key|access[_-]?key|credential)s?[\"'`]?[ \t]{0,3}(?:=|:|=>|:=)"
    r"[ \t]{0,3}[\"'`]?([A-Za-z0-9+/_=.~!@#%^&*-]{16,120})(?![A-Za-z0-9+/_=.~!@#%^&*-])",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"[a-z][a-z0-9+]{1,14}://[^\s:/@<>\"'`]{1,60}:([^\s:/@<>\"'`]{8,80})@")
_EXAMPLE = re.compile(
    r"example|sample|dummy|placeholder|changeme|your|xxxx|\.\.\.|redacted|secret|password|token|foo|"
    r"test|fake|1234|abcd",
    re.IGNORECASE,
)
_CARD = re.compile(r"(?<![\w.-])\d{4}[ -]?\d{4,6}[ -]?\d{4,5}(?:[ -]?\d{3,4})?(?![\w.-])")
_CARD_START = re.compile(r"4|5[1-5]|2[2-7]|3[47]|6011|65|62")
_CARD_WORD = re.compile(r"card|visa|master|amex|卡号|银行卡|信用卡", re.IGNORECASE)
# Numbers that payment services publish for tests.
_TEST_CARDS = frozenset(
    (
        "4111111111111111", "4242424242424242", "4000056655665556", "5555555555554444",
        "2223003122003222", "5105105105105100", "378282246310005", "371449635398431",
        "6011111111111117", "4012888888881881", "6200000000000005", "5200828282828210",
    )
)  # fmt: skip
_IDENTITY = re.compile(r"(?<![\w.])[1-8]\d{5}(?:19|20)\d{9}[\dXx](?![\w.])")
_IDENTITY_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def sensitive_in(source: Source, allowances: Sequence[Allowance] = ()) -> Iterator[Finding]:
    """Yield a warning for each probable secret of a source; the payload shows only its start.

    Where the allow-list names the document, it is reported as allowed.
    """
    lines = source.lines
    severity = ALLOWED if is_allowed(allowances, source.source_path, "") else WARNING
    for number, line in enumerate(lines, start=1):
        following = lines[number : number + _KEY_HEADERS + 1]
        for rule, value in _secrets_of(line[:_MAX_LINE_CHARS], following):
            shown = f"{value[:_SHOWN_CHARS]}… ({len(value)} characters)"
            yield Finding(source.source_path, number, number, rule, FAMILY, severity, shown)


def _secrets_of(line: str, following: Sequence[str]) -> Iterator[tuple[str, str]]:
    if any(sign in line for sign in _SIGNS):
        for match in _TOKEN.finditer(line):
            if not _EXAMPLE.search(match[0]):
                yield str(match.lastgroup).replace("_", "-"), match[0]
    if key := _private_key(line, following):
        yield "private-key", key
    for pattern, rule in ((_ASSIGNED, "assigned-secret"), (_IN_ADDRESS, "password-in-address")):
        for match in pattern.finditer(line) if ":" in line or "=" in line else ():
            if _is_random(match[1]):
                yield rule, match[1]
    yield from _numbers_of(line)


def _private_key(line: str, following: Sequence[str]) -> str:
    """Return the first line of a private key; a frame without a key in it is an example."""
    if putty := _PUTTY_KEY.search(line):
        return putty[0]
    start = _KEY_START.search(line) if "-----BEGIN" in line else None
    if not start:
        return ""
    body = next((one for one in following if not _KEY_HEADER.fullmatch(one)), "")
    return start[0] if _KEY_BODY.fullmatch(body) or _KEY_IN_LINE.search(line) else ""


def _numbers_of(line: str) -> Iterator[tuple[str, str]]:
    for match in _CARD.finditer(line):
        digits = re.sub(r"\D", "", match[0])
        is_named = len(match[0]) > len(digits) or _CARD_WORD.search(line)
        if is_named and _is_card(digits):
            yield "card-number", digits
    for match in _IDENTITY.finditer(line):
        if _is_identity(match[0].upper()):
            yield "identity-number", match[0]


def _is_random(value: str) -> bool:
    """Tell whether a value has the mixture and the entropy of a generated one."""
    has_both = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if not has_both or _EXAMPLE.search(value):
        return False
    shares = (count / len(value) for count in Counter(value).values())
    return -sum(share * math.log2(share) for share in shares) >= _MIN_ENTROPY


def _is_card(digits: str) -> bool:
    """Check the kind, the length and Luhn's sum of a card number."""
    if not 14 < len(digits) < 20 or digits in _TEST_CARDS or not _CARD_START.match(digits):
        return False
    if len(set(digits)) < 4:
        return False
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


def _is_identity(number: str) -> bool:
    """Check the birthday and the check digit of a Chinese identity number (GB 11643-1999)."""
    try:
        date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    total = sum(
        int(digit) * weight for digit, weight in zip(number, _IDENTITY_WEIGHTS, strict=False)
    )
    return "10X98765432"[total % 11] == number[17]
