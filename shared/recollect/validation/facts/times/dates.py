"""Dates and times in an answer: of a ticket's fields, of journal lines, and of other statements."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import drop_unsure_contradictions, record_findings
from recollect.validation.facts.findings.verdicts import (
    FactFinding,
    ValueComparison,
    contradiction,
    finding,
    same_if,
)
from recollect.validation.facts.people.journal_lines import repeated_entry
from recollect.validation.facts.times.other_moments import (
    contradicting_time,
    is_combined,
    is_derived_moment,
    moment_in_other_year,
    other_day,
    same_time_other_day,
    states_year,
)
from recollect.validation.grammar.clauses import MAX_SENTENCE_WORDS
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.lexicons.particles import SINCE
from recollect.validation.grammar.moments import Moment, is_next, moment, moments_in, names_zone
from recollect.validation.grammar.words import Word, any_among, any_means, word_set
from recollect.validation.known.record_models import ResultValue

_HOUR: Final = 60
_UTC: Final = ("z", "utc", "+00:00", "+0000")
_UTC_BEHIND: Final = (" utc", " gmt", " (utc")
_LASTING: Final = word_set("""
    reste restent dure duree pendant durant depuis encore environ moins de en quedan queda restam
    faltam restano dura
""")
_AT_HOUR: Final = word_set("a as vers des avant apres jusqu depuis de entre et le")
"""Words before a French hour; behind any other word `1 h 35` is a duration."""

_FIELDS: Final = ("opened", "updated", "closed", "due")
_REACH: Final = 6
"""Words before a date among which the name of its field is."""

ROUGHLY: Final = word_set("""
    after before around about past nearly almost nach vor kurz gegen knapp etwa vers apres avant
    hacia antes depois circa prima dopo rond na voor
""")
"""Words before a time that is only roughly meant, or that something came before or after."""

_REPORTING: Final = word_set("reported gemeldet signale informo relatou segnalato gemeld")
_AFTER: Final = word_set("after before nach vor apres avant despues antes dopo")
"""Words between a field and a time by which the field's time is only measured."""


def date_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on dates and times in a clause."""
    clause = context.clause
    if not clause.asserts or len(clause.words) > MAX_SENTENCE_WORDS:
        return
    # `08:00 update for the control room`, `I'd watch 13:58`
    is_plan = context.sentence.is_heading or context.is_own_plan
    for at, word in enumerate(clause.words):
        if word.form == "date" and not _is_duration(clause.words, at):
            for finding in _findings_on(context, at, word):
                if finding.verdict != "contradicted" or not (
                    is_plan or _is_roughly(context, at, finding)
                ):
                    yield finding


def may_be_shifted(finding: FactFinding, context: ClauseContext) -> bool:
    """Whether a time differs from the results, but a time zone is named that may shift it.

    A time zone shifts a time by hours, and so its day by one at most. A day alone is shifted only
    if it is said to be one of UTC.
    """
    if finding.kind != "date" or finding.verdict == "supported":
        return False
    told = context.fold[finding.start : finding.end]
    expected = finding.expected.text if finding.expected is not None else ""
    names_another = context.sentence.names_time_zone
    is_day_of_utc = context.fold.startswith(_UTC_BEHIND, finding.end)
    is_utc = is_day_of_utc or told.endswith(_UTC)
    names_another = names_another or (is_utc and names_zone(expected))
    stated, known = moment(told), moment(folded(expected)).days
    if not names_another or (stated.clock is None and not is_day_of_utc):
        return False
    return not (stated.days and known) or any(
        one == other or is_next(one, other) or is_next(other, one)
        for one in stated.days
        for other in known
    )


def _is_duration(words: Sequence[Word], at: int) -> bool:
    """Whether what looks like a time is a duration: `il reste 1 h 20`, `= 1 h 35`."""
    text, before = words[at].text, words[at - 1].text if at else ""
    is_apart = " h " in text and before not in _AT_HOUR
    return "h" in text and (before in _LASTING or is_apart)


def _findings_on(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    stated = moment(word.text)
    if not stated.days and stated.clock is None:
        return
    field = field_of(context, at, stated)
    labelled = list(field_date_findings(context, word, stated, field)) if field else []
    agreeing = next(
        (
            each.result_value
            for each in context.index.moments.covering(stated)
            if stated.agrees(each.moment)
        ),
        None,
    )
    other_year = moment_in_other_year(stated, context.index.moments)
    agreeing = agreeing if other_year is None else None
    is_last = field == "updated" and _states_last_update(context)
    is_known = agreeing is not None and any_means(context.clause.words, "label:updated")
    if labelled and (is_last or not is_known):
        # Other things than the ticket are updated, too.
        is_unsure = field == "updated" and not is_last
        yield from drop_unsure_contradictions(labelled, context) if is_unsure else labelled
    elif other_year is not None and states_year(context, stated):
        yield contradiction((word,), "date", other_year)
    elif agreeing is None and (
        other := same_time_other_day(context, stated) or other_day(context, stated)
    ):
        yield contradiction((word,), "date", other)
    else:
        yield from drop_unsure_contradictions(
            _fieldless_findings(context, at, word, stated, agreeing), context
        )


def _fieldless_findings(
    context: ClauseContext, at: int, word: Word, stated: Moment, agreeing: ResultValue | None
) -> Iterator[FactFinding]:
    """The finding on a date that belongs to no field, compared with journals and statements.

    `agreeing` is the results' value that agrees with the date, if there is one.
    """
    entry = repeated_entry(context) if _is_its_time(context, word) else None
    is_other = entry is not None and entry.moment.shares(stated) and not entry.moment.agrees(stated)
    # A date in a line of a table may be in a note, and not be the date of the note.
    is_noted = "|" in context.sentence.texts and (
        agreeing is not None or is_combined(context, stated)
    )
    if entry is not None and agreeing is not None:
        entry_moments = moments_in(folded(entry.result_value.text))
        is_noted = is_noted or any(
            each.clock and each.agrees(stated) for _, _, each in entry_moments
        )
    if entry is not None and is_other and not is_noted:
        yield contradiction((word,), "date", entry.result_value)
    elif agreeing is not None:
        yield finding((word,), "date", "supported", agreeing)
    elif is_derived_moment(context, stated) or is_combined(context, stated):
        return
    elif (contradicting := contradicting_time(context, at, stated)) is not None:
        yield contradiction((word,), "date", contradicting)
    elif not context.index.is_partial:
        yield finding((word,), "date", "unsupported")


def _is_its_time(context: ClauseContext, word: Word) -> bool:
    """Whether a date is the time of a line of a journal, and not one that the line mentions."""
    first = next((each for each in context.clause.sentence if each.form == "date"), None)
    return context.clause.is_event and word is first


def _is_roughly(context: ClauseContext, at: int, finding: FactFinding) -> bool:
    """Whether a time is rough, and within an hour of the expected one: `a bit after 2 pm`."""
    stated = moment(context.clause.words[at].text).clock
    is_rough = at > 0 and context.clause.words[at - 1].text in ROUGHLY
    if not is_rough or stated is None or finding.expected is None:
        return False
    expected_clocks = (known.clock for _, _, known in moments_in(folded(finding.expected.text)))
    return any(
        abs((stated[0] - known[0]) * _HOUR + stated[1] - known[1]) <= _HOUR
        for known in expected_clocks
        if known is not None
    )


def field_of(context: ClauseContext, at: int, stated: Moment) -> str:
    """The field that the date at index `at` of a clause belongs to; "" for none."""
    if _is_of_journal(context, stated):
        return ""
    return "opened" if _is_open_since(context, at) else _field_by_words(context, at)


def field_date_findings(
    context: ClauseContext, word: Word, stated: Moment, field: str
) -> Iterator[FactFinding]:
    """The finding on a date that is stated for a field.

    Where the clause may be about several records, only a supporting one.
    """

    def judge(known: ResultValue) -> ValueComparison:
        found = next(moments_in(folded(known.text)), None)
        if found is None or not found[2].shares(stated):
            return "unclear"
        return same_if(found[2].agrees(stated))

    records = context.about(word.start)
    found = record_findings(context, "date", (word,), (field,), judge, records=records)
    yield from (each for each in found if each.verdict == "supported" or len(records) == 1)


def _states_last_update(context: ClauseContext) -> bool:
    """Whether a clause says when the record that its sentence names was last updated."""
    phrases = (
        context.folded_text([word])
        for word in context.clause.words
        if word.means_any("label:updated")
    )
    return context.sentence.names_known and any(each.startswith("last ") for each in phrases)


def _is_of_journal(context: ClauseContext, stated: Moment) -> bool:
    """Whether the sentence tells of a line of a journal of that day, and so of no field."""
    if not stated.days or not any_among(context.clause.words, _REPORTING):
        return False
    stems = context.stems
    return any(
        stated.shares(entry.moment) and stated.agrees(entry.moment) and entry.stems & stems
        for entry in context.index.journal.entries
    )


def _field_by_words(context: ClauseContext, at: int) -> str:
    """The field that the words before or around a date name: `opened on Oct 28`; "" for none."""
    word = context.clause.words[at]
    near = reversed(context.clause.words[max(0, at - _REACH) : at])
    before = takewhile(lambda each: not each.means_any("and") and each.form != "date", near)
    between = list(before)
    fields = [name for each in between for name in _FIELDS if f"label:{name}" in each.means]
    field = next(iter(fields), "")
    is_of_things = _is_of_other_thing(context.clause.words) or not VENDORS.isdisjoint(
        context.sentence.texts
    )
    # Opened / closed: March 8 / March 9; opened 25 minutes after the outage began at 06:05
    is_apart = len(set(fields)) > 1 or any_among(between, _AFTER)
    if is_apart or (field == "opened" and is_of_things):
        return ""
    if field or "been" not in context.clause.cues:
        return field
    words = [each for each in context.clause.words if each is not word]
    is_only = not any(each.form == "date" for each in words)
    if not is_only or not any_means(words, "been"):
        return ""
    ends = [
        at
        for at, each in enumerate(words)
        if each.meanings_with("status:") & {"closed", "resolved"}
    ]
    if ends and _is_apart(words, ends[0], word):
        return ""
    if ends:
        return "closed"
    return "opened" if any_means(words, "label:opened") else ""


def _is_open_since(context: ClauseContext, at: int) -> bool:
    """Whether a sentence about a known record says `open since` right before a date."""
    line, place = context.clause.sentence, context.clause.at + at
    before = line[max(0, place - 2) : place]  # `since` begins a clause
    return (
        len(before) > 1
        and "open" in before[0].meanings_with("status:")
        and before[1].text in SINCE
        and (
            context.sentence.names_known
            or (context.index.records.main is not None and line[0].means_any("it", "case"))
        )
    )


def _is_of_other_thing(words: Sequence[Word]) -> bool:
    """Whether another thing than a ticket opens: `shops opened at 07:00`, `a bridge was opened`."""
    at = next((at for at, word in enumerate(words) if word.means_any("label:opened")), 0)
    before = [each for each in words[max(0, at - 2) : at] if not each.means_any("been", "was")][-1:]
    is_bare = any_means(words[max(0, at - 1) : at], "been", "was")
    things = (each for each in before if each.form == "word" and not each.means_any("case"))
    return any(each.text.endswith("s") or (is_bare and not each.means) for each in things)


def _is_apart(words: Sequence[Word], at: int, date: Word) -> bool:
    """Whether a date stands behind a colon: `closed: the certificate had expired on the 14th`."""
    end = words[at].end
    return any(each.text == ":" and end <= each.start < date.start for each in words)
