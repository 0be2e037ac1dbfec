"""What a clause claims of several records or pods, and whether the counts of the results agree.

In `3 of 5 are open` the claim is that they are open.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.quantifiers import Quantity
from recollect.validation.grammar.words import Word, any_means, word_set
from recollect.validation.known.populations import Population
from recollect.validation.known.record_models import Record, values_of
from recollect.validation.known.values import RUNNING, levels_in, statuses_in

_SEARCHED: Final = re.compile(
    r"\b(?:search|suche|recherche|busqueda|ricerca|pesquisa|busca|zoekopdracht)"
    r" (?:\w+ ){0,2}(?:gave|gives|returned|returns|found|finds|ergab|lieferte|fand|a donne|a trouve"
    r"|renvoie|dio|devolvio|encontro|ha dato|ha trovato|encontrou|devolveu|deu|gaf|vond)\b"
)
_MAX_TIMES_TOTAL: Final = 20
_UNUSABLE: Final = frozenset({"down", "maintenance"})
"""Statuses of items that are not operational: one in repair is called that, too."""

_OPEN: Final = frozenset({"open"})
_POD_STATUSES: Final = {"down": "unhealthy", "operational": "healthy"}

Field = Literal["status", "active", "cause", "priority", "assignee"]

ACTIVE_WORDS: Final = word_set("""
    active aktiv aktive aktiven aktiver actif active actifs actives activo activa activos activas
    ativo ativa ativos ativas attivo attiva attivi attive actief actieve
""")
"""Words for every record that is not over, whatever its status."""

_UNASSIGNED: Final = frozenset({""})
_NOW: Final = re.compile(
    r"\s(?:right now|now|currently|at (?:the moment|present)|today|in (?:this|the) list"
    r"|derzeit|zurzeit|momentan|im moment|actuellement|en ce moment|actualmente|ahora"
    r"|en este momento|neste momento|no momento|attualmente|al momento|op dit moment)"
    r"(?=\s*(?:[.,;:!)\n]|$))"
)


class PopulationClaim(NamedTuple):
    """What a clause says of several records or pods: a field, and the values that it may have."""

    field: Field
    values: frozenset[str]


def claim_holds(
    quantity: Quantity,
    population: Population,
    claim: PopulationClaim | None,
    context: ClauseContext,
    *,
    denied: bool,
) -> bool | None:
    """Whether a claim about a quantity of a population is true; None where it cannot be decided.

    `claim` is None where the clause only says how many there are; `denied` where it denies this.
    """
    total = population.total
    if quantity.among is not None and total is not None and quantity.among != total:
        shown = len(population.records)
        return None if quantity.among in {shown, *population.counts.values()} else False
    if claim is None:
        return _total_holds(quantity, population, context)
    size = total if total is not None else len(population.records)
    waits = any_means(context.sentence.words, "status:pending")
    verdicts = [
        _holds(
            quantity,
            size - count if denied else count,
            size,
            whole=population.kind == "pod" or population.is_whole or count == total,
        )
        for count in _counts(population, *claim, waits=claim.field == "active" and waits)
    ]
    if not verdicts or None in verdicts:
        return None
    may_be_cause = claim.field in {"status", "active"} and quantity.among is None
    if may_be_cause and quantity.number in _counts_by_cause(population):
        return True if any(verdicts) else None
    return any(verdicts)


def _counts_by_cause(population: Population) -> Sequence[int]:
    """How many pods have each cause, any of which may be meant: `two crashing pods`."""
    return [
        count
        for name, count in population.counts.items()
        if name not in {"healthy", "unhealthy"} and count != population.counts.get("healthy")
    ]


def _holds(quantity: Quantity, count: int, size: int, *, whole: bool) -> bool | None:
    """Whether `count` of `size` fits a quantity; None where it depends on records not listed."""
    quantifier, number = quantity.quantifier, quantity.number
    if quantifier == "none":
        return False if count else _if_whole(whole, fits=True)
    if quantifier == "some":
        return True if count else _if_whole(whole, fits=False)
    if quantifier == "both" and size != 2:  # noqa: PLR2004 - that is what `both` means
        return None
    if quantifier == "every" and number is not None and number != size:
        return _if_whole(whole, fits=False)
    fits = {
        "every": count == size,
        "both": count == size,
        "not_all": count < size,
        "half": 2 * count == size,
        "most": 2 * count > size,
        "fewest": 2 * count < size,
        "": number == count,
    }[quantifier]
    return _if_whole(whole, fits=fits)


def _if_whole(whole: bool, *, fits: bool) -> bool | None:
    """`fits` where the results have the whole population, else None."""
    return fits if whole else None


def _total_holds(quantity: Quantity, population: Population, context: ClauseContext) -> bool | None:
    """Whether the number of all there are is right: `8 pods`, `found 3 cases`, `no cases`."""
    total, number = population.total, quantity.number
    words = context.clause.words
    before = context.folded_text(words[: quantity.first]) if quantity.first else ""
    finds = any_means(words, "total") or _SEARCHED.search(before) is not None
    if total is None:
        return None
    if number is not None and number > total:
        # A much greater number counts something else: 4,100 requests an hour.
        return False if 1 < number <= _MAX_TIMES_TOTAL * max(total, 1) else None
    behind = words[quantity.noun :][:1]
    if any(word.is_unknown for word in behind) and not finds:
        return None
    if quantity.quantifier == "none":
        # Words behind say which of them there are none of: no cases for Fabrikam.
        is_of_all = not behind or behind[0].form == "mark" or is_now(context, quantity)
        return total == 0 if total == 0 or (finds and is_of_all) else None
    return _number_holds(quantity, population, words, finds=finds)


def _number_holds(
    quantity: Quantity, population: Population, words: Sequence[Word], *, finds: bool
) -> bool | None:
    if quantity.number is None:
        return None
    if quantity.number == population.total or quantity.number in population.counts.values():
        return True
    between = words[quantity.first + 1 : quantity.noun - 1]
    return False if quantity.quantifier == "every" or (finds and not between) else None


def _counts(
    population: Population, field: str, values: frozenset[str], *, waits: bool
) -> list[int]:
    """How many of a population have one of the values, in each way of counting that may be meant.

    Open records are counted with and without those in progress or pending. Of those that wait, some
    may be on hold, and others await an answer: records of each status are counted alone, too.

    With `waits`, the clause counts pending ones apart: `three are active, one is on hold`.
    """
    if population.kind == "pod":
        own = (_POD_STATUSES.get(each, each) for each in values)
        return [population.counts[each] for each in own if each in population.counts][:1]
    known = [each for each in population.records if has_field(each, field)]
    if field == "assignee" and not any(each.values("assignee") for each in known):
        return []  # no result says who has them
    if not known or len(known) != len(population.records):
        return []
    exactly = sum(has_value(record, field, values, exactly=field != "active") for record in known)
    widely = sum(has_value(record, field, values, exactly=False) for record in known)
    if waits:
        exactly = widely - sum("pending" in record.statuses for record in known)
    if not population.is_whole and widely == len(known) and population.total is not None:
        return [population.total]  # the value is what was searched for
    texts = (each.text for each in values_of(population.records, "status"))
    counts = Counter(folded(each) for each in texts if not statuses_in(each).isdisjoint(values))
    alone = [*counts.values()] if field == "status" else []
    if "down" in values:  # retired items are `not operational`, too
        alone.append(sum("operational" not in record.statuses for record in known))
    return sorted({exactly, widely, *alone})


def has_value(record: Record, field: str, values: frozenset[str], *, exactly: bool) -> bool:
    """Whether a record has one of the values; unless `exactly`, one in progress is open, too."""
    if field == "assignee":
        return not any(known.text for known in record.values("assignee"))
    if field != "priority" and exactly:
        return not record.statuses.isdisjoint(values)
    if field != "priority":
        has = record.statuses
        return not values.isdisjoint(has) or any(
            not values.isdisjoint(mine) and not has.isdisjoint(theirs)
            for mine, theirs in ((_OPEN, RUNNING), (_UNUSABLE, _UNUSABLE))
        )
    levels = {str(level) for each in record.values("priority") for level in levels_in(each.text)}
    return not levels.isdisjoint(values)


def has_field(record: Record, field: str) -> bool:
    """Whether results say what a record has in a field; no assignee means that nobody has it."""
    if field == "assignee":
        return True
    return bool(record.values("priority") if field == "priority" else record.statuses)


def population_summary(population: Population) -> str:
    """The size of a population in words: `3 of 8 pods healthy`."""
    if population.shown:
        return population.shown
    total = population.total if population.total is not None else len(population.records)
    if population.kind == "pod" and population.counts:
        return f"{population.counts.get('healthy', 0)} of {total} pods healthy"
    return f"{total} {population.kind}{'' if total == 1 else 's'}"


def is_now(context: ClauseContext, quantity: Quantity) -> bool:
    """Whether nothing but a word for the present stands behind a quantity: `three right now`."""
    return _NOW.match(context.fold, context.clause.words[quantity.noun - 1].end) is not None


def claim_in(words: Sequence[Word]) -> PopulationClaim | None:
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
            is_said or any_means(near, "label:priority")
        ):
            return PopulationClaim("priority", levels)
    return None
