"""Find numbers and names that an answer replaces where it repeats a sentence of a result.

`HTTP 500` for `HTTP 503`, `one gateway` for both, York for Hull. A clause that shares most stems
with a statement of a result, and a word beside a number or a name, should have the same number or
name there. If another statement that is as near has what the clause says, there is no verdict.
"""

import re
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.clauses import CAPITAL
from recollect.validation.grammar.folding import WORD, folded, stands_in
from recollect.validation.grammar.numbers import number_of, plain_number
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.words import word_set
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.record_models import ResultValue, values_of
from recollect.validation.known.slots import Slot
from recollect.validation.known.stated_clauses import StatedClause, stem, weight

_MIN_SHARE: Final = 0.6
_MIN_SHARE_IF_ELSEWHERE: Final = 0.75
_MAX_PAIRED_SLOTS: Final = 6
_MIN_SHARE_FOR_ALL: Final = 0.4
_SMALL: Final = 2
"""Weight of shared stems below which nothing is compared; a number that may count anything."""

_MAX_STEM_RATIO: Final = 3
_MAX_COMPARED_NUMBERS: Final = 60
_TOLERANCE: Final = 1e-6
_RELATIVE_PRONOUNS: Final = word_set("that which who")
_PREPOSITIONS: Final = word_set("in at from to")
_PREPOSITIONS_OF_PLACE: Final = word_set("in at")
_CUES: Final = frozenset({CAPITAL, "number", "both"})
_FROM_TO: Final = re.compile(
    r"\b(?:from|von|de|da|van) (?:[^\W\d]+ ){0,2}(\d[\d.,]*)\b[^,;\d]{0,20}"
    r" (?:to|auf|a|para|naar|in) (?:[^\W\d]+ ){0,2}(\d[\d.,]*)\b"
)
_TWO_NUMBERS: Final = re.compile(r"\d\D+\d")
_PART_OF: Final = re.compile(
    r"(?<![\w,])(?P<part>[\w,]+) of (?:the |our |their )?(?P<whole>[\w,]+)\b"
)


def replacement_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on numbers and names that replace others, and on `all` instead of a part."""
    clause = context.clause
    if clause.is_event:
        return
    if "every" in clause.cues and clause.asserts_now:
        yield from _all_for_part(context)
    if clause.cues.isdisjoint(_CUES):
        return
    text = context.folded_text(clause.words)
    found_range = _FROM_TO.search(text) if _TWO_NUMBERS.search(text) else None
    slots = [slot for slot in context.slots if _may_replace(context, slot)]
    if not (slots or (context.slots and found_range)) or context.averages or context.supposes:
        return
    if not context.near or context.near[0][0] < _SMALL:
        return
    if found_range is not None:
        yield from _reversed_range(context, found_range)
    for slot in slots:
        known = _sentence_with_other(context, slot)
        if known is not None and not _is_beside_same_word(slot, context):
            yield contradiction((slot,), slot.kind, known)


def _may_replace(context: ClauseContext, slot: Slot) -> bool:
    """Whether a number or name may replace another one, and was not found wrong before.

    A word that the results also have in small letters is no name. In German all nouns have a
    capital, so no names are compared.
    """
    is_noun = slot.form == "name" and context.lexicon.language == "german"
    if slot.number == 1 and slot.words[1] in _RELATIVE_PRONOUNS:
        return False  # lane 2 is the one that's back
    is_free = is_noun or context.is_wrong(slot.start, slot.end)
    return not (is_free or context.index.statements.is_plain(slot) or _is_customer(slot, context))


def _is_customer(slot: Slot, context: ClauseContext) -> bool:
    """Whether a name is of the customer whose records the clause may be about: `users at Sky`."""
    if slot.form != "name":
        return False
    known = values_of(context.about(slot.start), "customer")
    return any(slot.name <= set(WORD.findall(folded(each.text))) for each in known)


def _is_beside_same_word(slot: Slot, context: ClauseContext) -> bool:
    """Whether results have the number of a slot beside the same word: `60 mailboxes`."""
    before, behind = slot.words
    number = context.fold[slot.start : slot.end]
    names = [f"{number} {behind}"] if stem(behind) else []
    names += [f"{before} {number}"] if stem(before) else []
    return slot.form == "number" and any(map(context.index.passages.has_words, names))


def _reversed_range(context: ClauseContext, found: re.Match[str]) -> Iterator[FactFinding]:
    """The finding on `Raised from 4 to 2`, where a result says `from 2 to 4`."""
    known: ResultValue | None = None
    for _, statement in context.near:
        for range_there in _FROM_TO.finditer(statement.text):
            if range_there.groups() == found.groups():
                return
            if range_there.groups() == found.groups()[::-1] and not statement.denies:
                known = known or statement.result_value
    if known is not None:
        start = context.clause.words[0].start
        yield FactFinding(
            start + found.start(), start + found.end(), "number", "contradicted", known
        )


def _all_for_part(context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on `all` instead of a part of the results.

    `All eight sites are migrated`, where a result has `5 of 8 sites are migrated`.
    """
    words, claim = context.clause.words, context.statement
    if not words[0].means_any("every") or claim.denies or claim.is_partial:
        return
    numbers = [number for word in words if (number := number_of(word)) is not None]
    rest = claim.stems - {stem(word.text) for word in words if number_of(word) is not None}
    for shared, statement in context.index.statements.near(rest):
        part, whole = _part_of(statement.text)
        is_of_these = whole > 0 and numbers[:1] == [whole]
        is_near = shared >= max(1 if is_of_these else _SMALL, _MIN_SHARE_FOR_ALL * weight(rest))
        is_of_others = whole > 0 and bool(numbers) and not is_of_these
        if (
            statement.result_value is None
            or statement.denies
            or not statement.is_single
            or not is_near
            or is_of_others
        ):
            continue
        if is_of_these and whole in context.index.passages.all_of:
            return  # `all 31,000 are in` by now
        if part < whole:
            yield contradiction(words, "count", statement.result_value)
            return


def _part_of(text: str) -> tuple[float, float]:
    """The part and the whole that a folded clause names: `5 of 8`; noughts where it names none."""
    found = _PART_OF.search(text)
    part, whole = (plain_number(found[each]) for each in ("part", "whole")) if found else (0.0, 0.0)
    return (part, whole) if part and whole else (0.0, 0.0)


def _sentence_with_other(context: ClauseContext, slot: Slot) -> ResultValue | None:
    """The result's sentence with another value in a slot, unless one as near has the slot's value.

    A value that the clause's own sentence has besides is not the one that was replaced.
    """
    amounts, claim = context.index.amounts, context.statement
    if slot.number % 1 and _is_difference(slot.number, amounts):
        return None  # worked out: `3.9 degrees to the limit`
    may_be_rest = slot.form == "%" and amounts.has_rest(slot.number)
    rest = claim.stems - slot.own
    is_elsewhere = slot.number > _SMALL and slot.number in amounts.by_number
    least = max(_SMALL, (_MIN_SHARE_IF_ELSEWHERE if is_elsewhere else _MIN_SHARE) * weight(rest))
    found: ResultValue | None = None
    for _, statement in context.near:
        if statement.denies != claim.denies or (slot.form == "name" and not statement.is_single):
            continue
        shared = rest & statement.stems
        if len(shared) <= _SMALL and len(statement.stems) > _MAX_STEM_RATIO * len(rest):
            continue  # `6 terminals updated`, and a long sentence with terminals and an update
        if slot.form == "number" and all(map(str.isdigit, shared)):
            continue  # pivots 3, 4 and 7 stopped, of which 3, 4 and 9 answer
        if len(shared) + len(shared & context.names) < least:
            continue
        if may_be_rest and not claim.says_all_of(statement):
            return None  # `82 % of the jobs work`, of which 18 % fail
        slots_there = context.index.statements.own_slots(statement)
        if any(slot.is_same(each) for each in slots_there):
            return None
        if (
            found is None
            and any(
                _fits(slot, each)
                and not any(stands_in(name, context.sentence_text) for name in each.name)
                and not any(
                    slot.is_between(*pair)
                    for pair in combinations(slots_there[:_MAX_PAIRED_SLOTS], 2)
                )
                and not any(each.is_same(besides) for besides in context.sentence.slots)
                for each in slots_there
            )
            and not _is_in_other_field(slot, statement, amounts)
        ):
            found = statement.result_value
    return found


def _is_difference(number: float, amounts: AmountIndex) -> bool:
    """Whether a number is the difference of two numbers in the results, among the first ones."""
    pairs = combinations(islice(amounts.by_number, _MAX_COMPARED_NUMBERS), 2)
    return any(abs(abs(one - other) - number) < _TOLERANCE for one, other in pairs)


def _is_in_other_field(slot: Slot, statement: StatedClause, amounts: AmountIndex) -> bool:
    """Whether another field of the statement's object has the number: 11 of 14 days."""
    if statement.result_value is None or slot.number <= _SMALL:
        return False
    source = statement.result_value.source
    inside = source.path.rpartition(".")[0]
    times = amounts.by_concept.get(TIME, ()) if slot.form == "time" else ()
    return any(
        each.result_value.source.tool == source.tool
        and each.result_value.source.path != source.path
        and each.result_value.source.path.rpartition(".")[0] == inside != ""
        for each in (*times, *amounts.by_number.get(slot.number, ()))
        if slot.number in {each.amount.value, each.amount.number}
    )


def _fits(slot: Slot, known: Slot) -> bool:
    """Whether two slots are in the same place of their clauses: the words beside them agree."""
    if slot.form != known.form or slot.bound not in {"", known.bound}:
        return False
    if slot.form == "name":
        before, behind = slot.words
        is_same_way = before == known.words[0] or {before, known.words[0]} <= _PREPOSITIONS_OF_PLACE
        return is_same_way and (before in _PREPOSITIONS or behind == known.words[1])
    if slot.counts == "pod" != known.counts:
        return False  # two pods of it, with 23 restarts
    return any(one and one == other for one, other in zip(slot.stems, known.stems, strict=True))
