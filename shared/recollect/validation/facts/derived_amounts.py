"""Whether an amount of an answer may have been worked out of what results tell."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.grammar.moments import is_day, number_of_day
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of, is_slip
from recollect.validation.grammar.units import DAY
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.clock_gaps import gaps_of, has_gap
from recollect.validation.known.passages import ResultAmount
from recollect.validation.known.records import ResultValue

_BOTH: Final = 2.0
_TOGETHER: Final = frozenset(
    ["together", "combined", "between", "zusammen", "juntos", "ensemble", "insieme", "samen"]
)
"""Words for what several have between them."""

_YEAR: Final = 366
_BEYOND: Final = 1.1
_LEAST: Final = 13
_SAME: Final = 1e-9
_MOST_SAID: Final = 12
_PER_CENT: Final = 100
_HALF: Final = 0.5
_NEARLY: Final = 0.05


def may_be_worked_out(amount: Amount, context: ClauseContext) -> bool:
    """Whether a number that no result has may follow from others, or is the end of a ticket's.

    In `SCS0007326, 7314 and 7333` the second and the third are tickets.
    """
    if amount.concept == "%":
        return _is_percentage(amount, context)
    is_ticket = context.index.records.numbered(context.clause.words[amount.place].text) is not None
    is_time = amount.concept == TIME and _lies_between(amount, context)
    return is_ticket or is_time or _is_reckoned(amount, context)


def _lies_between(amount: Amount, context: ClauseContext) -> bool:
    """Whether so much time lies between two days or times of the results or of the sentence."""
    near = 1 + _NEARLY * amount.value if amount.bound else 1
    own = context.sentence.moments
    if amount.value >= DAY:
        days = context.index.moments.days | {
            day for each in own for day in each.days if is_day(day)
        }
        places = [number_of_day(day) for day in days]
        apart = (abs(one - other) for one, other in combinations(places, 2))
        return context.index.moments.is_interval(amount.value) or any(
            abs(each * DAY - amount.value) <= DAY + near
            for distance in apart
            for each in (distance, _YEAR - distance)  # from December to January
        )
    told = {each.minute for each in own if each.minute is not None}
    known = context.index.moments
    gaps = gaps_of(known.clocks | told) if told else known.gaps
    return has_gap(gaps, amount.value, near)


def _is_percentage(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is the share that one number of the results or the sentence is of another."""
    if round(amount.number) in context.index.amounts.percentages:
        return True
    said = {each.number for each in context.sentence.amounts[:_MOST_SAID] if each.concept != "%"}
    return any(
        abs(_PER_CENT * part / whole - amount.number) < _HALF
        for part in said
        for whole in said
        if part < whole
    )


def _is_reckoned(amount: Amount, context: ClauseContext) -> bool:
    """Whether two other numbers of the sentence make it: 4 times 12 minutes, from 9 hours to 4.

    Roughly, a quotient does: 1,840 cards at 64 machines are some 29 each.
    """
    said = (each.number for each in _beside(amount, context))
    return any(
        amount.number in {one * other, one + other, abs(one - other)}
        or (amount.bound and abs(max(one, other) / (min(one, other) or 1) - amount.number) < _HALF)
        for one, other in combinations(said, 2)
    )


def _beside(amount: Amount, context: ClauseContext) -> Iterator[Amount]:
    """The other amounts of its sentence, the first ones."""
    others = (each for each in context.sentence.amounts if each.start != amount.start)
    return islice(others, _MOST_SAID)


def is_derived(
    amount: Amount, other: ResultAmount, same: Sequence[ResultAmount], context: ClauseContext
) -> bool:
    """Whether it may have been worked out, or is what could be: `116 of the 120 needed none`."""
    return (
        context.supposes
        or context.averages
        or (amount.is_share and _is_of_other_parts(amount, same, context))
        or not (_TOGETHER.isdisjoint(context.texts) or is_slip_of(amount, other))
        or _is_denied(amount, context)
        or (amount.concept == "%" and amount.bound != "")
        or _is_reckoned(amount, context)
        or _is_beyond(amount, context.index.amounts)
        or _adds_up(amount, other, context.index.amounts)
        or (amount.concept == TIME and context.index.moments.is_interval(amount.value))
        or is_sum(amount, same, context)
        or _is_of_several(amount, other, context)
        or any(
            abs(share.amount.value * other.amount.value / 100 - amount.value) < 1
            for share in context.index.amounts.by_concept.get("%", ())
        )
        or _is_rest(amount, other, context)
    )


def _is_rest(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether it is what another number of the same sentence leaves of the other amount."""
    return amount.value < other.amount.value and any(
        each.number and abs(each.number + amount.value - other.amount.value) < _SAME
        for _, told in context.near
        if told.result_value is not None and holds(told.result_value, other)
        for each in context.index.statements.slots(told)
    )


def _is_denied(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is denied behind it: `a delay of 45 days isn't possible`."""
    denials = context.denials
    return bool(denials) and denials[-1] > amount.place


def _adds_up(amount: Amount, other: ResultAmount, known: AmountIndex) -> bool:
    """Whether a sentence has another number that makes it up: 1,550 of `1,150 and 400 users`."""
    rest = amount.number - other.amount.number
    there = known.by_number.get(rest, ())
    return rest >= _LEAST and any(each.stems is other.stems for each in there)


def _is_beyond(amount: Amount, known: AmountIndex) -> bool:
    """Whether results have a number that `more than 200` or `under 5` may round: 212, 4.8."""
    beyond = {"over": (1.0, _BEYOND), "under": (1 / _BEYOND, 1.0)}.get(amount.bound)
    return beyond is not None and any(
        beyond[0] * amount.number <= each <= beyond[1] * amount.number for each in known.by_number
    )


def _is_of_several(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether it is so many times what one of several has: 50 minutes for both, of 25 each."""
    counts = {each.number for each in context.sentence.amounts if each.start != amount.start}
    counts |= {_BOTH} if context.is_of_both else set()
    return any(
        each > 1 and abs(each * other.amount.value - amount.value) < _SAME for each in counts
    )


def is_sum(amount: Amount, same: Sequence[ResultAmount], context: ClauseContext) -> bool:
    """Whether it adds up what the results have: `42 restarts altogether`."""
    values = {each.amount.value for each in same}
    if any(amount.value + each in values for each in values):
        return True  # from 30 days to 14, which are 16 days less
    return amount.value == sum(each.amount.value for each in same) or (
        context.is_total and amount.value > max(values)
    )


def _is_of_other_parts(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> bool:
    """Whether a part of a whole is denied, or what two others differ by: 8 of 22, from 13 to 5."""
    parts = {each.amount.value for each in same}
    apart = any(abs(one - other) == amount.value for one, other in combinations(parts, 2))
    return apart or bool(context.denials)


def is_slip_of(amount: Amount, other: ResultAmount) -> bool:
    """Whether it has the figures of another amount out of place."""
    return is_slip(digits_of(amount.number), digits_of(other.amount.number))


def holds(told: ResultValue, known: ResultAmount) -> bool:
    """Whether a statement of the results has a known amount in it."""
    return known.result_value.source == told.source and known.result_value.text in told.text
