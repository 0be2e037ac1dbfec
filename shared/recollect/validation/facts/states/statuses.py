"""Check what an answer says of a status: `Status: Closed`, `it is not resolved`, `(Open, …)`."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, ValueComparison, same_if
from recollect.validation.facts.states.status_phrases import (
    StatusForm,
    fits_verb,
    form_behind_label,
    leads_line,
    place_behind_colon,
    stands_alone,
    verb_before,
)
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.words import Word, any_among, word_set
from recollect.validation.known.record_models import Record, ResultValue
from recollect.validation.known.values import (
    FAMILIES,
    OVER,
    RUNNING,
    status_agrees,
    statuses_in,
)

_ENDED: Final = frozenset({"resolved", "closed"})
"""Statuses that stand for each other: people say `was closed` of an incident that is resolved."""

_WITHIN: Final = word_set("in within after innerhalb nach en dans apres tras entro dopo na")
"""Words between a status and how long it took: `SCS0012345, solved in an hour`."""

_ASKING: Final = word_set("how why whether wie warum como comment perche")
_NARROWING: Final = word_set("number not not_be not_all some most half")
"""Cues that a clause may mean a part, as a value's bracket does: `62 % of the pods are healthy`."""

_NEITHER: Final = word_set("neither nor weder noch ni nem ne")
"""Words before each of several subjects of which a clause denies something: `neither … nor`."""

_MAX_SUBJECT_WORDS: Final = 40
_MAX_WORDS_OF_LAST: Final = 3

_PARTLY: Final = word_set("""
    half partly partially halb teilweise moitie partiellement medias parcialmente meio meta
    parzialmente deels gedeeltelijk
""")
"""Words before a status that something has only in part."""

_SINCE: Final = re.compile(r"\s+(?:(?P<day>since|seit|depuis|desde|da|sinds)|for)\b")
"""Words behind `open` where the clause says since when, or how long, a record has not been over."""

_WINDOW: Final = 6
_NARROW_WINDOW: Final = 4
_CAUSES: Final = word_set("crashing degraded")
"""Statuses of pods that name one of several causes."""

_OF_ALL_PODS: Final = re.compile(r"\d of \d+ pods")
_TIMES: Final = word_set("once twice")
"""Words behind what happened to a ticket, and is no status: `reopened once`."""

_BEFORE_QUEUE: Final = word_set("in im dans en na no nella nel with bei beim chez con bij")
"""Words behind `waiting` before a queue, where nobody has it yet: `waiting with Field Support`."""


def status_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on statuses in a clause."""
    clause = context.clause
    if (
        not clause.asserts_now
        or clause.is_event
        or context.quantity is not None
        or context.sentence.is_heading
    ):
        return
    if not _ASKING.isdisjoint(clause.texts) or context.sentence.has_exception:
        return  # nothing says how it was solved; all are up except one
    if _is_of_vendor(context):
        return
    for at, word in [(at, word) for at, word in enumerate(clause.words) if word.means]:
        statuses = word.meanings_with("status:")
        is_over = "resolves" in word.means or not OVER.isdisjoint(statuses)
        if is_over and _is_act(context, at):
            yield from _end_findings(context, word, OVER)
        elif not statuses and "label:closed" in word.means:
            yield from _dated_end_findings(context, at, word)
        elif any_among(clause.whole[at + 1 : at + 2], _TIMES):
            continue
        elif statuses and not _is_in_part(clause.words[max(0, at - _WINDOW) : at]):
            yield from _word_findings(context, at, word)


def _dated_end_findings(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """The finding on a ticket that a clause says to be over since then: `was resolved at 13:20`."""
    behind = context.clause.words[at + 1 : at + _WINDOW]
    if (
        any(each.form == "date" for each in behind)
        and (verb := verb_before(context, at)) is not None
    ):
        denied = _is_denied(context, max(0, verb - 1), at)
        yield from _end_findings(context, word, OVER, denied=denied)


def _is_in_part(before: Sequence[Word]) -> bool:
    """Whether the words before a status limit it to a part: `half of it is solved`."""
    return any(word.text in _PARTLY or word.means_any("half") for word in before)


def _is_of_vendor(context: ClauseContext) -> bool:
    """Whether a clause is about a vendor's case: `the vendor case is open`, `it is` after that."""
    is_it = context.clause.words[0].means_any("it")
    before = [word.text for word in context.sentence.before] if is_it else []
    return not VENDORS.isdisjoint((*context.clause.texts, *before))


def _word_findings(context: ClauseContext, at: int, word: Word) -> Iterator[FactFinding]:
    """The finding on the status at `at`, by how the clause gives it."""
    statuses = word.meanings_with("status:")
    behind = context.clause.words[at + 1 : at + _NARROW_WINDOW - 1]
    if "open" in statuses and any(each.form == "date" for each in behind):
        return  # `aberto a 4 de março`: when it was opened
    if "pending" in statuses and behind and behind[0].text in _BEFORE_QUEUE:
        return
    if "open" in statuses and (since := _SINCE.match(context.fold, word.end)):
        before = context.clause.words[max(0, at - _NARROW_WINDOW) : at]
        leads = [each for each in before if not each.means_any("adverb")]
        if since["day"] and leads and leads[-1].means_any("be"):
            yield from _end_findings(context, word, OVER, denied=True)
    elif (labelled := form_behind_label(context.clause.words, at)) is not None:
        begin = place_behind_colon(context.clause.words, at)
        yield from _compared_findings(
            context, word, statuses, labelled, denied=_is_denied(context, begin, at)
        )
    elif word.text == "awaits" and context.clause.subject:
        yield from _compared_findings(
            context, word, statuses, "roughly", denied=_is_denied(context, 0, at)
        )
    elif stands_alone(context, at):
        yield from _fragment_findings(context, word, behind)
    elif leads_line(context, at):
        yield from _compared_findings(context, word, statuses, "roughly", denied=False)
    elif (verb := verb_before(context, at)) is not None:
        yield from _verb_findings(context, at, word, verb)


def _fragment_findings(
    context: ClauseContext, word: Word, behind: Sequence[Word]
) -> Iterator[FactFinding]:
    """The finding on a status that stands alone; what is `solved in an hour` may be closed."""
    statuses = word.meanings_with("status:")
    if behind and behind[0].text in _WITHIN and not statuses.isdisjoint(_ENDED):
        yield from _end_findings(context, word, _ENDED)
    else:
        yield from _compared_findings(context, word, statuses, "exactly", denied=False)


def _verb_findings(context: ClauseContext, at: int, word: Word, verb: int) -> Iterator[FactFinding]:
    """The finding on the status behind a verb; a record that `was closed` may be resolved."""
    statuses = word.meanings_with("status:")
    verb_word = context.clause.words[verb]
    subjects = _subjects_of_neither(context, verb)
    denied = _is_denied(context, 0 if subjects else max(0, verb - 1), at)
    if verb_word.means_any("was") and not statuses.isdisjoint(_ENDED):
        yield from _end_findings(context, word, _ENDED, denied=denied)
    elif fits_verb(verb_word, statuses):
        names = (each.text for each in subjects if each.form == "name")
        named = [each for each in map(context.index.records.named, names) if each is not None]
        # One that has the status is enough to contradict that neither has it.
        having = [each for each in named if not statuses.isdisjoint(each.statuses)]
        yield from _compared_findings(
            context, word, statuses, "roughly", denied=denied, records=having or named or None
        )


def _subjects_of_neither(context: ClauseContext, verb: int) -> Sequence[Word]:
    """The words of `neither T-1, T-2 nor T-3` that a verb follows; empty if it follows none.

    What stands behind an `and` or a mark has a subject of its own: `T-1 ne concerne que nous et`.
    """
    clause = context.clause
    place = clause.at + verb
    before = clause.sentence[max(0, place - _MAX_SUBJECT_WORDS) : place]
    places = [at for at, word in enumerate(before) if word.text in _NEITHER]
    last = before[places[-1] + 1 :] if len(places) > 1 else ()
    if not 0 < len(last) <= _MAX_WORDS_OF_LAST or any(
        word.form == "mark" or word.means_any("and", "but") for word in last
    ):
        return ()
    return before[places[0] :]


def _compared_findings(
    context: ClauseContext,
    word: Word,
    statuses: frozenset[str],
    how: StatusForm,
    *,
    denied: bool,
    records: Sequence[Record] | None = None,
) -> Iterator[FactFinding]:
    families = {FAMILIES[each] for each in statuses}
    is_narrow = "else" in context.sentence.texts or not _NARROWING.isdisjoint(context.clause.cues)
    is_whole = how == "field" or not is_narrow

    def judge(known: ResultValue) -> ValueComparison:
        # `Degraded (9 of 14 pods healthy)` has one status: the bracket is no other one.
        has = statuses_in(known.text.partition("(")[0] if is_whole else known.text)
        kinds = {FAMILIES[each] for each in has}
        # A pod has only this one status; a ticket's service may have one of its own.
        if families.isdisjoint(kinds) and not (kinds == {"pod"} and how == "field"):
            return "unclear"
        # `It isn't crashing, it's just not ready`; or the value counts all pods, not the named one.
        is_cause = denied and word.text in _CAUSES
        if is_cause or (context.sentence.records and _OF_ALL_PODS.search(known.text)):
            return "unclear"
        if denied:
            is_said = not statuses.isdisjoint(has)
            # A case in progress is open, too, although its state has another name.
            is_open_too = how == "roughly" and "open" in statuses and not RUNNING.isdisjoint(has)
            return "unclear" if is_open_too and not is_said else same_if(is_said)
        is_exact = how != "roughly"
        return same_if(any(status_agrees(each, has, exactly=is_exact) for each in statuses))

    yield from record_findings(
        context, "status", (word,), ("status",), judge, records=records, denied=denied
    )


def _is_act(context: ClauseContext, at: int) -> bool:
    """Whether the status at `at` is what somebody did to the ticket: `Ann closed the case`."""
    words = context.clause.words
    if not at or context.supposes:
        return False
    before = words[at - 1]
    behind = next((word for word in words[at + 1 :] if not word.means_any("adverb")), None)
    is_name = before.is_unknown
    is_case = behind is not None and behind.means_any("case")
    is_act = is_name and context.is_capitalised(before) and is_case
    return is_act and not _is_denied(context, 0, at)


def _end_findings(
    context: ClauseContext, word: Word, ends: frozenset[str], *, denied: bool = False
) -> Iterator[FactFinding]:
    """The finding on a ticket that a clause says is over, in one of `ends`, or is still open."""

    def judge(known: ResultValue) -> ValueComparison:
        has = statuses_in(known.text)
        if not has or all(FAMILIES[each] != "case" for each in has):
            return "unclear"
        return same_if(not ends.isdisjoint(has))

    yield from record_findings(context, "status", (word,), ("status",), judge, denied=denied)


def _is_denied(context: ClauseContext, begin: int, at: int) -> bool:
    """Whether a word of the clause denies from `begin` up to `at`."""
    denials = context.denials
    first = bisect_left(denials, begin)
    return first < len(denials) and denials[first] < at
