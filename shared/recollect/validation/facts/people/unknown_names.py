"""Find companies and people in no result, which an answer names instead of the results' own.

`Kestrel Airways` for Kestrel Ferries, `Ingrid Sæther` for Jorunn Sæther. A name that stands
anywhere in the results is not wrong here: it may be a vendor's.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import is_ticket
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicons.organisations import FIRMS, PRODUCTS, TRADES
from recollect.validation.grammar.words import (
    Word,
    any_among,
    any_means,
    is_denied,
    place_at,
    word_set,
)
from recollect.validation.known.index import Index
from recollect.validation.known.record_models import ResultValue, values_of
from recollect.validation.known.values import TITLES, username_form
from recollect.validation.known.written_text import WrittenText
from recollect.validation.models import FactKind

_ORGANISATIONS: Final = FIRMS | TRADES
"""Words such as `Ferries`: the name of a company must have one to be read here."""

_BEFORE_CUSTOMER: Final = word_set("""
    of for at from by fur bei von vom pour chez de du para por da do di per van voor bij to is was
    era es ist war est etait
""")
"""Words before the name of a customer."""

_JOINTS: Final = frozenset([" ", " & "])
_OPENING_VERBS: Final = word_set("reported raised opened called asked complained")
_MIN_UNKNOWN_LENGTH: Final = 3
_MIN_NAME_WORDS: Final = 2
_MAX_WORDS_TO_DENIAL: Final = 4
_MAX_COMPANY_WORDS: Final = 5
_MAX_NAME_WORDS: Final = 12
"""Capitalised words in a row that may be a name: more are a heading."""


def unknown_name_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on names of people and companies in a clause with capitals."""
    for name in _names(context):
        found = _person(name, context) or _company(name, context)
        if found is not None and not _is_denied(name, context):
            yield found


def _names(context: ClauseContext) -> Iterator[Sequence[Word]]:
    """The names in a clause: two to twelve capitalised words with a space or `&` between them."""
    answer, words = context.answer, context.clause.words
    capital = [word for word in words if word.form == "word" and context.is_capitalised(word)]
    name = capital[:1]
    for word in capital[1:]:
        if answer[name[-1].end : word.start] in _JOINTS:
            name.append(word)
            continue
        if _MIN_NAME_WORDS <= len(name) <= _MAX_NAME_WORDS:
            yield name
        name = [word]
    if _MIN_NAME_WORDS <= len(name) <= _MAX_NAME_WORDS:
        yield name


def _person(name: Sequence[Word], context: ClauseContext) -> FactFinding | None:
    """The finding on a person with a surname of the results and a first name that they lack."""
    for at in range(1, len(name)):
        first, last = name[at - 1], name[at]
        for person in context.index.people.by_surname.get(username_form(last.text), ()):
            if first.text not in TITLES and _is_unknown(first, context.index.text):
                return _contradiction("person", name[at - 1 : at + 1], person.result_value)
    return None


def _company(name: Sequence[Word], context: ClauseContext) -> FactFinding | None:
    """The finding on a company in no result, where the records it may be about have another one."""
    if any_among(name, PRODUCTS):
        return None
    last = next((at for at, word in enumerate(name) if at and word.text in _ORGANISATIONS), 0)
    own = name[: last + 1]
    while own and not (
        _is_unknown(own[0], context.index.text) or _begins_like_customer(own, context.index)
    ):
        own = own[1:]
    is_name = _MIN_NAME_WORDS <= len(own) <= _MAX_COMPANY_WORDS
    if not is_name or not _is_called_customer(own, context):
        return None
    known = _common_value(context, own[0].start, "customer")
    return _contradiction("customer", own, known) if known is not None else None


def _is_denied(name: Sequence[Word], context: ClauseContext) -> bool:
    """Whether a word shortly before a name denies: `not with Peter Lindqvist`."""
    at = _place(name, context)
    return is_denied(context.clause.words[max(0, at - _MAX_WORDS_TO_DENIAL) : at])


def _place(name: Sequence[Word], context: ClauseContext) -> int:
    """The place of the first word of a name in the clause."""
    return place_at(context.clause.words, name[0].start)


def _is_called_customer(name: Sequence[Word], context: ClauseContext) -> bool:
    """Whether a clause calls a company the customer, or says that something is theirs."""
    words, at = context.clause.words, _place(name, context)
    is_called = any_means(words, "label:customer")
    leads = at == 0 and any_among(words, _OPENING_VERBS)
    line, before = context.clause.sentence, context.clause.at + at
    is_bracketed = before > 1 and line[before - 1].text == "(" and is_ticket(line[before - 2].text)
    leads = leads or is_bracketed  # `SCS0012345 (Kestrel Ferries)`
    return is_called or leads or (at > 0 and words[at - 1].text in _BEFORE_CUSTOMER)


def _begins_like_customer(name: Sequence[Word], index: Index) -> bool:
    """Whether a name begins like a customer's, and ends in a word that no result has."""
    beginning = " ".join(word.text for word in name[:-1])
    is_other = len(name) > 1 and _is_unknown(name[-1], index.text)
    return is_other and any(each.startswith(f"{beginning} ") for each in index.owners.customers)


def _common_value(context: ClauseContext, at: int, field: str) -> ResultValue | None:
    """The value of a field, where all records that a name may be about have the same one."""
    known = values_of(context.about(at), field)
    return known[0] if len({folded(each.text) for each in known}) == 1 else None


def _is_unknown(word: Word, text: WrittenText) -> bool:
    """Whether neither the results nor the lexicon have a word of three letters or more."""
    return word.text not in text.words and not word.means and len(word.text) >= _MIN_UNKNOWN_LENGTH


def _contradiction(kind: FactKind, name: Sequence[Word], known: ResultValue) -> FactFinding:
    return contradiction(name, kind, known)
