"""Which records or pods a quantity counts: all that results have of a kind, or only some of them.

`All pods are healthy` counts all; `these two`, `at least two cases`, `your two cases` do not.
"""

import re
from collections.abc import Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import is_ticket
from recollect.validation.grammar.quantifiers import LIKE, Quantity
from recollect.validation.grammar.words import LEVEL, any_among, any_means, word_set
from recollect.validation.known.populations import Population
from recollect.validation.known.record_models import Record

_SOME_OF: Final = re.compile(
    r"\b(?:these|those|diesen|jenen) (?:two|three|four|\d)"
    r"|\bof (?:these|those) (?:is|are|was|were)\b"
)
_POSSESSIVES: Final = word_set("your ihrer vos sus uw")
_LIMITING: Final = re.compile(
    r"\b(?:least|most|(?:more|less|fewer) than|over|under|besides|apart from|except|other than"
    r"|yesterday|last week|with priority|mindestens|hochstens|mehr als|weniger als|ausser|gestern"
    r"|al menos|como maximo|mas de|menos de|ademas|ayer|au moins|au plus|plus de|moins de|hier"
    r"|pelo menos|no maximo|mais de|alem|ontem|almeno|al massimo|piu di|meno di|oltre|ieri|minstens"
    r"|hoogstens|meer dan|minder dan|behalve|gisteren)\b[^.]*$"
)
"""Words before a number that does not count all there are."""

_YOURS: Final = re.compile(
    r"\b(?:you(?:['\u2019]ve| have)|sie haben|vous avez|tiene|tienen|tem|avete)\b"
)
"""Words that address one customer of several."""

_SOMEBODY: Final = re.compile(r"\W*[A-Z][\w.'\u2019-]+(?: [A-Z][\w.'\u2019-]+){1,2}\W*:\W*")
"""A name before a colon: `- Ann Lee: 2 active cases`."""

EACH_WORDS: Final = word_set("""
    each apiece respectively jeweils chacun chacune cada ciascuno ciascuna ieder elk
""")
"""Words that say something of each of some that were named before."""

_LIMIT_WINDOW: Final = 40
"""Characters before a quantity in which words that limit it are looked for."""

_CUSTOMER_WINDOW: Final = 200
"""Characters before a clause in which a customer may be named whose cases it means."""

_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_REQUESTS: Final = word_set("requests anfragen demandes verzoeken richieste")
"""Words for tickets that also mean what servers answer."""

_ITEMS: Final = word_set("item items ci cis")
"""Words for anything that a search of the inventory finds."""


def population_of(context: ClauseContext, quantity: Quantity) -> Population | None:
    """The population that a quantity is of, if the results have only one such; else None."""
    words = context.clause.words
    noun = words[max(0, quantity.noun - 1)].text
    if quantity.kind == "item" and noun not in _ITEMS:
        return None  # about the firewalls of a list that may have other items
    between = words[quantity.first : quantity.noun]
    if noun in _REQUESTS or any(LEVEL.fullmatch(word.text) for word in between):
        return None  # a server answers no new requests, two of the three P2 cases are of one site
    if any(_YEAR.fullmatch(word.text) for word in between):
        return None  # the two of 2026 are open
    is_like = any_among(between, LIKE)
    is_similar = quantity.kind == "case" and is_like
    kind = "similar" if is_similar else quantity.kind or _kind_of(context.index.populations)
    found = [
        each
        for each in context.index.populations
        if each.kind == kind and _may_be(each, quantity, noun)
    ]
    return found[0] if len(found) == 1 else None


def is_of_others(context: ClauseContext, quantity: Quantity, population: Population) -> bool:
    """Whether a quantity is of others than the population, or of some of it named before."""
    return (
        _is_of_more(context, quantity, population)
        or _refers_to_some_before(context, quantity, population)
        or _is_of_some(context, quantity)
    )


def _may_be(population: Population, quantity: Quantity, noun: str) -> bool:
    """Whether a quantity may be of a population: `2 of 3 replicas` is not of 15 pods."""
    is_whole = quantity.among in {None, population.total}
    return population.kind != "pod" or is_whole or "pod" in noun


def _is_of_more(context: ClauseContext, quantity: Quantity, population: Population) -> bool:
    """Whether a quantity is of others than the population: it is too large, or all of too few.

    All seven, where there are 6 cases; all three, where there are 14, of which three were named
    before; five incidents, where two were fetched and three are listed.
    """
    total = population.total
    if total is None or quantity.number is None:
        return False
    if quantity.number > total and quantity.number == _count_tickets(context.index.records.all):
        return True
    if quantity.kind or quantity.among is not None:
        return False
    is_all = quantity.quantifier in {"every", "both"}
    return quantity.number > total or (is_all and quantity.number != total)


def _refers_to_some_before(
    context: ClauseContext, quantity: Quantity, population: Population
) -> bool:
    """Whether a quantity without a noun is of some named before: `the old ones: all closed`."""
    start = context.clause.words[quantity.first].start
    if quantity.kind or quantity.among is not None:
        return False
    if quantity.number is None:
        is_all = quantity.quantifier in {"every", "none"}
        return is_all and context.refers_to_some_before(start, population.total)
    numbers = context.numbers_before(start)  # `five are from 2026, three of them closed`
    return bool(numbers) and population.total not in numbers


def _count_tickets(records: Sequence[Record]) -> int:
    """How many tickets all results together have."""
    named = (min(record.ids, default="") for record in records)
    return len(frozenset(filter(is_ticket, named)))


def _is_of_some(context: ClauseContext, quantity: Quantity) -> bool:
    """Whether a quantity is of some named before, of one customer or of one deployment's pods."""
    words = context.clause.words
    between = {word.text for word in words[quantity.first + 1 : quantity.noun]}
    names = (each.partition("-")[0] for record in context.index.records.all for each in record.ids)
    is_of_pods = quantity.kind == "pod" and not between.isdisjoint(names)
    text = context.folded_text(words)
    customers = context.index.owners.customers
    # `Notes on Lindenhof: there are two active cases`
    near = context.fold[max(0, words[0].start - _CUSTOMER_WINDOW) : words[-1].end]
    is_whose = (quantity.number is not None and not _POSSESSIVES.isdisjoint(between)) or (
        len(customers) > 1 and any(each.partition(" ")[0] in near for each in customers)
    )
    return is_of_pods or is_whose or _SOME_OF.search(text) is not None


def is_limited(context: ClauseContext, quantity: Quantity) -> bool:
    """Whether a quantity is a bound, somebody's own, or of another day: `at least two cases`."""
    words, fold = context.clause.words, context.fold
    first = words[quantity.first].start
    noun = words[quantity.noun - 1].end if quantity.noun else first
    begin = max(context.sentence.words[0].start, first - _LIMIT_WINDOW)
    before = fold[begin:first]
    if context.sentence.is_proportion or context.sentence.has_exception:
        return True
    is_whose = context.answer[noun : noun + 2] == " ("
    is_whose = is_whose or _SOMEBODY.fullmatch(context.answer, begin, first) is not None
    # Ann and Bob have two cases each, but each of the three is open.
    is_each = any(
        word.text in EACH_WORDS and not any_means(words[at + 1 : at + 2], "share")
        for at, word in enumerate(words)
    )
    is_bound = quantity.number is not None and (is_each or _LIMITING.search(before) is not None)
    is_yours = len(context.index.owners.customers) > 1 and _YOURS.search(before) is not None
    return context.supposes or is_whose or is_bound or is_yours


def _kind_of(populations: Sequence[Population]) -> str:
    kinds = {each.kind for each in populations}
    return next(iter(kinds)) if len(kinds) == 1 else ""
