"""What an answer says of how many and how long: `50 users`, `every 10 minutes`, `95 %`."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from recollect.validation.facts.known import Index
from recollect.validation.facts.lexicon import ENGLISH
from recollect.validation.facts.passages import KnownAmount
from recollect.validation.facts.quantities import TIME, Amount, duration_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.slips import figures, is_slip
from recollect.validation.facts.statements import stated, weight
from recollect.validation.facts.verdicts import ClauseContext, FoundFact, Judged, outright
from recollect.validation.models import FactKind, Verdict

_THINGS: Final = ("user", "thing:")
_ENOUGH: Final = 2
_FEWEST: Final = 3
_SURE: Final = 3
_LARGE: Final = 100
# With 49 GB you would be over it: an example.
_GIVEN: Final = frozenset({"with"})
_MOST_SAID: Final = 12
_HALF: Final = 0.5
_SAME: Final = 1e-9
_BOTH: Final = 2.0
_TOGETHER: Final = frozenset(
    ["together", "combined", "between", "zusammen", "juntos", "ensemble", "insieme", "samen"]
)
"""Words for what several have between them."""

_BEYOND: Final = 1.1
_LEAST: Final = 13


def amount_findings(
    context: ClauseContext, spans: Collection[tuple[int, int]]
) -> Iterator[FoundFact]:
    """The findings on amounts in a clause that are no part of other findings, at `spans`."""
    clause = context.clause
    if not clause.tells or not clause.words or clause.words[0].text in _GIVEN:
        return
    for amount in map(partial(_all_of, context=context), context.amounts):
        if amount is None:
            continue
        if amount.is_word and not amount.concept:
            continue
        if amount.is_word and amount.number <= _ENOUGH and amount.concept != TIME:
            continue
        if any(start < amount.end and amount.start < end for start, end in spans):
            continue
        word = clause.words[amount.place]
        if word is clause.line[0] and not amount.noun:
            continue  # the number of a point in a list
        if not amount.concept and word.text in context.index.words:
            continue
        if any(each.of("label:") for each in clause.words[max(0, amount.place - 2) : amount.place]):
            continue
        yield from _judged(amount, context)


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
        yield from outright(own, context)
        return
    if amount.concept in {"pod", "case", "item"}:
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
        good = _anywhere(amount, index, stems)
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
        is_known = not amount.is_share and amount.number in index.numbers
        is_known = is_known or _is_derived(amount, wrong, same, context)
        is_told = _is_part(amount, wrong, context) or _is_slip(amount, wrong)
        wrong = wrong if is_told and not is_known else None
    wrong = wrong or _repeated(amount, same, context)
    if wrong is not None:
        yield FoundFact(amount.start, amount.end, kind, "contradicted", wrong.known)
    elif not index.is_partial:
        yield FoundFact(amount.start, amount.end, kind, "unsupported")


def _repeated(
    amount: Amount, same: Sequence[KnownAmount], context: ClauseContext
) -> KnownAmount | None:
    """The amount of the same thing in a sentence that the clause repeats, but for this number."""
    before = context.clause.words[max(0, amount.place - 1) : amount.place]
    if amount.number in context.index.numbers or any(word.says("every") for word in before):
        return None  # all 24, of 22 and two
    for _, passage in context.repeated:
        other = next((each for each in passage.amounts() if _is_alike(amount, each)), None)
        if other is not None:
            return None if _is_derived(amount, other, same, context) else other
    return None


def _is_alike(amount: Amount, known: KnownAmount) -> bool:
    """Whether a result counts the same thing, and has another number of it."""
    return known.amount.concept == amount.concept and not amount.agrees(known.amount.value)


def _is_slip(amount: Amount, other: KnownAmount) -> bool:
    """Whether it has the figures of another amount out of place."""
    return is_slip(figures(amount.number), figures(other.amount.number))


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
    if other is not None and not _is_derived(amount, other, same, context):
        return other
    slipped = _slipped(amount, same, context)
    is_derived = slipped is None or _is_derived(amount, slipped, same, context)
    return None if is_derived else slipped


def _same(amount: Amount, context: ClauseContext) -> Sequence[KnownAmount]:
    """The amounts of the same thing; of `3 of 8` those that are of the same whole, too."""
    same = context.index.amounts.get(amount.concept, []) if amount.concept else []
    if not amount.is_share:
        return same
    whole = context.clause.words[amount.place + 2].text
    known = context.index.amounts
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
    if amount.concept == TIME and context.index.is_interval(amount.value):
        return None
    if amount.concept == "%" or _is_sum(amount, same, context):
        return None
    others = (each for each in context.amounts if each.start != amount.start)
    if any(each.concept == amount.concept and each.agrees(amount.value) for each in others):
        return None
    said = stated(context.sentence).stems
    said -= {context.clause.words[amount.place].text}
    for shared, told in context.index.near(said):
        if shared < max(_ENOUGH, _HALF * weight(said)):
            break
        near = [each for each in same if told.known is not None and _holds(told.known, each)]
        if len({each.amount.value for each in near}) == 1:
            return near[0]
    return None


def _holds(told: Known, known: KnownAmount) -> bool:
    return known.known.source == told.source and known.known.text in told.text


def _restarts(amount: Amount, context: ClauseContext) -> Iterator[FoundFact]:
    """How often the one that is named has restarted."""
    if amount.concept != "thing:restart" or context.is_total:
        return
    before = context.clause.words[: amount.place]
    pods = [pod for word in before if (pod := context.index.pods.get(word.text)) is not None]
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
    yield from context.judged("count", (word,), records, ("restarts",), judge)


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


def _is_derived(
    amount: Amount, other: KnownAmount, same: Sequence[KnownAmount], context: ClauseContext
) -> bool:
    """Whether it may have been worked out, or is what could be: `116 of the 120 needed none`."""
    return (
        context.supposes
        or context.averages
        or (amount.is_share and _is_of_other_parts(amount, same, context))
        or not (_TOGETHER.isdisjoint(context.texts) or _is_slip(amount, other))
        or _is_denied(amount, context)
        or (amount.concept == "%" and amount.bound != "")
        or _is_beyond(amount, context.index)
        or _adds_up(amount, other, context.index)
        or (amount.concept == TIME and context.index.is_interval(amount.value))
        or _is_sum(amount, same, context)
        or _is_of_several(amount, other, context)
        or any(
            abs(share.amount.value * other.amount.value / 100 - amount.value) < 1
            for share in context.index.amounts.get("%", ())
        )
        or _is_rest(amount, other, context)
    )


def _is_rest(amount: Amount, other: KnownAmount, context: ClauseContext) -> bool:
    """Whether it is what another number of the same sentence leaves of the other amount."""
    return amount.value < other.amount.value and any(
        each.number and abs(each.number + amount.value - other.amount.value) < _SAME
        for _, told in context.near
        if told.known is not None and _holds(told.known, other)
        for each in context.index.slots(told)
    )


def _is_denied(amount: Amount, context: ClauseContext) -> bool:
    """Whether it is denied behind it: `a delay of 45 days isn't possible`."""
    denials = context.denials
    return bool(denials) and denials[-1] > amount.place


def _adds_up(amount: Amount, other: KnownAmount, index: Index) -> bool:
    """Whether a sentence has another number that makes it up: 1,550 of `1,150 and 400 users`."""
    rest = amount.number - other.amount.number
    return rest >= _LEAST and any(each.stems is other.stems for each in index.numbers.get(rest, ()))


def _is_beyond(amount: Amount, index: Index) -> bool:
    """Whether results have a number that `more than 200` or `under 5` may round: 212, 4.8."""
    beyond = {"over": (1.0, _BEYOND), "under": (1 / _BEYOND, 1.0)}.get(amount.bound)
    return beyond is not None and any(
        beyond[0] * amount.number <= known <= beyond[1] * amount.number for known in index.numbers
    )


def _is_of_several(amount: Amount, other: KnownAmount, context: ClauseContext) -> bool:
    """Whether it is so many times what one of several has: 50 minutes for both, of 25 each."""
    words = context.clause.words
    counts = {each.number for each in context.line.amounts if each.start != amount.start}
    counts |= {_BOTH} if any(word.says("both") for word in words) else set()
    return any(
        each > 1 and abs(each * other.amount.value - amount.value) < _SAME for each in counts
    )


def _is_sum(amount: Amount, same: Sequence[KnownAmount], context: ClauseContext) -> bool:
    """Whether it adds up what the results have: `42 restarts altogether`."""
    said = [each.value for each in context.line.amounts if each.start != amount.start]
    if any(amount.number == one + other for one, other in combinations(said[:_MOST_SAID], 2)):
        return True  # all 24: 22 on the 5th and two on the 8th
    values = {each.amount.value for each in same}
    if any(amount.value + each in values for each in values):
        return True  # from 30 days to 14, which are 16 days less
    return amount.value == sum(each.amount.value for each in same) or (
        context.is_total and amount.value > max(values)
    )


def _anywhere(amount: Amount, index: Index, stems: frozenset[str]) -> KnownAmount | None:
    """The same number of a result, whatever it counts there; where most else is the same."""
    if amount.concept == "%":
        return None
    known = (
        each
        for each in index.numbers.get(amount.number, ())
        if (not each.amount.concept if amount.concept == TIME else each.amount.concept != TIME)
    )
    found = _nearest(list(known), stems)
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


def _is_of_other_parts(amount: Amount, same: Sequence[KnownAmount], context: ClauseContext) -> bool:
    """Whether a part of a whole is denied, or what two others differ by: 8 of 22, from 13 to 5."""
    parts = {each.amount.value for each in same}
    apart = any(abs(one - other) == amount.value for one, other in combinations(parts, 2))
    return apart or bool(context.denials)


def _is_part(amount: Amount, other: KnownAmount, context: ClauseContext) -> bool:
    """Whether it is a part of a whole of which a result says another: `9 of 11 are back`.

    More is said of both than what they are, and nothing is denied.
    """
    is_alike = _shared(other, context.stems - context.index.stems_of_people) >= _ENOUGH
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
