"""Whether a phrase is said to a model, or shown to a reader who learns about such phrases.

A guide that warns of attacks quotes them. What it quotes stays answerable when the text around it
says so: a heading on the subject, a word such as "attackers" or "for example" near a quoted phrase,
or a sentence that tells what somebody else would say.
"""

from __future__ import annotations

import re

_TOPIC = re.compile(
    r"inject|jailbreak|attack|secur|threat|adversar|hostile|vulnerab|guard|red.?team|owasp|llm0\d|abuse|"
    r"screening|exploit|injection|moderation|"
    r"注入|越狱|攻击|安全|威胁|对抗|敌意|恶意|漏洞|防护|防御|筛查"
)
_CUE = re.compile(
    r"attack|inject|jailbreak|malicious|adversar|payload|threat|exploit|hostile|untrusted|poison|"
    r"phrases?\b|wording|detect|refus|reject|caught|sanitiz|sanitis|for example|for instance|e\.g\.|such as|"
    r"like this|says\b|reads\b|saying|written|contains?\b|"
    r"攻击|注入|越狱|恶意|示例|例如|比如|诸如|防御|检测|过滤|黑客|之类|写着|这样的|拒绝|识别"
)
_THIRD_PERSON = re.compile(
    r"(?:tell(?:s|ing)?|told|instruct(?:s|ing|ed)?|ask(?:s|ing|ed)?|trick(?:s|ing|ed)?|convinc\w{1,4}|caus\w{1,4}|"
    r"mak(?:es|ing)|forc(?:es|ing|ed)|direct(?:s|ing|ed)|manipulat\w{1,4}|persuad\w{1,4}|command(?:s|ing|ed)|"
    r"get(?:s|ting)?|lead(?:s|ing)?)(?:\W{1,3}\w{1,20}){1,4}\W{1,3}(?:to|into)\W{1,3}$"
    r"|(?:attackers?|adversar\w{1,4}|hackers?|someone|somebody|users?|prompts?|documents?|inputs?|pages?|"
    r"they|which|that)\W{1,3}(?:may|might|could|can|will|would|tr(?:y|ies)|attempts?)(?:\W{1,3}\w{1,20}){0,3}\W{1,3}$"
    r"|(?:攻击者|黑客|恶意(?:用户|网页|文档|页面))[^。!?！？]{0,20}$"
    r"|(?:有人|用户|网页|文档)[^。!?！？,，]{0,8}(?:会|可能|可以|要求|让|诱使|试图|想)[^。!?！？,，]{0,12}$"
)
_SUBJECT = re.compile(r"prompt.?injection|jailbreak|提示词?注入|越狱攻击")
_SUBJECT_WORDS = ("injection", "jailbreak", "注入", "越狱")
_SUBJECT_MENTIONS = 3
_PAIRS = {"“": "”", "‘": "’", "「": "」", "『": "』", "«": "»", "《": "》"}
_LOOK_BACK = 200
_LOOK_AROUND = 400


def is_on_subject(names: str) -> bool:
    """Tell whether a title, heading path or file name is about attacks or security."""
    return bool(_TOPIC.search(names.lower()))


def treats_subject(text: str) -> bool:
    """Tell whether a whole document is about such attacks, by how often it names them."""
    lowered = text.lower()
    if not any(word in lowered for word in _SUBJECT_WORDS):
        return False
    return len(_SUBJECT.findall(lowered)) >= _SUBJECT_MENTIONS


def is_only_shown(normal: str, span: tuple[int, int], *, on_subject: bool, in_code: bool) -> bool:
    """Tell whether the phrase in a span of a normalised text is an example, not an order."""
    start, end = span
    before = normal[max(0, start - _LOOK_BACK) : start]
    if _THIRD_PERSON.search(before):
        return True
    quoted = in_code or is_quoted(normal, start)
    if on_subject:
        return quoted or bool(_CUE.search(before))
    # The phrase itself says nothing about how it is meant.
    around = normal[max(0, start - _LOOK_AROUND) : start] + "\n" + normal[end : end + _LOOK_AROUND]
    return quoted and bool(_CUE.search(around))


def is_quoted(normal: str, start: int) -> bool:
    """Tell whether a place of a normalised text stands in quotation marks or inline code."""
    before = normal[:start]
    if before.count('"') % 2 and '"' in normal[start:]:
        return True
    return any(before.rfind(opening) > before.rfind(closing) for opening, closing in _PAIRS.items())
