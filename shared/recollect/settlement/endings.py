"""Finds what a text says is gone, so that older texts that rely on it no longer hold.

"The pair nest-db-a/-b, its monitor and pg_autoctl are gone" and "All messages leave through
Sendwell (the contract with Textlane ended)" do not say which texts they replace, and may say much
else. But a runbook that sends its reader to pg_autoctl, or to Textlane, is out of date.
"""

import re
from typing import Final

from recollect.language.calendar_names import WEEKDAY
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS
from recollect.settlement import phrases
from recollect.settlement.factuality import is_current_fact, is_undecided
from recollect.settlement.names_in_text import bare_words
from recollect.settlement.phrases import any_of

_GONE: Final = any_of(phrases.NO_LONGER, phrases.GONE, phrases.MAY_HAVE_ENDED, languages="en de")
_ENDING: Final = re.compile(rf"\b(?:{_GONE})(?!\w)", re.IGNORECASE)
# What may come back, or only may end, says nothing of what holds now.
_PASSING: Final = re.compile(
    rf"\b(?:{any_of(phrases.CONDITION, phrases.POSSIBLE, phrases.A_WHILE)}|temporary|während"
    r"|for (?:today|tonight|now|(?:an?|one|that) (?:one )?(?:hour|day|week|while|moment))"
    rf"|between \d|(?:this|on) {WEEKDAY}|one day only)(?!\w)"
    r"|\b(?:un)?til (?!further)|\bbis (?!auf)",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[;!?(\n]|:(?=\s)|(?<!\d)\.(?=\s|$)|\b(?:but|while|aber)\b")
# "Moved to": what follows came instead.
_LEADS_ON: Final = re.compile(r" (?:in|into|over|to)$", re.IGNORECASE)
_PREPOSITION: Final = re.compile(
    r"\b(?:at|by|for|from|in|into|near|on|to|under|via|after|before|aus|bei|beim|zu|zum|zur|am|an|im"
    r"|für)(?!\w)",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"(?<![\w-])(?:[A-Z]\w*|\w*\d[\w-]*)")
_MAX_NAMES: Final = 8


def ended_names(text: str) -> frozenset[str]:
    """The words, in small letters, that a text has where it says that something is gone.

    Sentences that ask, propose, or speak of what is so for a while only, do not count. A text that
    ends more than a few named things ends none: it may be written to precede whatever names them.
    """
    gone = [
        named
        for sentence in split_sentences(text)
        if _ENDING.search(sentence) and is_current_fact(sentence) and not is_undecided(sentence)
        for clause in _CLAUSE_END.split(sentence)
        if _PASSING.search(clause) is None and (named := _what_is_gone(clause))
    ]
    names = {each.casefold() for part in gone for each in _NAME.findall(part)} - STOP_WORDS
    if len(names) > _MAX_NAMES:
        return frozenset()
    return frozenset(word for part in gone for word in bare_words(part)) - STOP_WORDS


def _what_is_gone(clause: str) -> str:
    """The part of a clause that may name what is gone; "" where it says of nothing that it is.

    A preposition behind the phrase leads to where something ended, or to what came instead.
    """
    phrases = [*_ENDING.finditer(clause)]
    if not phrases:
        return ""
    last = phrases[-1]
    if _LEADS_ON.search(last.group()):
        return clause[: last.start()]
    around = _PREPOSITION.search(clause, last.end())
    return clause[: around.start()] if around is not None else clause
