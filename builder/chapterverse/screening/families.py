"""The table of phrase families, and how much of them makes a text unfit for evidence.

A pattern is written for normalised text. `~` stands for a gap between words; for runs of spaced
letters the same pattern is used without gaps. All repetitions are bounded, so the time is linear.
`needs` are cheap tests that come first: each group must have one of its words in the text. Scores
were set on this project's own sets of hostile and benign texts.
"""

from __future__ import annotations

from chapterverse.screening.chinese import CHINESE
from chapterverse.screening.chinese_replies import CHINESE_REPLIES
from chapterverse.screening.english import ORDERS
from chapterverse.screening.english_reach import REACH
from chapterverse.screening.english_replies import REPLIES
from chapterverse.screening.standing import STANDING
from chapterverse.screening.turns import TURNS

# What visible text needs to be kept from evidence.
THRESHOLD = 3
# In text that no reader sees, less is enough.
HIDDEN_THRESHOLD = 2

RULES = (*ORDERS, *TURNS, *REACH, *REPLIES, *CHINESE, *CHINESE_REPLIES, *STANDING)
