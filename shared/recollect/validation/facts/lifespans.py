"""Lifespans: how long a ticket is said to have taken, from when it was opened to when it was over.

Also durations whose beginning and end the same sentence states.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.sentence_lines import TICKET
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import (
    LEAP_YEAR,
    NEAR_DAYS,
    Moment,
    is_day,
    moment,
    moments_in,
    number_of_day,
)
from recollect.validation.grammar.quantities import TIME, Amount, duration_of
from recollect.validation.grammar.units import DAY
from recollect.validation.known.records import Record, ResultValue

_LIFE: Final = re.compile(
    r"\bfrom (?:its |the )?(?:open(?:ing|ed)?|ticket|report(?:ed|ing)?)(?: date)?"
    r" (?:un)?to (?:its |the |being )?(?:resol\w+|clos\w+)"
    r"|\bvon der (?:er)?offnung bis (?:zur |zum )?(?:losung|schlie\w+|abschluss|behebung)"
    r"|\bd(?:esde )?e? ?la apertura (?:hasta|a)(?: la| el|l)? (?:resolucion|cierre|solucion)"
    r"|\bde l['\u2019]ouverture (?:a|jusqu['\u2019]a) la (?:resolution|cloture|fermeture)"
    r"|\bd(?:es)?d?a abertura (?:ate )?(?:ao|a) (?:resolucao|encerramento|fecho|fechamento)"
    r"|\bdall['\u2019]apertura alla (?:risoluzione|chiusura)"
    r"|\bbetween (?:its |the )?opening and (?:its |the )?(?:resol\w+|clos\w+)"
    r"|\bzwischen (?:der )?(?:er)?offnung und (?:der |dem )?(?:schlie\w+|losung|abschluss)"
    r"|\bentre la apertura y (?:el |la )?(?:cierre|resolucion)"
    r"|\bentre l['\u2019]ouverture et la (?:cloture|fermeture|resolution)"
    r"|\bentre a abertura e (?:o |a )?(?:encerramento|fecho|fechamento|resolucao)"
    r"|\btra l['\u2019]apertura e la (?:chiusura|risoluzione)"
    r"|\btussen (?:het |de )?open\w+ en (?:het |de )?(?:af)?(?:sluit\w+|oplos\w+)"
    r"|\bvan (?:de )?opening tot (?:de )?(?:oplossing|sluiting|afsluiting)"
)
_TICKET: Final = rf"(?:it|(?:the|this) (?:[\w-]+ ){{0,2}}(?:case|incident|ticket)|{TICKET.pattern})"
_ROUGHLY: Final = (
    r"(?:\s(?:a|bit|little|about|around|roughly|some|just|only|nearly|almost|over|under|more|less|than"
    r"|exactly|well|close|to|ruim|bijna|fast|knapp|rund|etwa|gut|casi|unas?|unos|presque|environ|quase"
    r"|cerca|de|quasi|circa|plus|moins|mas|menos|mais|piu|meno|mehr|weniger|als|que|di)){0,4}\s?$"
)
_TAKING: Final = re.compile(
    r"^(?: (?:of|van|von|de|del|da|di|du) "
    + _TICKET
    + r")?(?::\**|\)?,? (?:(?:"
    + _TICKET
    + r" |that )?(?:took|has taken|lasted|was)(?: us)?"
    r"|there (?:was|were)|vergingen|(?:dauerte|brauchte) es|lagen|pasaron|transcurrieron|mediaron"
    r"|(?:se )?tardo|il a fallu|il s['\u2019]est ecoule|passaram|decorreram|demorou|levou"
    r"|sono passat[ei]|ci sono volut[ei]|duurde het|zate?n?))" + _ROUGHLY
)
"""Words between the two ends of a ticket's life (`_LIFE`) and how long it took."""

_TOOK: Final = re.compile(
    r"(?:^|[;,:\u2022(] ?|\b" + _TICKET + r" (?:took|lasted|was)(?: us)?)" + _ROUGHLY
)
"""Words before how long a ticket took, where the two ends of its life follow."""

_OPEN_FOR: Final = re.compile(rf"\b{_TICKET} (?:was|stayed|remained) (?:open|active) for{_ROUGHLY}")
_UNTIL: Final = re.compile(r"\b(?:after|once|from|by|when|until|then|thought|before|already)\b")
"""Words that show that a ticket was open for so long up to a time or from a time on only."""

_WAS_OVER: Final = re.compile(
    r"(?:^[\W_]*|\b" + _TICKET + r" (?:was|is|has been|had been) )(?:resolved|closed)\b[^;]*$"
)
_AFTER: Final = re.compile(
    r"\s(?:after|from) (?:(?:(?:it|the (?:case|incident|ticket)) (?:was|had been) )?opened"
    r"|opening|it had come in)(?=\s*(?:[.,;:!)\n]|$))"
)
_ENDING: Final = re.compile(
    r"\s*(?:[.,;:!)(|\n\u2013\u2014]|$|(?:and|und|y|et|e|en|from|in total|altogether)\s)"
)
"""What may follow how long a ticket took; not the `of work` in `35 minutes of work`."""

_OTHER_DURATION: Final = re.compile(
    r"\b(?:sla|target|limit|allow\w*|permit\w*|within|inside|latest|early|later than|at most"
    r"|business"
    r"|working|net|hands|work\w*around|provisional\w*|normal\w*|usual\w*|could|would|frist|ziel"
    r"|erlaubt|arbeits\w+|innerhalb|spatestens|plazo|objetivo|laborables|prazo|uteis|delai|ouvr\w+"
    r"|entro|lavorativ\w+|binnen|doel|werk\w*)\b"
)
"""Words for how long a ticket might take, or for how long somebody worked on it."""

_AN_HOUR: Final = re.compile(
    r"\b(?:an?|eine[rn]?|una?|une|uma?|een|un['\u2019]) ?\w{1,10} (?:and|und|y|et|e|en)"
    r" (?:\w+ ){0,2}$"
)
"""A unit without a number before a duration: `an hour and 47 minutes`."""

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
_NEARLY: Final = re.compile(
    r"\b(?:nearly|almost|close to|fast|knapp|casi|presque|quase|quasi|bijna)\s$"
)
_REACH: Final = 80
"""Characters around a duration that are searched for words about it."""

_SHORT_REACH: Final = 25
"""Characters beside a duration that are searched for words which belong to it."""

_MIN_RATIO: Final = 0.75
"""The share of one duration that another one must have to be about as long."""


def lifespan_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on how long a clause says a ticket took, by its opening and closing times."""
    clause, line = context.clause, context.sentence
    if not clause.asserts_now or context.supposes or context.averages or line.denies:
        return
    whole = clause.whole  # includes `bis zur Lösung`
    begin = bisect_left(line.amounts, whole[0].start, key=_start)
    inside = line.amounts[begin : bisect_left(line.amounts, whole[-1].end, key=_start)]
    times = (each for each in inside if each.concept == TIME)
    candidates = (duration_of(each, line.loose_durations) for each in times)
    stated = next((each for each in candidates if _is_lifespan(each, context)), None)
    if stated is None or _AN_HOUR.search(
        context.fold, max(0, stated.start - _SHORT_REACH), stated.start
    ):
        return
    records = context.about(stated.start)
    lifespans = [each for record in records for each in _lifespans(record)]
    if not lifespans:
        return
    fitting = next((known for minutes, known in lifespans if _fits(stated, minutes, context)), None)
    if fitting is not None:
        yield FactFinding(stated.start, stated.end, "duration", "supported", fitting)
    elif len(records) == 1:
        yield FactFinding(stated.start, stated.end, "duration", "contradicted", lifespans[0][1])


def span_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on a sentence's only duration, where the sentence has its beginning and end.

    `From 22:12 to 14:05, under seven hours` is wrong, unless the results have that very duration.
    """
    words, line = context.clause.words, context.sentence
    dates = line.dates[: _TWO + 1]
    if len(dates) < _TWO or len(line.loose_durations) != 1 or context.supposes or line.denies:
        return
    stated, text = line.loose_durations[0], context.fold
    begin, end, *rest = (moment(word.text) for word in dates)
    if rest and (begin.days or end.days or rest[0].clock):
        return  # but `from 06:50 to 13:05 on Feb 16`
    if not (begin.days and end.days) and (end.days or NEAR_DAYS.search(context.sentence_text)):
        return  # from Wednesday 06:40 until Thursday 07:30
    minutes = _minutes_between(begin, end)
    near = text[max(words[0].start, stated.start - _REACH) : stated.end + _SHORT_REACH]
    known = context.index.amounts.by_concept.get(TIME, ())
    is_free = (
        not words[0].start <= stated.start < words[-1].end
        or not (
            _SPAN.fullmatch(text, dates[0].end, dates[1].start)
            or _is_begun_and_ended(stated, context)
        )
        or "/" in text[stated.start : stated.end]  # 340 results/h
        or _OTHER_DURATION.search(near) is not None
        or _APART.search(near) is not None
        or any(each.amount.value == stated.value for each in known)
    )
    if minutes > 0 and not is_free and not _fits(stated, minutes, context):
        at_end = (each.result_value for each in context.index.moments.covering(end))
        yield from (
            FactFinding(stated.start, stated.end, "duration", "contradicted", each)
            for each in islice(at_end, 1)
        )


def _is_begun_and_ended(stated: Amount, context: ClauseContext) -> bool:
    """Whether a duration is stated for what began and ended at the sentence's first two times.

    `Asked 8:00, here by 9:30, so …`, or the duration comes first.
    """
    text, line = context.fold, context.sentence
    first, second = line.dates[:_TWO]
    near = max(line.words[0].start, first.start - _REACH)
    if _BEGUN.search(text, near, first.start) is None or _MORE.search(context.sentence_text):
        return False
    if _ENDED.fullmatch(text, first.end, second.start) is None:
        return False
    if stated.start < first.start:
        before = text[line.words[0].start : stated.start]
        return bool(_TAKEN.match(before) and _CLOSES.match(text, second.end))
    last = max(each.end for each in line.dates if each.end <= stated.start)
    is_so = _SO.fullmatch(text, last, stated.start) is not None
    return is_so and _ENDING.match(text, stated.end) is not None


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


def _start(amount: Amount) -> int:
    return amount.start


def _is_lifespan(stated: Amount, context: ClauseContext) -> bool:
    """Whether a duration is stated as the time from opening to closing, before or behind it."""
    line, fold = context.sentence.words, context.fold
    begin, last = max(line[0].start, stated.start - 2 * _REACH), line[-1].end
    if _OTHER_DURATION.search(fold, begin, min(last, stated.end + _REACH)):
        return False
    before = fold[begin : stated.start]
    if _OPEN_FOR.search(before):
        is_whole = not context.sentence.moments and _UNTIL.search(fold, begin, last) is None
        return is_whole and _ENDING.match(fold, stated.end, last + 1) is not None
    if _AFTER.match(fold, stated.end, last):
        return _WAS_OVER.search(before) is not None
    behind = _LIFE.match(fold, stated.end + 1, last)
    if behind is not None:
        return _TOOK.search(before) is not None
    found = _LIFE.search(fold, begin, stated.start)
    takes = found is not None and _TAKING.search(fold[found.end() : stated.start]) is not None
    return takes and _ENDING.match(fold, stated.end, last + 1) is not None


def _fits(stated: Amount, minutes: float, context: ClauseContext) -> bool:
    """Whether a stated duration may stand for so many minutes.

    It may be a quarter off, one stated in days or longer units by one unit, and `over five hours`
    may be longer.
    """
    unit = stated.value / stated.number if stated.number else 1.0
    if unit >= DAY and abs(stated.value - minutes) <= unit:
        return True
    if _is_about(stated, minutes):
        return True
    is_near = _NEARLY.search(context.fold, max(0, stated.start - _SHORT_REACH), stated.start)
    return is_near is None and bool(stated.bound) and stated.agrees(minutes)


def _is_about(stated: Amount, minutes: float) -> bool:
    """Whether a duration is so many minutes, or differs from them by a quarter at most."""
    return _MIN_RATIO * minutes <= stated.value <= minutes / _MIN_RATIO


def _lifespans(record: Record) -> Iterator[tuple[float, ResultValue]]:
    """The minutes from when a ticket was opened to when it was closed, with both moments."""
    for begin in record.values("opened"):
        for end in record.values("closed"):
            minutes = _minutes_from(begin, end)
            if minutes is not None and minutes > 0:
                yield minutes, ResultValue(f"{begin.text} to {end.text}", end.source)


def _minutes_from(begin: ResultValue, end: ResultValue) -> float | None:
    """The minutes from one value to another, None where either has no day and time."""
    one, other = _instant(begin), _instant(end)
    return (other - one).total_seconds() / 60 if one and other else None


def _instant(known: ResultValue) -> datetime | None:
    """The moment in a value that has a day and a time, else None."""
    when = next((each for _, _, each in moments_in(folded(known.text))), None)
    if when is None or when.clock is None or len(when.days) != 1:
        return None
    (day,), (hour, minute) = when.days, when.clock
    is_time = hour < 24 and minute < 60  # noqa: PLR2004  # as clocks go
    return datetime(when.year or LEAP_YEAR, *day, hour, minute) if is_day(day) and is_time else None  # noqa: DTZ001  # two of the same record are compared
