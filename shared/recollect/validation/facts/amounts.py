"""What an answer says of how many and how long: `50 users`, `every 10 minutes`, `95 %`."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.derived_amounts import may_be_worked_out
from recollect.validation.facts.judging import drop_unsure_contradictions
from recollect.validation.facts.no_amounts import is_no_amount
from recollect.validation.facts.other_amounts import (
    is_thing,
    other_amount,
    same_number,
    same_thing,
    shared_stems,
    told_otherwise,
)
from recollect.validation.facts.restarts import names_pod, restart_findings
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantities import TIME, Amount, duration_of
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.passages import ResultAmount
from recollect.validation.models import FactKind, Verdict

_ENOUGH: Final = 2
_FEW: Final = 9
_SURE: Final = 3
_LARGE: Final = 100
_KILO: Final = 1_000
_ABOUT: Final = 0.03
_ENDS: Final = " \n.,;:!?)]|*"
_BY: Final = frozenset(["by", "um"])
"""Behind what stands by how much something changed."""

# With 49 GB you would be over it: an example.
_GIVEN: Final = frozenset({"with"})


def amount_findings(
    context: ClauseContext, spans: Collection[tuple[int, int]]
) -> Iterator[FactFinding]:
    """The findings on amounts in a clause that are no part of other findings, at `spans`."""
    clause = context.clause
    if not clause.tells or not clause.words or clause.words[0].text in _GIVEN:
        return
    for amount in map(partial(_all_of, context=context), context.amounts):
        if amount is None or (amount.is_word and _tells_nothing(amount, context.index.amounts)):
            continue
        if any(start < amount.end and amount.start < end for start, end in spans):
            continue
        word = clause.words[amount.place]
        if word is clause.sentence[0] and not amount.noun:
            continue  # the number of a point in a list
        if not amount.concept and word.text in context.index.text.words:
            continue
        if any(each.of("label:") for each in clause.words[max(0, amount.place - 2) : amount.place]):
            continue
        yield from _judged(amount, context)


def _tells_nothing(amount: Amount, known: AmountIndex) -> bool:
    """Whether a number in letters is of nothing, or of a few things that no result counts.

    Of `four comments` results have the comments, and nobody told how many they are.
    """
    if not amount.concept:
        return True
    most = _ENOUGH if amount.concept in known.by_concept else _FEW
    return amount.concept != TIME and amount.number <= most


def _is_step(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is by how much something changed: `down by 16,400 messages`."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    return any(word.text in _BY for word in before)


def _all_of(amount: Amount, context: ClauseContext) -> Amount | None:
    """A duration with the smaller units behind it; None for one of these."""
    if amount.concept != TIME:
        return amount
    whole = duration_of(amount, context.sentence.durations)
    return replace(whole, place=amount.place) if whole.start == amount.start else None


def _judged(amount: Amount, context: ClauseContext) -> Iterator[FactFinding]:
    index = context.index
    same = same_thing(amount, context)
    is_of_things = is_thing(amount)
    own = list(_of_things(amount, same, context)) if is_of_things else ()
    if own:
        yield from own if names_pod(amount, context) else drop_unsure_contradictions(own, context)
        return
    if amount.concept in {"pod", "case", "item"} or _is_step(amount, context):
        return
    kind: FactKind = (
        "duration"
        if amount.concept == TIME
        else ("count" if amount.concept and amount.concept != "%" else "number")
    )
    good = _said(amount, same)
    is_foreign = context.lexicon.language != ENGLISH
    other = other_amount(amount, same, context.stems, foreign=is_foreign) if good is None else None
    if good is None and not amount.is_share:
        stems = context.stems
        good = same_number(amount, index.amounts, stems)
        if good is not None and is_of_things and not shared_stems(good, stems):
            good = None  # the same number of something else
        if (
            good is not None
            and other is not None
            and (
                shared_stems(other, stems) < _SURE
                or shared_stems(good, stems) >= _ENOUGH
                or amount.concept in good.stems
            )
        ):
            other = None
    if other is None and good is not None:
        is_known = good in same or shared_stems(good, context.stems) or amount.number >= _LARGE
        known = (
            good.result_value if is_known else None
        )  # a number of something else, as far as is known
        yield FactFinding(amount.start, amount.end, kind, "supported", known)
        return
    if (wrong := told_otherwise(amount, other, same, context)) is not None:
        yield FactFinding(amount.start, amount.end, kind, "contradicted", wrong.result_value)
    elif not (
        index.is_partial
        or _is_told_apart(amount, context)
        or is_no_amount(amount, context)
        or _is_near_known(amount, context)
        or may_be_worked_out(amount, context)
    ):
        yield FactFinding(amount.start, amount.end, kind, "unsupported")


def _is_near_known(amount: Amount, context: ClauseContext) -> bool:
    """Whether results have such a number, of whatever: about 480, 92k, or one in other words."""
    known, number = context.index.amounts, amount.number
    word = context.clause.words[amount.place]
    if context.fold[word.end : word.end + 2].rstrip(_ENDS) == "k":
        return known.has_between((number - 0.5) * _KILO, (number + 0.5) * _KILO)
    if amount.bound == "about" and amount.concept != TIME:
        return known.has_between(number * (1 - _ABOUT), number * (1 + _ABOUT))
    is_foreign = context.lexicon.language != ENGLISH
    return is_foreign and is_thing(amount) and number in known.by_number


def _is_told_apart(amount: Amount, context: ClauseContext) -> bool:
    """Whether results have both numbers of a part of a whole: `cartons: 320`, `14 are broken`."""
    whole = number_of(context.clause.words[amount.place + 2]) if amount.is_share else None
    return whole is not None and {amount.number, whole} <= context.index.amounts.by_number.keys()


def _said(amount: Amount, same: Sequence[ResultAmount]) -> ResultAmount | None:
    """The first known one that an amount may be said for; of `up to 35 days` no other limit may."""
    exact = replace(amount, bound="") if amount.bound in {"over", "under"} else amount
    for each in same:
        said = exact if each.amount.bound == amount.bound else amount
        if said.agrees(each.amount.value):
            return each
    return None


def _of_things(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> Iterator[FactFinding]:
    """The findings on people and things alone: on how many there are in all, or on restarts."""
    if context.is_total:
        return _altogether(amount, same, context)
    return restart_findings(amount, context)


def _altogether(
    amount: Amount, same: Sequence[ResultAmount], context: ClauseContext
) -> Iterator[FactFinding]:
    """`There were 32 restarts in total`, where one number of the results is the sum of the rest."""
    said = (each for each in context.amounts if each.value > amount.value)
    if any(each.concept != TIME for each in said):
        return  # a part, beside the whole
    most = max(same, key=lambda each: each.amount.value, default=None)
    whole = sum(each.amount.value for each in same)
    if most is not None and amount.bound == "" and whole == 2 * most.amount.value:
        verdict: Verdict = "supported" if amount.agrees(most.amount.value) else "contradicted"
        yield FactFinding(amount.start, amount.end, "count", verdict, most.result_value)
