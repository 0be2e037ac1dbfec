"""Durations whose beginning and end the same sentence states.

`From 22:12 to 14:05, under seven hours` is wrong, unless the results have that very duration.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.facts.times.stated_durations import (
    ENDING,
    OTHER_DURATION,
    REACH,
    SHORT_REACH,
    fits_minutes,
)
from recollect.validation.grammar.moments import NEAR_DAYS, Moment, is_day, moment, number_of_day
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.units import DAY

_SPAN: Final = re.compile(
    r"[^.;]{0,60}\b(?:to|until|till|and|bis|und|a|hasta|y|jusqu['\u2019]a|et|ate|e|alle|fino|tot|en)"
    r"\b[^.;]{0,60}|\s?[-\u2013\u2014\u2192]\s?"
)
"""Text between the two times from when to when something lasted."""

_BEGUN: Final = re.compile(
    r"\b(?:opened|asked|reported|raised|started|began|logged|requested|detected|er?offnet|gemeldet"
    r"|gefragt|begonnen|abiert[oa]|pedid[oa]|ouverte?|demandee?|apert[oa]|chiest[oa]|abert[oa]"
    r"|geopend|gevraagd|gestart)(?: \w{1,3}){0,3} $"
)
_ENDED: Final = re.compile(
    r"(?: utc)?[,;]? (?:(?:and|und|y|et|e|en|was|it was) )?(?:closed|resolved|fixed|solved|done"
    r"|answered|restored|received|here|finished|geschlossen|gelost|behoben|beantwortet|cerrad[oa]|resuelt[oa]"
    r"|close|resolue?|chius[oa]|risolt[oa]|fechad[oa]|resolvid[oa]|gesloten|opgelost)"
    r"(?: \w{1,3}){0,3} "
)
"""Words before the first and before the second of two times, between which something was done."""

_SO: Final = re.compile(
    r"(?:[\s,:;=()\u2013\u2014-]|\b(?:utc|gmt|so|thus|hence|that|that['\u2019]s|is|was|i\.e\.|also|das"
    r"|sind|donc|soit|entonces|osea|quindi|cioe|portanto|ou seja|dus|about|just|exactly|roughly"
    r"|nearly|almost|a|little|bit|over|under|rund|gut|knapp|etwa|environ|unas|circa|cerca de"
    r"|ruim|on)\b)*"
)
_TAKEN: Final = re.compile(
    r"^(?!.*\b(?:fix|work|repair|roll|re|test|call|patch|fail|down|out)\w*\b)"
    r".*\b(?:took|needed|lasted|brauchte|dauerte|tardo|duro) $"
)
_CLOSES: Final = re.compile(r"(?: utc)?[).]")
_MORE: Final = re.compile(r"\b(?:of (?:which|it|that)|davon|dont|next|following|nachsten)\b")
"""Words before how long it took: behind the two times (`_SO`), or before them (`_TAKEN`, which then
end as `_CLOSES` says); `_MORE` shows that it is another duration."""

_APART: Final = re.compile(r"\b(?:later|after|before|ago|earlier|every|each|more|less|than)\b")
"""Words for the distance between two events."""

_TWO: Final = 2


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
        or not (
            _SPAN.fullmatch(text, dates[0].end, dates[1].start)
            or _is_begun_and_ended(stated, context)
        )
        or "/" in text[stated.start : stated.end]  # 340 results/h
        or OTHER_DURATION.search(near) is not None
        or _APART.search(near) is not None
        or any(each.amount.value == stated.value for each in known)
    )
    if minutes > 0 and not is_free and not fits_minutes(stated, minutes, context):
        at_end = (each.result_value for each in context.index.moments.covering(end))
        yield from (contradiction((stated,), "duration", each) for each in islice(at_end, 1))


def _is_begun_and_ended(stated: Amount, context: ClauseContext) -> bool:
    """Whether a duration is stated for what began and ended at the sentence's first two times.

    `Asked 8:00, here by 9:30, so …`, or the duration comes first.
    """
    text, line = context.fold, context.sentence
    first, second = line.dates[:_TWO]
    near = max(line.words[0].start, first.start - REACH)
    if _BEGUN.search(text, near, first.start) is None or _MORE.search(context.sentence_text):
        return False
    if _ENDED.fullmatch(text, first.end, second.start) is None:
        return False
    if stated.start < first.start:
        before = text[line.words[0].start : stated.start]
        return bool(_TAKEN.match(before) and _CLOSES.match(text, second.end))
    last = max(each.end for each in line.dates if each.end <= stated.start)
    is_so = _SO.fullmatch(text, last, stated.start) is not None
    return is_so and ENDING.match(text, stated.end) is not None


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
