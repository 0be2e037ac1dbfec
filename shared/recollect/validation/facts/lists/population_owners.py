"""Check how many records somebody is said to have: `Ann Lee has all three cases`."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.facts.lists.population_claims import (
    claim_in,
    has_field,
    has_value,
    is_now,
)
from recollect.validation.grammar.quantifiers import Quantity
from recollect.validation.grammar.words import Word, word_set
from recollect.validation.known.populations import Population
from recollect.validation.known.records import ResultValue
from recollect.validation.known.values import same_person

_HAVING: Final = word_set("has owns handles hat tiene a tem ha heeft have had need")
_MAX_OWNER_WORDS: Final = 2


def owner_before(context: ClauseContext, quantity: Quantity) -> Sequence[Word]:
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
    return name if context.answer[name[0].start].isupper() else ()


def owned_findings(
    context: ClauseContext, quantity: Quantity, population: Population, owner: Sequence[Word]
) -> Iterator[FactFinding]:
    """The finding on how many records an owner has, where results have the whole population."""
    words = context.clause.words
    behind = words[quantity.noun :][:1]
    is_more = bool(behind) and behind[0].form != "mark" and not is_now(context, quantity)
    if not population.is_whole or is_more:
        return  # all three cases that are open
    name = context.original_text(owner)
    theirs = [
        record
        for record in population.records
        if any(same_person(name, known.text) for known in record.values("assignee", "customer"))
    ]
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
