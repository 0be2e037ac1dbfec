"""Lifespans: how long a ticket is said to have taken, from when it was opened to when it was over.

`From opening to resolution it took 5 hours`.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import TICKET
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction, finding
from recollect.validation.facts.times.time_spans import (
    ENDING,
    OTHER_DURATION,
    REACH,
    SHORT_REACH,
    fits_minutes,
)
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import LEAP_YEAR, is_day, moments_in
from recollect.validation.grammar.quantities import TIME, Amount, duration_of, start_of
from recollect.validation.known.record_models import Record, ResultValue

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
_AN_HOUR: Final = re.compile(
    r"\b(?:an?|eine[rn]?|una?|une|uma?|een|un['\u2019]) ?\w{1,10} (?:and|und|y|et|e|en)"
    r" (?:\w+ ){0,2}$"
)
"""A unit without a number before a duration: `an hour and 47 minutes`."""


def lifespan_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on how long a clause says a ticket took, by its opening and closing times."""
    clause, line = context.clause, context.sentence
    if not clause.asserts_now or context.supposes or context.averages or line.denies:
        return
    whole = clause.whole  # includes `bis zur Lösung`
    begin = bisect_left(line.amounts, whole[0].start, key=start_of)
    inside = line.amounts[begin : bisect_left(line.amounts, whole[-1].end, key=start_of)]
    times = (each for each in inside if each.concept == TIME)
    candidates = (duration_of(each, line.loose_durations) for each in times)
    stated = next((each for each in candidates if _is_lifespan(each, context)), None)
    if stated is None or _AN_HOUR.search(
        context.fold, max(0, stated.start - SHORT_REACH), stated.start
    ):
        return
    records = context.about(stated.start)
    lifespans = [each for record in records for each in _lifespans(record)]
    if not lifespans:
        return
    fitting = next(
        (known for minutes, known in lifespans if fits_minutes(stated, minutes, context)), None
    )
    if fitting is not None:
        yield finding((stated,), "duration", "supported", fitting)
    elif len(records) == 1:
        yield contradiction((stated,), "duration", lifespans[0][1])


def _is_lifespan(stated: Amount, context: ClauseContext) -> bool:
    """Whether a duration is stated as the time from opening to closing, before or behind it."""
    line, fold = context.sentence.words, context.fold
    begin, last = max(line[0].start, stated.start - 2 * REACH), line[-1].end
    if OTHER_DURATION.search(fold, begin, min(last, stated.end + REACH)):
        return False
    before = fold[begin : stated.start]
    if _OPEN_FOR.search(before):
        is_whole = not context.sentence.moments and _UNTIL.search(fold, begin, last) is None
        return is_whole and ENDING.match(fold, stated.end, last + 1) is not None
    if _AFTER.match(fold, stated.end, last):
        return _WAS_OVER.search(before) is not None
    behind = _LIFE.match(fold, stated.end + 1, last)
    if behind is not None:
        return _TOOK.search(before) is not None
    found = _LIFE.search(fold, begin, stated.start)
    takes = found is not None and _TAKING.search(fold[found.end() : stated.start]) is not None
    return takes and ENDING.match(fold, stated.end, last + 1) is not None


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
