"""What an answer puts in the place of something else, where it repeats a sentence of a result.

`HTTP 500` for `HTTP 503`, `one gateway` for both, York for Hull. A clause that shares most of what
a result states, and a word beside a number or a name, should have there what the result has; where
a statement that is as near has what it says, there is no verdict.
"""

import re
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import folded, stands_in
from recollect.validation.grammar.numbers import number_of, plain_number
from recollect.validation.grammar.quantities import TIME
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.records import ResultValue
from recollect.validation.known.slots import Slot
from recollect.validation.known.statements import StatedClause, stem, weight

_CLOSE: Final = 0.6
_CLOSER: Final = 0.75
_FEW: Final = 6
_SOME: Final = 0.4
_ENOUGH: Final = 2
_MUCH: Final = 3
_MANY: Final = 60
_SAME: Final = 1e-6
_RELATIVE: Final = frozenset(["that", "which", "who"])
_IN: Final = frozenset(["in", "at", "from", "to"])
_PLACES: Final = frozenset(["in", "at"])
_CUES: Final = frozenset(["number", "both"])
_FROM_TO: Final = re.compile(
    r"\b(?:from|von|de|da|van) (?:[^\W\d]+ ){0,2}(\d[\d.,]*)\b[^,;\d]{0,20}"
    r" (?:to|auf|a|para|naar|in) (?:[^\W\d]+ ){0,2}(\d[\d.,]*)\b"
)
_TWO_NUMBERS: Final = re.compile(r"\d\D+\d")
_PART_OF: Final = re.compile(
    r"(?<![\w,])(?P<part>[\w,]+) of (?:the |our |their )?(?P<whole>[\w,]+)\b"
)
_REST: Final = re.compile(
    r"\b(?!0 |no |none )[\w,]+ (?:of them )?"
    r"(?:(?:are|were|is|was|remain|remains) (?:still )?|still )"
    r"(?:lost|missing|not|offline|down|left|failing|failed|broken)\b"
)


def replacement_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on numbers and names in the place of others, and on all for a part."""
    clause = context.clause
    if clause.is_event:
        return
    if "every" in clause.cues and clause.states:
        yield from _all(context)
    if not (context.has_capitals or not clause.cues.isdisjoint(_CUES)):
        return
    text = context.folded_text(clause.words)
    turned = _FROM_TO.search(text) if _TWO_NUMBERS.search(text) else None
    slots = [slot for slot in context.slots if _may_be_other(context, slot)]
    if not (slots or (context.slots and turned)) or context.averages or context.supposes:
        return
    if not context.near or context.near[0][0] < _ENOUGH:
        return
    if turned is not None:
        yield from _turned(context, turned)
    for slot in slots:
        known = _instead(context, slot)
        if known is not None and not _is_named(slot, context):
            yield FactFinding(slot.start, slot.end, slot.kind, "contradicted", known)


def _may_be_other(context: ClauseContext, slot: Slot) -> bool:
    """Whether what is in a slot is not known to be wrong, and may be a name; in German nouns do."""
    is_noun = slot.form == "name" and context.lexicon.language == "german"
    if slot.number == 1 and slot.words[1] in _RELATIVE:
        return False  # lane 2 is the one that's back
    is_free = is_noun or context.is_wrong(slot.start, slot.end)
    return not (is_free or context.index.statements.is_plain(slot))


def _is_named(slot: Slot, context: ClauseContext) -> bool:
    """Whether results have a number beside the very word that is beside it: `60 mailboxes`."""
    before, behind = slot.words
    number = context.fold[slot.start : slot.end]
    names = [f"{number} {behind}"] if stem(behind) else []
    names += [f"{before} {number}"] if stem(before) else []
    return slot.form == "number" and any(map(context.index.passages.tells, names))


def _turned(context: ClauseContext, said: re.Match[str]) -> Iterator[FactFinding]:
    """`Raised from 4 to 2`, where a result has it from 2 to 4."""
    known: ResultValue | None = None
    for _, told in context.near:
        for there in _FROM_TO.finditer(told.text):
            if there.groups() == said.groups():
                return
            if there.groups() == said.groups()[::-1] and not told.denies:
                known = known or told.result_value
    if known is not None:
        start = context.clause.words[0].start
        yield FactFinding(start + said.start(), start + said.end(), "number", "contradicted", known)


def _all(context: ClauseContext) -> Iterator[FactFinding]:
    """`All eight sites are migrated`, where a result has `5 of 8 sites are migrated`."""
    words, said = context.clause.words, context.statement
    if not words[0].says("every") or said.denies or said.is_partial:
        return
    numbers = [number for word in words if (number := number_of(word)) is not None]
    rest = said.stems - {stem(word.text) for word in words if number_of(word) is not None}
    for shared, told in context.index.statements.near(rest):
        part, whole = _part_of(told.text)
        is_of_these = whole > 0 and numbers[:1] == [whole]
        is_near = shared >= max(1 if is_of_these else _ENOUGH, _SOME * weight(rest))
        is_of_others = whole > 0 and bool(numbers) and not is_of_these
        if (
            told.result_value is None
            or told.denies
            or not told.is_single
            or not is_near
            or is_of_others
        ):
            continue
        if is_of_these and _is_all_elsewhere(whole, context):
            return
        if part < whole or (not whole and _has_rest(told, context)):
            yield FactFinding(
                words[0].start, words[-1].end, "count", "contradicted", told.result_value
            )
            return


def _is_all_elsewhere(whole: float, context: ClauseContext) -> bool:
    """Whether results tell the same of all of so many elsewhere: `all 31,000 are in` by now."""
    return whole in context.index.passages.all_of


def _part_of(text: str) -> tuple[float, float]:
    """The part and the whole that a clause tells of: `5 of 8`; noughts where of none."""
    found = _PART_OF.search(text)
    part, whole = (plain_number(found[each]) for each in ("part", "whole")) if found else (0.0, 0.0)
    return (part, whole) if part and whole else (0.0, 0.0)


def _has_rest(told: StatedClause, context: ClauseContext) -> bool:
    """Whether the sentence of a statement tells of others of which that is not so, too.

    `1,204 recordings were restored, 6 are lost`: what is counted, and what is left.
    """
    counted = any(slot.form == "number" for slot in context.index.statements.slots(told))
    return (
        counted
        and told.result_value is not None
        and bool(_REST.search(folded(told.result_value.text)))
    )


def _instead(context: ClauseContext, slot: Slot) -> ResultValue | None:
    """The sentence that has another value in a slot, if none that is as near has this one.

    What the sentence of the clause has besides is not what stands there instead.
    """
    amounts, said = context.index.amounts, context.statement
    if slot.number % 1 and _is_difference(slot.number, amounts):
        return None  # 3.9 degrees to the limit
    rest = said.stems - slot.own
    is_elsewhere = slot.number > _ENOUGH and slot.number in amounts.by_number
    least = max(_ENOUGH, (_CLOSER if is_elsewhere else _CLOSE) * weight(rest))
    found: ResultValue | None = None
    for _, told in context.near:
        if told.denies != said.denies or (slot.form == "name" and not told.is_single):
            continue
        shared = rest & told.stems
        if len(shared) <= _ENOUGH and len(told.stems) > _MUCH * len(rest):
            continue  # 6 terminals updated, of a long sentence with terminals and an update
        if slot.form == "number" and all(map(str.isdigit, shared)):
            continue  # pivots 3, 4 and 7 stopped, of which 3, 4 and 9 answer
        if len(shared) + len(shared & context.names) < least:
            continue
        there = context.index.statements.own_slots(told)
        if any(slot.is_same(each) for each in there):
            return None
        if (
            found is None
            and any(
                _fits(slot, each)
                and not any(stands_in(name, context.answer) for name in each.name)
                and not any(slot.is_between(*pair) for pair in combinations(there[:_FEW], 2))
                and not any(each.is_same(besides) for besides in context.sentence.slots)
                for each in there
            )
            and not _is_beside(slot, told, amounts)
        ):
            found = told.result_value
    return found


def _is_difference(number: float, amounts: AmountIndex) -> bool:
    """Whether a number is what two of the results differ by, of the first ones."""
    pairs = combinations(islice(amounts.by_number, _MANY), 2)
    return any(abs(abs(one - other) - number) < _SAME for one, other in pairs)


def _is_beside(slot: Slot, told: StatedClause, amounts: AmountIndex) -> bool:
    """Whether another field of the object that a statement is of has the number: 11 of 14 days."""
    if told.result_value is None or slot.number <= _ENOUGH:
        return False
    source = told.result_value.source
    inside = source.path.rpartition(".")[0]
    times = amounts.by_concept.get(TIME, ()) if slot.form == "time" else ()
    return any(
        each.result_value.source.tool == source.tool
        and each.result_value.source.path != source.path
        and each.result_value.source.path.rpartition(".")[0] == inside != ""
        for each in (*times, *amounts.by_number.get(slot.number, ()))
        if slot.number in {each.amount.value, each.amount.number}
    )


def _fits(said: Slot, told: Slot) -> bool:
    """Whether a slot is where another one is: what is beside them is the same."""
    if said.form != told.form or said.bound not in {"", told.bound}:
        return False
    if said.form == "name":
        before, behind = said.words
        is_same_way = before == told.words[0] or {before, told.words[0]} <= _PLACES
        return is_same_way and (before in _IN or behind == told.words[1])
    if said.counts == "pod" != told.counts:
        return False  # two pods of it, with 23 restarts
    return any(one and one == other for one, other in zip(said.stems, told.stems, strict=True))
