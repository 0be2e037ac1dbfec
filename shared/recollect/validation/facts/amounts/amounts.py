"""Amounts in an answer, that is numbers and durations: `50 users`, `every 10 minutes`, `95 %`."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from recollect.validation.facts.amounts.derived_amounts import may_be_derived
from recollect.validation.facts.amounts.no_amounts import is_no_amount
from recollect.validation.facts.amounts.other_amounts import (
    contradicting_amount,
    is_thing,
    other_amount,
    same_number,
    same_thing,
    shared_stems,
)
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import drop_unsure_contradictions, record_findings
from recollect.validation.facts.findings.verdicts import (
    FactFinding,
    ValueComparison,
    contradiction,
    finding,
    same_if,
)
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.lexicons.particles import HAVING
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantities import TIME, Amount, duration_of
from recollect.validation.grammar.words import any_among, any_means, word_set
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.passages import ResultAmount
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.slots import kind_of_amount

_TWO: Final = 2
"""Both the largest number in letters that is passed over where results count the same thing, and
the stems that an equal number of the results must share with the clause to be the one meant."""

_MAX_UNCOUNTED: Final = 9
"""The largest number in letters that is passed over where no result counts the same thing."""

_MIN_OTHER_STEMS: Final = 3
"""Stems that a differing amount must share with the clause to outweigh the same number."""

_MIN_DISTINCTIVE: Final = 100
"""The least number that an equal one in the results supports without any shared stem."""

_KILO: Final = 1_000
_ABOUT_SHARE: Final = 0.03
_MARKS: Final = " \n.,;:!?)]|*"
_BY: Final = word_set("by um")
"""Words before the amount by which something changed."""

# With 49 GB you would be over it: an example.
_GIVEN: Final = frozenset({"with"})

_COUNT: Final = re.compile(r"[0-9]{1,9}(?= \(|\Z)")
"""A count, maybe with the time of the last restart: `3 (2h ago)`."""

_SEVERAL: Final = word_set("together all zusammen ensemble juntos against than")
"""Words that say that restarts are of several pods, or that two pods are compared."""

_HAVING: Final = HAVING | {"a", "with", "restarted"}
"""Words between a pod and how often it has restarted."""


def amount_findings(
    context: ClauseContext, spans: Collection[tuple[int, int]]
) -> Iterator[FactFinding]:
    """The findings on the amounts of a clause that lie outside of `spans`, the findings so far."""
    clause = context.clause
    if not clause.asserts or not clause.words or clause.words[0].text in _GIVEN:
        return
    for amount in map(partial(_whole_duration, context=context), context.amounts):
        if amount is None or (amount.is_word and _is_uninformative(amount, context.index.amounts)):
            continue
        if any(start < amount.end and amount.start < end for start, end in spans):
            continue
        word = clause.words[amount.place]
        if word is clause.sentence[0] and not amount.noun:
            continue  # the number of a point in a list
        if not amount.concept and word.text in context.index.text.words:
            continue
        if any(
            each.means_some("label:")
            for each in clause.words[max(0, amount.place - 2) : amount.place]
        ):
            continue
        yield from _findings_on(amount, context)


def _is_uninformative(amount: Amount, known: AmountIndex) -> bool:
    """Whether a number in letters counts nothing, or too few things to be compared with results.

    `Four comments` is right where the results list four comments without any number.
    """
    if not amount.concept:
        return True
    most = _TWO if amount.concept in known.by_concept else _MAX_UNCOUNTED
    return amount.concept != TIME and amount.number <= most


def _is_change(amount: Amount, context: ClauseContext) -> bool:
    """Whether the amount is the one by which something changed: `down by 16,400 messages`."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    return any_among(before, _BY)


def _whole_duration(amount: Amount, context: ClauseContext) -> Amount | None:
    """The amount; a duration with the smaller units behind it, and None for these units alone."""
    if amount.concept != TIME:
        return amount
    whole = duration_of(amount, context.sentence.durations)
    return replace(whole, place=amount.place) if whole.start == amount.start else None


def _findings_on(amount: Amount, context: ClauseContext) -> Iterator[FactFinding]:
    index = context.index
    same = same_thing(amount, context)
    is_of_things = is_thing(amount)
    restarts = () if context.is_total else list(restart_findings(amount, context))
    if restarts:
        is_clear = names_pod(amount, context)
        yield from restarts if is_clear else drop_unsure_contradictions(restarts, context)
        return
    if amount.concept in KINDS or _is_change(amount, context):
        return
    kind = kind_of_amount(amount)
    agreeing = _agreeing_amount(amount, same)
    other = None
    if same and agreeing is None:
        other = other_amount(amount, same, context.stems, foreign=context.lexicon.is_foreign)
    if agreeing is None and not amount.is_share and amount.number in index.amounts.by_number:
        stems = context.stems
        agreeing = same_number(amount, index.amounts, stems)
        if agreeing is not None and is_of_things and not shared_stems(agreeing, stems):
            agreeing = None  # the same number of something else
        if (
            agreeing is not None
            and other is not None
            and (
                shared_stems(other, stems) < _MIN_OTHER_STEMS
                or shared_stems(agreeing, stems) >= _TWO
                or amount.concept in agreeing.stems
            )
        ):
            other = None
    if other is None and agreeing is not None:
        is_known = (
            agreeing in same
            or shared_stems(agreeing, context.stems)
            or amount.number >= _MIN_DISTINCTIVE
        )
        known = (
            agreeing.result_value if is_known else None
        )  # a number of something else, as far as is known
        yield finding((amount,), kind, "supported", known)
        return
    if (wrong := contradicting_amount(amount, other, same, context)) is not None:
        yield contradiction((amount,), kind, wrong.result_value)
    elif not (
        index.is_partial
        or _has_part_and_whole(amount, context)
        or is_no_amount(amount, context)
        or _has_near_number(amount, context)
        or may_be_derived(amount, context)
    ):
        yield finding((amount,), kind, "unsupported")


def _has_near_number(amount: Amount, context: ClauseContext) -> bool:
    """Whether results have a number near this one, whatever it counts there.

    That is for numbers such as `about 480` and `92k`, and in other languages than English, where
    the noun that is counted has no match in the results, for counts of people and things.
    """
    known, number = context.index.amounts, amount.number
    word = context.clause.words[amount.place]
    if context.fold[word.end : word.end + 2].rstrip(_MARKS) == "k":
        return known.has_between((number - 0.5) * _KILO, (number + 0.5) * _KILO)
    if amount.bound == "about" and amount.concept != TIME:
        return known.has_between(number * (1 - _ABOUT_SHARE), number * (1 + _ABOUT_SHARE))
    return context.lexicon.is_foreign and is_thing(amount) and number in known.by_number


def _has_part_and_whole(amount: Amount, context: ClauseContext) -> bool:
    """Whether results have the part and the whole of `14 of 320`, even if in different places.

    For example, they have `cartons: 320` and `14 are broken`.
    """
    whole = number_of(context.clause.words[amount.place + 2]) if amount.is_share else None
    return whole is not None and {amount.number, whole} <= context.index.amounts.by_number.keys()


def _agreeing_amount(amount: Amount, same: Sequence[ResultAmount]) -> ResultAmount | None:
    """The first of the results' amounts of the same thing that the answer's amount agrees with.

    `Up to 35 days` agrees with no other limit of that kind, so there the number must be equal.
    """
    exact = replace(amount, bound="") if amount.bound in {"over", "under"} else amount
    for each in same:
        compared = exact if each.amount.bound == amount.bound else amount
        if compared.agrees(each.amount.value):
            return each
    return None


def restart_findings(amount: Amount, context: ClauseContext) -> Iterator[FactFinding]:
    """The finding on how often the pod that is named last before `amount` has restarted."""
    if amount.concept != "thing:restart" or not _SEVERAL.isdisjoint(context.sentence.texts):
        return
    before = context.clause.words[: amount.place] or context.referents.before_bracket
    known = context.index.records.pods
    pods = [known[word.text] for word in before if word.text in known]
    records = pods[-1:] or context.about(amount.start)
    is_whole = any_means(before[-2:], "share")
    is_joined = len(before) > 1 and before[-1].means_any("and") and before[-2].form == "number"
    if len(records) != 1 or is_whole or is_joined or any_means(before, "most", "some", "half"):
        return  # most of all 42 restarts, 23 of the 34, 17 and 14 of two pods

    def judge(known: ResultValue) -> ValueComparison:
        count = _COUNT.match(known.text)
        if count is None:
            return "unclear"
        return same_if(amount.agrees(float(count.group())))

    word = context.clause.words[amount.place]
    yield from record_findings(context, "count", (word,), ("restarts",), judge, records=records)


def names_pod(amount: Amount, context: ClauseContext) -> bool:
    """Whether a pod is named right before its number of restarts, or as the only record so far."""
    before = context.clause.words[: amount.place] or context.referents.before_bracket[-1:]
    named = [word for word in before if word.form == "name"][-1:]
    record = context.index.records.named(named[0].text) if named else None
    between = [word for word in before if named and word.start > named[0].start]
    is_near = all(word.text in _HAVING or word.form == "mark" for word in between)
    if not is_near or record is None:  # `- ledger-0: out of memory, 17 restarts`
        named_so_far = context.sentence.named_between(context.sentence.words[0].start, amount.start)
        record = named_so_far[0][1] if named_so_far and context.sentence.names_one else None
    return record is not None and bool(record.values("restarts"))
