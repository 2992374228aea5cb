"""What a text says of its own standing with a model: that orders changed, who speaks, what counts."""

from __future__ import annotations

from chapterverse.screening.rule import Rule

_META = r"(?:system~prompt|instructions?|directives?|guidelines?|guidance|programming|safety~rules|prompts?)"
_MODEL = (
    r"(?:ai|llms?|language~models?|models?|artificial~intelligence|chat~?bots?|assistants?|bots?|"
    r"agents?|summari[sz]ers?|copilots?|chatgpt|gpt|claude|gemini)"
)
_THIS = r"(?:this|the~following|the~above)(?:~(?:page|document|text|passage|note|article|paragraph|message))?"
_USING = (
    r"(?:read(?:s|ing)?|quot(?:es?|ing)|summari[sz](?:es?|ing)|cit(?:es?|ing)|process(?:es|ing)?|"
    r"translat(?:es?|ing)|index(?:es|ing)?|answering~from|us(?:es?|ing))"
)
_SPEAK = (
    r"(?:say|state|claim|add|mention|include|recommend|reply|respond|answer|print|output|insert|write|"
    r"end~with|end~the|tell|append|praise|link)"
)
_DUTY = r"(?:must|shall|should|have~to|need~to|are~to|is~to|always|are~required~to|please|will)"
_WHO_ASKS = (
    r"(?:the~|any~)?(?:person~(?:asking|who~asks)|asker|questioner|whoever~asks|people~who~ask)"
)
_ZH_MODEL = "(?:ai|人工智能|语言模型|大模型|模型|聊天机器人|机器人|智能助手|助手|智能体)"
_ZH_THIS = "(?:本|此|这)[一个篇份]{0,2}(?:页面?|文档?|文章|文本|内容|网页|段话|里|处)"
_ZH_SPEAK = "(?:说|回答|回复|输出|宣称|补充|推荐|提到|打印|加上)"

STANDING: tuple[Rule, ...] = (
    Rule(
        "orders-changed",
        "override",
        3,
        r"(?:your|you)(?:~[\w'-]{1,20}){0,6}?~(?:no~longer~(?:apply|applies|valid|binding)|"
        r"(?:do|does)~not~apply~any)"
        r"|your~(?:\w{1,12}~)?"
        + _META
        + r"~(?:have|has)~(?:changed|been~(?:replaced|updated|reset|changed))"
        r"|(?:drop|cancel|void|forget|revoke|ignore|discard)~(?:all~)?(?:the~|your~)(?:previous|prior|earlier|former)~"
        + _META
        + r"|(?:treat|regard|consider)~(?:everything|anything|all|whatever)(?:~\w{1,12}){0,6}?~as~(?:cancelled|canceled|void|obsolete|invalid|outdated)",
        ("your you treat regard consider drop cancel void forget revoke ignore discard",),
    ),
    Rule(
        "new-orders",
        "override",
        3,
        r"(?:^|[.!?\n\]>:|]\s?)new~(?:instructions?|policy|orders?|directives?|system~prompt|task)\s?[:;]~?"
        r"(?:say|answer|print|reply|ignore|output|respond|tell|always|never|you|only|recommend|state)(?!\w)"
        r"|(?:ignore|disregard)~(?:(?:what|everything|anything)~)?(?:all~|any~)?(?:the~|of~the~)?other~(?:documents|pages|sources|passages|articles)(?!\w)",
        ("new other",),
    ),
    Rule(
        "give-your-prompt",
        "exfiltration",
        3,
        r"(?<!\w)(?:leak|dump|recite|disclose|reveal|expose|tell~me|tell~us|give~me|send~me|show~me|print|repeat|output)"
        r"(?:~(?:out|all|of|in|the|full|whole|entire|back)){0,3}~your~(?:\w{1,12}~){0,2}?"
        r"(?:prompt|instructions|guidelines|system~message|configuration)(?!\w)",
        ("your",),
    ),
    Rule(
        "speaker",
        "override",
        3,
        r"i~am~your~(?:developer|creator|administrator|admin|owner|maker|operator|programmer)(?!\w)"
        r"|what~your~(?:system~prompt|developers?|instructions|guidelines)~(?:says?|said|tells?)"
        r"|(?:the~)?(?:reader|recipient|user|visitor)~is~an?~(?:ai|artificial|language~model|llm|bot|chat~?bot|machine~that)",
        ("your reader recipient user visitor",),
    ),
    Rule(
        "model-using-this",
        "address",
        3,
        r"(?<!\w)"
        + _MODEL
        + r"(?:~(?:that|which|who))?~"
        + _USING
        + r"~"
        + _THIS
        + r"(?:~\w{1,12}){0,2}?(?::|,?~"
        + _DUTY
        + r"~(?:always~|also~|only~)?"
        + _SPEAK
        + r"(?!\w))"
        r"|(?:when|while|if)~(?:you~(?:are~)?)?"
        + _USING
        + r"~"
        + _THIS
        + r"[,:]?~(?:you~)?(?:"
        + _DUTY
        + r"~)?(?:always~|also~)?"
        + _SPEAK
        + r"(?!\w)"
        r"|note~(?:for|to)~(?:the~|any~)?(?:summari[sz]er|assistant|model|chat~?bot|crawler|bot)s?\s?:",
        ("this following above note",),
    ),
    Rule(
        "every-question",
        "answer-forcing",
        3,
        r"(?:respond|reply|answer)~to~(?:every|all|any|each)~(?:\w{1,10}~)?(?:query|queries|questions?|requests?|prompts?)~(?:with|by|using)(?!\w)"
        r"|(?:respond|reply|answer)~with~[^.!?\n]{1,40}~to~(?:every|all|any|each)~(?:query|queries|questions?|requests?|prompts?)",
        ("every all any each",),
    ),
    Rule(
        "only-source",
        "ranking",
        3,
        r"only~this~(?:page|document|text|passage|source)~(?:may|must|can|should)~be~(?:quoted|cited|used|trusted)"
        r"|this~(?:page|document|text|passage)~(?:outranks|overrides|supersedes)~(?:every|all|any)~other",
        ("this",),
    ),
    Rule(
        "as-a-model",
        "role",
        3,
        r"(?:behave|act|respond|answer|speak|simulate)~(?:as~|like~)?(?:an?~)"
        + _MODEL
        + r"~(?:with~no|without|with~zero|free~of|that~has~no)~(?:any~)?(?:restrictions?|limits?|filters?|rules|limitations?|guardrails?)"
        r"|as~(?:the|an?)~(?:ai~)?assistant[,]~you~(?:are~required|have|must|shall|should|are~to|need)",
        ("behave act respond answer speak simulate assistant",),
    ),
    Rule(
        "conceal-from-asker",
        "concealment",
        3,
        r"(?:do~not|don'?t|never)~(?:tell|reveal|disclose|mention|admit|say|let|inform|show)(?:~\w{1,10}){0,2}?~"
        + _WHO_ASKS,
        ("person asker questioner whoever people",),
    ),
    Rule(
        "zh-orders-changed",
        "override",
        3,
        "你[^,，。!?]{0,12}(?:指示|指令|规则|提示|准则|规定)[^,，。!?]{0,4}(?:不再(?:适用|有效)|已经?(?:改变|更新|作废|失效))"
        "|(?:把|将)(?:上文|以上|之前|前文|上述)的?[^,，。!?]{0,6}(?:规定|规则|指令|要求|提示|内容)[^,，。!?]{0,3}(?:当作|当成|视为)(?:不存在|无效|作废)"
        "|(?:别管|不管|不用管|无需理会)(?:系统|开发者|之前|上文)[^,，。!?]{0,4}(?:怎么说|说什么|的(?:话|要求|规定))"
        "|新的?(?:指令|指示|任务)[:：]\\s?(?:请)?"
        + _ZH_SPEAK
        + "|(?:忽略|无视|不要理会)(?:所有|一切)?(?:其他|其它|别的)(?:文档|页面|来源|资料)",
        ("指示 指令 规则 提示 准则 规定 要求 内容 系统 开发者 任务 文档 页面 来源 资料 上文 之前",),
    ),
    Rule(
        "zh-give-your-prompt",
        "exfiltration",
        3,
        "(?:泄露|泄漏|公开|交出|说出|输出|打印)(?:出)?你的?(?:全部|完整)?的?(?:指令|提示|系统)"
        "|把你的?(?:初始|系统|全部|完整|原始)的?(?:提示|指令)[词]?(?:告诉|发给|说出|打印|展示)"
        "|我是你的?(?:开发者|创造者|管理员|主人)",
        ("你",),
    ),
    Rule(
        "zh-model-using-this",
        "address",
        3,
        "(?:引用|阅读|读到|读取|处理|总结|翻译|索引)"
        + _ZH_THIS
        + "的.{0,4}"
        + _ZH_MODEL
        + "[,，:：]?(?:都|均|请|应|必须|要)"
        "|(?:总结|引用|翻译|回答|摘要)"
        + _ZH_THIS
        + "时[,，]?(?:请|必须|要|务必|应)"
        + _ZH_SPEAK
        + "|(?:如果|若|假如)(?:读者|用户|你)是.{0,3}"
        + _ZH_MODEL
        + "|作为"
        + _ZH_MODEL
        + "[,，]你(?:有义务|必须|应|要|需)",
        ("引用 阅读 读到 读取 处理 总结 翻译 索引 回答 摘要 如果 若 假如 作为",),
    ),
    Rule(
        "zh-every-question",
        "answer-forcing",
        3,
        "对(?:每个|所有|任何|一切|每一个)(?:问题|提问|请求)(?:都|均|一律)?(?:只)?(?:回答|回复|输出|答复)",
        ("问题 提问 请求",),
    ),
    Rule(
        "zh-conceal-from-asker",
        "concealment",
        3,
        "(?:不要|不得|切勿|别)(?:让|告诉|对|向)(?:提问的?人|问问题的人|询问者)",
        ("提问 问问题 询问者",),
    ),
    Rule(
        "zh-as-a-model",
        "role",
        3,
        "(?:表现得?|行事|回答|说话)(?:得)?(?:像|如同)[一个名]{0,2}(?:没有|不受)[任何]{0,2}(?:限制|约束)的?.{0,4}"
        + _ZH_MODEL
        + "|(?:只有|只能|仅能)(?:引用|采信)(?:它|本页|此页|本文)",
        ("像 如同 引用 采信",),
    ),
)
