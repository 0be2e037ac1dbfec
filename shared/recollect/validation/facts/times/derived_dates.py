"""Dates and times in an answer that may follow from others, or that results have in words."""

from collections.abc import Mapping
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.clauses import MAX_SENTENCE_WORDS
from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.moments import Moment, is_next
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.units import DAY
from recollect.validation.grammar.words import word_set

_HOURS_OF_CLOCK: Final = 12
_QUARTER: Final = word_set("quarter viertel quart cuarto quarto kwart")
_WORDS_OF_MINUTE: Final[Mapping[int, frozenset[str]]] = {
    0: frozenset(),
    15: _QUARTER,
    30: frozenset(["half", "halb", "demie", "media", "meia", "mezza", "mezzo"]),
    45: _QUARTER,
}
"""The minutes that may be written in words, and these words."""


def is_combined(context: ClauseContext, stated: Moment) -> bool:
    """Whether results have the day, and have the time without a day.

    For example, they have `Jun 10: … full since 14:20`.
    """
    moments = context.index.moments
    is_time = stated.clock is not None and stated.clock in moments.clocks_of_no_day
    return is_time and any(day in moments.by_day for day in stated.days)


def is_derived_moment(context: ClauseContext, stated: Moment) -> bool:
    """Whether a date or time follows from others in the sentence or in a sentence of the results.

    A time follows from another one and a duration: 02:00 from `22:00, four hours`, over midnight,
    too, and 06:10 where a result has `06:13, three minutes after`. A day follows from the day right
    before it: June 1 from May 31.
    """
    line = context.sentence
    end = stated.minute
    if len(line.words) > MAX_SENTENCE_WORDS:
        return False
    days = [day for each in line.moments for day in each.days]
    if any(is_next(day, other) for day in stated.days for other in days):
        return True
    if end is None:
        return False
    begins = [each.minute for each in line.moments if each.minute is not None]
    lengths = [amount.value for amount in line.amounts if amount.concept == TIME]
    if any((begin + length - end) % DAY == 0 for begin in begins for length in lengths):
        return True
    return end in context.index.moments.clocks_before


def is_hour_in_words(context: ClauseContext, stated: Moment) -> bool:
    """Whether results have an hour or a quarter in words: `between three and four`."""
    words = context.index.text.words
    if stated.days or stated.clock is None or stated.clock[1] not in _WORDS_OF_MINUTE:
        return False
    hour, minute = stated.clock
    if minute and _WORDS_OF_MINUTE[minute].isdisjoint(words):
        return False
    if not minute and str(hour) in words:
        return True  # `entro le 17`
    # `half past three`, and `halb vier`
    hours = {str(each % _HOURS_OF_CLOCK or _HOURS_OF_CLOCK) for each in (hour, hour + bool(minute))}
    return any(
        not hours.isdisjoint(numbers) and word in words
        for word, numbers in values_of_all("number:").items()
    )
