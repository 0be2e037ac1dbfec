"""Recognise numbers that count nothing: days of a month, hours and ports.

The caller asks only about numbers that no result has.
"""

import re
from collections.abc import Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.quantities import Amount
from recollect.validation.grammar.words import Word, any_among, word_set

_ORDINAL: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)\b")
"""A day without its month: `the 18th`."""

_MAX_WORDS_TO_DATE: Final = 12
_LAST_DAY: Final = 31
_MINUTES_PER_HOUR: Final = 60
_NOON: Final = 12
_BEFORE_HOUR: Final = word_set("at um")
_JOINING: Final = frozenset(
    "to until and or bis und oder au et ou a al y e o tot en of , - \u2013 \u2014".split()
)
"""Words and marks between days of one month: `6, 7 and 8 October`."""

_BEFORE_DAY: Final = word_set("am den dem vom le du el dia il op de")


def is_no_amount(amount: Amount, context: ClauseContext) -> bool:
    """Whether a number in figures is a day of a month, an hour or a port."""
    if amount.is_word:
        return False
    fold, start = context.fold, context.clause.words[amount.place].start
    is_port = fold[start - 1 : start] == ":" and fold[start - 2 : start - 1].isdecimal()
    is_ordinal = _ORDINAL.match(fold, start) is not None
    return is_port or is_ordinal or _is_day(amount, context) or _is_hour(amount, context)


def _is_day(amount: Amount, context: ClauseContext) -> bool:
    """Whether a number is one of several days of which one has the month: `6, 7 and 8 October`.

    In other languages than English, it is a day behind an article, too, if results have that day of
    a month: `am 7.`.
    """
    if not 0 < amount.number <= _LAST_DAY or amount.number % 1:
        return False
    words, at = context.clause.sentence, context.clause.at + amount.place
    before = words[max(0, at - _MAX_WORDS_TO_DATE) : at]
    behind = words[at + 1 : at + 1 + _MAX_WORDS_TO_DATE]
    if not amount.noun and (_leads_to_date(behind) or _leads_to_date(before[::-1])):
        return True
    return (
        context.lexicon.is_foreign
        and at > 0
        and words[at - 1].text in _BEFORE_DAY
        and any(day == amount.number for _, day in context.index.moments.by_day)
    )


def _is_hour(amount: Amount, context: ClauseContext) -> bool:
    """Whether a number is the hour of a time in the results: `takes over at 8`."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    hours = (minute / _MINUTES_PER_HOUR for minute in context.index.moments.clocks)
    return any_among(before, _BEFORE_HOUR) and any(
        hour in {amount.number, amount.number + _NOON} for hour in hours
    )


def _leads_to_date(words: Sequence[Word]) -> bool:
    """Whether words begin with a date, or with days up to a date: `, 7 and 8 October`."""
    for joint, day in zip(words[::2], words[1::2], strict=False):
        if joint.text.strip() not in _JOINING or day.form not in {"number", "date"}:
            return False
        if day.form == "date":
            return True
    return False
