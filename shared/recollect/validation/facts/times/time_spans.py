"""Durations whose beginning and end the same sentence states.

`From 22:12 to 14:05, under seven hours` is wrong, unless the results have that very duration.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.moments import NEAR_DAYS, Moment, is_day, moment, number_of_day
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.units import DAY

_SPAN: Final = re.compile(
    r"[^.;]{0,60}\b(?:to|until|till|and|bis|und|a|hasta|y|jusqu['\u2019]a|et|ate|e|alle|fino|tot|en)"
    r"\b[^.;]{0,60}|\s?[-\u2013\u2014\u2192]\s?"
)
"""Text between the two times from when to when something lasted."""

_APART: Final = re.compile(r"\b(?:later|after|before|ago|earlier|every|each|more|less|than)\b")
"""Words for the distance between two events."""

_TWO: Final = 2

ENDING: Final = re.compile(
    r"\s*(?:[.,;:!)(|\n\u2013\u2014]|$|(?:and|und|y|et|e|en|from|in total|altogether)\s)"
)
"""What may follow how long a ticket took; not the `of work` in `35 minutes of work`."""

OTHER_DURATION: Final = re.compile(
    r"\b(?:sla|target|limit|allow\w*|permit\w*|within|inside|latest|early|later than|at most"
    r"|business"
    r"|working|net|hands|work\w*around|provisional\w*|normal\w*|usual\w*|could|would|frist|ziel"
    r"|erlaubt|arbeits\w+|innerhalb|spatestens|plazo|objetivo|laborables|prazo|uteis|delai|ouvr\w+"
    r"|entro|lavorativ\w+|binnen|doel|werk\w*)\b"
)
"""Words for how long a ticket might take, or for how long somebody worked on it."""

_NEARLY: Final = re.compile(
    r"\b(?:nearly|almost|close to|fast|knapp|casi|presque|quase|quasi|bijna)\s$"
)
REACH: Final = 80
"""Characters around a duration that are searched for words about it."""

SHORT_REACH: Final = 25
"""Characters beside a duration that are searched for words which belong to it."""

_MIN_RATIO: Final = 0.75
"""The share of one duration that another one must have to be about as long."""


def span_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on a sentence's only duration, where the sentence has its beginning and end."""
    words, line = context.clause.words, context.sentence
    dates = line.dates[: _TWO + 1]
    if len(dates) < _TWO or len(line.loose_durations) != 1 or context.supposes or line.denies:
        return
    stated, text = line.loose_durations[0], context.fold
    begin, end, *rest = (moment(word.text) for word in dates)
    if rest and (begin.days or end.days or rest[0].clock):
        return  # but `from 06:50 to 13:05 on Feb 16`
    if not (begin.days and end.days) and (
        end.days or stated.value >= DAY or NEAR_DAYS.search(context.sentence_text)
    ):
        return  # from Wednesday 06:40 until Thursday 07:30; kept 14 days, nightly 01:30-02:00
    minutes = _minutes_between(begin, end)
    near = text[max(words[0].start, stated.start - REACH) : stated.end + SHORT_REACH]
    known = context.index.amounts.by_concept.get(TIME, ())
    is_free = (
        not words[0].start <= stated.start < words[-1].end
        or not _SPAN.fullmatch(text, dates[0].end, dates[1].start)
        or "/" in text[stated.start : stated.end]  # 340 results/h
        or OTHER_DURATION.search(near) is not None
        or _APART.search(near) is not None
        or any(each.amount.value == stated.value for each in known)
    )
    if minutes > 0 and not is_free and not fits_minutes(stated, minutes, context):
        at_end = (each.result_value for each in context.index.moments.covering(end))
        yield from (contradiction((stated,), "duration", each) for each in islice(at_end, 1))


def _minutes_between(begin: Moment, end: Moment) -> float:
    """The minutes from one moment to another; without days, to the next time of that clock.

    0 where a moment has no time, or a day that is none.
    """
    if begin.minute is None or end.minute is None or not all(map(is_day, begin.days | end.days)):
        return 0
    minutes = end.minute - begin.minute
    if begin.days and end.days:
        return minutes + DAY * (number_of_day(min(end.days)) - number_of_day(min(begin.days)))
    return minutes % DAY


def fits_minutes(stated: Amount, minutes: float, context: ClauseContext) -> bool:
    """Whether a stated duration may stand for so many minutes.

    It may be a quarter off, one stated in days or longer units by one unit, and `over five hours`
    may be longer.
    """
    unit = stated.value / stated.number if stated.number else 1.0
    if unit >= DAY and abs(stated.value - minutes) <= unit:
        return True
    if _MIN_RATIO * minutes <= stated.value <= minutes / _MIN_RATIO:
        return True
    is_near = _NEARLY.search(context.fold, max(0, stated.start - SHORT_REACH), stated.start)
    return is_near is None and bool(stated.bound) and stated.agrees(minutes)
