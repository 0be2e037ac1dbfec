"""The results' moment that should stand in place of a stated one, which they do not have.

It is of another year or day (`May 4` for `May 5`), or at another hour or minute (`22:46`, `23:46`).
"""

from collections.abc import Mapping
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.clauses import MAX_SENTENCE_WORDS
from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.moments import NEAR_DAYS, Moment, is_next
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.units import DAY
from recollect.validation.grammar.words import any_among, word_set
from recollect.validation.known.moment_index import MomentIndex
from recollect.validation.known.passages import ResultMoment
from recollect.validation.known.record_models import ResultValue

_MIN_SHARED_STEMS: Final = 2
_MIN_PASSAGE_SHARE: Final = 0.45
_MAX_MOMENTS_OF_DAY: Final = 10
_PLANNED: Final = word_set("""
    planned scheduled geplant vorgesehen gepland planificado planificada prevista previsto previstas
    prevu prevue planejado planejada
""")
"""Words for a plan that a result may have, and not for one of the writer's own."""

_PROPOSING: Final = word_set("""
    propose proposed proposal suggest suggested suggestion recommend recommended idea next
    vorschlag vorgeschlagen nachste nachster nachsten propuesta propone proximo proxima
    proposition proposer prochaine prochain proposta proposto prossimo prossima voorstel volgende
""")
"""Words for a day that is only proposed."""

_FIRST_PERSON: Final = word_set("i we ich wir je nous yo nosotros noi ik wij")

_HOURS_OF_CLOCK: Final = 12
_QUARTER: Final = word_set("quarter viertel quart cuarto quarto kwart")
_WORDS_OF_MINUTE: Final[Mapping[int, frozenset[str]]] = {
    0: frozenset(),
    15: _QUARTER,
    30: frozenset(["half", "halb", "demie", "media", "meia", "mezza", "mezzo"]),
    45: _QUARTER,
}
"""The minutes that may be written in words, and these words."""


def same_time_other_day(context: ClauseContext, stated: Moment) -> ResultValue | None:
    """The results' moment at the stated time of day, which they have on other days alone.

    For example, the answer has `the 12th, at 06:12`, and they have 06:12 on the 13th.
    """
    if (
        not stated.days
        or stated.clock is None
        or context.index.is_partial
        or not _is_plain(context)
    ):
        return None
    at_time = list(context.index.moments.covering(Moment(None, frozenset(), stated.clock)))
    return (
        at_time[0].result_value if at_time and all(each.moment.days for each in at_time) else None
    )


def other_day(context: ClauseContext, stated: Moment) -> ResultValue | None:
    """The results' day that should stand in place of a stated day that no result has.

    It has the same month or the same number, or is in a sentence that the clause nearly repeats.
    None where the stated day may follow from others: beside the name of a day of the week, right
    before or after a day of the results, or where the sentence has a length of time or a plan.
    """
    index, line, words = context.index, context.sentence, context.clause.words
    if (
        not stated.days
        or index.is_partial
        or len(line.words) > MAX_SENTENCE_WORDS
        or not _is_plain(context)
    ):
        return None
    days = {day for each in line.moments for day in each.days} - stated.days
    days |= index.moments.by_day.keys()
    if stated.days & (days | index.moments.days_in_words | index.moments.days_after):
        return None
    if any(is_next(day, one) or is_next(one, day) for day in stated.days for one in days):
        return None
    is_own = any_among(words, _FIRST_PERSON)
    is_counted = NEAR_DAYS.search(context.sentence_text) is not None or _has_duration(context)
    if is_own or is_counted:
        return None
    best = _most_similar_moment(context, stated)
    return None if best is None or any(map(best.moment.agrees, line.moments)) else best.result_value


def _most_similar_moment(context: ClauseContext, stated: Moment) -> ResultMoment | None:
    """The results' moment whose sentence shares most stems with the answer's sentence.

    Those that count have the month or the number of the stated day, but not both, or stand in a
    sentence that the clause nearly repeats. Of several in one sentence it is the day that is stated
    as this one is: a line of a journal begins with its time, and mentions days.
    """
    has_clock = stated.clock is not None

    own = context.own_stems
    least = max(_MIN_SHARED_STEMS, _MIN_PASSAGE_SHARE * len(own))
    near = [
        each
        for (month, day), moments in context.index.moments.by_day.items()
        if any((month == one[0]) != (day == one[1]) for one in stated.days)
        for each in moments[:_MAX_MOMENTS_OF_DAY]
    ]
    passages = context.index.passages.sharing(own, least)[:_MIN_SHARED_STEMS]
    moments = (each for _, passage in passages for each in passage.moments())
    near += [each for each in moments if each.moment.days]
    return max(
        near,
        key=lambda each: (
            len(each.stems & context.stems),
            (each.moment.clock is not None) == has_clock,
        ),
        default=None,
    )


def contradicting_time(context: ClauseContext, at: int, stated: Moment) -> ResultValue | None:
    """The results' time that contradicts the stated one; None if they have this one in words."""
    if stated.days or is_hour_in_words(context, stated):
        return None
    return _nearly_equal_time(context, at, stated)


def _nearly_equal_time(context: ClauseContext, at: int, stated: Moment) -> ResultValue | None:
    """The results' time that differs in the hour or the minutes alone: `22:46` for `23:46`.

    None where the clause does not state what is, or tells when its writer does something, which no
    result has.
    """
    words = context.clause.words
    is_of_field = any(word.means_some("label:") for word in words[:at])
    is_stated = context.clause.asserts_now or any_among(words, _PLANNED)
    is_own = any_among(words, _FIRST_PERSON)
    if not is_stated or is_of_field or is_own:
        return None
    nearby = (
        each.result_value for each in context.index.moments.all if _is_near(stated, each.moment)
    )
    return next(nearby, None)


def _is_near(stated: Moment, known: Moment) -> bool:
    """Whether two times have the same hour or the same minutes.

    A full hour is not near other times in that hour.
    """
    if stated.clock is None or known.clock is None:
        return False
    is_round = stated.clock[1] == 0 != known.clock[1]
    return (stated.clock[0] == known.clock[0] and not is_round) or stated.clock[1] == known.clock[1]


def _is_plain(context: ClauseContext) -> bool:
    """Whether a clause just states what is or will be: it denies, supposes and proposes nothing."""
    is_free = context.supposes or context.is_own_plan or context.sentence.denies
    return not is_free and _PROPOSING.isdisjoint(context.sentence.texts)


def _has_duration(context: ClauseContext) -> bool:
    """Whether the sentence has a duration."""
    return any(each.concept == TIME for each in context.sentence.amounts)


def states_year(context: ClauseContext, stated: Moment) -> bool:
    """Whether a day is stated with one year, and no length of time makes it an anniversary."""
    years = {each.year for each in context.sentence.moments if each.days & stated.days}
    return _is_plain(context) and not _has_duration(context) and years == {stated.year}


def moment_in_other_year(stated: Moment, known: MomentIndex) -> ResultValue | None:
    """The results' first moment on that day, where all that have a year have another one."""
    if stated.year is None or not stated.days:
        return None
    of_day = known.covering(Moment(None, stated.days, None))
    dated = [each for each in of_day if each.moment.year]
    is_other = all(each.moment.year != stated.year for each in dated)
    return dated[0].result_value if is_other and dated else None


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
