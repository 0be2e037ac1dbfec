"""Companies and people that no result has, named where it has others.

`Kestrel Airways` for Kestrel Ferries, `Ingrid Sæther` for Jorunn Sæther. A name that results have
anywhere is none of these: it may be that of a vendor.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.answer_sentences import is_ticket
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicons.organisations import FIRMS, PRODUCTS, TRADES
from recollect.validation.grammar.words import Word, is_denied, place_at
from recollect.validation.known.index import Index
from recollect.validation.known.people_index import ResultPerson
from recollect.validation.known.records import ResultValue
from recollect.validation.known.values import TITLES, username_form
from recollect.validation.known.written_text import WrittenText
from recollect.validation.models import FactKind

_ORGANISATIONS: Final = FIRMS | TRADES
"""Words of which one is in each name of a company that is read here."""

_OF_CUSTOMERS: Final = frozenset(
    """
    of for at from by fur bei von vom pour chez de du para por da do di per van voor bij to is was
    era es ist war est etait
    """.split()
)
"""Behind what the name of a customer stands."""

_JOINTS: Final = frozenset([" ", " & "])
_TELLING: Final = frozenset(["reported", "raised", "opened", "called", "asked", "complained"])
_SHORTEST: Final = 3
_FEWEST: Final = 2
_NEAR: Final = 4
_LONGEST: Final = 5
_MOST: Final = 12
"""Capitalised words in a row of which more are a heading, and no name."""


def proper_name_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on names of people and companies in a clause with capitals."""
    for name in _names(context):
        found = _person(name, context) or _company(name, context)
        if found is not None:
            yield found


def _names(context: ClauseContext) -> Iterator[Sequence[Word]]:
    """Two to twelve capitalised words beside each other, with nothing but a space between."""
    answer, words = context.answer, context.clause.words
    capital = [word for word in words if word.form == "word" and answer[word.start].isupper()]
    name = capital[:1]
    for word in capital[1:]:
        if answer[name[-1].end : word.start] in _JOINTS:
            name.append(word)
            continue
        if _FEWEST <= len(name) <= _MOST:
            yield name
        name = [word]
    if _FEWEST <= len(name) <= _MOST:
        yield name


def _person(name: Sequence[Word], context: ClauseContext) -> FactFinding | None:
    """Somebody with the surname of somebody of the results, and a first name that none has."""
    if _is_denied(name, context):
        return None
    for at in range(1, len(name)):
        first, last = name[at - 1], name[at]
        for person in context.index.people.by_surname.get(username_form(last.text), ()):
            is_unknown = first.text not in TITLES and _is_unknown(first, context.index.text)
            if is_unknown and not _is_form(first, person):
                return _found("person", name[at - 1 : at + 1], person.result_value)
    return None


def _is_form(word: Word, of: ResultPerson) -> bool:
    """Whether a word is a form of a name, or short for it: `Pujols` of Jordi Pujol, `Tom`."""
    said = username_form(word.text)
    return any(said.startswith(each) or each.startswith(said) for each in of.words)


def _company(name: Sequence[Word], context: ClauseContext) -> FactFinding | None:
    """A company that no result has, where all records that this may be about are of another."""
    if _is_denied(name, context) or any(word.text in PRODUCTS for word in name):
        return None
    last = next((at for at, word in enumerate(name) if at and word.text in _ORGANISATIONS), 0)
    own = name[: last + 1]
    while own and not (_is_unknown(own[0], context.index.text) or _begins(own, context.index)):
        own = own[1:]
    is_name = _FEWEST <= len(own) <= _LONGEST
    if not is_name or not _is_customers(own, context) or _stands(own, context):
        return None
    known = _of_records(context, own[0].start, "customer")
    return _found("customer", own, known) if known is not None else None


def _is_denied(name: Sequence[Word], context: ClauseContext) -> bool:
    """Whether a word right before a name denies: `not with Peter Lindqvist`."""
    at = _place(name, context)
    return is_denied(context.clause.words[max(0, at - _NEAR) : at])


def _place(name: Sequence[Word], context: ClauseContext) -> int:
    """The place in its clause of the first word of a name."""
    return place_at(context.clause.words, name[0].start)


def _is_customers(name: Sequence[Word], context: ClauseContext) -> bool:
    """Whether a clause says that something is of a company, or that it is the customer."""
    words, at = context.clause.words, _place(name, context)
    is_called = any(word.says("label:customer") for word in words)
    leads = at == 0 and any(word.text in _TELLING for word in words)
    line, before = context.clause.sentence, context.clause.at + at
    is_bracketed = before > 1 and line[before - 1].text == "(" and is_ticket(line[before - 2].text)
    leads = leads or is_bracketed  # `SCS0012345 (Kestrel Ferries)`
    return is_called or leads or (at > 0 and words[at - 1].text in _OF_CUSTOMERS)


def _begins(name: Sequence[Word], index: Index) -> bool:
    """Whether a name begins as that of a customer, and ends in a word of its own."""
    begin = " ".join(word.text for word in name[:-1])
    is_other = len(name) > 1 and _is_unknown(name[-1], index.text)
    return is_other and any(each.startswith(f"{begin} ") for each in index.owners.customers)


def _of_records(context: ClauseContext, at: int, field: str) -> ResultValue | None:
    """What records that a name may be about have in a field, where it is one and the same."""
    known = [each for record in context.about(at) for each in record.values(field)]
    return known[0] if len({folded(each.text) for each in known}) == 1 else None


def _is_unknown(word: Word, text: WrittenText) -> bool:
    return word.text not in text.words and not word.means and len(word.text) >= _SHORTEST


def _stands(name: Sequence[Word], context: ClauseContext) -> bool:
    """Whether results have a name, with or without the form of the company."""
    words = [word.text for word in name if word.text not in FIRMS]
    return context.index.passages.tells(" ".join(words))


def _found(kind: FactKind, name: Sequence[Word], known: ResultValue) -> FactFinding:
    return FactFinding(name[0].start, name[-1].end, kind, "contradicted", known)
