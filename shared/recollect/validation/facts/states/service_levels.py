"""Check what an answer says of a service level: `it was kept`, `the SLA is breached`, its times."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import drop_unsure_contradictions
from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.facts.states.service_level_times import (
    says_breached,
    service_level_time_findings,
)
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.service_level_words import BREACH, LIMITS, PHASES
from recollect.validation.grammar.words import Word, any_among, any_means, word_set
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.known.service_level_index import ServiceLevelIndex

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
