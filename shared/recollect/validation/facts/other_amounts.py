"""What results have where an answer tells an amount: the same thing, the same number, another one.

Amounts are of the same thing where they count the same; of several the one is meant beside which
most of the words of a clause are said.
"""

from collections.abc import Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.derived_amounts import (
    is_derived,
    is_slip_of,
    is_sum,
    may_be_worked_out,
)
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.quantities import THINGS, TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.passages import ResultAmount

_ENOUGH: Final = 2
_FEWEST: Final = 3
_SURE: Final = 3
_MUCH: Final = 0.4
_ALL: Final = 100.0
_SOME_TIMES: Final = 2
_THAN: Final = frozenset(
    ["than", "more", "less", "mehr", "weniger", "plus", "moins", "mas", "menos"]
)


def same_thing(amount: Amount, context: ClauseContext) -> Sequence[ResultAmount]:
    """The amounts of the same thing; of `3 of 8` those that are of the same whole, too."""
    same = context.index.amounts.by_concept.get(amount.concept, []) if amount.concept else []
    if not amount.is_share:
        return same
    whole = context.clause.words[amount.place + 2].text
    known = context.index.amounts.by_concept
    is_foreign = context.lexicon.language != ENGLISH and amount.concept not in {"%", TIME}
    if not same and is_foreign and context.is_sure:  # results name what they count otherwise
        others = (known[each] for each in known if each not in {"%", TIME})
        same = [each for amounts in others for each in amounts]
    return [
        each
        for each in same
        if each.amount.is_share and whole == each.result_value.text.split()[-1]
    ]


def same_number(amount: Amount, known: AmountIndex, stems: frozenset[str]) -> ResultAmount | None:
    """The same number of a result, whatever it counts there; where most else is the same."""
    if amount.concept == "%":
        return None
    same = (
        each
        for each in known.by_number.get(amount.number, ())
        if (not each.amount.concept if amount.concept == TIME else each.amount.concept != TIME)
    )
    found = _nearest(list(same), stems)
    is_elsewhere = amount.concept == TIME and found is not None and not shared_stems(found, stems)
    return None if is_elsewhere else found


def other_amount(
    amount: Amount, same: Sequence[ResultAmount], stems: frozenset[str], *, foreign: bool
) -> ResultAmount | None:
    """The amount of the same thing that a result has instead."""
    best = _nearest(same, stems)
    if best is None or (amount.is_word and amount.value < _FEWEST and is_thing(amount)):
        return None
    if amount.concept == "user" or (amount.is_share and foreign and _is_told_once(same)):
        return best
    # Fewer may be some of them: 6 terminals of 14.
    is_more = amount.value > best.amount.value
    needed = 1 if is_more and _is_only(amount, same) else _ENOUGH
    if amount.is_word and amount.concept == TIME:
        needed = _SURE
    return best if shared_stems(best, stems) >= needed else None


def told_otherwise(
    amount: Amount,
    other: ResultAmount | None,
    same: Sequence[ResultAmount],
    context: ClauseContext,
) -> ResultAmount | None:
    """What results have otherwise of an amount that none has; `other` is one of the same thing.

    In longer answers that one counts only for a part of a whole, or where this is a slip of it.
    """
    is_told = other is not None and _counts(amount, other, context)
    if other is not None and is_told and not is_derived(amount, other, same, context):
        return other
    wrong = _repeated(amount, same, context) or _transposed(amount, context)
    return wrong or _as_long(amount, same, context)


def _counts(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether it counts here that results have another amount of the same thing."""
    if context.is_brief or context.is_value:
        return True
    is_known = not amount.is_share and amount.number in context.index.amounts.by_number
    return not is_known and (_is_part(amount, other, context) or is_slip_of(amount, other))


def _repeated(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> ResultAmount | None:
    """The amount of the same thing in a sentence that the clause repeats, but for this number."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    known = context.index.amounts
    is_told = amount.number in known.by_number or amount.concept not in known.by_concept
    if is_told or any(word.says("every") for word in before):
        return None  # all 24, of 22 and two
    for _, passage in context.repeated:
        other = next((each for each in passage.amounts if _is_alike(amount, each)), None)
        if other is not None:
            return None if is_derived(amount, other, same, context) else other
    return None


def _transposed(amount: Amount, context: ClauseContext) -> ResultAmount | None:
    """The amount whose figures stand in another order in a number that no result has.

    1,840 for 1,480; of two figures only one of the same thing, 46 % for 64 %, since there are few.
    """
    known, said = context.index.amounts, digits_of(amount.number)
    if amount.number % 1 or amount.number in known.by_number or len(said) < _ENOUGH:
        return None
    turned = (
        each
        for each in known.by_figures.get("".join(sorted(said)), ())
        if each.amount.concept == amount.concept != "" or len(said) > _ENOUGH
    )
    found = (
        each
        for each in turned
        if len(digits_of(each.amount.number)) == len(said)
        and each.amount.number not in context.sentence.numbers
    )
    other = next(found, None)
    if other is None or amount.is_share or context.supposes or context.sentence.denies:
        return None
    is_code = context.clause.words[amount.place].text.startswith("0")
    return None if is_code or may_be_worked_out(amount, context) else other


def _as_long(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> ResultAmount | None:
    """The length of time, or share, of which a result says much of what the clause says."""
    least = {TIME: _ENOUGH, "%": 1}.get(amount.concept)
    is_free = amount.is_share or context.supposes or context.averages or context.sentence.denies
    is_free = is_free or _is_compared(amount, context)
    if least is None or is_free or len(context.sentence.moments) > 1:
        return None
    if may_be_worked_out(amount, context) or context.index.moments.is_interval(amount.value):
        return None
    numbers = context.index.amounts.by_number
    if amount.concept == "%" and not numbers.keys().isdisjoint(
        (amount.number, _ALL - amount.number)
    ):
        return None
    own = context.own_stems - context.index.people.stems
    other = _nearest([each for each in same if not amount.agrees(each.amount.value)], own)
    if other is None or shared_stems(other, own) < max(least, _MUCH * len(own)):
        return None
    return None if is_sum(amount, same, context) or _is_multiple(amount, other) else other


def _is_part(amount: Amount, other: ResultAmount, context: ClauseContext) -> bool:
    """Whether it is a part of a whole of which a result says another: `9 of 11 are back`.

    More is said of both than what they are, and nothing is denied.
    """
    if not amount.is_share or context.denials:
        return False
    return shared_stems(other, context.stems - context.index.people.stems) >= _ENOUGH


def is_thing(amount: Amount) -> bool:
    """Whether it counts people or things."""
    return amount.concept.startswith(THINGS)


def shared_stems(known: ResultAmount, stems: frozenset[str]) -> int:
    """How many of some stems are said beside a known amount."""
    return len(stems & known.stems)


def _nearest(known: Sequence[ResultAmount], stems: frozenset[str]) -> ResultAmount | None:
    """The amount, the first of several, beside which most of these stems are said."""
    counts = [len(stems & each.stems) for each in known]
    return known[counts.index(max(counts))] if counts else None


def _is_compared(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is by how much more or less something is: `45 minutes longer than before`."""
    behind = context.clause.words[amount.place + 1 : amount.place + _FEWEST]
    return any(word.text.endswith("er") or word.text in _THAN for word in behind)


def _is_multiple(amount: Amount, other: ResultAmount) -> bool:
    """Whether it is some times as much, or a part of it: 80 minutes of two legs of 40."""
    more, less = sorted((amount.value, other.amount.value), reverse=True)
    times = more / less if less else 0.0
    return times == round(times) and 1 < times <= _SOME_TIMES


def _is_alike(amount: Amount, known: ResultAmount) -> bool:
    """Whether a result counts the same thing, and has another number of it."""
    return known.amount.concept == amount.concept and not amount.agrees(known.amount.value)


def _is_told_once(same: Sequence[ResultAmount]) -> bool:
    """Whether all are of one place: of `7 of 11 stores` the part and the rest."""
    return len({each.result_value.text for each in same}) == 1


def _is_only(amount: Amount, same: Sequence[ResultAmount]) -> bool:
    """Whether a noun is counted in one way only."""
    return amount.concept not in {TIME, "%"} and len({each.amount.value for each in same}) == 1
