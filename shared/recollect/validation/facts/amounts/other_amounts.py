"""Find the amount in the results that an amount in the answer should be compared with.

Two amounts are of the same thing where they count the same. Where results have several, the one is
meant whose sentence shares most stems with the clause.
"""

from collections.abc import Sequence
from typing import Final

from recollect.validation.facts.amounts.derived_amounts import (
    is_derived,
    is_slip_of,
    is_sum,
    may_be_derived,
)
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.counted_things import PERCENTAGE, THINGS
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.grammar.words import any_means, word_set
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.passages import ResultAmount

_MIN_STEMS_OR_DIGITS: Final = 2
"""Stems that a result's amount shares with a clause; digits that may stand in another order."""

_MIN_NUMBER_IN_LETTERS: Final = 3
"""The least number of things that is compared where the answer writes it in letters."""

_COMPARISON_WINDOW: Final = 3
"""How far from an amount `than` is no longer looked for: it is one of the two words behind."""

_MIN_STEMS_OF_TIME_IN_LETTERS: Final = 3
_MIN_STEM_SHARE: Final = 0.4
_ALL_PER_CENT: Final = 100.0
_COMPARING: Final = word_set("than more less mehr weniger plus moins mas menos")


def same_thing(amount: Amount, context: ClauseContext) -> Sequence[ResultAmount]:
    """The results' amounts of the same thing; for `3 of 8` only the parts of the same whole.

    Short answers in other languages name what they count in other words: the parts of that whole
    are looked for whatever they count.
    """
    same = context.index.amounts.by_concept.get(amount.concept, []) if amount.concept else []
    if not amount.is_share:
        return same
    whole = context.clause.words[amount.place + 2].text
    known = context.index.amounts.by_concept
    is_foreign = context.lexicon.is_foreign and amount.concept not in {PERCENTAGE, TIME}
    if not same and is_foreign and context.is_sure:  # results name what they count otherwise
        others = (known[each] for each in known if each not in {PERCENTAGE, TIME})
        same = [each for amounts in others for each in amounts]
    return [
        each
        for each in same
        if each.amount.is_share and whole == each.result_value.text.split()[-1]
    ]


def same_number(amount: Amount, known: AmountIndex, stems: frozenset[str]) -> ResultAmount | None:
    """The results' amount with the same number, whatever it counts; the one that shares most stems.

    A duration agrees only with a bare number that shares a stem, and a percentage with none.
    """
    if amount.concept == PERCENTAGE:
        return None
    same = (
        each
        for each in known.by_number.get(amount.number, ())
        if (not each.amount.concept if amount.concept == TIME else each.amount.concept != TIME)
    )
    nearest = _nearest(list(same), stems)
    is_elsewhere = (
        amount.concept == TIME and nearest is not None and not shared_stems(nearest, stems)
    )
    return None if is_elsewhere else nearest


def other_amount(
    amount: Amount, same: Sequence[ResultAmount], stems: frozenset[str], *, foreign: bool
) -> ResultAmount | None:
    """The amount of the same thing that the results have instead; None if too few stems are shared.

    `same` are the results' amounts of the same thing, `stems` those of the clause's sentence.
    """
    best = _nearest(same, stems)
    if best is None or (
        amount.is_word and amount.value < _MIN_NUMBER_IN_LETTERS and is_thing(amount)
    ):
        return None
    if amount.concept == "user" or (amount.is_share and foreign):
        return best
    # A smaller amount may be a part of it: 6 terminals of 14.
    is_more = amount.value > best.amount.value
    is_only = len({each.amount.value for each in same}) == 1
    is_plain = amount.concept not in {TIME, PERCENTAGE}
    needed = 1 if is_more and is_only and is_plain else _MIN_STEMS_OR_DIGITS
    if amount.is_word and amount.concept == TIME:
        needed = _MIN_STEMS_OF_TIME_IN_LETTERS
    return best if shared_stems(best, stems) >= needed else None


def contradicting_amount(
    amount: Amount, other: ResultAmount | None, same: Sequence[ResultAmount], context: ClauseContext
) -> ResultAmount | None:
    """The results' amount that contradicts `amount`, which appears in no result, or None.

    `other` is an amount of the same thing that the results have instead, or None. In longer answers
    it contradicts only a part of a whole, or an amount that is a slip of it.
    """
    is_wrong = other is not None and _contradicts(amount, other, context)
    if other is not None and is_wrong and not is_derived(amount, other, same, context):
        return other
    wrong = _of_repeated_sentence(amount, same, context) or _transposed(amount, context)
    return wrong or _duration_or_percentage(amount, same, context)


def _contradicts(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether a differing amount in the results makes this one wrong in this context."""
    if context.is_brief or context.is_value:
        return True
    is_known = not amount.is_share and amount.number in context.index.amounts.by_number
    return not is_known and is_slip_of(amount, other)


def _of_repeated_sentence(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> ResultAmount | None:
    """The result's amount, where the clause repeats its sentence with only this number changed."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    known = context.index.amounts
    is_known = amount.number in known.by_number or amount.concept not in known.by_concept
    if is_known or any_means(before, "every"):
        return None  # `all 24`, where results have 22 and two
    for _, passage in context.repeated:
        of_same_thing = (each for each in passage.amounts if each.amount.concept == amount.concept)
        others = (each for each in of_same_thing if not amount.agrees(each.amount.value))
        other = next(others, None)
        if other is not None:
            return None if is_derived(amount, other, same, context) else other
    return None


def _transposed(amount: Amount, context: ClauseContext) -> ResultAmount | None:
    """The results' amount with the same digits in another order, for a number that no result has.

    1,840 for 1,480. A number of two digits, of which there are few, must count the same thing: 46 %
    for 64 %.
    """
    known, digits = context.index.amounts, digits_of(amount.number)
    if amount.number % 1 or amount.number in known.by_number or len(digits) < _MIN_STEMS_OR_DIGITS:
        return None
    reordered = (
        each
        for each in known.by_figures.get("".join(sorted(digits)), ())
        if each.amount.concept == amount.concept != "" or len(digits) > _MIN_STEMS_OR_DIGITS
    )
    candidates = (
        each
        for each in reordered
        if len(digits_of(each.amount.number)) == len(digits)
        and each.amount.number not in context.sentence.numbers
        # What 182 of 400 leave is 218.
        and amount.number + each.amount.number not in known.by_number
    )
    other = next(candidates, None)
    if other is None or amount.is_share or context.supposes or context.sentence.denies:
        return None
    is_code = context.clause.words[amount.place].text.startswith("0")
    return None if is_code or may_be_derived(amount, context) else other


def _duration_or_percentage(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> ResultAmount | None:
    """The result's duration or percentage whose sentence shares much with the clause, or None."""
    least = {TIME: _MIN_STEMS_OR_DIGITS, PERCENTAGE: 1}.get(amount.concept)
    is_exempt = amount.is_share or context.supposes or context.averages or context.sentence.denies
    is_exempt = is_exempt or _is_compared(amount, context)
    if least is None or is_exempt or len(context.sentence.moments) > 1:
        return None
    if may_be_derived(amount, context) or context.index.moments.is_interval(amount.value):
        return None
    numbers = context.index.amounts.by_number
    if amount.concept == PERCENTAGE and not numbers.keys().isdisjoint(
        (amount.number, _ALL_PER_CENT - amount.number)
    ):
        return None
    stems = context.own_stems - context.index.people.stems
    other = _nearest([each for each in same if not amount.agrees(each.amount.value)], stems)
    if other is None or shared_stems(other, stems) < max(least, _MIN_STEM_SHARE * len(stems)):
        return None
    return None if is_sum(amount, same, context) else other


def is_thing(amount: Amount) -> bool:
    """Whether an amount counts people or things."""
    return amount.concept.startswith(THINGS)


def shared_stems(known: ResultAmount, stems: frozenset[str]) -> int:
    """How many of the stems are in the sentence of a result's amount."""
    return len(stems & known.stems)


def _nearest(known: Sequence[ResultAmount], stems: frozenset[str]) -> ResultAmount | None:
    """The first of the results' amounts whose sentence has most of the stems."""
    counts = [len(stems & each.stems) for each in known]
    return known[counts.index(max(counts))] if counts else None


def _is_compared(amount: Amount, context: ClauseContext) -> bool:
    """Whether an amount is how much more or less something is: `45 minutes longer than before`."""
    behind = context.clause.words[amount.place + 1 : amount.place + _COMPARISON_WINDOW]
    return any(word.text.endswith("er") or word.text in _COMPARING for word in behind)
