"""Check what a clause says of several records or pods.

`All pods are healthy`, `3 of 5 are open`, `no case is closed`, `Ann Lee has all three cases`.

The population is all records or pods of a kind in the results, the quantity how many of them the
clause speaks of (`counted_populations`), the claim what it says of these (`population_claims`).
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.facts.lists.counted_populations import (
    is_limited,
    is_of_others,
    population_of,
)
from recollect.validation.facts.lists.population_claims import (
    PopulationClaim,
    claim_holds,
    claim_in,
    has_field,
    has_value,
    is_now,
    population_summary,
)
from recollect.validation.grammar.lexicons.particles import HAVING, OR
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantifiers import Quantity
from recollect.validation.grammar.words import Word, any_among, any_means, word_set
from recollect.validation.known.populations import Population
from recollect.validation.known.record_models import ResultValue

_VERB_MEANINGS: Final = ("be", "been", "was", "handles", "assigned")
"""Meanings of the verbs behind which a clause says something of those counted."""

PREPOSITIONS: Final = word_set("for in of from at fur von para de en pour per di voor")
_STATES: Final = frozenset({"status", "active"})
PROBLEMS: Final = word_set("issue issues")
"""Words for tickets that also mean what is wrong with anything."""

_WITH: Final = word_set("with mit avec con com met") | {":"}
_LABEL_WINDOW: Final = 2
_MAX_WORDS_TO_VERB: Final = 5
"""Words behind a quantity in which a priority says which of them are meant, up to the verb."""

_SHOWN: Final = frozenset({"shown", "listed", "above", "here", "displayed", "visible"})
_OF: Final = word_set("of von de des di van dei delle degli dos das del der")
_HAVING: Final = HAVING | {"a", "owns", "handles", "need"}
_MAX_OWNER_WORDS: Final = 2


def population_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on how many of a population a clause says something of: one at most."""
    clause = context.clause
    quantity = context.quantity if clause.asserts_now and not clause.is_event else None
    if quantity is None or clause.sentence[0].text in _OF or is_limited(context, quantity):
        return  # of the seven cases only this one is critical, of the other three two
    population = population_of(context, quantity)
    if population is None:
        return
    if not context.is_total and (owner := _owner_before(context, quantity)):
        yield from _owned_findings(context, quantity, population, owner)
        return
    is_shown = not population.is_whole and any_among(clause.words, _SHOWN)
    if not (is_shown or is_of_others(context, quantity, population)):  # `all five shown`
        yield from _claim_findings(context, quantity, population)


def _owner_before(context: ClauseContext, quantity: Quantity) -> Sequence[Word]:
    """The words that name who has the records: `Ann Lee has all three cases`; else none."""
    words = context.clause.words
    first = quantity.first
    while (
        first > 1 and words[first - 1].text not in _HAVING and words[first - 1].means_any("adverb")
    ):
        first -= 1  # `Ann hat derzeit zwei`
    name = words[max(0, first - 1 - _MAX_OWNER_WORDS) : max(0, first - 1)]
    if not name or words[first - 1].text not in _HAVING or name[-1].means:
        return ()
    return name if context.is_capitalised(name[0]) else ()


def _owned_findings(
    context: ClauseContext, quantity: Quantity, population: Population, owner: Sequence[Word]
) -> Iterator[FactFinding]:
    """The finding on how many records an owner has, where results have the whole population."""
    words = context.clause.words
    behind = words[quantity.noun :][:1]
    is_more = bool(behind) and behind[0].form != "mark" and not is_now(context, quantity)
    if not population.is_whole or is_more:
        return  # all three cases that are open
    name = context.original_text(owner)
    theirs = [each for each in population.records if each.has_person(name, "assignee", "customer")]
    counted = words[quantity.first : quantity.noun]
    claim = claim_in(counted)
    counts = {len(theirs)}
    if claim is not None and not all(has_field(each, claim.field) for each in theirs):
        return
    if claim is not None:
        ways = (False,) if claim.field == "active" else (True, False)
        counts = {sum(has_value(each, *claim, exactly=way) for each in theirs) for way in ways}
    number = len(population.records) if quantity.quantifier == "every" else quantity.number
    if not theirs or number is None:
        return
    known = ResultValue(f"{max(counts)} of {len(population.records)} cases", population.source)
    yield finding((owner[0], counted[-1]), "count", verdict_if(number in counts), known)


def _claim_findings(
    context: ClauseContext, quantity: Quantity, population: Population
) -> Iterator[FactFinding]:
    """The finding on what a clause says of a quantity of a population, or on how many there are."""
    clause = context.clause
    behind = _until_mark(clause.words[quantity.noun :])
    claim_behind = claim_in(behind)
    if (
        _is_of_problems(clause.words, quantity)
        or _is_one_of_several(context, clause.words[quantity.noun :])
        or _is_of_level(behind)
        or _says_something_else(context, quantity, behind, claim_behind, population)
    ):
        return  # two of the six are resolved or closed
    claim = claim_behind or claim_in(clause.words[quantity.first : quantity.noun])
    if claim is None and any(word.means_some("status:") for word in clause.words[: quantity.first]):
        return  # `in attesa di informazioni ci sono due casi`
    denied = claim_behind is not None and any_means(behind, "not", "not_be")
    verdict = claim_holds(quantity, population, claim, context, denied=denied)
    if verdict or (verdict is not None and context.states_subject):
        last = clause.words[-1] if claim else clause.words[max(quantity.first, quantity.noun - 1)]
        known = ResultValue(population_summary(population), population.source)
        yield finding((clause.words[quantity.first], last), "count", verdict_if(verdict), known)


def _is_of_problems(words: Sequence[Word], quantity: Quantity) -> bool:
    """Whether issues are no tickets: `two issues with the login`, `two issues: the disk …`."""
    noun, behind = words[quantity.noun - 1], words[quantity.noun :][:1]
    return noun.text in PROBLEMS and any(word.text in _WITH for word in behind)


def _is_of_level(behind: Sequence[Word]) -> bool:
    """Whether a priority says which of them are meant: no case of priority 2 is active."""
    before_verb = takewhile(
        lambda word: not word.means_any(*_VERB_MEANINGS), behind[:_MAX_WORDS_TO_VERB]
    )
    return any_means((*behind[:_LABEL_WINDOW], *before_verb), "label:priority")


def _says_something_else(
    context: ClauseContext,
    quantity: Quantity,
    behind: Sequence[Word],
    claim: PopulationClaim | None,
    population: Population,
) -> bool:
    """Whether the clause says something else of them: two of five closed ones were Ann's.

    So it does of some of them only: none of the open cases is low. `claim` is the one in the words
    `behind` the quantity, if they have one.
    """
    words = [word for word in behind if word.form == "word"]
    between = claim_in(context.clause.words[quantity.first : quantity.noun])
    if claim is None:
        is_end = not words or words[0].text in PREPOSITIONS or behind[0].form == "mark"
        is_end = is_end or is_now(context, quantity)
        return _says_unknown(behind) or (between is not None and not is_end)
    if between is not None and (
        claim.field == "assignee"
        or {between.field, claim.field} <= _STATES
        or not all(has_value(each, *between, exactly=False) for each in population.records)
    ):
        return True  # none of the active cases is closed, no critical case is unassigned
    is_first = bool(words) and words[0].means_some("status:")  # `cinque casi chiusi erano …`
    return is_first and any_means(words[1:], *_VERB_MEANINGS)


def _is_one_of_several(context: ClauseContext, behind: Sequence[Word]) -> bool:
    """Whether the sentence names a status and an `or` behind the quantity: each may have either."""
    end = behind[0].start if behind else context.sentence.words[-1].end
    words = [word for word in context.sentence.words if word.start >= end]
    places = (at for at, word in enumerate(words) if word.text in OR)
    return any(any(word.means_some("status:") for word in words[:at]) for at in places)


def _says_unknown(words: Sequence[Word]) -> bool:
    """Whether words behind a quantity say what the lexicon does not know: none is about mail."""
    return any_means(words, "be", "been") and any(word.is_unknown for word in words)


def _until_mark(words: Sequence[Word]) -> Sequence[Word]:
    """The words behind a quantity, up to a colon or the next one: `are healthy and 5 aren't`."""
    end = next((at for at, word in enumerate(words) if word.text == ":"), len(words))
    numbers = (at for at, word in enumerate(words) if at and number_of(word) is not None)
    rest = next((at - 1 for at in numbers if words[at - 1].means_any("and")), end)
    return words[: min(end, rest)]
