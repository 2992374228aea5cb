"""Tell whether one text denies what another says: by negations, and by words that are opposites.

Theory: negations are counted, an even number cancels out. Opposites ("at most" and "at least") lie
on axes with two sides; texts that stand on different sides of an axis differ like a negation, so
"not enabled" and "disabled" agree.
"""

from __future__ import annotations

import re

from .fold import fold

_NEGATION = (
    r"\b(?:isn|aren|don|doesn|didn|won|wouldn|shouldn|mustn|wasn|weren|hasn|haven|can)['’]t\b"
    r"|\b(?:no|not|never|none|nothing|neither|nor|without|cannot|unable|except|prohibited|"
    r"forbidden|unless|refuse[sd]?|reject(?:s|ed)?)\b|\bfail(?:s|ed)? to\b"
    r"|不|没有|没|無|无|未|非|勿|禁止|别(?!的)|莫|沒|拒绝"
)
_NOT_NEGATING = (
    r"不仅|不但|不同|不断|无论|不管|非常|未来|\bnot only\b|\bno matter\b"
    r"|\b(?:no|not) (?:more|fewer|less|later|earlier|greater|higher|lower) than\b"
    r"|不(?:得|能|会|可)?(?:超过|多于|大于|高于|少于|小于|低于|早于|晚于|迟于)|不足(?=\s*\d)"
)
_AT_LEAST = (
    r"\bat least\b|\bminimum\b|\b(?:no|not) (?:fewer|less|lower) than\b|\bmore than\b|"
    r"\b(?:greater|higher) than\b|\babove\b|\bover (?=\d)|\bexceed(?:s|ed|ing)?\b|>|≥|至少|最少|"
    r"最小|不(?:得|能|会|可)?(?:少于|小于|低于)|大于|高于|多于|超过|(?<=\d)\s*\S{0,2}以上"
)
_AT_MOST = (
    r"\bat most\b|\bmaximum\b|\b(?:no|not) (?:more|greater|higher) than\b|\bup to\b|"
    r"\b(?:fewer|less|lower) than\b|\bbelow\b|\bunder (?=\d)|<|≤|至多|最多|最大|"
    r"不(?:得|能|会|可)?(?:超过|多于|大于|高于)|小于|低于|少于|不足|(?<=\d)\s*\S{0,2}以下"
)
_AXES = (
    (_AT_LEAST, _AT_MOST),
    (r"\bbefore\b|\bprior to\b|\bearlier than\b|之前|以前", r"\bafter\b|\blater than\b|之后|以后"),
    (
        r"\benabled?\b|\benables\b|\b(?:turn|switch)(?:s|es|ed)? on\b|启用|开启|打开",
        r"\bdisabled?\b|\bdisables\b|\b(?:turn|switch)(?:s|es|ed)? off\b|禁用|停用|关闭",
    ),
    (r"\brequired\b|\bmandatory\b|必填|必需|必选", r"\boptional\b|\bvoluntary\b|可选|选填"),
    (
        r"\bincreas(?:e|es|ed|ing)\b|\braises?\b|\braised\b|增加|提高|上升|升高",
        r"\bdecreas(?:e|es|ed|ing)\b|\breduc(?:e|es|ed|ing)\b|\blowers?\b|减少|降低|下降",
    ),
    (r"\binclud(?:e|es|ed|ing)\b|包括|包含", r"\bexclud(?:e|es|ed|ing)\b|排除"),
    (
        r"\bfirst\b|\boldest\b|\bearliest\b|最早|首次",
        r"\blast\b|\bnewest\b|\blatest\b|最晚|最后|最新",
    ),
)


def is_turned(claim: str, said: str) -> bool:
    """Tell whether a claim says the opposite of a text, as far as single words show it."""
    claimed, shown = fold(claim).text, fold(said).text
    turns = sum(_stand_apart(claimed, shown, *axis) for axis in _AXES)
    return (_is_negative(claimed) is not _is_negative(shown)) is not (turns % 2 == 1)


def _is_negative(text: str) -> bool:
    plain = re.sub(_NOT_NEGATING, " ", text)
    return len(re.findall(_NEGATION, plain)) % 2 == 1


def _stand_apart(claimed: str, shown: str, one: str, other: str) -> bool:
    """Tell whether two texts name an axis, each only one side of it, and not the same."""
    sides = [_sides(text, f"(?P<one>{one})|(?P<other>{other})") for text in (claimed, shown)]
    return all(len(found) == 1 for found in sides) and sides[0] != sides[1]


def _sides(text: str, axis: str) -> set[str]:
    return {str(found.lastgroup) for found in re.finditer(axis, text)}
