"""Dates that an answer gives for a field of a ticket: `opened on Oct 28`, `open since May 4`."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison, same_if
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.moments import Moment, moments_in
from recollect.validation.grammar.words import Word, any_among, any_means, word_set
from recollect.validation.known.record_models import ResultValue

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


def field_of(context: ClauseContext, at: int, stated: Moment) -> str:
    """The field that the date at index `at` of a clause belongs to; "" for none."""
    if _is_of_journal(context, stated):
        return ""
    return _field_by_words(context, at)


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
    if ends and (_is_apart(words, ends[0], word) or _is_relative(words, ends)):
        return ""
    if ends:
        return "closed"
    return "opened" if any_means(words, "label:opened") else ""


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


def _is_relative(words: Sequence[Word], ends: Iterable[int]) -> bool:
    """Whether a date is given relative to another one: `a week after it was closed`."""
    return any(each.text in ROUGHLY for at in ends for each in words[max(0, at - 2) : at])
