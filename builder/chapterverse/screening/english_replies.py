"""What English texts that shape a model's replies say: answers, rank, concealment."""

from __future__ import annotations

from chapterverse.screening.rule import Rule

_RESHAPE = (
    r"(?<!\w)(?:modify|augment|enhance|encode|encrypt|misspell|scramble|jumble|reverse|rewrite|translate|"
    r"alter|embellish|rearrange|group|combine|shift|apply|render|express|convert|disguise|obfuscate)"
)
_INSERT = (
    r"(?<!\w)(?:add|include|integrate|append|insert|incorporate|embed|put|mention|place|attach|slip|"
    r"use|write|replace)"
)
_REPLY = r"(?:answers?|repl(?:y|ies)|responses?|output|message|summary)"
_ASKER = (
    r"(?:the~|a~|any~)?(?:user|reader|person|human|customer|visitor|anyone|someone|somebody|asker)"
)
_HIDE = (
    r"(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|disclose|disclosing|notify|"
    r"notifying|alert|alerting|warn|warning|admit|show|let|letting)"
)
_OF_THIS = (
    r"(?:this|these|the~above|any~of~this)~(?:\w{1,12}~)?"
    r"(?:note|instruction|message|prompt|text|rule|order|page|document|command|comment|remark)s?"
)

REPLIES: tuple[Rule, ...] = (
    Rule(
        "forced-answer",
        "answer-forcing",
        2,
        r"(?:(?:when(?:ever)?|if)~(?:asked|anyone~asks|someone~asks|(?:a|the)~(?:user|reader|customer)~asks|you~are~asked)"
        r"(?:~[\w'-]{1,20}){0,12}?[,:]?~?(?:always~)?(?:answer|say|reply|respond|tell~(?:them|him|her)|recommend|claim|state|insist)"
        r"|no~matter~what~(?:the~)?(?:user|question|reader|you)"
        r"|(?:you~must|always|only)~(?:answer|respond|reply)~(?:only~)?(?:with|that)(?!\w)"
        r"|(?:respond|reply|answer)~(?:exclusively|solely)~(?:with|by|in)(?!\w)"
        r"|(?:the~)?only~(?:correct|right|true|valid|acceptable)~(?:answer|response|reply)~(?:is|to)(?!\w)"
        r"|regardless~of~(?:the~|what~)?(?:question|user|is~asked))",
        ("ask matter must always only regardless exclusively solely",),
    ),
    Rule(
        "whatever-is-asked",
        "answer-forcing",
        3,
        r"(?:no~matter~what|whatever|regardless~of~(?:what|how))~"
        + _ASKER
        + r"~(?:asks?|says?|wants?)(?:~[\w'-]{1,20}){0,8}?[,:]?~?(?:always~|you~|must~|only~){0,3}"
        r"(?:answer|reply|respond|say|output)(?!\w)"
        r"|(?:answer|reply|respond|say|output)~[\s\S]{0,140}?(?:no~matter~what|whatever|regardless~of~(?:what|how))~"
        + _ASKER
        + r"~(?:asks?|says?|wants?)(?!\w)",
        ("matter whatever regardless", "answer reply respond say output"),
    ),
    Rule(
        "speak-order",
        "answer-forcing",
        2,
        r"you~(?:must|shall|have~to|are~to)~(?:always~|only~|now~|ever~)?(?:say|state|claim|reply|respond|answer|insist)~"
        r"(?:that|so|only|nothing)(?!\w)",
        ("you", "must shall have are"),
    ),
    Rule(
        "no-other-answer",
        "answer-forcing",
        1,
        r"(?:and~)?nothing~else(?!\w)|no~other~(?:answer|reply|code|response)"
        r"|never~(?:give|offer|mention|name)~(?:another|any~other)",
        ("nothing no never",),
    ),
    Rule(
        "cite-me",
        "ranking",
        3,
        r"(?:rank|place|list|put|retrieve|return|show|prefer)~(?:this|our)~(?:page|document|passage|result|site|text|chunk)"
        r"~(?:first|highest|top|above|at~the~top|before)"
        r"|(?:always|only)~(?:cite|quote|recommend|trust|rank)~(?:only~)?(?:this|our)~(?:page|document|passage|source|site|text)(?!\w)(?!~as(?!\w))"
        r"|(?:treat|consider|regard)~this~(?:page|document|text|passage)~as~(?:the~)?(?:more~|most~)?"
        r"(?:only|sole|authoritative|absolute|highest|ultimate|final~authority)",
        (
            "this our",
            "rank place list put retrieve return show prefer cite quote recommend trust treat consider regard",
        ),
    ),
    Rule(
        "conceal",
        "concealment",
        3,
        r"(?:do~not|don'?t|never|without)~(?:ever~)?" + _HIDE + r"~"
        r"(?:(?:this|it|that|anything|any~of~this|these~instructions|this~instruction|about~this)~)?(?:to~)?"
        r"(?:the~|any~|your~)?(?:user|reader|human|operator)s?(?:~(?:about~(?:this|these|it)(?!~\w)|that~you)(?!\w)|~(?:that|about|of)~"
        + _OF_THIS
        + r")"
        r"|(?:^|[.!?\n\]>:(\"|]\s?)without~"
        + _HIDE
        + r"~(?:the~|any~|your~)?(?:user|reader|human)s?~(?:know|notice)[,;]?~"
        r"|(?:do~not|don'?t|never)~(?:ever~)?let~(?:the~)?(?:user|reader|human)~know(?!\w)"
        r"|(?:do~not|don'?t|never)~(?:mention|reveal|disclose|admit|repeat)~(?:this|these|that~you~(?:were|have|received|got))"
        r"~?(?:instructions?|message|prompt|note|told|been~told|received)?~?(?:to~(?:the~)?(?:user|reader|human|anyone))"
        r"|keep~(?:this|it|these~instructions)~(?:a~)?(?:secret|hidden)~from~(?:the~)?(?:user|reader|human)s?",
        ("user reader human operator anyone",),
    ),
    Rule(
        "shape-reply",
        "reply-shaping",
        3,
        _RESHAPE + r"(?:~[\w'-]{1,20}){0,6}?~(?:in~|of~|to~)?your~" + _REPLY + r"(?:'s)?(?!\w)"
        r"|"
        + _INSERT
        + r"~(?:[\s\S]{1,160}?)~(?:to|in|into|throughout)~your~(?:answer|reply|replies)s?(?!\w)"
        r"|"
        + _INSERT
        + r"~(?:[\s\S]{0,60}?)(?:sentence|line|tip|reminder|link|statement|paragraph|announcement|"
        r"phrase|words?|reference|teaser|headline|advertisement|recommendation|reason|appeal|statistic|snippet|"
        r"\"[^\"\n]{1,60}\s[^\"\n]{1,60}\")"
        r"(?:[\s\S]{0,120}?)~(?:to|in|into|throughout)~your~responses?(?!\w)"
        r"|(?<!\w)in~(?:your|every|each|all)~(?:answer|reply|response|replies|answers|responses)[,:]?~"
        r"(?:suggest|tease|mention|recommend|include|promote|advise|urge|claim|say|always)(?!\w)"
        r"|(?:respond|reply|answer)~(?:only~)?(?:using|in|with)~(?:base~?\d\d|rot~?13|reverse|morse|emojis?|"
        r"hexadecimal|a~caesar)"
        r"|(?:begin|start|end|finish|prefix|preface)~(?:all~of~your|all~your|your)"
        r"(?:~(?:single|of))?~(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?)~(?:with|by)(?!\w)"
        r"|(?:begin|start|end|finish|prefix|preface)~(?:each|every)(?:~(?:single|of))?~"
        r"(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?)~with~(?:the~)?(?:exact~|following~)?"
        r"(?:words?|sentence|phrase|string|text)(?!\w)",
        (
            "your respond reply answer every each",
            "answer repl respon output message summary",
        ),
    ),
)
