"""Tell scripts that are written without spaces, and fold variants of Chinese characters."""

from __future__ import annotations

import re

# Scripts whose words are not set apart by spaces, as one regular-expression class: kana, bopomofo,
# ideographs with their extensions, the iteration marks; Hangul too, whose words carry particles.
UNSPACED = (
    "\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3105-\u312f"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)

# What asks in a Chinese question without saying what it asks about, longest first. They are
# taken out of a question before its bigrams are made, never out of a document.
QUESTION_WORDS = (
    "为什么", "什么是", "什么叫", "怎么回事", "何谓", "何为", "是什么", "有什么", "有哪些", "是多少", "能不能", "可不可以", "是不是", "有没有", "会不会", "要不要",
    "怎么办", "怎么样", "怎样才能", "如何才能", "在哪里", "什么样", "什么时候", "多长时间",
    "请问", "什么", "怎么", "怎样", "如何", "为何", "哪些", "哪个", "哪里", "哪种", "哪位", "哪儿",
    "多少", "多久", "多大", "多长", "多高", "多远", "多快", "几个", "哪家", "哪一", "为啥", "是否", "能否", "可否", "可以", "能够", "应该", "需要",
    "谁", "吗", "呢", "吧", "啊", "呀", "么",
)  # fmt: skip
_QUESTION_WORD = "|".join(sorted(QUESTION_WORDS, key=len, reverse=True))
# Particles that join words. Only the first splits a run: the others are part of too many words
# (过滤, 对象, 存在), so a bigram with one counts for less instead.
PARTICLES = frozenset("的了着过和与及或在是被把将从对向给让就都也还很最")
_SPLITTING = "的"


def content_runs(run: str) -> list[tuple[int, int]]:
    """Return the spans of a run of a Chinese question that say what it is about.

    A span that is only a particle is dropped; when nothing is left, the whole run is returned.
    """
    blanked = re.sub(_QUESTION_WORD, lambda found: " " * len(found.group()), run)
    blanked = blanked.replace(_SPLITTING, " ")
    spans = [found.span() for found in re.finditer(r"\S+", blanked)]
    return spans or [(0, len(run))]
