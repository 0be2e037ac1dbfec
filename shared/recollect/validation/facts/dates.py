"""When an answer says that something was: dates of a ticket, and of the lines of its journal."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.judging import judged, outright
from recollect.validation.facts.verdicts import FoundFact, Judged
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.moments import NEAR_DAYS, Moment, is_next, moment, moments_in
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.words import Word
from recollect.validation.known.passages import Entry, KnownMoment
from recollect.validation.known.records import Known
from recollect.validation.known.values import same_person

_FIELDS: Final = ("opened", "updated", "closed", "due")
_SHARE: Final = 0.6
_ENOUGH: Final = 2
_LEAST: Final = 0.35
_MOST_OF: Final = 0.45
_NEAR: Final = 4
_FAR: Final = 6
_SINCE: Final = 2
_FROM_THEN: Final = frozenset(["since", "seit", "depuis", "desde", "dal", "sinds"])
_HOUR: Final = 60
_HALF_DAY: Final = 12
_DAY: Final = 1_440
_MOST_OF_DAY: Final = 10
_MOST_WORDS: Final = 200
_NOW: Final = frozenset(["of", "now", "stand", "today", "heute", "vandaag", "hoy", "oggi"])
_PLANNED: Final = frozenset(
    """
    planned scheduled geplant vorgesehen gepland planificado planificada prevista previsto previstas
    prevu prevue planejado planejada
    """.split()
)
"""What is said of a plan that a result tells of, rather than of one's own."""

_PROPOSING: Final = frozenset(
    """
    propose proposed proposal suggest suggested suggestion recommend recommended idea next
    vorschlag vorgeschlagen nachste nachster nachsten propuesta propone proximo proxima
    proposition proposer prochaine prochain proposta proposto prossimo prossima voorstel volgende
    """.split()
)
"""What is said of a day on which nothing has been agreed."""

_ROUGHLY: Final = frozenset(
    """
    after before around about past nearly almost nach vor kurz gegen knapp etwa vers apres avant
    hacia antes depois circa prima dopo rond na voor
    """.split()
)
_ESTIMATING: Final = frozenset(
    ["around", "about", "rond", "circa", "etwa", "vers", "hacia", "environ", "omstreeks", "gegen"]
)
"""What stands before a day that is worked out, or not known well."""

_LASTING: Final = frozenset(
    """
    reste restent dure duree pendant durant depuis encore environ moins de en quedan queda restam
    faltam restano dura
    """.split()
)
_AT_HOUR: Final = frozenset(
    ["a", "as", "vers", "des", "avant", "apres", "jusqu", "depuis", "de", "entre", "et", "le"]
)
"""What stands before a French hour: behind anything else `1 h 35` is so long."""

_REPORTING: Final = frozenset(
    ["reported", "gemeldet", "signale", "informo", "relatou", "segnalato", "gemeld"]
)
_OWN: Final = frozenset(
    ["i", "we", "ich", "wir", "je", "nous", "yo", "nosotros", "noi", "ik", "wij"]
)
_LONGEST_NAME: Final = 60
_MOST_NAMES: Final = 3


_QUARTER: Final = frozenset(["quarter", "viertel", "quart", "cuarto", "quarto", "kwart"])
_QUARTERS: Final[Mapping[int, frozenset[str]]] = {
    0: frozenset(),
    15: _QUARTER,
    30: frozenset(["half", "halb", "demie", "media", "meia", "mezza", "mezzo"]),
    45: _QUARTER,
}
"""The minutes that are told in words, and by which of them."""


_PLACE: Final = re.compile(r",? (?:in|en|\u00e0|a|te|em) [A-Z]")
"""Behind a clock the place that it is of."""

_AFTER: Final = frozenset(
    ["after", "before", "nach", "vor", "apres", "avant", "despues", "antes", "dopo"]
)
"""What stands between a field and a time that it is only so long from."""


def date_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on dates and times in a clause, and on who did what then."""
    clause = context.clause
    if not clause.tells or len(clause.words) > _MOST_WORDS:
        return
    # `08:00 update for the control room`, `I'd watch 13:58`
    is_plan = context.line.is_heading or context.is_own_plan
    for at, word in enumerate(clause.words):
        if word.form == "date" and not _lasts(clause.words, at):
            for found in _judged(context, at, word):
                if found.verdict != "contradicted" or not (
                    is_plan or _is_roughly(context, at, found)
                ):
                    yield found
    if clause.is_first:
        yield from _who(context)


def _tells_last_update(context: ClauseContext) -> bool:
    """Whether a clause says when the record that it names was last updated."""
    words = context.clause.words
    said = (context.told([word]) for word in words if word.says("label:updated"))
    return context.line.names_known and any(each.startswith("last ") for each in said)


def _lasts(words: Sequence[Word], at: int) -> bool:
    """Whether what looks like a time is how long something takes: `il reste 1 h 20`, `= 1 h 35`."""
    text, before = words[at].text, words[at - 1].text if at else ""
    is_apart = " h " in text and before not in _AT_HOUR
    return "h" in text and (before in _LASTING or is_apart)


def _judged(context: ClauseContext, at: int, word: Word) -> Iterator[FoundFact]:
    said = moment(word.text)
    if (not said.days and said.clock is None) or context.line.is_elsewhere:
        return
    field = ""
    if not _is_told_then(context, said):
        field = "opened" if _is_open_since(context, at) else _field(context, at, word)
    labelled = list(_of_field(context, word, said, field)) if field else []
    good = next(
        (
            each.known
            for each in context.index.moments.all
            if said.agrees(each.moment) and _covers(each.moment, said)
        ),
        None,
    )
    other_year = _of_another_year(said, context.index.moments.all)
    good = good if other_year is None else None
    is_last = field == "updated" and _tells_last_update(context)
    is_known = good is not None and any(each.says("label:updated") for each in context.clause.words)
    if labelled and (is_last or not is_known):
        # Much is updated, and not the ticket.
        is_unsure = field == "updated" and not is_last
        yield from outright(labelled, context) if is_unsure else labelled
    elif good is None and (ends := context.index.levels.breach_times) and _tells_end(context, at):
        yield FoundFact(word.start, word.end, "date", "contradicted", ends[0])
    elif other_year is not None and _may_be_of_that_year(context, said):
        yield FoundFact(word.start, word.end, "date", "contradicted", other_year)
    elif good is None and (other := _other_day(context, at, said)) is not None:
        yield FoundFact(word.start, word.end, "date", "contradicted", other)
    else:
        yield from outright(_held(context, at, word, said, good), context)


def _other_day(context: ClauseContext, at: int, said: Moment) -> Known | None:
    """The day of the results in the same month, or with the same number, as one that none has.

    Beside the name of a day of the week, right before or after a day of the results, and where the
    sentence tells how long something takes, or what would be, it may follow.
    """
    index, line, words = context.index, context.line, context.clause.words
    if not said.days or index.is_partial or len(line.words) > _MOST_WORDS or not _is_plain(context):
        return None
    days = {day for each in line.moments for day in each.days} - said.days
    days |= index.moments.by_day.keys()
    if said.days & (days | index.moments.days_in_words | index.moments.days_after):
        return None
    if any(is_next(day, one) or is_next(one, day) for day in said.days for one in days):
        return None
    is_own = any(word.text in _OWN for word in words)
    is_counted = NEAR_DAYS.search(context.sentence) is not None or _tells_length(context)
    if is_own or is_counted or tells_now(words, at) or _is_listed(context, at):
        return None
    best = _told_instead(context, said)
    return None if best is None or any(map(best.moment.agrees, line.moments)) else best.known


def _told_instead(context: ClauseContext, said: Moment) -> KnownMoment | None:
    """The moment that shares most with a sentence, of those near its day and of what it says."""
    own = context.own_stems
    least = max(_ENOUGH, _MOST_OF * len(own))
    near = [
        each
        for (month, day), moments in context.index.moments.by_day.items()
        if any((month == one[0]) != (day == one[1]) for one in said.days)
        for each in moments[:_MOST_OF_DAY]
    ]
    of_it = (passage for shared, passage in context.index.passages.sharing(own) if shared >= least)
    told = (each for passage in islice(of_it, _ENOUGH) for each in passage.moments())
    near += [each for each in told if each.moment.days]
    return max(near, key=lambda each: len(each.stems & context.stems), default=None)


def _held(
    context: ClauseContext, at: int, word: Word, said: Moment, good: Known | None
) -> Iterator[FoundFact]:
    """The finding on a date that is of no field, held against journals and statements."""
    entry = _entry(context) if _is_its_time(context, word) else None
    is_other = entry is not None and entry.moment.shares(said) and not entry.moment.agrees(said)
    is_noted = _is_table(context) and (good is not None or _is_put_together(context, said))
    if entry is not None and good is not None:
        told = moments_in(folded(entry.known.text))
        is_noted = is_noted or any(each.clock and each.agrees(said) for _, _, each in told)
    if entry is not None and is_other and not is_noted:
        yield FoundFact(word.start, word.end, "date", "contradicted", entry.known)
    elif good is not None:
        yield FoundFact(word.start, word.end, "date", "supported", good)
    elif _is_worked_out(context, said) or _is_put_together(context, said):
        return
    elif (other := _otherwise(context, at, said)) is not None:
        yield FoundFact(word.start, word.end, "date", "contradicted", other)
    elif not context.index.is_partial:
        yield FoundFact(word.start, word.end, "date", "unsupported")


def _tells_end(context: ClauseContext, at: int) -> bool:
    """Whether a clock is when the only service level is said to end: `the SLA ends at 11:15`."""
    words = context.clause.words
    end = words[at].end
    if _PLACE.match(context.answer, end):
        return False  # ends at 14:40 in Prague
    is_only = len(context.line.moments) == 1
    is_said = any(word.says("label:sla") for word in words[max(0, at - _FAR) : at])
    return (
        is_only and is_said and context.clause.states and moment(words[at].text).clock is not None
    )


def _is_table(context: ClauseContext) -> bool:
    """Whether a line is one of a table, which may tell of what a note tells, not of the note."""
    return "|" in context.line.texts


def _is_told_then(context: ClauseContext, said: Moment) -> bool:
    """Whether a line of a journal of that day is what the sentence tells of, and no field."""
    if not said.days or not any(word.text in _REPORTING for word in context.clause.words):
        return False
    stems = context.stems
    return any(
        said.shares(entry.moment) and said.agrees(entry.moment) and entry.stems & stems
        for entry in context.index.journal.entries
    )


def _is_its_time(context: ClauseContext, word: Word) -> bool:
    """Whether a date begins a line of a journal, and is not what the line tells of."""
    first = next((each for each in context.clause.line if each.form == "date"), None)
    return context.clause.is_event and word is first


def _otherwise(context: ClauseContext, at: int, said: Moment) -> Known | None:
    """The time that a result has otherwise, where it does not tell this one in words."""
    if said.days or _is_hour_in_words(context, said):
        return None
    return _instead(context, said) or _slipped(context, at, said)


def _is_put_together(context: ClauseContext, said: Moment) -> bool:
    """Whether results have its day, and its time with no day: `Jun 10: … full since 14:20`."""
    moments = [each.moment for each in context.index.moments.all]
    is_time = any(each.clock == said.clock and not each.days for each in moments)
    return said.clock is not None and is_time and any(said.days & each.days for each in moments)


def _is_worked_out(context: ClauseContext, said: Moment) -> bool:
    """Whether a time follows from one of the sentence and how long it says that something takes.

    From 22:00 on, four hours, until 02:00: over midnight, too; May 31, and nothing from June 1 on;
    06:10, where a result has `06:13, three minutes after`.
    """
    line = context.line
    end = said.minute
    if len(line.words) > _MOST_WORDS:
        return False
    days = [day for each in line.moments for day in each.days]
    if any(is_next(day, other) for day in said.days for other in days):
        return True
    if end is None:
        return False
    begins = [each.minute for each in line.moments if each.minute is not None]
    lengths = [amount.value for amount in line.amounts if amount.concept == TIME]
    if any((begin + length - end) % _DAY == 0 for begin in begins for length in lengths):
        return True
    return end in context.index.moments.clocks_before


def _is_hour_in_words(context: ClauseContext, said: Moment) -> bool:
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


def _instead(context: ClauseContext, said: Moment) -> Known | None:
    """The moment that a sentence of the results has where this one says another, and not both."""
    stems = context.stems
    besides = context.line.moments
    return next(
        (
            each.known
            for each in context.index.moments.all
            if len(each.stems & stems) >= max(_ENOUGH, _LEAST * len(stems))
            and said.shares(each.moment)
            and not any(one.shares(each.moment) and one.agrees(each.moment) for one in besides)
        ),
        None,
    )


def _slipped(context: ClauseContext, at: int, said: Moment) -> Known | None:
    """The time that differs in a part only, where a clause states what is: `22:46` for `23:46`.

    When we do something no result tells.
    """
    words = context.clause.words
    is_of_field = any(word.of("label:") for word in words[:at])
    is_stated = context.clause.states or any(word.text in _PLANNED for word in words)
    is_own = any(word.text in _OWN for word in words)
    if not is_stated or is_of_field or is_own or tells_now(words, at) or _is_listed(context, at):
        return None
    near = (each.known for each in context.index.moments.all if _is_near(said, each.moment))
    return next(near, None)


def _is_roughly(context: ClauseContext, at: int, found: FoundFact) -> bool:
    """Whether a time is said to be about one, or before or after it: `a bit after 2 pm`."""
    said = moment(context.clause.words[at].text).clock
    is_rough = at > 0 and context.clause.words[at - 1].text in _ROUGHLY
    if at > 0 and said is None and context.clause.words[at - 1].text in _ESTIMATING:
        return True  # it is reached around 26 May
    if not is_rough or said is None or found.known is None:
        return False
    told = (known.clock for _, _, known in moments_in(folded(found.known.text)))
    return any(
        abs((said[0] - known[0]) * _HOUR + said[1] - known[1]) <= _HOUR
        for known in told
        if known is not None
    )


def tells_now(words: Sequence[Word], at: int) -> bool:
    """Whether a date is that of what is told: `as of 15:00`."""
    return any(word.text in _NOW for word in words[max(0, at - 2) : at])


def _is_listed(context: ClauseContext, at: int) -> bool:
    """Whether a date is the first of several days: `Nov 9, 10 and 11`."""
    line, at = context.clause.line, context.clause.at + at
    behind = [word for word in line[at + 1 : at + 4] if word.text != ","]
    return bool(behind) and (
        behind[0].form == "number"
        or (len(behind) > 1 and behind[0].says("and") and behind[1].form == "number")
    )


def _is_near(said: Moment, known: Moment) -> bool:
    """Whether one part of a time is the same and the other is not."""
    if said.clock is None or known.clock is None:
        return False
    is_round = said.clock[1] == 0 != known.clock[1]
    return (said.clock[0] == known.clock[0] and not is_round) or said.clock[1] == known.clock[1]


def _is_plain(context: ClauseContext) -> bool:
    """Whether a clause says what is or will be, and no more: nothing is denied or proposed."""
    is_free = context.supposes or context.is_own_plan or context.line.denies
    return not is_free and _PROPOSING.isdisjoint(context.line.texts)


def _tells_length(context: ClauseContext) -> bool:
    """Whether the sentence tells how long something takes."""
    return any(each.concept == TIME for each in context.line.amounts)


def _may_be_of_that_year(context: ClauseContext, said: Moment) -> bool:
    """Whether a day is said to be in a year, and it is no anniversary and no other year's."""
    years = {each.year for each in context.line.moments if each.days & said.days}
    return _is_plain(context) and not _tells_length(context) and years == {said.year}


def _of_another_year(said: Moment, known: Iterable[KnownMoment]) -> Known | None:
    """The first of what results tell of a day with its year, where all have another year."""
    dated = [each for each in known if each.moment.year and said.days & each.moment.days]
    is_other = said.year is not None and all(each.moment.year != said.year for each in dated)
    return dated[0].known if is_other and dated else None


def _covers(known: Moment, said: Moment) -> bool:
    """Whether a result says at least as much."""
    return (not said.days or bool(known.days)) and (said.clock is None or known.clock is not None)


def _field(context: ClauseContext, at: int, word: Word) -> str:
    """The field that a date is said to be of: `opened on Oct 28`; "" for none."""
    near = reversed(context.clause.words[max(0, at - _FAR) : at])
    before = takewhile(lambda each: not each.says("and") and each.form != "date", near)
    between = list(before)
    fields = [name for each in between for name in _FIELDS if f"label:{name}" in each.means]
    field = next(iter(fields), "")
    is_of_things = _is_of_things(context.clause.words) or not VENDORS.isdisjoint(context.line.texts)
    # Opened / closed: March 8 / March 9; opened 25 minutes after the outage began at 06:05
    is_apart = len(set(fields)) > 1 or any(each.text in _AFTER for each in between)
    if is_apart or (field == "opened" and is_of_things):
        return ""
    if field or "been" not in context.clause.cues:
        return field
    words = [each for each in context.clause.words if each is not word]
    is_only = not any(each.form == "date" for each in words)
    if not is_only or not any(each.says("been") for each in words):
        return ""
    ends = [at for at, each in enumerate(words) if each.of("status:") & {"closed", "resolved"}]
    if ends and (_is_apart(words, ends[0], word) or _is_relative(words, ends)):
        return ""
    if ends:
        return "closed"
    return "opened" if any(each.says("label:opened") for each in words) else ""


def _is_open_since(context: ClauseContext, at: int) -> bool:
    """Whether the record that a sentence names is said to have been open since a date."""
    line = context.clause.line
    begin = context.clause.at + at - _SINCE
    if (
        begin < 0
        or line[begin + 1].text not in _FROM_THEN
        or "open" not in line[begin].of("status:")
    ):
        return False
    if any(word.says("which", "and") or word.text in {"than", "one"} for word in line[:begin]):
        return False  # `SCS0012345 is older than the VPN case, which has been open since May 4`
    is_it = context.index.records.main is not None and line[0].says("it", "case")
    return is_it or context.line.names_known


def _is_of_things(words: Sequence[Word]) -> bool:
    """Whether something else opens: `shops opened at 07:00`, `a bridge was opened`."""
    at = next((at for at, word in enumerate(words) if word.says("label:opened")), 0)
    before = [each for each in words[max(0, at - 2) : at] if not each.says("been", "was")][-1:]
    is_bare = any(each.says("been", "was") for each in words[max(0, at - 1) : at])
    things = (each for each in before if each.form == "word" and not each.says("case"))
    return any(each.text.endswith("s") or (is_bare and not each.means) for each in things)


def _is_apart(words: Sequence[Word], at: int, date: Word) -> bool:
    """Whether a date stands behind a colon: `closed: the certificate had expired on the 14th`."""
    end = words[at].end
    return any(each.text == ":" and end <= each.start < date.start for each in words)


def _is_relative(words: Sequence[Word], ends: Iterable[int]) -> bool:
    """Whether a date is so long before or after another: `a week after it was closed`."""
    return any(each.text in _ROUGHLY for at in ends for each in words[max(0, at - 2) : at])


def _of_field(context: ClauseContext, word: Word, said: Moment, field: str) -> Iterator[FoundFact]:
    """The finding on a date that is said to be that of a field."""

    def judge(known: Known) -> Judged:
        found = next(moments_in(folded(known.text)), None)
        if found is None or not found[2].shares(said):
            return "unclear"
        return "same" if found[2].agrees(said) else "other"

    records = context.about(word.start)
    for found in judged(context, "date", (word,), records, (field,), judge):
        if found.verdict == "supported" or len(records) == 1:
            yield found


def _entry(context: ClauseContext) -> Entry | None:
    """The one line of a journal that a sentence repeats, but for the names of people."""
    stems = context.stems - context.index.people.stems
    fitting = [
        (len(entry.stems & stems), entry)
        for entry in context.index.journal.entries
        if len(entry.stems & stems) >= max(_ENOUGH, _SHARE * len(entry.stems))
    ]
    if not fitting:
        return None
    best = max(count for count, _ in fitting)
    found = [entry for count, entry in fitting if count == best]
    return found[0] if len({entry.known.text for entry in found}) == 1 else None


def _who(context: ClauseContext) -> Iterator[FoundFact]:
    """Whom a line names, as in `15:30 - jsmith: Escalated`, and whether the journal does, too."""
    line = context.clause.line
    if not context.clause.is_event:
        return
    name = _author(line)
    if not name:
        return
    entry = _entry(context)
    if entry is None or not entry.who:
        return
    text = context.written(name)
    is_same = same_person(text, entry.who)
    yield FoundFact(
        name[0].start,
        name[-1].end,
        "person",
        "supported" if is_same else "contradicted",
        entry.known,
    )


def _author(line: Sequence[Word]) -> list[Word]:
    """The words between the dash and the colon of a line of a journal."""
    begin = next(
        (at for at, word in enumerate(line) if word.text.strip() in {"\u2013", "\u2014", "-"}), None
    )
    if begin is None:
        return []
    end = next((at for at in range(begin, len(line)) if line[at].text == ":"), None)
    name = list(line[begin + 1 : end]) if end is not None else []
    is_short = 0 < len(name) <= _MOST_NAMES
    return name if is_short and name[-1].end - name[0].start <= _LONGEST_NAME else []
