"""How long something is said to have taken, beside the two times from which that follows.

`From the first call at 01:14 to the rollback at 05:22 seven hours passed` is wrong whatever else is
known: four hours lie between. Both times must be ones of the results.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.lifespans import is_about
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.moments import NEAR_DAYS, Moment, is_day, moment, number_of_day
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.units import DAY
from recollect.validation.known.records import Known

_FROM: Final = re.compile(
    r"(?:\b(?:from|between|von|vom|ab|zwischen|desde|de|entre|du|dalle|dal|tra|fra|das|van|tussen)\b"
    r"[^.;()\d]{0,60}|\()$"
)
_TO: Final = re.compile(
    r"(?:^|\s)(?:to|until|till|and|bis|und|a|al|alle|ate|as|hasta|y|e|et|jusqu['\u2019]a|tot|en)\b"
    r"|^\s?[-\u2013]\s?$"
)
_PASSED: Final = re.compile(
    r"[\W_]*(?:(?:that(?:['\u2019]s| is| was)|which (?:is|was)|(?:it|this|that|everything|the"
    r" (?:whole|outage|repair|fix|call|rollback)) (?:took|lasted)|there (?:were|are|lie|lay)|passed"
    r"|lay|vergingen|lagen|liegen|dauerte es|pasaron|transcurrieron|passaram|decorreram"
    r"|se sont ecoulees|sono passat[ei]|zaten|zitten|i\.e\.|so|about|around|roughly|nearly|almost"
    r"|over|under|a|bit|little|just|well|rund|gut|knapp|etwa|fast|unas|unos|casi|cerca de|quase"
    r"|circa|quasi|environ|presque|ruim|bijna|ongeveer|exactly|in total|insgesamt)[\W_]*)*"
)
_TAKES: Final = re.compile(
    r"\b(?:took|lasted|for|dauerte|brauchte|tardo|duro|durou|demorou|levou|dure|duurde|durat[oa])\s"
    r"(?:\w+ ){0,4}$"
)
"""What stands before a duration that was from one time to another, with no comma between."""

_SINCE: Final = frozenset(["from", "von", "vom", "desde", "de", "das", "dalle", "van"])
"""What begins a span: `two hours between 10:00 and 14:00` may be two of the four."""

_BEFORE: Final = re.compile(
    r"\s?[,:(]?\s?(?:from|between|von|vom|zwischen|desde|entre|tra|tussen)\b"
)
_ELSE: Final = re.compile(
    r"\s?(?:later|after|before|earlier|ago|each|every|of (?:them|which|it)|spater|davor|jeweils|mas"
    r"|despues|antes|plus tard|depois|dopo|later)\b|\s?(?:left|remain)"
)
_REMOTE: Final = 80
_NEAR: Final = 60


class _Span(NamedTuple):
    """Where two times stand that something is from and to, and the minutes between them."""

    start: int
    end: int
    minutes: float
    known: Known


def span_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on how long something took between two times of a sentence."""
    line, own = context.line, context.clause.whole
    if len(line.moments) <= 1:
        return
    times = [each for each in line.loose_durations if each.concept == TIME]
    inside = [each for each in times if own[0].start <= each.start < own[-1].end]
    if len(times) != 1 or not inside:
        return
    said = times[0]
    for span in _spans(context):
        if _is_of(said, span, context) and not _fits(said, span.minutes):
            yield FoundFact(said.start, said.end, "duration", "contradicted", span.known)


def _spans(context: ClauseContext) -> Iterator[_Span]:
    """The times of a sentence that something is said to be from and to."""
    dates = [word for word in context.line.words if word.form == "date"]
    begin = context.line.words[0].start
    for one, other in pairwise(dates):
        between = context.fold[one.end : other.start]
        led = context.fold[max(begin, one.start - _REMOTE) : one.start]
        is_one = ")" not in between and not NEAR_DAYS.search(between)  # Friday to Monday
        is_span = is_one and _FROM.search(led) and _TO.search(between)
        if len(between) > _REMOTE or not is_span:
            continue
        first, second = moment(one.text), moment(other.text)
        minutes, known = _minutes(first, second), _known(second, context)
        if minutes and known is not None and _known(first, context) is not None:
            yield _Span(one.start, other.end, minutes, known)


def _minutes(one: Moment, other: Moment) -> float:
    """The minutes from one time to another one, within a day; nought where that is not clear.

    Where both have a day they lie so many apart, else it is the same night.
    """
    if one.minute is None or other.minute is None:
        return 0.0
    if not (one.days and other.days and one.days != other.days):
        return (other.minute - one.minute) % DAY
    if len(one.days) != 1 or len(other.days) != 1:
        return 0.0
    (first,), (last,) = one.days, other.days
    if not (is_day(first) and is_day(last)):
        return 0.0
    apart = number_of_day(last) - number_of_day(first)
    return max(0.0, apart * DAY + other.minute - one.minute)


def _known(said: Moment, context: ClauseContext) -> Known | None:
    """The moment of the results that is said."""
    found = (each for each in context.index.moments.all if each.moment.clock == said.clock)
    return next((each.known for each in found if each.moment.agrees(said)), None)


def _is_of(said: Amount, span: _Span, context: ClauseContext) -> bool:
    """Whether a duration stands right behind two times, or right before them."""
    fold, last = context.fold, context.line.words[-1].end
    if _ELSE.match(fold, said.end, last):
        return False
    if said.start >= span.end:
        between = fold[span.end : said.start]
        return len(between) <= _NEAR and _PASSED.fullmatch(between) is not None
    joint = _BEFORE.match(fold, said.end, span.start) if span.start > said.end else None
    if joint is None or span.start - said.end > _REMOTE:
        return False
    if joint.group().lstrip()[:1] in ",:(":
        return True
    led = fold[max(context.line.words[0].start, said.start - _NEAR) : said.start]
    return joint.group().strip() in _SINCE and _TAKES.search(led) is not None


def _fits(said: Amount, minutes: float) -> bool:
    """Whether that may be said of so many minutes, roughly."""
    return is_about(said, minutes) or said.agrees(minutes)
