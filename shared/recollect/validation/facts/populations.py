"""Check what a clause says of several records or pods.

`All pods are healthy`, `3 of 5 are open`, `no case is closed`.

The population is all records or pods of a kind in the results, the quantity how many of them the
clause speaks of, the claim what it says of these.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.population_claims import (
    PopulationClaim,
    claim_holds,
    has_field,
    has_value,
    population_summary,
)
from recollect.validation.facts.sentence_lines import is_ticket
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.quantifiers import LIKE, Quantity, quantity_in
from recollect.validation.grammar.words import LEVEL, Word
from recollect.validation.known.populations import Population
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.known.values import same_person
from recollect.validation.models import Verdict

_SOME_OF: Final = re.compile(
    r"\b(?:these|those|diesen|jenen) (?:two|three|four|\d)"
    r"|\bof (?:these|those) (?:is|are|was|were)\b"
)
_HAVING: Final = frozenset(
    ["has", "owns", "handles", "hat", "tiene", "a", "tem", "ha", "heeft", "have", "had", "need"]
)
_VERB_MEANINGS: Final = ("be", "been", "was", "handles", "assigned")
"""Meanings of the verbs behind which a clause says something of those counted."""

_POSSESSIVES: Final = frozenset(["your", "ihrer", "vos", "sus", "uw"])
ACTIVE_WORDS: Final = frozenset(
    """
    active aktiv aktive aktiven aktiver actif active actifs actives activo activa activos activas
    ativo ativa ativos ativas attivo attiva attivi attive actief actieve
    """.split()
)
"""Words for every record that is not over, whatever its status."""

_NOW: Final = re.compile(
    r"\s(?:right now|now|currently|at (?:the moment|present)|today|in (?:this|the) list"
    r"|derzeit|zurzeit|momentan|im moment|actuellement|en ce moment|actualmente|ahora"
    r"|en este momento|neste momento|no momento|attualmente|al momento|op dit moment)"
    r"(?=\s*(?:[.,;:!)\n]|$))"
)
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

EACH_WORDS: Final = frozenset(
    "each apiece respectively jeweils chacun chacune cada ciascuno ciascuna ieder elk".split()
)
"""Words that say something of each of some that were named before."""

_PREPOSITIONS: Final = frozenset(
    ["for", "in", "of", "from", "at", "fur", "von", "para", "de", "en", "pour", "per", "di", "voor"]
)
_STATES: Final = frozenset({"status", "active"})
_UNASSIGNED: Final = frozenset({""})
_MAX_OWNER_WORDS: Final = 2
_LIMIT_WINDOW: Final = 40
"""Characters before a quantity in which words that limit it are looked for."""

_CUSTOMER_WINDOW: Final = 200
"""Characters before a clause in which a customer may be named whose cases it means."""

_LABEL_WINDOW: Final = 2
_MAX_WORDS_TO_VERB: Final = 5
"""Words behind a quantity in which a priority says which of them are meant, up to the verb."""

_SHOWN: Final = frozenset({"shown", "listed", "above", "here", "displayed", "visible"})
_OR: Final = frozenset(["or", "oder", "ou"])
_OF: Final = frozenset(
    {"of", "von", "de", "des", "di", "van", "dei", "delle", "degli", "dos", "das", "del", "der"}
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_REQUESTS: Final = frozenset(["requests", "anfragen", "demandes", "verzoeken", "richieste"])
"""Words for tickets that also mean what servers answer."""

_ITEMS: Final = frozenset(["item", "items", "ci", "cis"])
"""Words for anything that a search of the inventory finds."""


def population_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on how many of a population a clause says something of: one at most."""
    clause = context.clause
    quantity = quantity_in(clause.words) if clause.asserts_now and not clause.is_event else None
    if quantity is None or clause.sentence[0].text in _OF or _is_limited(context, quantity):
        return  # of the seven cases only this one is critical, of the other three two
    population = _population(context, quantity)
    if population is None:
        return
    if not context.is_total and (owner := _owner(context, quantity)):
        yield from _owner_findings(context, quantity, population, owner)
        return
    is_shown = not population.is_whole and any(word.text in _SHOWN for word in clause.words)
    is_of_others = is_shown or _is_of_more(context, quantity, population)  # `all five shown`
    is_of_others = is_of_others or _refers_to_some_before(context, quantity, population)
    if is_of_others or _is_of_some(context, quantity):
        return
    behind = _until_mark(clause.words[quantity.noun :])
    claim_behind = _claim_in(behind)
    is_of_several = _is_one_of_several(context, clause.words[quantity.noun :])
    if (
        is_of_several
        or _is_of_level(behind)
        or _says_something_else(context, quantity, behind, claim_behind)
    ):
        return  # two of the six are resolved or closed
    claim = claim_behind or _claim_in(clause.words[quantity.first : quantity.noun])
    claim = claim or _cause_in_label(context, quantity)
    if claim is None and any(
        word.meanings_with("status:") for word in clause.words[: quantity.first]
    ):
        return  # `in attesa di informazioni ci sono due casi`
    denied = claim_behind is not None and any(word.means_any("not", "not_be") for word in behind)
    verdict = claim_holds(quantity, population, claim, context, denied=denied)
    if verdict or (verdict is not None and context.states_subject):
        last = clause.words[-1] if claim else clause.words[max(quantity.first, quantity.noun - 1)]
        yield FactFinding(
            clause.words[quantity.first].start,
            last.end,
            "count",
            "supported" if verdict else "contradicted",
            ResultValue(population_summary(population), population.source),
        )


def _population(context: ClauseContext, quantity: Quantity) -> Population | None:
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
    is_like = any(word.text in LIKE for word in between)
    is_similar = quantity.kind == "case" and is_like
    kind = "similar" if is_similar else quantity.kind or _kind_of(context.index.populations)
    found = [
        each
        for each in context.index.populations
        if each.kind == kind and _may_be(each, quantity, noun)
    ]
    return found[0] if len(found) == 1 else None


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


def _is_of_level(behind: Sequence[Word]) -> bool:
    """Whether a priority says which of them are meant: no case of priority 2 is active."""
    before_verb = takewhile(
        lambda word: not word.means_any(*_VERB_MEANINGS), behind[:_MAX_WORDS_TO_VERB]
    )
    return any(word.means_any("label:priority") for word in (*behind[:_LABEL_WINDOW], *before_verb))


def _says_something_else(
    context: ClauseContext,
    quantity: Quantity,
    behind: Sequence[Word],
    claim: PopulationClaim | None,
) -> bool:
    """Whether the clause says something else of them: two of five closed ones were Ann's.

    `claim` is the one in the words `behind` the quantity, if they have one.
    """
    words = [word for word in behind if word.form == "word"]
    between = _claim_in(context.clause.words[quantity.first : quantity.noun])
    if claim is None:
        end = context.clause.words[quantity.noun - 1].end
        is_now = _NOW.match(context.fold, end) is not None
        is_end = not words or is_now or words[0].text in _PREPOSITIONS or behind[0].form == "mark"
        return _says_unknown(behind) or (between is not None and not is_end)
    if between is not None and (
        claim.field == "assignee" or {between.field, claim.field} <= _STATES
    ):
        return True  # none of the active cases is closed, no critical case is unassigned
    is_first = bool(words) and bool(
        words[0].meanings_with("status:")
    )  # `cinque casi chiusi erano …`
    return is_first and any(word.means_any(*_VERB_MEANINGS) for word in words[1:])


def _is_one_of_several(context: ClauseContext, behind: Sequence[Word]) -> bool:
    """Whether the sentence names a status and an `or` behind the quantity: each may have either."""
    end = behind[0].start if behind else context.sentence.words[-1].end
    words = [word for word in context.sentence.words if word.start >= end]
    places = (at for at, word in enumerate(words) if word.text in _OR)
    return any(any(word.meanings_with("status:") for word in words[:at]) for at in places)


def _says_unknown(words: Sequence[Word]) -> bool:
    """Whether words behind a quantity say what the lexicon does not know: none is about mail."""
    return any(word.means_any("be", "been") for word in words) and any(
        word.form == "word" and not word.means for word in words
    )


def _cause_in_label(context: ClauseContext, quantity: Quantity) -> PopulationClaim | None:
    """The claim of a cause that stands as a label before the pods: `Crash loops: four pods`."""
    words = context.clause.words[max(0, quantity.first - 2) : quantity.first]
    is_label = quantity.kind == "pod" and len(words) > 1 and words[1].text == ":"
    causes = words[0].meanings_with("cause:") if is_label else _UNASSIGNED
    return PopulationClaim("cause", causes) if is_label and causes else None


def _is_limited(context: ClauseContext, quantity: Quantity) -> bool:
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
        word.text in EACH_WORDS
        and not any(after.means_any("share") for after in words[at + 1 : at + 2])
        for at, word in enumerate(words)
    )
    is_bound = quantity.number is not None and (is_each or _LIMITING.search(before) is not None)
    is_yours = len(context.index.owners.customers) > 1 and _YOURS.search(before) is not None
    return context.supposes or is_whose or is_bound or is_yours


def _owner(context: ClauseContext, quantity: Quantity) -> Sequence[Word]:
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


def _owner_findings(
    context: ClauseContext, quantity: Quantity, population: Population, owner: Sequence[Word]
) -> Iterator[FactFinding]:
    """The finding on how many records an owner has, where results have the whole population."""
    words = context.clause.words
    behind = words[quantity.noun :][:1]
    is_now = _NOW.match(context.fold, words[quantity.noun - 1].end) is not None
    if not population.is_whole or (behind and behind[0].form != "mark" and not is_now):
        return  # all three cases that are open
    name = context.original_text(owner)
    theirs = [
        record
        for record in population.records
        if any(same_person(name, known.text) for known in record.values("assignee", "customer"))
    ]
    counted = words[quantity.first : quantity.noun]
    claim = _claim_in(counted)
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
    verdict: Verdict = "supported" if number in counts else "contradicted"
    yield FactFinding(owner[0].start, counted[-1].end, "count", verdict, known)


def _until_mark(words: Sequence[Word]) -> Sequence[Word]:
    """The words behind a quantity, up to a colon or the next one: `are healthy and 5 aren't`."""
    end = next((at for at, word in enumerate(words) if word.text == ":"), len(words))
    numbers = (at for at, word in enumerate(words) if at and number_of(word) is not None)
    rest = next((at - 1 for at in numbers if words[at - 1].means_any("and")), end)
    return words[: min(end, rest)]


def _kind_of(populations: Sequence[Population]) -> str:
    kinds = {each.kind for each in populations}
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _claim_in(words: Sequence[Word]) -> PopulationClaim | None:
    """The claim in some words: that nobody has them, a status, a cause or a level; else None."""
    for word in words:
        if word.means_any("nobody"):
            return PopulationClaim("assignee", _UNASSIGNED)
        if statuses := word.meanings_with("status:"):
            return PopulationClaim("active" if word.text in ACTIVE_WORDS else "status", statuses)
        if causes := word.meanings_with("cause:"):
            return PopulationClaim("cause", causes)
    for at, word in enumerate(words):
        near = words[max(0, at - 1) : at + 2]
        ends = at + 1 == len(words) or words[at + 1].form == "mark"
        is_said = ends and at > 0 and words[at - 1].means_any("be", "adverb")
        if (levels := word.meanings_with("priority:")) and (
            is_said or any(each.means_any("label:priority") for each in near)
        ):
            return PopulationClaim("priority", levels)
    return None
