"""When an answer says that something was: dates of a ticket, and of the lines of its journal."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.date_fields import (
    ROUGHLY,
    field_date_findings,
    field_of,
    tells_last_update,
)
from recollect.validation.facts.derived_dates import (
    is_hour_in_words,
    is_put_together,
    is_worked_out,
)
from recollect.validation.facts.journal_lines import repeated_entry
from recollect.validation.facts.judging import drop_unsure_contradictions
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.clauses import MOST_WORDS
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import NEAR_DAYS, Moment, is_next, moment, moments_in
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.words import Word
from recollect.validation.known.moment_index import MomentIndex
from recollect.validation.known.passages import ResultMoment
from recollect.validation.known.records import ResultValue

_ENOUGH: Final = 2
_LEAST: Final = 0.35
_MOST_OF: Final = 0.45
_HOUR: Final = 60
_MOST_OF_DAY: Final = 10
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

_OWN: Final = frozenset(
    ["i", "we", "ich", "wir", "je", "nous", "yo", "nosotros", "noi", "ik", "wij"]
)


def date_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on dates and times in a clause."""
    clause = context.clause
    if not clause.tells or len(clause.words) > MOST_WORDS:
        return
    # `08:00 update for the control room`, `I'd watch 13:58`
    is_plan = context.sentence.is_heading or context.is_own_plan
    for at, word in enumerate(clause.words):
        if word.form == "date" and not _lasts(clause.words, at):
            for found in _judged(context, at, word):
                if found.verdict != "contradicted" or not (
                    is_plan or _is_roughly(context, at, found)
                ):
                    yield found


def _lasts(words: Sequence[Word], at: int) -> bool:
    """Whether what looks like a time is how long something takes: `il reste 1 h 20`, `= 1 h 35`."""
    text, before = words[at].text, words[at - 1].text if at else ""
    is_apart = " h " in text and before not in _AT_HOUR
    return "h" in text and (before in _LASTING or is_apart)


def _judged(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    said = moment(word.text)
    if (not said.days and said.clock is None) or context.sentence.is_elsewhere:
        return
    field = field_of(context, at, said)
    labelled = list(field_date_findings(context, word, said, field)) if field else []
    good = next(
        (
            each.result_value
            for each in context.index.moments.covering(said)
            if said.agrees(each.moment)
        ),
        None,
    )
    other_year = _of_another_year(said, context.index.moments)
    good = good if other_year is None else None
    is_last = field == "updated" and tells_last_update(context)
    is_known = good is not None and any(each.says("label:updated") for each in context.clause.words)
    if labelled and (is_last or not is_known):
        # Much is updated, and not the ticket.
        is_unsure = field == "updated" and not is_last
        yield from drop_unsure_contradictions(labelled, context) if is_unsure else labelled
    elif other_year is not None and _may_be_of_that_year(context, said):
        yield FactFinding(word.start, word.end, "date", "contradicted", other_year)
    elif good is None and (other := _of_that_time(context, said) or _other_day(context, at, said)):
        yield FactFinding(word.start, word.end, "date", "contradicted", other)
    else:
        yield from drop_unsure_contradictions(_held(context, at, word, said, good), context)


def _of_that_time(context: ClauseContext, said: Moment) -> ResultValue | None:
    """The day of a time of day that results tell of other days alone: of the 12th, at 06:12."""
    if not said.days or said.clock is None or context.index.is_partial or not _is_plain(context):
        return None
    of_time = list(context.index.moments.covering(Moment(None, frozenset(), said.clock)))
    return (
        of_time[0].result_value if of_time and all(each.moment.days for each in of_time) else None
    )


def _other_day(context: ClauseContext, at: int, said: Moment) -> ResultValue | None:
    """The day of the results in the same month, or with the same number, as one that none has.

    Beside the name of a day of the week, right before or after a day of the results, and where the
    sentence tells how long something takes, or what would be, it may follow.
    """
    index, line, words = context.index, context.sentence, context.clause.words
    if not said.days or index.is_partial or len(line.words) > MOST_WORDS or not _is_plain(context):
        return None
    days = {day for each in line.moments for day in each.days} - said.days
    days |= index.moments.by_day.keys()
    if said.days & (days | index.moments.days_in_words | index.moments.days_after):
        return None
    if any(is_next(day, one) or is_next(one, day) for day in said.days for one in days):
        return None
    is_own = any(word.text in _OWN for word in words)
    is_counted = NEAR_DAYS.search(context.sentence_text) is not None or _tells_length(context)
    if is_own or is_counted or tells_now(words, at) or _is_listed(context, at):
        return None
    best = _told_instead(context, said)
    return None if best is None or any(map(best.moment.agrees, line.moments)) else best.result_value


def _told_instead(context: ClauseContext, said: Moment) -> ResultMoment | None:
    """The moment that shares most with a sentence, of those near its day and of what it says."""
    own = context.own_stems
    least = max(_ENOUGH, _MOST_OF * len(own))
    near = [
        each
        for (month, day), moments in context.index.moments.by_day.items()
        if any((month == one[0]) != (day == one[1]) for one in said.days)
        for each in moments[:_MOST_OF_DAY]
    ]
    of_it = context.index.passages.sharing(own, least)[:_ENOUGH]
    told = (each for _, passage in of_it for each in passage.moments())
    near += [each for each in told if each.moment.days]
    return max(near, key=lambda each: len(each.stems & context.stems), default=None)


def _held(
    context: ClauseContext, at: int, word: Word, said: Moment, good: ResultValue | None
) -> Iterator[FactFinding]:
    """The finding on a date that is of no field, held against journals and statements."""
    entry = repeated_entry(context) if _is_its_time(context, word) else None
    is_other = entry is not None and entry.moment.shares(said) and not entry.moment.agrees(said)
    is_noted = _is_table(context) and (good is not None or is_put_together(context, said))
    if entry is not None and good is not None:
        told = moments_in(folded(entry.result_value.text))
        is_noted = is_noted or any(each.clock and each.agrees(said) for _, _, each in told)
    if entry is not None and is_other and not is_noted:
        yield FactFinding(word.start, word.end, "date", "contradicted", entry.result_value)
    elif good is not None:
        yield FactFinding(word.start, word.end, "date", "supported", good)
    elif is_worked_out(context, said) or is_put_together(context, said):
        return
    elif (other := _otherwise(context, at, said)) is not None:
        yield FactFinding(word.start, word.end, "date", "contradicted", other)
    elif not context.index.is_partial:
        yield FactFinding(word.start, word.end, "date", "unsupported")


def _is_table(context: ClauseContext) -> bool:
    """Whether a line is one of a table, which may tell of what a note tells, not of the note."""
    return "|" in context.sentence.texts


def _is_its_time(context: ClauseContext, word: Word) -> bool:
    """Whether a date begins a line of a journal, and is not what the line tells of."""
    first = next((each for each in context.clause.sentence if each.form == "date"), None)
    return context.clause.is_event and word is first


def _otherwise(context: ClauseContext, at: int, said: Moment) -> ResultValue | None:
    """The time that a result has otherwise, where it does not tell this one in words."""
    if said.days or is_hour_in_words(context, said):
        return None
    return _instead(context, said) or _slipped(context, at, said)


def _instead(context: ClauseContext, said: Moment) -> ResultValue | None:
    """The moment that a sentence of the results has where this one says another, and not both."""
    stems = context.stems
    besides = context.sentence.moments
    return next(
        (
            each.result_value
            for each in context.index.moments.all
            if len(each.stems & stems) >= max(_ENOUGH, _LEAST * len(stems))
            and said.shares(each.moment)
            and not any(one.shares(each.moment) and one.agrees(each.moment) for one in besides)
        ),
        None,
    )


def _slipped(context: ClauseContext, at: int, said: Moment) -> ResultValue | None:
    """The time that differs in a part only, where a clause states what is: `22:46` for `23:46`.

    When we do something no result tells.
    """
    words = context.clause.words
    is_of_field = any(word.of("label:") for word in words[:at])
    is_stated = context.clause.states or any(word.text in _PLANNED for word in words)
    is_own = any(word.text in _OWN for word in words)
    if not is_stated or is_of_field or is_own or tells_now(words, at) or _is_listed(context, at):
        return None
    near = (each.result_value for each in context.index.moments.all if _is_near(said, each.moment))
    return next(near, None)


def _is_roughly(context: ClauseContext, at: int, found: FactFinding) -> bool:
    """Whether a time is said to be about one, or before or after it: `a bit after 2 pm`."""
    said = moment(context.clause.words[at].text).clock
    is_rough = at > 0 and context.clause.words[at - 1].text in ROUGHLY
    if not is_rough or said is None or found.expected is None:
        return False
    told = (known.clock for _, _, known in moments_in(folded(found.expected.text)))
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
    line, at = context.clause.sentence, context.clause.at + at
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
    is_free = context.supposes or context.is_own_plan or context.sentence.denies
    return not is_free and _PROPOSING.isdisjoint(context.sentence.texts)


def _tells_length(context: ClauseContext) -> bool:
    """Whether the sentence tells how long something takes."""
    return any(each.concept == TIME for each in context.sentence.amounts)


def _may_be_of_that_year(context: ClauseContext, said: Moment) -> bool:
    """Whether a day is said to be in a year, and it is no anniversary and no other year's."""
    years = {each.year for each in context.sentence.moments if each.days & said.days}
    return _is_plain(context) and not _tells_length(context) and years == {said.year}


def _of_another_year(said: Moment, known: MomentIndex) -> ResultValue | None:
    """The first of what results tell of a day with its year, where all have another year."""
    if said.year is None or not said.days:
        return None
    of_day = known.covering(Moment(None, said.days, None))
    dated = [each for each in of_day if each.moment.year]
    is_other = all(each.moment.year != said.year for each in dated)
    return dated[0].result_value if is_other and dated else None
