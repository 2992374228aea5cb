"""What English texts that give orders to a model say: override, role, fake turns."""

from __future__ import annotations

from chapterverse.screening.rule import Rule

_IGNORE = (
    r"(?<!\w)(?:ignore|disregard|forget|override|bypass|neglect|discard|abandon|dismiss|unlearn|"
    r"set~aside|put~aside|pay~no~attention~to|stop~(?:following|obeying|heeding)|"
    r"(?:do~not|don'?t|never)~(?:follow|obey|heed))"
)
_FILL = (
    r"(?:~(?:all|any|of|the|your|my|our|these|those|that|every|everything|each|and|or|system|safety|"
    r"other|about|just|completely|entirely|original|initial|current|existing|given|got|previous|"
    r"previously|prior|preceding|earlier|above|former|foregoing|past|provided|hidden|internal|"
    r"developer|developers|openai|content|text|document|documents|security)){0,7}"
)
_SCOPED = (
    r"~(?:all|any|your|my|these|those|every|system|original|initial|developer|safety|"
    r"previous|previously|prior|preceding|earlier|above|former|foregoing|past)"
)
_EARLIER = r"~(?:previous|previously|prior|preceding|earlier|above|former|foregoing|past)"
_ORDERS = (
    r"~(?:instructions?|prompts?|directives?|guidelines?|guidance|directions|orders|programming)"
)
_LATER = (
    r"~(?:(?:given|written|stated|that~(?:come|came|stand|stood|are|were))~)?"
    r"(?:above|before|so~far|earlier|previously|until~now)(?!\w)"
)
_LIMITS = (
    r"~(?:rules?|polic(?:y|ies)|constraints?|restrictions?|commands?|context|safeguards?)(?!\w)"
)
_MODEL_ADJECTIVE = r"(?:unrestricted|unfiltered|uncensored|evil|amoral|jailbroken|malicious|rogue|limitless|unbound)"
MODEL = (
    r"(?:an?~)?(?:(?:helpful|large|artificial|new|different|" + _MODEL_ADJECTIVE + r")~){0,3}"
    r"(?:ai|a\.i\.?|llm|language~model|chatgpt|gpt(?:-?\d)?|claude|gemini|copilot|chat~?bot|"
    r"assistant|dan|hacker|artificial~intelligence)"
)
_AS = (
    r"(?:act|behave|respond|serve|operate|function|speak|answer|pose)~(?:as|like)|"
    r"(?:role|persona|character|identity|part)~of"
)

ORDERS: tuple[Rule, ...] = (
    Rule(
        "override-instructions",
        "override",
        3,
        _IGNORE + r"(?:" + _FILL + _SCOPED + _FILL + _ORDERS + r"(?!\w)"
        r"|(?:~(?:the|of|all)){1,3}" + _ORDERS + _LATER + r")",
        ("instruction prompt directive guid direction order programming",),
    ),
    Rule(
        "override-rules",
        "override",
        2,
        _IGNORE + _FILL + _EARLIER + _FILL + _LIMITS,
        ("rule polic constraint restriction command context safeguard",),
    ),
    Rule(
        "override-maker",
        "override",
        3,
        _IGNORE + r"(?:[ \n][\w'-]{1,20}){0,5}?~(?:system~(?:message|prompt|instruction)s?|"
        r"(?:your|the)~(?:developer|creator|maker|operator|vendor)s?'?s?~"
        r"(?:rules|instructions?|message|polic\w{1,3})|your~(?:training|guardrails?|safeguards?|"
        r"programming|safety~\w{1,20}|content~polic\w{1,3}))(?!\w)",
        ("system developer creator maker operator vendor your",),
    ),
    Rule(
        "override-everything",
        "override",
        3,
        _IGNORE + r"~(?:everything|anything|all)(?:~(?:that|you|were|was|i|have|been|told|said|"
        r"wrote|written|of|the|is|stands)){0,5}~"
        r"(?:(?:above|before)(?!\w)(?=[^\w]{0,2}(?:[.,;:!\n\"]|$|and~|but~|this~|now~|we~|i~))"
        r"|(?:previously|earlier|so~far|up~to~now)(?!~\w))"
        r"|(?<!\w)(?:forget|unlearn)~(?:everything|anything|all|what(?:ever)?)~(?:that~)?"
        r"you(?:~were|~have~been|'ve~been|~had~been)~(?:told|instructed|taught|given|trained)(?!\w)",
        (
            "everything anything all what",
            "above before previously earlier far now told instruct taught given trained",
        ),
    ),
    Rule(
        "instructions-void",
        "override",
        3,
        r"your~(?:previous|prior|earlier|above|former|original|initial|existing|old|current)~"
        r"(?:instructions?|prompts?|directives?|guidelines?|orders|programming)~"
        r"(?:are|is|have~been|has~been|were|was)~(?:now~|hereby~|all~)?(?:void|cancel\w{0,6}|obsolete|"
        r"null|invalid|revoked|suspended|lifted|replaced|deleted|overw?ritten|overridden|superseded|"
        r"no~longer)",
        ("your",),
    ),
    Rule(
        "new-instructions",
        "override",
        3,
        r"(?:your~(?:new|real|actual|true)~(?:instructions?|task|role|goal|objective|purpose|mission)~(?:is|are)"
        r"|(?:higher|more|top)~(?:priority|important|weight)~than~(?:your|the)~"
        r"(?:system|prompt|instructions|original|initial|previous)"
        r"|(?:follow|obey|execute)~(?:only~)?(?:these|the~following|my)~(?:new~)?instructions?~instead)",
        ("your instead priority important weight",),
    ),
    Rule(
        "sole-task",
        "override",
        2,
        r"your~(?:only|sole|single)~(?:instructions?|task|role|goal|objective|purpose|job|mission)~"
        r"(?:is|are|from)",
        ("your",),
    ),
    Rule(
        "role-change",
        "role",
        3,
        r"(?<!\w)(?:you~are~(?:now~)(?:going~to~)?(?:(?:act|behave)~as~)?" + MODEL + r"(?!\w)"
        r"|(?:pretend|imagine)~(?:to~be|that~you~are|you~are|you're)~" + MODEL + r"(?!\w)"
        r"|(?:" + _AS + r")~(?:an?~|the~)?" + _MODEL_ADJECTIVE + "~" + MODEL + r"(?!\w)"
        r"|you~(?:will~be|are)~called~dan|do~anything~now"
        r"|(?:act|respond|reply|answer)~(?:as~if|like)~you~(?:have|had)~no~(?:restrictions|rules|filters))",
        (
            "you anything act behave respond serve operate function speak answer pose role persona character identity part",
        ),
    ),
    Rule(
        "persona",
        "role",
        2,
        r"(?:assume|adopt|take~on|play|embody)~the~(?:role|persona|character|identity|part)~of~"
        + MODEL
        + r"(?!\w)",
        ("role persona character identity part",),
    ),
    Rule(
        "from-now-on",
        "role",
        2,
        r"from~(?:now|this~moment)~(?:on~)?[,:]?\s?you~(?:are|will|must|should|have|shall|only)",
        ("from", "now moment"),
    ),
    Rule(
        "act-as",
        "role",
        2,
        r"(?:you~(?:are~going~to|will|must|shall|should)~|i~want~you~to~|please~)"
        r"(?:act|behave|role-?play|pretend|roleplay|speak|impersonate)~(?:as|like|to~be)(?!\w)",
        ("act behave play pretend speak impersonate", "you please"),
    ),
    Rule(
        "unrestricted",
        "role",
        2,
        r"(?:without~any~(?:restrictions?|filters?|limitations?|censorship|moral|ethical)"
        r"|(?:no~longer|not)~bound~by|free~(?:of|from)~(?:all|any)~(?:restrictions|filters|rules)"
        r"|(?:unfiltered|uncensored|amoral|jailbroken)~(?:ai|model|assistant|chatbot|response|answers?)"
        r"|(?:safety|content)~(?:checks?|filters?|rules?|guidelines?|guardrails?)~(?:are|is)~(?:now~)?"
        r"(?:off|disabled|removed|suspended|lifted)~for~"
        r"|(?:dan|jailbreak|god|unrestricted)~mode~(?:enabled|activated|on(?!\w)(?!~(?:the|your|a)))"
        r"|(?:enter|activate|enable|switch~to)~(?:dan|jailbreak|god|unrestricted)~mode)",
        ("without bound free unfilter uncensor amoral jailbr mode safety content",),
    ),
    Rule(
        "developer-mode",
        "role",
        1,
        r"(?:enter|activate|enable|switch~to|turn~on)~(?:developer|debug|admin|root|sudo)~mode"
        r"|developer~mode~(?:enabled|activated)(?!\w)",
        ("mode",),
    ),
    Rule(
        "never-refuse",
        "role",
        2,
        r"never~(?:refuses?|declines?|breaks?~character|says?~no~to|warns?~(?:me|about))(?!\w)"
        r"|(?:does|do|will|must|can)(?:~not|n'?t)~(?:ever~)?(?:refuse|decline)~(?:any|to~answer|requests?|anything)"
        r"|stays?~in~character|(?:no|without|sans|any)~(?:morals?|ethics|moral~or~ethical|ethical~or~moral)(?!\w)"
        r"|you~are~no~longer~" + MODEL + r"(?!\w)",
        ("never refuse decline character moral ethic longer",),
    ),
)
