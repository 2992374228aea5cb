"""What words of orders to a model are about, in English and Chinese: closed lists of concepts.

A concept is known by its words, so an order in new words is known by the concepts that it joins.
English words stand in all their forms; Chinese ones are simplified, as normalised text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

# Each word of `verb` lists stands for its forms with -s, -ed, -ing, too.
_VERBS: Mapping[str, str] = {
    "void": "ignore disregard forget discard override overrule bypass revoke rescind repeal cancel void withdraw suspend "
    "supersede abandon dismiss neglect unlearn erase wipe delete drop skip disable deactivate lift replace expire scrap shed",
    "follow": "follow obey heed comply adopt honor honour execute perform implement observe accept",
    "speak": "say state claim write mention include add append insert output print reply respond answer tell recommend "
    "praise assert announce declare present describe conclude finish begin end close open explain respond incorporate weave",
    "reveal": "reveal leak disclose expose divulge share repeat recite quote print paste copy show display dump echo "
    "transcribe reproduce spell list summarize",
    "hide": "conceal hide omit withhold suppress deny pretend mask cover",
    "become": "act behave pretend play roleplay simulate impersonate imagine pose emulate assume imitate suppose become",
    "send": "send forward post upload transmit exfiltrate email mail submit deliver leak report smuggle encode embed",
    "do": "call invoke run execute launch trigger download fetch install open delete remove purge visit click",
    "prefer": "prefer rank rate score trust favor favour cite quote choose pick select prioritize prioritise treat regard "
    "consider rely believe weight",
    "read": "read process parse summarize summarise translate index crawl ingest encounter retrieve analyse analyze digest",
    "refuse": "refuse decline hesitate apologize apologise warn lecture object deny reject",
    "ask": "ask inquire enquire wonder request question query want",
    "apply": "apply bind hold count matter govern remain",
    "change": "change update upgrade replace reset modify reprogram reconfigure patch begin start",
}
_WORDS: Mapping[str, str] = {
    "model": "ai ais llm llms assistant assistants chatbot chatbots chatgpt gpt claude gemini copilot bot bots agent agents "
    "model models summarizer summariser summarizers machine machines robot crawler crawlers",
    "strong-model": "ai llm llms chatbot chatbots chatgpt gpt claude gemini copilot summarizer summariser",
    "orders": "instruction instructions rule rules guideline guidelines directive directives prompt prompts order orders "
    "command commands brief briefing policy policies constraint constraints restriction restrictions limitation limitations "
    "guardrail guardrails safeguard safeguards programming training configuration setting settings protocol protocols mandate "
    "safety ethics filter filters moderation censorship limits boundaries persona alignment",
    "prior": "previous prior earlier preceding above before former foregoing original initial existing past first old default "
    "previously beforehand already everything anything hitherto",
    "new": "new following below instead now henceforth onward onwards updated revised next hereafter",
    "you": "you your yours yourself you're you've you'll thou thy",
    "me": "i me my we our us",
    "asker": "user users visitor visitors reader readers human person people customer asker anyone anybody someone somebody "
    "whoever client caller guest operator",
    "here": "this these here page document text passage paragraph section note file article manual message sentence line chunk",
    "reply": "answer answers reply replies response responses output outputs summary summaries message conclusion result "
    "translation completion turn",
    "every": "always every any all whatever whichever regardless matter never only must solely exclusively each whenever "
    "invariably unconditionally nothing no",
    "not": "not don't never cannot can't won't without no nor isn't doesn't mustn't shouldn't n't avoid",
    "secret": "secret secrets hidden confidential password passwords credential credentials key keys token tokens "
    "conversation chat transcript history system context internal private verbatim memory",
    "turn": "system user assistant human developer operator administrator admin",
    "mode": "mode unrestricted unfiltered uncensored jailbreak jailbroken dan unlimited unbound amoral unethical immoral "
    "illegal fictional character persona role evil unconstrained limitless freedom godmode taboo harmful",
    "rank": "first top highest best authoritative trustworthy relevant relevance above priority sole ranking source sources "
    "trusted reliable score weight other others rest",
    "silent": "silently quietly secretly discreetly aware notice know learn find suspect knowing aloud visibly invisible "
    "explanation caveat caveats disclaimer disclaimers warning warnings",
    "tool": "shell terminal tool tools function command browser email url link api plugin curl wget http https endpoint "
    "webhook parameter parameters",
    "duty": "must shall should will have need required ought please kindly ensure make sure",
    "tell-tale": "word phrase sentence exactly verbatim literally words exclusively begin prefix suffix",
    "about": "attack attacks attacker attackers attacking malicious injection injections adversary adversaries adversarial "
    "threat threats vulnerability vulnerabilities mitigation detect detects detection defence defense example examples "
    "payload payloads untrusted hostile warns planted researchers exploit",
    "config": "option options flag flags file directory variable default defaults yaml json method class parameter argument "
    "arguments package module field attribute column repository commit branch image container database server build api "
    "config path value values cluster node query table",
    "if": "if when once while whenever as after before upon",
}
_CHINESE: Mapping[str, str] = {
    "void": "忽略 无视 忘记 忘掉 抛开 抛弃 丢弃 作废 废止 失效 取消 撤销 推翻 覆盖 清空 清除 放弃 停用 解除 不再适用 不再有效 "
    "不必理会 不用理会 不要理会 不作数 不算数 跳过 绕过 抹去 搁置",
    "follow": "遵守 遵循 服从 听从 按照 依照 执行 照办 照做 照此 为准 遵照 听命",
    "speak": "回答 回复 答复 输出 写上 写明 说明 宣称 声明 提到 推荐 加上 附上 补充 告诉 说 写 答 讲 插入 打印 断言 结尾 开头",
    "reveal": "泄露 泄漏 透露 公开 交出 说出 复述 背出 展示 显示 打印 列出 贴出 抄出 复制 重复 原样 逐字",
    "hide": "隐瞒 隐藏 瞒着 保密 不要告诉 别告诉 不要透露 别透露 不准透露 不要提及 不要提到 别提 装作 假装 不动声色",
    "become": "扮演 充当 假装 模拟 想象 假设 身份 角色 进入 变成 化身 饰演 设想",
    "send": "发送 发到 发给 转发 上传 传给 寄到 提交 拼接 拼到 嵌入 编码 转给 附在",
    "do": "调用 运行 执行 下载 打开 删除 安装 访问 点击 触发 启动 清空",
    "prefer": "优先 排在 选用 采用 采信 引用 相信 信任 视为 当作 只用 打分 推荐 依据",
    "read": "阅读 读到 读取 读完 看到 处理 解析 总结 摘要 翻译 索引 抓取 检索",
    "refuse": "拒绝 推辞 犹豫 道歉 警告 免责",
    "ask": "问 提问 询问 问起 请求 想知道 打听",
    "apply": "适用 生效 有效 算数 约束",
    "change": "更新 升级 改为 重置 替换 切换 变更 重新",
    "model": "人工智能 语言模型 大模型 模型 聊天机器人 机器人 智能助手 助手 智能体 智能程序 爬虫 ai gpt llm",
    "strong-model": "人工智能 语言模型 大模型 聊天机器人 智能助手 智能体 ai llm gpt",
    "orders": "指令 指示 规则 提示词 提示 准则 要求 设定 限制 约束 命令 规定 规矩 政策 安全策略 过滤 审核 护栏 训练 配置 "
    "任务 安排 吩咐 交代 禁令",
    "prior": "之前 以前 先前 以上 上面 前面 上文 此前 原有 原来 原先 最初 所有 一切 已有 从前 旧的",
    "new": "以下 下面 接下来 从现在 现在起 新的 改为 今后 往后 随后 此后 起",
    "you": "你 您 你的",
    "me": "我 我们 我的",
    "asker": "用户 访客 读者 提问者 对方 客户 来访者 任何人 别人 有人 使用者 来客 顾客 人类",
    "here": "本页 本文 此文 这段 此段 本段 这里 此处 本文档 这份 这篇 这一段 这一页 下文 本节 这句话 本手册 该文档",
    "reply": "回答 回复 答复 答案 输出 摘要 总结 译文 结论 回应 响应",
    "every": "无论 不论 不管 凡是 任何 一律 总是 始终 必须 只能 只许 只 一概 都 每 全部 唯一 永远 从不 务必",
    "not": "不要 不得 不准 不许 别 切勿 勿 不能 不可 无需 不必 没有 不用 不再",
    "secret": "系统提示 提示词 密码 密钥 令牌 凭据 隐私 机密 秘密 对话 聊天记录 隐藏 内部 上下文 记忆 资料 数据 原文",
    "turn": "系统 用户 助手 开发者 管理员 运营者",
    "mode": "模式 无限制 不受限制 没有限制 没有任何限制 越狱 无约束 解锁 不受约束 自由 人设 无审查 非法 不道德",
    "rank": "第一 首位 最高 最可信 最权威 权威 优先 可信 唯一 来源 相关度 其他 其余 别的 满分",
    "silent": "悄悄 暗中 偷偷 不知情 察觉 知道 发现 免责声明 警告 解释",
    "tool": "工具 函数 命令 终端 接口 邮件 链接 网址 图片 参数 浏览器 脚本 http",
    "duty": "必须 务必 请 应当 应该 应 要 需要 须 得",
    "tell-tale": "这句话 一个词 一字不差 只回答 原样 逐字 开头 结尾",
    "about": "攻击 攻击者 恶意 注入 对抗 威胁 漏洞 防护 防御 检测 例如 比如 示例 黑客 诱使 试图",
    "config": "配置 选项 参数 文件 目录 变量 默认 方法 类 字段 仓库 分支 镜像 容器 数据库 服务器 构建 集群 节点 对象 属性 组件",
    "if": "如果 若 当 一旦 假如 凡",
}

CONCEPTS = (*_WORDS, *_VERBS)
_BIT = {concept: 1 << place for place, concept in enumerate(CONCEPTS)}


def _forms(verb: str) -> Iterator[str]:
    yield verb
    stem = verb.removesuffix("e")
    yield f"{verb}s"
    yield f"{verb}es"
    yield from (f"{stem}{ending}" for ending in ("ed", "ing", "es"))
    yield from (f"{verb}{verb[-1]}{ending}" for ending in ("ed", "ing"))
    if verb.endswith("y"):
        yield from (f"{verb[:-1]}ies", f"{verb[:-1]}ied")


def _masks() -> tuple[dict[str, int], dict[str, int]]:
    latin: dict[str, int] = {}
    for concept, words in _WORDS.items():
        for word in words.split():
            latin[word] = latin.get(word, 0) | _BIT[concept]
    for concept, verbs in _VERBS.items():
        for form in {form for verb in verbs.split() for form in _forms(verb)}:
            latin[form] = latin.get(form, 0) | _BIT[concept]
    chinese: dict[str, int] = {}
    for concept, words in _CHINESE.items():
        for word in words.split():
            table = latin if word.isascii() else chinese
            table[word] = table.get(word, 0) | _BIT[concept]
    return latin, chinese


MASK_OF_WORD, MASK_OF_CHINESE = _masks()
# The longest word wins: 不要告诉 is one concept, 不要 another.
CHINESE_WORD = re.compile("|".join(sorted(MASK_OF_CHINESE, key=lambda word: (-len(word), word))))


def mask(*concepts: str) -> int:
    """Return concepts as the bits of a number."""
    return sum(_BIT[concept] for concept in concepts)


def names(bits: int) -> list[str]:
    """Return the concepts of a number's bits, in the order of the table."""
    return [concept for place, concept in enumerate(CONCEPTS) if bits >> place & 1]
