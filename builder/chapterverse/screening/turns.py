"""What forges a turn, a boundary or a role of the conversation with a model, in any language."""

from __future__ import annotations

from chapterverse.screening.rule import Rule

_BOUNDARY = (
    r"</(?:context|evidence|documents?|instructions?|passages?|user ?input|search ?results?|"
    r"retrieved ?\w{0,20}|untrusted ?\w{0,20}|上下文|文档|证据|资料)>"
)

TURNS: tuple[Rule, ...] = (
    Rule(
        "fake-turn",
        "fake-turn",
        3,
        r"<\|(?:(?:im|start|end)[ -]?(?:start|end|header)?(?: ?id)?|begin of text|end ?of ?text|eot ?id|"
        r"system|user|assistant)\|>|<(?:start|end) of turn>"
        r"|\[/?inst\]|<<\s?/?sys\s?>>|(?:begin|end|start)~of?~?(?:the~)?system~prompt"
        r"|#{2,4}\s?(?:system|new)\s?(?:instructions?|prompt|message)\s?:"
        r"|(?:^|\n)#{2,4}\s?instruction\s?:(?=\s)",
        ("<| [inst [/inst << prompt ## turn>", "<| inst] sys turn> prompt instruction message"),
    ),
    Rule(
        "fake-turn-zh",
        "fake-turn",
        2,
        r"(?:^|\n)#{2,4}\s?(?:系统|新)?(?:指令|指示|提示词?)\s?[:：]\s{0,2}(?=请|你|说|输出|回答)",
        ("#",),
    ),
    Rule(
        "forged-boundary",
        "fake-turn",
        3,
        _BOUNDARY
        + r"\s{0,3}(?:<|\[s\d|(?:system|assistant|human|user|new|now|important|note|系统|助手|用户)(?!\w{3}))"
        r"|<(?:system|assistant)(?: ?(?:prompt|message|instructions?))?>\s?\S",
        ("</ <system <assistant",),
    ),
    Rule("forged-source", "fake-turn", 3, r"\[s\d{1,3}\]\s?source\s?:", ("source",)),
    Rule(
        "fake-role",
        "fake-turn",
        2,
        r"(?:^|[\n\]>#-]\s?)(?:system|assistant|developer)\s?:\s?"
        r"(?:you~(?:are|must|will|should)|ignore|disregard|new~|the~user|override)"
        r"|(?:^|[\n\]>#-]\s?)(?:系统|助手|开发者)\s?[:：]\s?(?:你|忽略|无视|新)",
        ("system assistant developer 系统 助手 开发者",),
    ),
    Rule(
        "transliterated",
        "override",
        3,
        r"(?<!\w)(?:hu~?l[uv]e|wu~?shi|wang~?ji)(?:~[a-z]{1,8}){0,8}?~?(?:zhi~?ling|ti~?shi~?ci|gui~?ze|zhi~?shi)(?!\w)",
        ("zhiling tishi guize zhishi ling shi ze",),
    ),
)
