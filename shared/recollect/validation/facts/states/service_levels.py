"""Check what an answer says of a service level: `it was kept`, `the SLA is breached`, its times."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import drop_unsure_contradictions
from recollect.validation.facts.findings.verdicts import (
    FactFinding,
    contradiction,
    finding,
    verdict_if,
)
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.quantities import TIME, Amount, amounts_in
from recollect.validation.grammar.service_level_words import BREACH, LIMITS, PHASES
from recollect.validation.grammar.words import (
    Word,
    any_among,
    any_means,
    place_at,
    word_set,
    words_of,
)
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.known.service_level_index import ServiceLevelIndex
from recollect.validation.models import Verdict

_STATE: Final = re.compile(r"remain|left|breach|overdue|late|due|met|paused|within|on track")
"""The state of a service level; its name has none of these words: `P2 response (1 hour)`."""

_PHASE_STEMS: Final = re.compile(
    r"respon|resolu|reaktion|antwort|losung|respuesta|reponse|resposta|risposta|risolu|oploss"
)
"""Words that say that one of the phases is meant: the `Reaktions-SLA`."""

_ONE_OF_SEVERAL: Final = word_set("one other another first second eine un uno")
_WINDOW: Final = 6
_FEARED: Final = word_set("""
    avoid avoided avoids prevent prevented risk risks worry worries fear fears delivery
    vermeiden verhindern droht riesgo evitar eviter evitare vermijden voorkomen
""")
"""Words about a breach that has not happened yet, or is not a service level's."""

_WITHIN: Final = word_set("within inside innerhalb dentro binnen")

_PAST: Final = word_set("were had then")
"""Words that say that a time was left once, and is no longer."""

_BEFORE_LENGTH: Final = frozenset(
    {("target", "is"), ("sla", "of"), ("target", "of"), ("of", "the")}
)
"""Pairs of words before the length of a service level."""


def service_level_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on service levels in a clause."""
    clause = context.clause
    if not clause.asserts_now or clause.is_event:
        return
    if not _FEARED.isdisjoint(clause.texts) or not VENDORS.isdisjoint(clause.texts):
        return  # a breach can still be avoided; the vendor breached its own
    words = clause.words
    mentions = context.sentence.names_level
    may_tell_length = mentions or not LIMITS.isdisjoint(context.texts)
    may_be_of_level = may_tell_length or "remaining" in clause.cues
    if not may_be_of_level or context.is_own_plan:
        return
    known = _known_levels(context.index.service_levels, context.about(words[0].start))
    if not known:
        return
    yield from service_level_time_findings(
        context, known, mentions=mentions, may_tell_length=may_tell_length
    )
    if mentions:
        kept = _kept_findings(context, known)
        yield from (
            kept
            if context.index.records.main is not None
            else drop_unsure_contradictions(kept, context)
        )


def _known_levels(levels: ServiceLevelIndex, records: Sequence[Record]) -> list[ResultValue]:
    """What the results say of service levels: of those of the records, else of any."""
    values = values_of(records, "sla")
    states = [known for known in values if _STATE.search(folded(known.text))]
    return states or list(levels.in_summaries) or list(levels.breach_phrases)


def _kept_findings(context: ClauseContext, known: Sequence[ResultValue]) -> Iterator[FactFinding]:
    """The finding on a service level that a clause says to be breached or kept."""
    words, levels = context.clause.words, context.index.service_levels
    word = next((each for each in words if each.means_any("breached", "kept")), None) or _within(
        words
    )
    if word is None or any(
        each.means_any("remaining") and not each.means_any("adverb") for each in words
    ):
        return
    at = words.index(word)
    if word.text == BREACH and any(each.text == "at" for each in words[at + 1 : at + 2]):
        return  # when it would be
    phases = {PHASES[each.text] for each in words if each.text in PHASES}
    if any(one.text in PHASES and other.text == "of" for one, other in pairwise(words)):
        return  # `the resolution of the breached SLA`
    if not phases and len(set(levels.breaches)) > 1 and _is_of_one(context):
        return
    is_so = _are_breached(known, phases, levels)
    if phases:
        known = [ResultValue("breached" if True in is_so else "not breached", known[0].source)]
    denied = _is_denied(words, at)
    claims_breach = word.means_any("breached") != denied
    if len(is_so) == 1:
        yield finding((word,), "sla", verdict_if(claims_breach in is_so), known[0], denied)


def _are_breached(
    known: Sequence[ResultValue], phases: Collection[str], levels: ServiceLevelIndex
) -> set[bool]:
    """Whether levels are breached: those of the one phase that is named, or all if none is.

    Both values where some are and others are not; empty where it is not known.
    """
    if phases:
        return set(levels.breaches_by_phase[min(phases)]) if len(phases) == 1 else set()
    breached = {says_breached(each) for each in known}
    return breached | {any(levels.breaches)} if levels.breaches else breached


def _is_denied(words: Sequence[Word], at: int) -> bool:
    """Whether a word is denied: `not breached`, `Breached: no`, `verletzt ist sie noch nicht`."""
    before, behind = words[max(0, at - _WINDOW) : at], words[at + 1 : at + 3]
    further = takewhile(lambda each: each.form != "mark", words[at + 1 : at + _WINDOW])
    is_label = bool(behind) and behind[0].text == ":"
    return (
        any_means(before, "not", "not_be", "none", "nobody")
        or any(each.text == "nothing" for each in before)
        or (is_label and behind[-1].means_any("not", "none"))
        or any_means(further, "not")
    )


def _is_of_one(context: ClauseContext) -> bool:
    """Whether one of several levels is meant, which the clause does not name: `(2 days): met`."""
    names_phase = _PHASE_STEMS.search(context.folded_text(context.sentence.words)) is not None
    return names_phase or any_among(context.clause.words, _ONE_OF_SEVERAL)


def _within(words: Sequence[Word]) -> Word | None:
    """The first word of `within its four-hour SLA`; None where there is no such phrase."""
    for at, word in enumerate(words):
        behind = words[at + 1 : at + _WINDOW]
        if word.text in _WITHIN and (any_means(behind, "label:sla") or any_among(behind, LIMITS)):
            return word
    return None


def service_level_time_findings(
    context: ClauseContext, known: Sequence[ResultValue], *, mentions: bool, may_tell_length: bool
) -> Iterator[FactFinding]:
    """The findings on how long a service level is, and on how long is left.

    `mentions` where the sentence names a service level, `may_tell_length` where the clause may say
    how long one is. `known` is what the results say of the levels.
    """
    words = context.clause.words
    for amount in (each for each in context.amounts if each.concept == TIME):
        if may_tell_length and _is_length(words, amount):
            yield from _length_findings(amount, context.index.service_levels)
            continue
        if mentions and not any_means(words, "remaining", "breached"):
            lengths = list(_length_findings(amount, context.index.service_levels))
            if any(each.verdict == "supported" for each in lengths):
                yield from lengths  # `SLA: 8 hours`
                continue
        if context.index.moments.is_interval(amount.value) and not _is_left(words, amount):
            continue  # how long something took, worked out from two moments
        is_until_day = any(each.days for each in context.sentence.moments)
        if not mentions and (is_until_day or _is_in_results(amount, context.index.amounts)):
            continue  # `noch 11 Minuten`, of something else
        if mentions or _is_left(words, amount):
            is_certain = context.index.records.main is not None and _is_ago(words, amount)
            left = _left_findings(amount, words, known, labelled=mentions)
            yield from left if is_certain else drop_unsure_contradictions(left, context)


def _is_left(words: Sequence[Word], amount: Amount) -> bool:
    """Whether a word near an amount says that it remains."""
    near = words[max(0, amount.place - _WINDOW) : amount.place + _WINDOW]
    return any_means(near, "remaining")


def _is_ago(words: Sequence[Word], amount: Amount) -> bool:
    """Whether an amount is how long ago a service level was breached: `breached 2 hours ago`."""
    at = place_at(words, amount.end)
    return any(word.text == "ago" for word in words[at : at + 1])


def _is_in_results(amount: Amount, known: AmountIndex) -> bool:
    """Whether a result has a duration, whatever it is of."""
    times = known.by_concept.get(TIME, ())
    return any(amount.agrees(each.amount.value) for each in times if each.stems)


def _is_length(words: Sequence[Word], amount: Amount) -> bool:
    """Whether an amount is how long a service level is: `its 4-hour SLA`, not `1 h SLA buffer`."""
    at = amount.place + 2
    at += any(each.text == "resolution" for each in words[at : at + 1])  # `24-hour … target`
    behind, further = words[at : at + 1], words[at + 1 : at + 2]
    if any(word.means_any("remaining") or word.is_unknown for word in further):
        return False
    before = words[max(0, amount.place - 2) : amount.place]
    is_named = any("label:sla" in each.means or each.text in LIMITS for each in behind)
    is_compared = any(each.text.endswith("er") for each in behind)  # one day stricter
    return is_named or (tuple(each.text for each in before) in _BEFORE_LENGTH and not is_compared)


def _length_findings(amount: Amount, levels: ServiceLevelIndex) -> Iterator[FactFinding]:
    """The finding on how long a service level is, where results say how long theirs are."""
    lengths = [(each, minutes) for each in levels.targets for minutes in _minutes(each)]
    same = next((each for each, minutes in lengths if amount.agrees(minutes)), None)
    if same is not None:
        yield finding((amount,), "sla", "supported", same)
    elif lengths:
        yield contradiction((amount,), "sla", lengths[0][0])


def _left_findings(
    amount: Amount, words: Sequence[Word], known: Sequence[ResultValue], *, labelled: bool
) -> Iterator[FactFinding]:
    left = [(each, minutes) for each in known for minutes in _minutes(each)]
    if not left:
        return
    breached = any_means(words, "breached")
    stays = _is_left(words, amount) and not breached
    fitting = next((each for each, minutes in left if amount.agrees(minutes)), None)
    if fitting:
        is_over = all(says_breached(each) for each, _ in left)
        if is_over and not stays and not breached:
            return  # 20 minutes, of what has been breached for 20
        verdict: Verdict = "contradicted" if is_over and stays else "supported"
        yield finding((amount,), "sla", verdict, fitting)
        return
    same_side = [each for each, _ in left if says_breached(each) == breached]
    is_left = _is_left(words, amount) or breached
    leads = any(word.text == ":" for word in words[: amount.place]) and labelled
    was_left = any_among(words, _PAST)
    if stays and labelled and not any_among(words, PHASES):
        same_side = same_side or [each for each, _ in left]
    if (is_left or leads) and same_side and not was_left:
        yield contradiction((amount,), "sla", same_side[0])


def _minutes(known: ResultValue) -> list[float]:
    """The durations in a value of the results, in minutes."""
    fold = folded(known.text)
    words = words_of(fold, 0, len(fold), lexicon(ENGLISH))
    return [amount.value for amount in amounts_in(words) if amount.concept == TIME]


def says_breached(known: ResultValue) -> bool:
    """Whether a value says that a level is breached; not if it says that another one is not."""
    fold = folded(known.text)
    return "breach" in fold and "not breached" not in fold and "remain" not in fold
