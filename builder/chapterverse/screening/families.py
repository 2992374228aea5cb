"""The table of phrase families: what texts that are meant for a model say, in many wordings.

A pattern is written for normalised text. `~` stands for a gap between words; for runs of spaced
letters the same pattern is used without gaps. All repetitions are bounded, so the time is linear.
`needs` are cheap tests that come first: each group must have one of its words in the text. Scores
were set on this project's own sets of hostile and benign texts; `THRESHOLD` is what visible text
needs to be kept from evidence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

THRESHOLD = 3
# In text that no reader sees, less is enough.
HIDDEN_THRESHOLD = 2

# A cell border of a table is no gap: its cells are separate texts.
_GAP = r"(?:[^\w|]{1,6})"
_NO_GAP = "(?:)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern of a family with its score (1 weak, 2 telling together with others, 3 enough)."""

    name: str
    family: str
    score: int
    pattern: str
    needs: tuple[tuple[str, ...], ...]
    regex: re.Pattern[str] = field(init=False)
    squeezed: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "regex", re.compile(self.pattern.replace("~", _GAP)))
        object.__setattr__(self, "squeezed", re.compile(self.pattern.replace("~", _NO_GAP)))


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
_RESHAPE = (
    r"(?<!\w)(?:modify|augment|enhance|encode|encrypt|misspell|scramble|jumble|reverse|rewrite|translate|"
    r"alter|embellish|rearrange|group|combine|shift|apply|render|express|convert|disguise|obfuscate)"
)
_INSERT = (
    r"(?<!\w)(?:add|include|integrate|append|insert|incorporate|embed|put|mention|place|attach|slip|"
    r"use|write|replace)"
)
_REPLY = r"(?:answers?|repl(?:y|ies)|responses?|output|message|summary)"

_ZH_IGNORE = (
    "(?:忽略|忽视|无视|忘记|忘掉|忘了|不要理会|不用理会|不要管|不用管|不要遵守|不要遵循|不必遵守|"
    "停止遵守|停止遵循|抛弃|丢弃|跳过|复盖|覆盖|绕过|违反)"
)
_ZH_SCOPE = (
    "(?:以上|之前|上面|前面|此前|先前|上述|前述|所有|一切|全部|你的|您的|原有|原来|系统|任何|既有|"
    "已有|开发者|安全)"
)
_ZH_FILL = "[的所有全部一切任何内容给你您我收到系统安全先前之前以上过里中原来既定,，、]{0,10}"

RULES: tuple[Rule, ...] = (
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
        (("you", "do anything"),),
    ),
    Rule(
        "from-now-on",
        "role",
        2,
        r"from~now~(?:on~)?[,:]?\s?you~(?:are|will|must|should|have|shall|only)",
        (("from now", "fromnow"),),
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
        (("<|", "[inst", "[/inst", "<<", "system prompt", "##"),),
    ),
    Rule(
        "fake-role",
        "fake-turn",
        2,
        r"(?:^|[\n\]>#-]\s?)(?:system|assistant|developer)\s?:\s?"
        r"(?:you~(?:are|must|will|should)|ignore|disregard|new~|the~user|override)",
        (("system:", "assistant:", "developer:", "system :", "assistant :"),),
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
        "forced-answer",
        "answer-forcing",
        2,
        r"(?:(?:when(?:ever)?|if)~(?:asked|anyone~asks|someone~asks|(?:a|the)~(?:user|reader|customer)~asks|you~are~asked)"
        r"(?:~[\w'-]{1,20}){0,12}[,:]?~?(?:always~)?(?:answer|say|reply|respond|tell~(?:them|him|her)|recommend|claim|state|insist)"
        r"|no~matter~what~(?:the~)?(?:user|question|reader|you)"
        r"|(?:you~must|always|only)~(?:answer|respond|reply)~(?:only~)?(?:with|that)(?!\w)"
        r"|(?:the~)?only~(?:correct|right|true|valid)~(?:answer|response)~is"
        r"|regardless~of~(?:the~|what~)?(?:question|user|is~asked))",
        (("ask", "no matter", "must", "always", "only", "regardless", "nomatter"),),
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
        (("you", "must", "shall", "have to"), ("ai", "llm", "model", "chatbot", "assistant")),
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
        + r"~(?:[^\n]{1,160}?)~(?:to|in|into|throughout)~your~(?:answer|reply|replies)s?(?!\w)"
        r"|"
        + _INSERT
        + r"~(?:[^\n]{0,60}?)(?:sentence|line|tip|reminder|link|statement|paragraph|announcement|"
        r"phrase|words?|reference|teaser|headline|advertisement|recommendation|reason|appeal|statistic|snippet|\")"
        r"(?:[^\n]{0,120}?)~(?:to|in|into|throughout)~your~responses?(?!\w)"
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
    Rule(
        "never-refuse",
        "role",
        2,
        r"never~(?:refuses?|declines?|breaks?~character|says?~no~to|warns?~(?:me|about))(?!\w)"
        r"|(?:does|do|will|must|can)(?:~not|n'?t)~(?:ever~)?(?:refuse|decline)~(?:any|to~answer|requests?|anything)"
        r"|stays?~in~character|(?:no|without|sans|any)~(?:morals?|ethics|moral~or~ethical|ethical~or~moral)(?!\w)"
        r"|you~are~no~longer~" + _MODEL + r"(?!\w)",
        (("never", "refuse", "decline", "character", "moral", "ethic", "no longer"),),
    ),
    Rule(
        "zh-override",
        "override",
        3,
        _ZH_IGNORE
        + "[你您掉一下]{0,2}"
        + _ZH_SCOPE
        + _ZH_FILL
        + "(?:指令|指示|提示词?|设定|人设|对话|系统消息)",
        (("指令", "指示", "提示", "设定", "人设", "对话", "系统消息"),),
    ),
    Rule(
        "zh-override-rules",
        "override",
        2,
        _ZH_IGNORE
        + "[你您掉一下]{0,2}"
        + _ZH_SCOPE
        + _ZH_FILL
        + "(?:规则|命令|要求|约束|限制|说明|内容|上下文|规定)",
        (("规则", "命令", "要求", "约束", "限制", "说明", "内容", "上下文", "规定"),),
    ),
    Rule(
        "zh-role",
        "role",
        3,
        "从现在(?:开始|起)[,，:：\\s]{0,2}你(?:是|将|要|必须|就是|只|扮演|的(?:任务|角色|身份))"
        "|你现在(?:是|扮演|变成|成为)(?!否)[一个名位,，\\s]{0,4}(?:没有|不受|无|ai|人工智能|助手|黑客|模型|管理员|dan|另一|全新|邪恶|开发者|聊天机器人)"
        "|(?:请|要)?(?:扮演|假装(?:你)?是|模拟)[一个名位]{0,3}(?:没有|不受|无任何|毫无|无)[任何]{0,2}(?:限制|约束|道德|规则|审查|过滤)"
        "|你(?:不再|不)受[任何]{0,2}.{0,6}(?:限制|约束)",
        (("你", "扮演", "假装", "模拟"),),
    ),
    Rule(
        "zh-reveal",
        "exfiltration",
        3,
        "(?:输出|显示|打印|重复|复述|泄露|泄漏|透露|告诉我|公开|说出|展示|写出|列出)[你您出一下完整全部所有的地原样把给我]{0,8}"
        "(?:系统(?:级)?提示词?|系统(?:级)?指令|系统消息|初始(?:指令|提示词?)|隐藏(?:指令|提示词?)|内部(?:指令|提示词?)|你的(?:指令|提示词))",
        (("系统", "初始", "隐藏", "内部", "你的"),),
    ),
    Rule(
        "zh-send-away",
        "exfiltration",
        3,
        "(?:密钥|密码|令牌|对话记录|聊天记录|用户数据|用户信息|用户的?问题|口令|机密|个人信息|凭据|凭证|对话内容).{0,12}"
        "(?:发送|发|传|上传|转发|提交|泄露)(?:到|给|至)[\\s:：]{0,2}.{0,6}(?:https?|www|邮箱|[\\w.]{1,30}@|以下(?:地址|网址)|攻击者|我(?:的)?)",
        (("发", "传", "提交", "泄露"),),
    ),
    Rule(
        "zh-conceal",
        "concealment",
        3,
        "(?:不要|不得|切勿|请勿|禁止|别)(?:把|将)?(?:这|此|本|以上|上述)?[一条些段个件事情指令内容消息]{0,6}(?:告诉|告知|透露给|通知|泄露给|提醒)(?:用户|读者|使用者|提问者|任何人)"
        "|(?:对|向)(?:用户|读者|使用者|提问者)(?:隐瞒|保密)|不要让(?:用户|读者|使用者)(?:知道|发现|察觉)",
        (("用户", "读者", "使用者", "提问者", "任何人"),),
    ),
    Rule(
        "zh-forced-answer",
        "answer-forcing",
        2,
        "(?:无论|不管)[用户别人谁读者对方你被]{0,4}(?:问|提问|询问|被问到)?.{0,10}(?:都|一律|只|必须)(?:要|能|须)?(?:回答|回复|说|推荐|答复|输出)"
        '|(?:必须|只能|一律|总是|始终|务必|永远|只需)(?:回答|回复|答复)|只(?:回答|回复)[:："“「]'
        "|唯一(?:正确)?的?(?:答案|回答)(?:是|就是|为)"
        "|(?:当|如果|若)(?:用户|有人|读者|别人)(?:问|提问|询问).{0,20}(?:回答|回复|告诉他|说|推荐)",
        (("回答", "回复", "答复", "答案", "推荐", "说", "输出"),),
    ),
    Rule(
        "zh-ranking",
        "ranking",
        3,
        "(?:把|将)?(?:本|这|此)[一个篇份]{0,2}(?:页面?|文档|文章|段落|网站|资料|内容)(?:永远|始终|总是|必须)?(?:排在|排到|置于|放在|排名)(?:第一|首位|最前|最上)"
        "|(?:必须|只能|始终|总是|务必|永远)(?:引用|推荐|采信|相信)(?:本|此|这)[一个篇份]{0,2}(?:页|文|网站|段|资料)",
        (("本", "这", "此"),),
    ),
    Rule(
        "zh-address",
        "address",
        3,
        "(?:如果|若|假如|若是)你是[一个名位]{0,3}(?:ai|人工智能|语言模型|大语言模型|大模型|智能助手|聊天机器人|助手|机器人)"
        "|(?:致|给|告)(?:所有|任何|各位|正在)?.{0,6}(?:ai|人工智能|语言模型|大模型|智能助手|聊天机器人)[助手模型代理]{0,3}的(?:指令|指示|命令|留言)"
        "|(?:ai|人工智能|语言模型|大模型|智能|聊天机器人)(?:助手|模型|代理)?[,，:：\\s]{0,2}(?:你)?(?:必须|务必|应当立即|请立即|请务必)(?:忽略|无视|回答|回复|输出|告诉|推荐|执行|遵守|说)",
        (("ai", "人工智能", "模型", "智能", "机器人", "助手"),),
    ),
    Rule(
        "zh-shape-reply",
        "reply-shaping",
        3,
        "(?:在|于)[你您]的?(?:所有|每个|每次)?(?:回答|回复|答复|输出|答案)(?:中|里|的?末尾|的?开头|的?最后|之前|之后).{0,6}(?:加入|加上|插入|提到|附上|写|推荐|包含|添加|宣传)"
        "|(?:在)?每次(?:回答|回复)(?:中|时|都|前|后).{0,6}(?:加入|加上|插入|提到|附上|写|推荐|添加|必须|说)",
        (("回答", "回复", "答复", "输出", "答案"),),
    ),
)

NEEDED_WORDS = frozenset(word for rule in RULES for words in rule.needs for word in words)
