"""Whether an amount in an answer may have been calculated from amounts in the results."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.moments import is_day, number_of_day
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of, is_slip
from recollect.validation.grammar.units import DAY
from recollect.validation.grammar.words import word_set
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.moment_index import gaps_of, has_gap
from recollect.validation.known.passages import ResultAmount
from recollect.validation.known.record_models import ResultValue

_BOTH: Final = 2.0
_TOGETHER: Final = word_set("together combined between zusammen juntos ensemble insieme samen")
"""Words for an amount that several have together."""

_DAYS_OF_YEAR: Final = 366
_MAX_ROUNDING: Final = 1.1
"""How many times the larger of two numbers may be the smaller one that rounds it."""

_MIN_ADDEND: Final = 13
_TOLERANCE: Final = 1e-9
_MAX_AMOUNTS: Final = 12
"""Amounts of a sentence, the first ones, from which others are calculated."""

_PER_CENT: Final = 100
_HALF: Final = 0.5
_NEAR_SHARE: Final = 0.05


def may_be_derived(amount: Amount, context: ClauseContext) -> bool:
    """Whether a number that no result has may follow from others, or ends a ticket's number.

    In `SCS0007326, 7314 and 7333` the second and the third number are tickets.
    """
    if amount.concept == PERCENTAGE:
        return _is_percentage(amount, context)
    is_ticket = context.index.records.numbered(context.clause.words[amount.place].text) is not None
    is_time = amount.concept == TIME and _lies_between(amount, context)
    return is_ticket or is_time or _is_calculated(amount, context)


def _lies_between(amount: Amount, context: ClauseContext) -> bool:
    """Whether a duration is the time between two days or times of the results or the sentence."""
    tolerance = 1 + _NEAR_SHARE * amount.value if amount.bound else 1
    own = context.sentence.moments
    if amount.value >= DAY:
        days = context.index.moments.days | {
            day for each in own for day in each.days if is_day(day)
        }
        places = [number_of_day(day) for day in days]
        apart = (abs(one - other) for one, other in combinations(places, 2))
        return context.index.moments.is_interval(amount.value) or any(
            abs(each * DAY - amount.value) <= DAY + tolerance
            for distance in apart
            for each in (distance, _DAYS_OF_YEAR - distance)  # from December to January
        )
    clocks_of_sentence = {each.minute for each in own if each.minute is not None}
    known = context.index.moments
    gaps = gaps_of(known.clocks | clocks_of_sentence) if clocks_of_sentence else known.gaps
    return has_gap(gaps, amount.value, tolerance)


def _is_percentage(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is the share that a number of the results or the sentence is of another one."""
    if round(amount.number) in context.index.amounts.percentages:
        return True
    numbers = {
        each.number
        for each in context.sentence.amounts[:_MAX_AMOUNTS]
        if each.concept != PERCENTAGE
    }
    return any(
        abs(_PER_CENT * part / whole - amount.number) < _HALF
        for part in numbers
        for whole in numbers
        if part < whole
    )


def _is_calculated(amount: Amount, context: ClauseContext) -> bool:
    """Whether an amount is the product, sum or difference of two others in the sentence.

    For example, 4 times 12 minutes, or from 9 hours to 4. A rough amount may be a quotient, too:
    1,840 cards at 64 machines are some 29 each.
    """
    numbers = (each.number for each in _other_amounts(amount, context))
    return any(
        amount.number in {one * other, one + other, abs(one - other)}
        or (amount.bound and abs(max(one, other) / (min(one, other) or 1) - amount.number) < _HALF)
        for one, other in set(combinations(numbers, 2))
    )


def _other_amounts(amount: Amount, context: ClauseContext) -> Iterator[Amount]:
    """The other amounts in the sentence, twelve at most."""
    others = (each for each in context.sentence.amounts if each.start != amount.start)
    return islice(others, _MAX_AMOUNTS)


def is_derived(
    amount: Amount, other: ResultAmount, same: Sequence[ResultAmount], context: ClauseContext
) -> bool:
    """Whether an amount may be right although the results have `other` of the same thing.

    It may have been calculated, or be supposed or denied. `same` are all amounts of the same thing.
    """
    return (
        context.supposes
        or context.averages
        or not (_TOGETHER.isdisjoint(context.texts) or is_slip_of(amount, other))
        or _is_denied(amount, context)
        or (amount.concept == PERCENTAGE and amount.bound != "")
        or _is_rest_of_hundred(amount, other, context)
        or _is_calculated(amount, context)
        or _is_rounded(amount, context.index.amounts)
        or _adds_up(amount, other, context.index.amounts)
        or (amount.concept == TIME and context.index.moments.is_interval(amount.value))
        or is_sum(amount, same, context)
        or _is_of_several(amount, other, context)
        or any(
            abs(share.amount.value * other.amount.value / 100 - amount.value) < 1
            for share in context.index.amounts.by_concept.get(PERCENTAGE, ())
        )
        or _is_rest(amount, other, context)
    )


def _is_rest(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether an amount is the rest of `other` without another number of the result's sentence."""
    return amount.value < other.amount.value and any(
        each.number and abs(each.number + amount.value - other.amount.value) < _TOLERANCE
        for _, statement in context.near
        if statement.result_value is not None and holds(statement.result_value, other)
        for each in context.index.statements.slots(statement)
    )


def _is_rest_of_hundred(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether an amount is what a share leaves: 82 % work, where 18 % fail; not that 82 % fail."""
    if amount.concept != PERCENTAGE or not context.index.amounts.has_rest(amount.number):
        return False
    is_told_beside = any(
        each.number == other.amount.number for each in _other_amounts(amount, context)
    )
    return is_told_beside or not any(
        context.statement.says_all_of(statement)
        for _, statement in context.near
        if statement.result_value is not None and holds(statement.result_value, other)
    )


def _is_denied(amount: Amount, context: ClauseContext) -> bool:
    """Whether a denial follows the amount: `a delay of 45 days isn't possible`."""
    denials = context.denials
    return bool(denials) and denials[-1] > amount.place


def _adds_up(amount: Amount, other: ResultAmount, known: AmountIndex) -> bool:
    """Whether another number of the result's sentence adds up with `other` to the amount.

    For example, 1,550 is the sum of `1,150 and 400 users`.
    """
    addend = amount.number - other.amount.number
    known_addends = known.by_number.get(addend, ())
    return addend >= _MIN_ADDEND and any(each.stems is other.stems for each in known_addends)


def _is_rounded(amount: Amount, known: AmountIndex) -> bool:
    """Whether results have a number that `more than 200` or `under 5` may stand for: 212, 4.8."""
    limits = {"over": (1.0, _MAX_ROUNDING), "under": (1 / _MAX_ROUNDING, 1.0)}.get(amount.bound)
    return limits is not None and any(
        limits[0] * amount.number <= each <= limits[1] * amount.number for each in known.by_number
    )


def _is_of_several(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether an amount is a multiple of what each of several has: 50 minutes for both, 25 each."""
    counts = {each.number for each in context.sentence.amounts if each.start != amount.start}
    counts |= {_BOTH} if context.is_of_both else set()
    return any(
        each > 1 and abs(each * other.amount.value - amount.value) < _TOLERANCE for each in counts
    )


def is_sum(amount: Amount, same: Sequence[ResultAmount], context: ClauseContext) -> bool:
    """Whether an amount is a total or a difference of the results' amounts of the same thing.

    A total may be greater than all of them: `42 restarts altogether`.
    """
    values = {each.amount.value for each in same}
    if any(amount.value + each in values for each in values):
        return True  # from 30 days to 14, which are 16 days less
    return amount.value == sum(each.amount.value for each in same) or (
        context.is_total and amount.value > max(values)
    )


def is_slip_of(amount: Amount, other: ResultAmount) -> bool:
    """Whether an amount has the digits of another one, with a slip."""
    return is_slip(digits_of(amount.number), digits_of(other.amount.number))


def holds(statement: ResultValue, known: ResultAmount) -> bool:
    """Whether a statement of the results contains an amount of the results."""
    return (
        known.result_value.source == statement.source and known.result_value.text in statement.text
    )
