"""What English texts that give orders to a model say: override, role, fake turns, exfiltration."""

from __future__ import annotations

from chapterverse.screening.rule import Rule

_IGNORE = (
    r"(?<!\w)(?:ignore|disregard|forget|override|bypass|neglect|discard|abandon|"
    r"(?:pay~no~attention~to|stop~(?:following|obeying)|do~not~(?:follow|obey)|"
    r"don'?t~(?:follow|obey)))"
)
_FILL = (
    r"(?:~(?:all|any|of|the|your|my|our|these|those|that|every|everything|each|and|or|system|safety|"
    r"other|about|just|completely|entirely|original|initial|current|existing|given|got|previous|"
    r"previously|prior|preceding|earlier|above|former|foregoing|past|provided|hidden|internal|"
    r"developer|developers|openai|content|text|document|documents|security)){0,7}"
)
_SCOPED = (
    r"~(?:all|any|your|my|these|those|every|the|system|original|initial|developer|safety|"
    r"previous|previously|prior|preceding|earlier|above|former|foregoing|past)"
)
_EARLIER = r"~(?:previous|previously|prior|preceding|earlier|above|former|foregoing|past)"
_ORDERS = r"~(?:instructions?|prompts?|directives?|guidelines?|directions|programming)(?!\w)"
_LIMITS = (
    r"~(?:rules?|polic(?:y|ies)|constraints?|restrictions?|commands?|context|safeguards?)(?!\w)"
)
_MODEL = (
    r"(?:an?~)?(?:(?:helpful|large|artificial|new|different|unrestricted|unfiltered|uncensored|evil|"
    r"amoral)~){0,3}(?:ai|a\.i\.?|llm|language~model|chatgpt|gpt(?:-?\d)?|claude|gemini|copilot|chatbot|"
    r"assistant|dan|hacker|artificial~intelligence)"
)


ORDERS: tuple[Rule, ...] = (
    Rule(
        "override-instructions",
        "override",
        3,
        _IGNORE + _FILL + _SCOPED + _FILL + _ORDERS,
        (("instruction", "prompt", "directive", "guideline", "direction", "programming"),),
    ),
    Rule(
        "override-rules",
        "override",
        2,
        _IGNORE + _FILL + _EARLIER + _FILL + _LIMITS,
        (("rule", "polic", "constraint", "restriction", "command", "context", "safeguard"),),
    ),
    Rule(
        "override-everything",
        "override",
        3,
        _IGNORE
        + r"~(?:everything|anything|all)(?:~(?:that|you|were|was|i|have|been|told|said|wrote|written))"
        r"{0,5}~(?:above|before|previously|earlier|so~far|up~to~now)",
        (
            ("everything", "anything", "all"),
            ("above", "before", "previously", "earlier", "far", "now"),
        ),
    ),
    Rule(
        "new-instructions",
        "override",
        3,
        r"(?:your~(?:new|real|actual|true|only)~(?:instructions?|task|role|goal|objective|purpose)~(?:is|are)"
        r"|(?:follow|obey|execute)~(?:only~)?(?:these|the~following|my)~(?:new~)?instructions?~instead)",
        (("your", "instead"),),
    ),
    Rule(
        "role-change",
        "role",
        3,
        r"(?<!\w)(?:you~are~(?:now~)(?:going~to~)?(?:(?:act|behave)~as~)?" + _MODEL + r"(?!\w)"
        r"|(?:pretend|imagine)~(?:to~be|that~you~are|you~are|you're)~" + _MODEL + r"(?!\w)"
        r"|you~(?:will~be|are)~called~dan|do~anything~now"
        r"|(?:act|respond|reply|answer)~(?:as~if|like)~you~(?:have|had)~no~(?:restrictions|rules|filters))",
        (("you", "anything"),),
    ),
    Rule(
        "from-now-on",
        "role",
        2,
        r"from~now~(?:on~)?[,:]?\s?you~(?:are|will|must|should|have|shall|only)",
        (("from",), ("now",)),
    ),
    Rule(
        "act-as",
        "role",
        2,
        r"(?:you~(?:are~going~to|will|must|shall|should)~|i~want~you~to~|please~)"
        r"(?:act|behave|role-?play|pretend|roleplay|speak|impersonate)~(?:as|like|to~be)(?!\w)",
        (("act", "behave", "play", "pretend", "speak", "impersonate"), ("you", "please")),
    ),
    Rule(
        "unrestricted",
        "role",
        2,
        r"(?:without~any~(?:restrictions?|filters?|limitations?|censorship|moral|ethical)"
        r"|(?:no~longer|not)~bound~by|free~(?:of|from)~(?:all|any)~(?:restrictions|filters|rules)"
        r"|(?:unfiltered|uncensored|amoral|jailbroken)~(?:ai|model|assistant|chatbot|response|answers?)"
        r"|(?:dan|jailbreak|god|unrestricted|developer)~mode~(?:enabled|activated|on\b)"
        r"|(?:enter|activate|enable|switch~to)~(?:dan|jailbreak|god|unrestricted)~mode)",
        (("without", "bound", "free", "unfilter", "uncensor", "amoral", "jailbr", "mode"),),
    ),
    Rule(
        "fake-turn",
        "fake-turn",
        3,
        r"<\|(?:im_start|im start|im_end|im end|system|user|assistant|endoftext|end of text)\|>"
        r"|\[/?inst\]|<<\s?/?sys\s?>>|(?:begin|end|start)~of?~?(?:the~)?system~prompt"
        r"|#{2,4}\s?(?:system|new)\s?(?:instructions?|prompt|message)\s?:",
        (("<|", "[inst", "[/inst", "<<", "prompt", "##"),),
    ),
    Rule(
        "fake-role",
        "fake-turn",
        2,
        r"(?:^|[\n\]>#-]\s?)(?:system|assistant|developer)\s?:\s?"
        r"(?:you~(?:are|must|will|should)|ignore|disregard|new~|the~user|override)",
        (("system:", "assistant:", "developer:", "system :", "assistant :", "developer :"),),
    ),
    Rule(
        "reveal-prompt",
        "exfiltration",
        3,
        r"(?<!\w)(?:reveal|repeat|print|show|output|display|disclose|leak|recite|dump|summari[sz]e|"
        r"tell~(?:me|us)|write|give~me|expose)(?:~(?:me|us|all|of|the|your|its|out|back|entire|full|whole|"
        r"complete|exact|verbatim|hidden|secret|internal)){0,6}~(?:(?:system|initial|hidden|secret|internal|"
        r"above|previous|preceding|original)~){1,2}(?:prompts?|instructions?|messages?~you)(?!\w)",
        (
            ("prompt", "instruction", "message"),
            (
                "system",
                "initial",
                "hidden",
                "secret",
                "internal",
                "above",
                "previous",
                "preceding",
                "original",
            ),
        ),
    ),
    Rule(
        "send-away",
        "exfiltration",
        3,
        r"(?<!\w)(?:send|forward|post|upload|exfiltrate|transmit|e-?mail|leak|submit)"
        r"(?:~[\w'-]{1,20}){0,5}~(?:conversation|chat~history|(?:api~)?keys?|credentials?|passwords?|secrets?|"
        r"tokens?|questions?|personal~data|user~data|messages?|bank~details)(?:~[\w'-]{1,20}){0,6}"
        r"~to~(?:https?|www|[\w.+-]{1,40}@|[\w-]{1,40}\.(?:com|net|org|io|example)|the~following~(?:url|address)|me(?!\w))",
        (
            (" to ", "to"),
            (
                "send",
                "forward",
                "post",
                "upload",
                "exfiltrate",
                "transmit",
                "mail",
                "leak",
                "submit",
            ),
        ),
    ),
    Rule(
        "never-refuse",
        "role",
        2,
        r"never~(?:refuses?|declines?|breaks?~character|says?~no~to|warns?~(?:me|about))(?!\w)"
        r"|(?:does|do|will|must|can)(?:~not|n'?t)~(?:ever~)?(?:refuse|decline)~(?:any|to~answer|requests?|anything)"
        r"|stays?~in~character|(?:no|without|sans|any)~(?:morals?|ethics|moral~or~ethical|ethical~or~moral)(?!\w)"
        r"|you~are~no~longer~" + _MODEL + r"(?!\w)",
        (("never", "refuse", "decline", "character", "moral", "ethic", "longer"),),
    ),
)
