"""The intent of a question that asks for another thing than a fact of today.

It may ask for a way to do something, for a cause, for what was or will be, or for other things than
the one that it names. A question for a way to find it out ("where can I see how long it is") wants
a way and no number, and so does one for what to do. A question about the past ("who ran it before")
wants what was true then, which may have changed.
"""

import re
from typing import Final

from recollect.language.calendar_names import MONTH, WEEKDAY

_WAY: Final = re.compile(
    r"\b(?:how|where) (?:do|can|could|should|would|might|shall|does) (?:i|we|you|one|she|he|they)\b"
    r"|\bhow to\b|\bwhat (?:now|next|to do)\b"
    r"|\bwhat (?:do|can|should|must|shall) (?:i|we|you|she|he|they) (?:now )?(?:do|try)\b"
    r"|\b(?:find(?:ing)? out|figure out|way to)\b"
    r"|\b(?:see|know|tell|measure|check) how\b",
    re.IGNORECASE,
)
# The past tense must stand in the same sentence: a tool "is used to deploy", and "before" has many
# meanings.
_PAST: Final = re.compile(
    r"\b(?:who|we|they|he|she|it|there) used to\b|\bback then\b|\buntil recently\b"
    r"|\b(?:was|were|did|had|ran|led|owned|used|held)\b[^.!?]{0,80}\b(?:before|until|formerly"
    rf"|previously|originally|in (?:{MONTH} )?(?:19|20)\d\d)\b"
    r"|\b(?:was|were) (?:the|our|its|their) (?:former|old|original|previous)\b",
    re.IGNORECASE,
)
_FUTURE: Final = re.compile(
    r"\b(?:will|going to|upcoming|in (?:the )?future|tomorrow"
    rf"|next (?:week|month|quarter|year|{MONTH}|{WEEKDAY})|(?:from|as of) {MONTH})\b",
    re.IGNORECASE,
)
_CAUSE: Final = re.compile(
    r"\b(?:causes?|caused|reasons?|why|causas?|por qué|ursachen?|warum|weshalb|wieso)\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:alternatives?|apart from|besides|except|excluding|instead|neither|others?|outside"
    r"|replaces|replacements?|similar|substitutes?|successors?|than|unlike"
    r"|(?:is|are)n['\u2019]t (?:at|in|of|on)|not (?:at|by|for|from|in|of|on|the|with)"
    r"|alternativen?|andere[mnrs]?|anstelle|anstatt|außer|ersatz|nachfolgers?"
    r"|nicht (?:am|auf|aus|bei|für|im|in|mit|von)|statt)\b",
    re.IGNORECASE,
)
_PRESENT: Final = re.compile(r"\b(?:currently|now|nowadays|still|today)\b", re.IGNORECASE)
MAX_QUESTION_WORDS: Final = 20
"""A longer text is a report rather than a question."""


def asks_for_a_way(question: str) -> bool:
    """Whether a question asks how to do something, or what to do."""
    return _WAY.search(question) is not None


def asks_for_the_past(question: str) -> bool:
    """Whether the words of a question show that it asks how something was before."""
    if len(question.split()) > MAX_QUESTION_WORDS or _PRESENT.search(question):
        return False
    return _PAST.search(question) is not None


def asks_for_the_future(question: str) -> bool:
    """Whether a question has words about what will be."""
    return _FUTURE.search(question) is not None


def asks_why(question: str) -> bool:
    """Whether a question is about a cause."""
    return _CAUSE.search(question) is not None


def asks_of_others(question: str) -> bool:
    """Whether a question names a thing to ask about others: "not in Ulm", "instead of F-105"."""
    return _OTHERS.search(question) is not None
