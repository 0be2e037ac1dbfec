"""What an answer says of a service level: how long is left, and whether it was kept."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from recollect.validation.facts.answer_sentences import BREACH, LIMITS
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.judging import drop_unsure_contradictions
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.lexicons.organisations import VENDORS
from recollect.validation.grammar.quantities import TIME, Amount, amounts_in
from recollect.validation.grammar.words import Word, place_at, words_of
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.known.service_level_index import ServiceLevelIndex
from recollect.validation.models import Verdict

_TELLING: Final = re.compile(r"remain|left|breach|overdue|late|due|met|paused|within|on track")
"""What is said of a service level, and is not its name: `P2 response (1 hour)`."""

_NEAR: Final = 6
_PHASES: Final = {
    **dict.fromkeys(("response", "reaktion", "respuesta", "reponse", "resposta"), "response"),
    "resolution": "resolution",
}
"""Words for what a service level is of; the summary has the worse one of both."""

_NEAR_PHASE: Final = re.compile(
    r"respon|resolu|reaktion|antwort|losung|respuesta|reponse|resposta|risposta|risolu|oploss"
)
"""What tells in a sentence that one of them is meant: the `Reaktions-SLA`."""

_ONE_OF_SEVERAL: Final = frozenset(
    {"one", "other", "another", "first", "second", "eine", "un", "uno"}
)
_PAST: Final = frozenset(["were", "had", "then"])
"""What is said of a time that was left once."""

_FEARED: Final = frozenset(
    """
    avoid avoided avoids prevent prevented risk risks worry worries fear fears delivery
    vermeiden verhindern droht riesgo evitar eviter evitare vermijden voorkomen
    """.split()
)
"""What is said of a breach that there is none of yet, or that is another one's."""

_WITHIN: Final = frozenset(["within", "inside", "innerhalb", "dentro", "binnen"])
_OF_LENGTH: Final = frozenset({("target", "is"), ("sla", "of"), ("target", "of"), ("of", "the")})
"""What stands before the length of a service level."""


def service_level_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on service levels in a clause."""
    clause = context.clause
    if not clause.states or clause.is_event:
        return
    if not _FEARED.isdisjoint(clause.texts) or not VENDORS.isdisjoint(clause.texts):
        return  # a breach can still be avoided; the vendor breached its own
    words = clause.words
    mentions = context.sentence.names_level
    may_tell_length = mentions or not LIMITS.isdisjoint(context.texts)
    is_told = may_tell_length or "remaining" in clause.cues
    if not is_told or context.is_own_plan:
        return
    known = _known(context.index.service_levels, context.about(words[0].start))
    if not known:
        return
    yield from _of_amounts(context, known, mentions=mentions, may_tell_length=may_tell_length)
    if mentions:
        kept = _kept(context, known)
        yield from (
            kept
            if context.index.records.main is not None
            else drop_unsure_contradictions(kept, context)
        )


def _of_amounts(
    context: ClauseContext, known: Sequence[ResultValue], *, mentions: bool, may_tell_length: bool
) -> Iterator[FactFinding]:
    """The findings on how long a service level is, and how long is left."""
    words = context.clause.words
    for amount in (each for each in context.amounts if each.concept == TIME):
        if may_tell_length and _is_length(words, amount):
            yield from _length(amount, context.index.service_levels)
            continue
        if context.index.moments.is_interval(amount.value) and not _is_left(words, amount):
            continue  # how long it took, worked out
        is_until_day = any(each.days for each in context.sentence.moments)
        if not mentions and (is_until_day or _is_told(amount, context.index.amounts)):
            continue  # `noch 11 Minuten`, of something else
        if mentions or _is_left(words, amount):
            is_told = context.index.records.main is not None and _is_ago(words, amount)
            left = _left(amount, words, known, labelled=mentions)
            yield from left if is_told else drop_unsure_contradictions(left, context)


def _known(levels: ServiceLevelIndex, records: Sequence[Record]) -> list[ResultValue]:
    told = (known for record in records for known in record.values("sla"))
    own = [known for known in told if _TELLING.search(folded(known.text))]
    return own or list(levels.told) or list(levels.in_words)


def _is_left(words: Sequence[Word], amount: Amount) -> bool:
    near = words[max(0, amount.place - _NEAR) : amount.place + _NEAR]
    return any(word.says("remaining") for word in near)


def _is_ago(words: Sequence[Word], amount: Amount) -> bool:
    """Whether a service level was breached so long ago: `breached 2 hours ago`."""
    at = place_at(words, amount.end)
    return any(word.text == "ago" for word in words[at : at + 1])


def _is_told(amount: Amount, known: AmountIndex) -> bool:
    """Whether a result has that duration of anything."""
    times = known.by_concept.get(TIME, ())
    return any(amount.agrees(each.amount.value) for each in times if each.stems)


def _is_length(words: Sequence[Word], amount: Amount) -> bool:
    """Whether it is how long a service level is: `its 4-hour SLA`, but `1 h SLA buffer`."""
    at = amount.place + 2
    at += any(each.text == "resolution" for each in words[at : at + 1])  # `24-hour … target`
    behind, further = words[at : at + 1], words[at + 1 : at + 2]
    if any(word.says("remaining") or (word.form == "word" and not word.means) for word in further):
        return False
    before = words[max(0, amount.place - 2) : amount.place]
    is_named = any("label:sla" in each.means or each.text in LIMITS for each in behind)
    is_compared = any(each.text.endswith("er") for each in behind)  # one day stricter
    return is_named or (tuple(each.text for each in before) in _OF_LENGTH and not is_compared)


def _length(amount: Amount, levels: ServiceLevelIndex) -> Iterator[FactFinding]:
    """The finding on how long a service level is, where results have the lengths of such."""
    lengths = [(each, minutes) for each in levels.targets for minutes in _minutes(each)]
    same = next((each for each, minutes in lengths if amount.agrees(minutes)), None)
    if same is not None:
        yield FactFinding(amount.start, amount.end, "sla", "supported", same)
    elif lengths:
        yield FactFinding(amount.start, amount.end, "sla", "contradicted", lengths[0][0])


def _left(
    amount: Amount, words: Sequence[Word], known: Sequence[ResultValue], *, labelled: bool
) -> Iterator[FactFinding]:
    left = [(each, minutes) for each in known for minutes in _minutes(each)]
    if not left:
        return
    breached = any(word.says("breached") for word in words)
    stays = _is_left(words, amount) and not breached
    fitting = next((each for each, minutes in left if amount.agrees(minutes)), None)
    if fitting:
        is_over = all(_is_breached(each) for each, _ in left)
        if is_over and not stays and not breached:
            return  # 20 minutes, of what has been breached for 20
        verdict: Verdict = "contradicted" if is_over and stays else "supported"
        yield FactFinding(amount.start, amount.end, "sla", verdict, fitting)
        return
    same_side = [each for each, _ in left if _is_breached(each) == breached]
    is_left = _is_left(words, amount) or breached
    leads = any(word.text == ":" for word in words[: amount.place]) and labelled
    was_left = any(word.text in _PAST for word in words)
    if stays and labelled and not any(each.text in _PHASES for each in words):
        same_side = same_side or [each for each, _ in left]
    if (is_left or leads) and same_side and not was_left:
        yield FactFinding(amount.start, amount.end, "sla", "contradicted", same_side[0])


def _kept(context: ClauseContext, known: Sequence[ResultValue]) -> Iterator[FactFinding]:
    """The finding on a service level that is said to be breached, or to be kept."""
    words, levels = context.clause.words, context.index.service_levels
    word = next((each for each in words if each.says("breached", "kept")), None) or _within(words)
    if word is None or any(each.says("remaining") and not each.says("adverb") for each in words):
        return
    at = words.index(word)
    if word.text == BREACH and any(each.text == "at" for each in words[at + 1 : at + 2]):
        return  # when it would be
    phases = {_PHASES[each.text] for each in words if each.text in _PHASES}
    if phases and _is_of_level(words):
        return
    if not phases and len(set(levels.breaches)) > 1 and _is_of_one(context):
        return
    is_so = _are_breached(known, phases, levels)
    if phases:
        known = [ResultValue("breached" if True in is_so else "not breached", known[0].source)]
    denied = _is_denied(words, at)
    said = word.says("breached") != denied
    if len(is_so) == 1:
        verdict: Verdict = "supported" if said in is_so else "contradicted"
        yield FactFinding(word.start, word.end, "sla", verdict, known[0], denied)


def _are_breached(
    known: Sequence[ResultValue], phases: Collection[str], levels: ServiceLevelIndex
) -> set[bool]:
    """Whether the service levels of the only phase that is named are breached, or else all."""
    if phases:
        return set(levels.breaches_by_phase[min(phases)]) if len(phases) == 1 else set()
    told = {_is_breached(each) for each in known}
    return told | {any(levels.breaches)} if levels.breaches else told


def _is_denied(words: Sequence[Word], at: int) -> bool:
    """Whether a word is denied: `not breached`, `Breached: no`, `verletzt ist sie noch nicht`."""
    before, behind = words[max(0, at - _NEAR) : at], words[at + 1 : at + 3]
    further = takewhile(lambda each: each.form != "mark", words[at + 1 : at + _NEAR])
    is_label = bool(behind) and behind[0].text == ":"
    return (
        any(each.says("not", "not_be", "none", "nobody") for each in before)
        or any(each.text == "nothing" for each in before)
        or (is_label and behind[-1].says("not", "none"))
        or any(each.says("not") for each in further)
    )


def _is_of_one(context: ClauseContext) -> bool:
    """Whether one of several service levels is meant, and not told here which: `(2 days): met`."""
    is_told = _NEAR_PHASE.search(context.folded_text(context.sentence.words)) is not None
    return is_told or any(each.text in _ONE_OF_SEVERAL for each in context.clause.words)


def _is_of_level(words: Sequence[Word]) -> bool:
    """Whether it tells of a solution, and names no phase: `the resolution of the breached SLA`."""
    return any(one.text in _PHASES and other.text == "of" for one, other in pairwise(words))


def _within(words: Sequence[Word]) -> Word | None:
    """The first word of `within its four-hour SLA`."""
    for at, word in enumerate(words):
        behind = words[at + 1 : at + _NEAR]
        if word.text in _WITHIN and any(_is_level(each) for each in behind):
            return word
    return None


def _is_level(word: Word) -> bool:
    return word.says("label:sla") or word.text in LIMITS


def _minutes(known: ResultValue) -> list[float]:
    fold = folded(known.text)
    words = words_of(fold, 0, len(fold), lexicon(ENGLISH))
    return [amount.value for amount in amounts_in(words) if amount.concept == TIME]


def _is_breached(known: ResultValue) -> bool:
    """Whether a service level is breached; of two, one of which is not, it is not told."""
    fold = folded(known.text)
    return "breach" in fold and "not breached" not in fold and "remain" not in fold
