"""Times of an answer that may follow from others, or that results have in words."""

from collections.abc import Mapping
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.grammar.clauses import MOST_WORDS
from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.moments import Moment, is_next
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.units import DAY

_HALF_DAY: Final = 12
_QUARTER: Final = frozenset(["quarter", "viertel", "quart", "cuarto", "quarto", "kwart"])
_QUARTERS: Final[Mapping[int, frozenset[str]]] = {
    0: frozenset(),
    15: _QUARTER,
    30: frozenset(["half", "halb", "demie", "media", "meia", "mezza", "mezzo"]),
    45: _QUARTER,
}
"""The minutes that are told in words, and by which of them."""


def is_put_together(context: ClauseContext, said: Moment) -> bool:
    """Whether results have its day, and its time with no day: `Jun 10: … full since 14:20`."""
    moments = context.index.moments
    is_time = said.clock is not None and said.clock in moments.clocks_of_no_day
    return is_time and any(day in moments.by_day for day in said.days)


def is_worked_out(context: ClauseContext, said: Moment) -> bool:
    """Whether a time follows from one of the sentence and how long it says that something takes.

    From 22:00 on, four hours, until 02:00: over midnight, too; May 31, and nothing from June 1 on;
    06:10, where a result has `06:13, three minutes after`.
    """
    line = context.sentence
    end = said.minute
    if len(line.words) > MOST_WORDS:
        return False
    days = [day for each in line.moments for day in each.days]
    if any(is_next(day, other) for day in said.days for other in days):
        return True
    if end is None:
        return False
    begins = [each.minute for each in line.moments if each.minute is not None]
    lengths = [amount.value for amount in line.amounts if amount.concept == TIME]
    if any((begin + length - end) % DAY == 0 for begin in begins for length in lengths):
        return True
    return end in context.index.moments.clocks_before


def is_hour_in_words(context: ClauseContext, said: Moment) -> bool:
    """Whether an hour or a quarter stands in the results in words: `between three and four`."""
    words = context.index.text.words
    if said.days or said.clock is None or said.clock[1] not in _QUARTERS:
        return False
    hour, minute = said.clock
    if minute and _QUARTERS[minute].isdisjoint(words):
        return False
    if not minute and str(hour) in words:
        return True  # `entro le 17`
    # `half past three`, and `halb vier`
    hours = {str(each % _HALF_DAY or _HALF_DAY) for each in (hour, hour + bool(minute))}
    return any(
        not hours.isdisjoint(numbers) and word in words
        for word, numbers in values_of_all("number:").items()
    )
