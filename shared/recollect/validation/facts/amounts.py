"""What an answer says of how many and how long: `50 users`, `every 10 minutes`, `95 %`."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.derived import (
    holds,
    is_derived,
    is_slip_of,
    is_sum,
    may_be_worked_out,
)
from recollect.validation.facts.judging import judged, outright
from recollect.validation.facts.verdicts import FoundFact, Judged
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.quantities import TIME, Amount, duration_of
from recollect.validation.grammar.slips import figures
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.passages import KnownAmount
from recollect.validation.known.records import Known
from recollect.validation.known.statements import stated, weight
from recollect.validation.models import FactKind, Verdict

_THINGS: Final = ("user", "thing:")
_ENOUGH: Final = 2
_FEWEST: Final = 3
_FEW: Final = 9
_SURE: Final = 3
_LARGE: Final = 100
_OF_ALL: Final = frozenset(["together", "all", "zusammen", "ensemble", "juntos", "against"])
"""What tells that restarts are of several pods, or of two that are compared."""

_HAVING: Final = frozenset(["has", "had", "with", "restarted", "hat", "tiene", "a", "ha", "tem"])
"""What stands between a pod and how often it has restarted."""

_BY: Final = frozenset(["by", "um"])
"""Behind what stands by how much something changed."""

# With 49 GB you would be over it: an example.
_GIVEN: Final = frozenset({"with"})
_HALF: Final = 0.5
_MUCH: Final = 0.4
_ALL: Final = 100.0
_SOME_TIMES: Final = 2
_THAN: Final = frozenset(
    ["than", "more", "less", "mehr", "weniger", "plus", "moins", "mas", "menos"]
)


def amount_findings(
    context: ClauseContext, spans: Collection[tuple[int, int]]
) -> Iterator[FoundFact]:
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
        if word is clause.line[0] and not amount.noun:
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
    whole = duration_of(amount, context.line.durations)
    return whole._replace(place=amount.place) if whole.start == amount.start else None


def _judged(amount: Amount, context: ClauseContext) -> Iterator[FoundFact]:
    index = context.index
    same = _same(amount, context)
    own = list(_restarts(amount, context)) or list(_altogether(amount, same, context))
    if own:
        yield from own if _names_pod(amount, context) else outright(own, context)
        return
    if amount.concept in {"pod", "case", "item"} or _is_step(amount, context):
        return
    kind: FactKind = (
        "duration"
        if amount.concept == TIME
        else ("count" if amount.concept and amount.concept != "%" else "number")
    )
    good = next((each for each in same if _agrees(amount, each.amount)), None)
    is_foreign = context.lexicon.language != ENGLISH
    other = _other(amount, same, context.stems, foreign=is_foreign) if good is None else None
    if good is None and not amount.is_share:
        stems = context.stems
        good = _anywhere(amount, index.amounts, stems)
        if good is not None and _is_thing(amount) and not _shared(good, stems):
            good = None  # the same number of something else
        if (
            good is not None
            and other is not None
            and (
                _shared(other, stems) < _SURE
                or _shared(good, stems) >= _ENOUGH
                or amount.concept in good.stems
            )
        ):
            other = None
    if other is None and good is not None:
        is_known = good in same or _shared(good, context.stems) or amount.number >= _LARGE
        known = good.known if is_known else None  # a number of something else, as far as is known
        yield FoundFact(amount.start, amount.end, kind, "supported", known)
        return
    wrong = _instead(amount, other, same, context) if context.is_sure else other
    if wrong is not None and not (context.is_brief or context.is_value):
        is_known = not amount.is_share and amount.number in index.amounts.by_number
        is_known = is_known or is_derived(amount, wrong, same, context)
        is_told = _is_part(amount, wrong, context) or is_slip_of(amount, wrong)
        wrong = wrong if is_told and not is_known else None
    wrong = wrong or _repeated(amount, same, context) or _transposed(amount, context)
    wrong = wrong or _as_long(amount, same, context)
    if wrong is not None:
        yield FoundFact(amount.start, amount.end, kind, "contradicted", wrong.known)
    elif not index.is_partial and not may_be_worked_out(amount, context):
        yield FoundFact(amount.start, amount.end, kind, "unsupported")


def _repeated(
    amount: Amount, same: Sequence[KnownAmount], context: ClauseContext
) -> KnownAmount | None:
    """The amount of the same thing in a sentence that the clause repeats, but for this number."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    is_told = amount.number in context.index.amounts.by_number
    if is_told or any(word.says("every") for word in before):
        return None  # all 24, of 22 and two
    for _, passage in context.repeated:
        other = next((each for each in passage.amounts() if _is_alike(amount, each)), None)
        if other is not None:
            return None if is_derived(amount, other, same, context) else other
    return None


def _transposed(amount: Amount, context: ClauseContext) -> KnownAmount | None:
    """The amount whose figures stand in another order in a number that no result has.

    1,840 for 1,480; of two figures only one of the same thing, 46 % for 64 %, since there are few.
    """
    known, said = context.index.amounts, figures(amount.number)
    is_free = amount.is_share or context.supposes or context.line.denies
    text = context.clause.words[amount.place].text
    is_free = is_free or text.startswith("0") or may_be_worked_out(amount, context)
    if is_free or amount.number % 1 or amount.number in known.by_number or len(said) < _ENOUGH:
        return None
    told = {each.number for each in context.line.amounts}
    turned = (
        each
        for each in known.by_figures.get("".join(sorted(said)), ())
        if each.amount.concept == amount.concept != "" or len(said) > _ENOUGH
    )
    found = (
        each
        for each in turned
        if len(figures(each.amount.number)) == len(said) and each.amount.number not in told
    )
    return next(found, None)


def _as_long(
    amount: Amount, same: Sequence[KnownAmount], context: ClauseContext
) -> KnownAmount | None:
    """The length of time, or share, of which a result says much of what the clause says."""
    least = {TIME: _ENOUGH, "%": 1}.get(amount.concept)
    is_free = amount.is_share or context.supposes or context.averages or context.line.denies
    is_free = is_free or _is_compared(amount, context)
    if least is None or is_free or len(context.line.moments) > 1:
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
    if other is None or _shared(other, own) < max(least, _MUCH * len(own)):
        return None
    return None if is_sum(amount, same, context) or _is_multiple(amount, other) else other


def _is_compared(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is by how much more or less something is: `45 minutes longer than before`."""
    behind = context.clause.words[amount.place + 1 : amount.place + _FEWEST]
    return any(word.text.endswith("er") or word.text in _THAN for word in behind)


def _is_multiple(amount: Amount, other: KnownAmount) -> bool:
    """Whether it is some times as much, or a part of it: 80 minutes of two legs of 40."""
    more, less = sorted((amount.value, other.amount.value), reverse=True)
    times = more / less if less else 0.0
    return times == round(times) and 1 < times <= _SOME_TIMES


def _is_alike(amount: Amount, known: KnownAmount) -> bool:
    """Whether a result counts the same thing, and has another number of it."""
    return known.amount.concept == amount.concept and not amount.agrees(known.amount.value)


def _agrees(amount: Amount, known: Amount) -> bool:
    """Whether an amount may be said for a known one; of `up to 35 days` no other limit may."""
    is_limit = amount.bound in {"over", "under"} and amount.bound == known.bound
    return (amount._replace(bound="") if is_limit else amount).agrees(known.value)


def _instead(
    amount: Amount,
    other: KnownAmount | None,
    same: Sequence[KnownAmount],
    context: ClauseContext,
) -> KnownAmount | None:
    """What the results have instead: the other amount, or one that this one slipped from."""
    if other is not None and not is_derived(amount, other, same, context):
        return other
    slipped = _slipped(amount, same, context)
    if slipped is None or is_derived(amount, slipped, same, context):
        return None
    return slipped


def _same(amount: Amount, context: ClauseContext) -> Sequence[KnownAmount]:
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
    return [each for each in same if each.amount.is_share and whole == each.known.text.split()[-1]]


def _slipped(
    amount: Amount, same: Sequence[KnownAmount], context: ClauseContext
) -> KnownAmount | None:
    """The amount of the same unit that a sentence of the results has where this one differs.

    What is the time between two moments, a share or a sum may have been worked out.
    """
    if not same or not context.clause.states or amount.bound or _is_thing(amount):
        return None
    if amount.concept == TIME and context.index.moments.is_interval(amount.value):
        return None
    if amount.concept == "%" or is_sum(amount, same, context):
        return None
    others = (each for each in context.amounts if each.start != amount.start)
    if any(each.concept == amount.concept and each.agrees(amount.value) for each in others):
        return None
    said = stated(context.sentence).stems
    said -= {context.clause.words[amount.place].text}
    for shared, told in context.index.statements.near(said):
        if shared < max(_ENOUGH, _HALF * weight(said)):
            break
        near = [each for each in same if told.known is not None and holds(told.known, each)]
        if len({each.amount.value for each in near}) == 1:
            return near[0]
    return None


def _restarts(amount: Amount, context: ClauseContext) -> Iterator[FoundFact]:
    """How often the one that is named has restarted."""
    is_of_all = not _OF_ALL.isdisjoint(context.line.texts)
    if amount.concept != "thing:restart" or context.is_total or is_of_all:
        return
    before = context.clause.words[: amount.place] or context.referents.before_bracket
    known = context.index.records.pods
    pods = [known[word.text] for word in before if word.text in known]
    records = pods[-1:] or context.about(amount.start)
    is_whole = any(word.says("share") for word in before[-2:])
    is_joined = len(before) > 1 and before[-1].says("and") and before[-2].form == "number"
    if (
        len(records) != 1
        or is_whole
        or is_joined
        or any(word.says("most", "some", "half") for word in before)
    ):
        return  # most of all 42 restarts, 23 of the 34, 17 and 14 of two pods

    def judge(known: Known) -> Judged:
        return "same" if amount.agrees(float(known.text)) else "other"

    word = context.clause.words[amount.place]
    yield from judged(context, "count", (word,), records, ("restarts",), judge)


def _names_pod(amount: Amount, context: ClauseContext) -> bool:
    """Whether a clause names a pod right before how often that has restarted."""
    before = context.clause.words[: amount.place] or context.referents.before_bracket[-1:]
    named = [word for word in before if word.form == "name"][-1:]
    record = context.index.records.named(named[0].text) if named else None
    between = [word for word in before if named and word.start > named[0].start]
    is_near = all(word.text in _HAVING or word.form == "mark" for word in between)
    return record is not None and is_near and bool(record.values("restarts"))


def _altogether(
    amount: Amount, same: Sequence[KnownAmount], context: ClauseContext
) -> Iterator[FoundFact]:
    """`There were 32 restarts in total`, where one number of the results is the sum of the rest."""
    if not _is_thing(amount) or not context.is_total:
        return
    said = (each for each in context.amounts if each.value > amount.value)
    if any(each.concept != TIME for each in said):
        return  # a part, beside the whole
    most = max(same, key=lambda each: each.amount.value, default=None)
    whole = sum(each.amount.value for each in same)
    if most is not None and amount.bound == "" and whole == 2 * most.amount.value:
        verdict: Verdict = "supported" if amount.agrees(most.amount.value) else "contradicted"
        yield FoundFact(amount.start, amount.end, "count", verdict, most.known)


def _is_thing(amount: Amount) -> bool:
    return amount.concept.startswith(_THINGS)


def _anywhere(amount: Amount, known: AmountIndex, stems: frozenset[str]) -> KnownAmount | None:
    """The same number of a result, whatever it counts there; where most else is the same."""
    if amount.concept == "%":
        return None
    same = (
        each
        for each in known.by_number.get(amount.number, ())
        if (not each.amount.concept if amount.concept == TIME else each.amount.concept != TIME)
    )
    found = _nearest(list(same), stems)
    is_elsewhere = amount.concept == TIME and found is not None and not _shared(found, stems)
    return None if is_elsewhere else found


def _other(
    amount: Amount, same: Sequence[KnownAmount], stems: frozenset[str], *, foreign: bool
) -> KnownAmount | None:
    """The amount of the same thing that a result has instead."""
    best = _nearest(same, stems)
    if best is None or (amount.is_word and amount.value < _FEWEST and _is_thing(amount)):
        return None
    if amount.concept == "user" or (amount.is_share and foreign and _is_told_once(same)):
        return best
    # Fewer may be some of them: 6 terminals of 14.
    is_more = amount.value > best.amount.value
    needed = 1 if is_more and _is_only(amount, same) else _ENOUGH
    if amount.is_word and amount.concept == TIME:
        needed = _SURE
    return best if _shared(best, stems) >= needed else None


def _is_part(amount: Amount, other: KnownAmount, context: ClauseContext) -> bool:
    """Whether it is a part of a whole of which a result says another: `9 of 11 are back`.

    More is said of both than what they are, and nothing is denied.
    """
    is_alike = _shared(other, context.stems - context.index.people.stems) >= _ENOUGH
    return amount.is_share and is_alike and not context.denials


def _is_told_once(same: Sequence[KnownAmount]) -> bool:
    """Whether all are of one place: of `7 of 11 stores` the part and the rest."""
    return len({each.known.text for each in same}) == 1


def _nearest(known: Sequence[KnownAmount], stems: frozenset[str]) -> KnownAmount | None:
    """The amount, the first of several, beside which most of these stems are said."""
    counts = [len(stems & each.stems) for each in known]
    return known[counts.index(max(counts))] if counts else None


def _shared(known: KnownAmount, stems: frozenset[str]) -> int:
    return len(stems & known.stems)


def _is_only(amount: Amount, same: Sequence[KnownAmount]) -> bool:
    """Whether a noun is counted in one way only."""
    return amount.concept not in {TIME, "%"} and len({each.amount.value for each in same}) == 1
