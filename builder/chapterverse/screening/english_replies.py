"""What English texts that shape a model's replies say: answers, rank, address, concealment."""

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

REPLIES: tuple[Rule, ...] = (
    Rule(
        "forced-answer",
        "answer-forcing",
        2,
        r"(?:(?:when(?:ever)?|if)~(?:asked|anyone~asks|someone~asks|(?:a|the)~(?:user|reader|customer)~asks|you~are~asked)"
        r"(?:~[\w'-]{1,20}){0,12}[,:]?~?(?:always~)?(?:answer|say|reply|respond|tell~(?:them|him|her)|recommend|claim|state|insist)"
        r"|no~matter~what~(?:the~)?(?:user|question|reader|you)"
        r"|(?:you~must|always|only)~(?:answer|respond|reply)~(?:only~)?(?:with|that)(?!\w)"
        r"|(?:the~)?only~(?:correct|right|true|valid)~(?:answer|response)~is"
        r"|regardless~of~(?:the~|what~)?(?:question|user|is~asked))",
        (("ask", "matter", "must", "always", "only", "regardless"),),
    ),
    Rule(
        "cite-me",
        "ranking",
        3,
        r"(?:rank|place|list|put|retrieve|return|show|prefer)~(?:this|our)~(?:page|document|passage|result|site|text|chunk)"
        r"~(?:first|highest|top|above|at~the~top|before)"
        r"|(?:always|only)~(?:cite|quote|recommend|trust|rank)~(?:only~)?(?:this|our)~(?:page|document|passage|source|site|text)"
        r"|(?:treat|consider|regard)~this~(?:page|document|text|passage)~as~(?:the~)?(?:only|authoritative|absolute|highest)",
        (
            ("this", "our"),
            (
                "rank",
                "place",
                "list",
                "put",
                "retrieve",
                "return",
                "show",
                "prefer",
                "cite",
                "quote",
                "recommend",
                "trust",
                "treat",
                "consider",
                "regard",
            ),
        ),
    ),
    Rule(
        "address",
        "address",
        2,
        r"(?:(?:attention|note|notice|important|instructions?|message|memo|directive|dear|hey|hello|to|for)"
        r"~(?:to~|for~)?(?:all~|any~|the~)?(?:ai|llms?|language~models?|chatgpt|gpt|claude|gemini|copilot|chatbots?)"
        r"(?:~(?:assistants?|models?|agents?|systems?|bots?))?(?:~(?:reading|processing|parsing|summari[sz]ing|indexing))"
        r"|(?:attention|note~to|notice~to|message~(?:to|for)|dear|hey|hi|hello)~(?:all~|any~|the~)?"
        r"(?:ai|llms?|language~models?|chatgpt|gpt|claude|gemini|copilot|chatbots?|assistant)(?!\w))",
        (
            ("ai", "llm", "model", "gpt", "claude", "gemini", "copilot", "chatbot", "assistant"),
            (
                "attention",
                "note",
                "notice",
                "important",
                "instruction",
                "message",
                "memo",
                "directive",
                "dear",
                "hey",
                "hello",
                "to",
                "for",
            ),
        ),
    ),
    Rule(
        "if-you-are-a-model",
        "address",
        3,
        r"(?:if|as|since|because)~you(?:~are|'re)~(?:reading~this~(?:as~)?)?(?:an?~)(?:ai|llm|large~language|language~model|chatbot|"
        r"ai~assistant|automated~assistant)(?!\w)"
        r"|(?:ai|llm|language~model|chatbot)~?(?:assistants?|agents?|models?|systems?)?~(?:must|shall|have~to)~(?:now~)?"
        r"(?:ignore|answer|reply|respond|say|tell|recommend|output|obey|follow|disregard)",
        (("you", "must", "shall", "have"), ("ai", "llm", "model", "chatbot", "assistant")),
    ),
    Rule(
        "conceal",
        "concealment",
        3,
        r"(?:do~not|don'?t|never|without)~(?:ever~)?(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|"
        r"disclose|disclosing|notify|notifying|alert|alerting|warn|warning|admit|show|let)~"
        r"(?:(?:this|it|that|anything|any~of~this|these~instructions|this~instruction|about~this)~)?(?:to~)?"
        r"(?:the~|any~|your~)?(?:user|reader|human|operator)s?(?:~(?:about~(?:this|these|it)|know|that~you))(?!\w)"
        r"|(?:do~not|don'?t|never)~(?:mention|reveal|disclose|admit|repeat)~(?:this|these|that~you~(?:were|have|received|got))"
        r"~?(?:instructions?|message|prompt|note|told|been~told|received)?~?(?:to~(?:the~)?(?:user|reader|human|anyone))"
        r"|keep~(?:this|it|these~instructions)~(?:a~)?(?:secret|hidden)~from~(?:the~)?(?:user|reader|human)s?",
        (("user", "reader", "human", "operator", "anyone"),),
    ),
    Rule(
        "shape-reply",
        "reply-shaping",
        3,
        _RESHAPE + r"(?:~[\w'-]{1,20}){0,6}~(?:in~|of~|to~)?your~" + _REPLY + r"(?:'s)?(?!\w)"
        r"|"
        + _INSERT
        + r"~(?:[\s\S]{1,160}?)~(?:to|in|into|throughout)~your~(?:answer|reply|replies)s?(?!\w)"
        r"|"
        + _INSERT
        + r"~(?:[\s\S]{0,60}?)(?:sentence|line|tip|reminder|link|statement|paragraph|announcement|"
        r"phrase|words?|reference|teaser|headline|advertisement|recommendation|reason|appeal|statistic|snippet|\")"
        r"(?:[\s\S]{0,120}?)~(?:to|in|into|throughout)~your~responses?(?!\w)"
        r"|(?<!\w)in~(?:your|every|each|all)~(?:answer|reply|response|replies|answers|responses)[,:]?~"
        r"(?:suggest|tease|mention|recommend|include|promote|advise|urge|claim|say|always)(?!\w)"
        r"|(?:respond|reply|answer)~(?:only~)?(?:using|in|with)~(?:base~?\d\d|rot~?13|reverse|morse|emojis?|"
        r"hexadecimal|a~caesar)"
        r"|(?:begin|start|end|finish|prefix|preface)~(?:each|every|all~of~your|all~your|your)"
        r"(?:~(?:single|of))?~(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?)~(?:with|by)(?!\w)",
        (
            ("your", "respond", "reply", "answer", "every", "each"),
            ("answer", "repl", "respon", "output", "message", "summary"),
        ),
    ),
)
