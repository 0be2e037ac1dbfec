"""Checks how many objects of a list have a property: `all four machines stand in Lisbon`.

The clause begins with a quantity (`claimed_portions`), followed by nouns for what is counted: all
objects of a list, or those that a word selects (`all firewalls`). Then comes the property
(`traits`).
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding, finding, verdict_if
from recollect.validation.fields.claims.claimed_portions import (
    ClaimedPortion,
    begins_with_all_or_none,
    claimed_portion,
)
from recollect.validation.fields.claims.claims import Claim, is_denial, is_joined
from recollect.validation.fields.claims.state_claims import THINGS
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.rules.traits import Trait, longest, stated_traits
from recollect.validation.fields.words import portion_words, vocabulary
from recollect.validation.fields.words.terms import term, term_set, terms, terms_of_name
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, any_among
from recollect.validation.known.record_models import ResultValue

_VERBS: Final = term_set(portion_words.STANDING)
_HAVING: Final = vocabulary.HAVING - vocabulary.TOWARDS
_PARTLY: Final = vocabulary.PARTLY - {"most", "mostly"}
_LISTS: Final = term_set(portion_words.LISTS) | THINGS
_PRONOUN_TERMS: Final = term_set("them these those they which ihnen diese".split())
_MIN_ROWS: Final = 2
_MAX_ROWS: Final = 100
_MAX_LISTS: Final = 50


def portion_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on how many objects of a list are in a state, or have a value or a flag."""
    clause = claim.context.clause
    if not clause.asserts_now or claim.context.supposes or claim.goes_on:
        return
    if claim.context.index.populations and any(
        word.means_some("status:", "cause:", "priority:") for word in claim.words
    ):
        return  # `facts` checks the states of tickets, items and pods
    end = next((at for at, w in enumerate(claim.words) if w.form == "mark"), len(claim.words))
    portion = claimed_portion(claim.words[:end])
    if portion is None or any_among(clause.sentence, portion_words.EXCEPT):
        return
    if portion.first.text in claim.names:
        return  # `5521 is acknowledged`, where that is the number of an incident
    if any(is_denial(w) or w.text in _PARTLY or w.means_any("when", "if") for w in portion.rest):
        return
    lists = (rows for rows in claim.tables.siblings.values() if len(rows) >= _MIN_ROWS)
    for rows in islice(lists, _MAX_LISTS):
        if len(rows) <= _MAX_ROWS:
            yield from _list_findings(claim, portion, rows)


def _list_findings(
    claim: Claim, portion: ClaimedPortion, rows: Sequence[ResultRow]
) -> Iterator[FactFinding]:
    kind = _kind_terms(rows[0])
    begin = _predicate(portion.rest, rows, kind)
    nouns, predicate = portion.rest[:begin], portion.rest[begin:]
    scope = _scope(portion, nouns, rows, kind)
    if len(scope) < _MIN_ROWS:
        return
    found = longest(stated_traits(claim, predicate, scope))
    is_of_all = portion.quantifier == "every"
    if not found or (len({trait.cell.path for trait in found}) > 1 and not is_of_all):
        return
    trait = next((each for each in found if not _holds(portion, each, len(scope))), found[0])
    is_clear = _says_what_is_counted(claim, nouns, rows, kind) or (
        trait.stands_alone and _means_all(claim, portion, scope)
    )
    stated_terms = frozenset(each for word in trait.words for each in terms(word.text))
    others = (row for row in claim.named if row.vocabulary.isdisjoint(stated_terms))
    if not is_clear or any(row in rows for row in others):
        return  # `no exploit is known for libframe`
    line = claim.context.sentence
    wholes = (line.words[each.place + 2] for each in line.amounts if each.is_share)
    if any(number_of(whole) != len(scope) for whole in wholes):
        return  # `half done: 20 of 40 parcels`
    if _says_more(predicate, found, scope[0]):
        return
    holds = _holds(portion, trait, len(scope))
    if not holds and _is_number_of_field(portion, predicate, claim):
        return
    value, source = trait.cell.result_value
    known = ResultValue(f"{trait.count} of {len(scope)}: {value}", source)
    yield finding((portion.first, trait.words[-1]), "count", verdict_if(holds), known)


def _is_number_of_field(portion: ClaimedPortion, predicate: Sequence[Word], claim: Claim) -> bool:
    """Whether a field of that name has the number: `three were skipped`, of `skipped: 3`."""
    stated_terms = {term(word.text) for word in predicate}
    return any(
        cell.form == "number"
        and cell.number == portion.number
        and not stated_terms.isdisjoint(cell.name)
        for cell in claim.tables.cells
    )


def _means_all(claim: Claim, portion: ClaimedPortion, rows: Sequence[ResultRow]) -> bool:
    """Whether a quantity is of all `rows`: it begins its sentence, or their number precedes it."""
    lead, start = claim.lead, portion.first.start
    if portion.first.means_any("every", "none") and claim.context.refers_to_some_before(
        start, len(rows)
    ):
        return False
    return not lead or any(number_of(word) == len(rows) for word in lead)


def _is_verb(word: Word) -> bool:
    is_known = word.means_any("be", "been", "assigned", "handles") or word.text in _HAVING
    return is_known or term(word.text) in _VERBS


def _predicate(words: Sequence[Word], rows: Sequence[ResultRow], kind: frozenset[str]) -> int:
    """The index where the property begins: at the verb, or behind the nouns without a verb."""
    verb = next((at for at, word in enumerate(words) if _is_verb(word)), None)
    if verb is not None:
        return verb
    kind = kind.difference(*(row.vocabulary for row in rows))
    passed = (at for at, word in enumerate(words) if not _selects_nothing(word, kind))
    return next(passed, len(words))


def _selects_nothing(word: Word, kind: frozenset[str]) -> bool:
    """Whether a word does not select objects: a word for their kind, grammar, or a number."""
    if word.form == "number" or word.means_some("number:"):
        return True
    is_noun = word.means_any(*KINDS) or word.means_some("thing:")
    is_idle = word.means_any("share", "determiner", "every", "adverb")
    return is_noun or is_idle or all(each in kind for each in terms(word.text))


def _kind_terms(row: ResultRow) -> frozenset[str]:
    """Terms for all objects of a list: from its name and tool, their fields, and their parent."""
    around = row.parent.vocabulary if row.parent is not None else frozenset[str]()
    fields = frozenset(each for cell in row.cells for each in cell.name)
    return _list_terms(row) | _LISTS | _PRONOUN_TERMS | fields | around


def _list_terms(row: ResultRow) -> frozenset[str]:
    """The terms of the names of a list and of the tool that returned it."""
    return row.kind | terms_of_name(row.table.partition(" ")[0])


def _says_what_is_counted(
    claim: Claim, nouns: Sequence[Word], rows: Sequence[ResultRow], kind: frozenset[str]
) -> bool:
    """Whether the clause says what is counted."""
    kind = kind - _PRONOUN_TERMS
    return begins_with_all_or_none(claim.words) or any(
        word.means_any(*KINDS)
        or word.means_some("thing:")
        or not kind.isdisjoint(terms(word.text))
        or any(not row.vocabulary.isdisjoint(terms(word.text)) for row in rows)
        for word in nouns
    )


def _scope(
    portion: ClaimedPortion, nouns: Sequence[Word], rows: Sequence[ResultRow], kind: frozenset[str]
) -> Sequence[ResultRow]:
    """The objects that the nouns between the quantity and the verb select; empty if unclear."""
    list_terms = _list_terms(rows[0])
    scope = list(rows)
    number = portion.number if portion.quantifier == "every" else (portion.whole or 0)
    for word in nouns:
        if word.form == "number" or word.means_some("number:"):
            number = number_of(word) or number
            continue
        for selector in (one for one in terms(word.text) if one not in list_terms):
            own = [row for row in scope if selector in row.vocabulary or selector in row.aliases]
            if own and len(own) < len(scope) and not word.means_any("status:"):
                scope = own
            elif not (own or _selects_nothing(word, kind)):
                return ()
    return scope if number in {0, len(scope)} else ()


def _holds(portion: ClaimedPortion, trait: Trait, size: int) -> bool:
    """Whether the quantity is right, with or without the longer values of a trait."""
    return portion.holds(trait.count, size) or portion.holds(trait.count + trait.further, size)


def _says_more(words: Sequence[Word], traits: Sequence[Trait], row: ResultRow) -> bool:
    """Whether words say more than the verb and the value, and so may be about something else."""
    stating = [word for trait in traits for word in trait.words]
    known = _VERBS.union(
        _LISTS, row.kind, *(trait.cell.name | {*trait.cell.terms} for trait in traits)
    )
    rest = [word for word in words if word not in stating and word.form != "mark"]
    name_parts = {part for trait in traits for part in trait.cell.parts}
    return any(
        is_joined(word)
        or not (
            word.means_any("be", "been", "assigned", "adverb", "determiner")
            # `The issue type` is the field `issuetype`.
            or any(part.startswith(word.text) or part.endswith(word.text) for part in name_parts)
            or all(each in known for each in terms(word.text))
        )
        for word in rest
    )
