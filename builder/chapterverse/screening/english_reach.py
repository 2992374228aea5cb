"""What English texts that reach for something say: prompts, data of readers, tools, a model's ear."""

from __future__ import annotations

from chapterverse.screening.english import MODEL
from chapterverse.screening.rule import Rule

# Who tells of it, or forbids it, does not order it.
_ORDERED = r"(?<!will )(?<!can )(?<!may )(?<!not )(?<!never )(?<!we )(?<!they )(?<!\w)"
_READERS = r"(?:user|reader|customer|visitor|human|asker)'?s?'?"
_MODELS = (
    r"(?:ai|llms?|language~models?|chatgpt|gpt|claude|gemini|copilot|chat~?bots?)"
    r"(?:~(?:assistants?|models?|agents?|systems?|bots?))?"
)
_READING = (
    r"(?:reading|processing|parsing|summari[sz]ing|indexing|reads?|process(?:es)?|index(?:es)?|sees?|"
    r"crawling|crawls?)~(?:this|the~following)"
)

REACH: tuple[Rule, ...] = (
    Rule(
        "reveal-prompt",
        "exfiltration",
        3,
        r"(?<!\w)(?:reveal|repeat|print|show|output|display|disclose|leak|recite|dump|summari[sz]e|"
        r"tell~(?:me|us)|write|give~me|expose)(?:~(?:me|us|all|of|the|your|its|out|back|entire|full|whole|"
        r"complete|exact|verbatim|hidden|secret|internal)){0,6}~(?:(?:system|initial|hidden|secret|internal|"
        r"above|previous|preceding|original)~){1,2}(?:prompts?|instructions?|messages?~you)(?!\w)",
        (
            "prompt instruction message",
            "system initial hidden secret internal above previous preceding original",
        ),
    ),
    Rule(
        "send-away",
        "exfiltration",
        3,
        _ORDERED + r"(?:send|forward|post|upload|exfiltrate|transmit|e-?mail|leak|submit)"
        r"(?:~[\w'-]{1,20}){0,5}?~(?:conversation|chat~history|(?:api~)?keys?|credentials?|passwords?|secrets?|"
        r"tokens?|personal~data|user~data|bank~details|"
        + _READERS
        + r"~(?:questions?|messages?|input|data))"
        r"(?:~[\w'-]{1,20}){0,6}?"
        r"~to~(?:https?|www|[\w.+-]{1,40}@|[\w-]{1,40}\.(?:com|net|org|io|example)|the~following~(?:url|address)|me(?!\w))",
        ("to", "send forward post upload exfiltrate transmit mail leak submit"),
    ),
    Rule(
        "address-carries-data",
        "exfiltration",
        3,
        r"(?:render|show|display|load|fetch|embed|insert|include|output|open|visit)~[\s\S]{0,60}?https?:"
        r"[\s\S]{0,120}?(?:conversation|chat~history|"
        + _READERS
        + r"~(?:questions?|messages?|input|data)|"
        r"api~key|system~prompt)",
        ("http", "conversation history question message input data key prompt"),
    ),
    Rule(
        "tool-order",
        "tool-call",
        3,
        r"(?:^|[.!?\n\]>:(\"|]\s?)(?:ai~)?(?:assistant|agent|chat~?bot|llm|model|copilot|chatgpt|claude|gemini)[,:]~?"
        r"(?:please~|now~|immediately~|first~)?(?:call|invoke|use|run|execute|open|send|fetch|delete|write|"
        r"ignore|say|answer|reply|forget|recommend|tell)~"
        r"|use~your~(?:\w{1,15}~)?(?:tool|plugin|browser|terminal|function|shell)s?~to~"
        r"(?:open|visit|fetch|send|call|load|get|post|run|delete|read|write|mail)(?!\w)",
        ("assistant agent bot llm model copilot gpt claude gemini your",),
    ),
    Rule(
        "before-you-answer",
        "tool-call",
        1,
        r"before~(?:you~)?(?:answer|reply|respond)(?:ing)?(?!\w)",
        ("before",),
    ),
    Rule(
        "address",
        "address",
        2,
        r"(?:attention|note~to|notice~to|message~(?:to|for)|dear|hey|hi|hello)~(?:all~|any~|the~)?"
        r"(?:" + _MODELS + r"|assistant)(?!\w)",
        (
            "=ai llm model gpt claude gemini copilot bot assistant",
            "attention note notice message dear hey hi hello",
        ),
    ),
    Rule(
        "if-you-are-a-model",
        "address",
        3,
        r"(?:if|as|since|because)~you(?:~are|'re)~(?:reading~this~(?:as~)?)?(?:an?~)(?:ai|llm|large~language|language~model|chat~?bot|"
        r"ai~assistant|automated~assistant)(?!\w)"
        r"|(?:^|[.!?\n\]>:(\"|]\s?)as~"
        + MODEL
        + r"(?:~(?:agent|assistant|model))?[,:]~(?:you~|please~|now~|always~|never~)?"
        r"(?:must|execute|run|call|use|say|answer|ignore|open|send|recommend|tell|obey|follow)(?!\w)"
        r"|"
        + _MODELS
        + r"~(?:(?:that|which|who|when|while)~)?"
        + _READING
        + r"(?:~\w{1,15})?(?:[:,]|~(?:must|shall|have~to|should|are~to|will|need~to|:))"
        r"|(?:ai|llm|language~model|chat~?bot)~?(?:assistants?|agents?|models?|systems?)?~(?:must|shall|have~to)~(?:now~)?"
        r"(?:(?:ignore|say|recommend|output|disregard)(?!\w)|(?:answer|reply|respond|tell|obey|follow)~(?!with(?!in)|in(?!\w)|the(?!\w)|all(?!\w)|these~(?:rules|guidelines|steps)))",
        (
            "you must shall have as read process pars summari index see crawl",
            "=ai llm model chat bot gpt assistant claude gemini copilot",
        ),
    ),
)
