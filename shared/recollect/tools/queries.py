"""Choose the words of a query to search for, and rank tickets by how well they match it."""

from collections.abc import Sequence
from typing import Final

from recollect.language.terms import content_terms, terms
from recollect.relevance.identifiers import identifiers
from recollect.servicedesk.tickets import Ticket

_MAX_WORDS: Final = 8
# More than are kept, since some terms have no content.
_MAX_TERMS_READ: Final = 4 * _MAX_WORDS


def search_words(query: str) -> tuple[str, ...]:
    """At most eight search words: identifiers unsplit, longest first, then content words.

    Single letters and digits are left out, since almost every text has them. If no word is left,
    the whole query is searched for.
    """
    named = sorted(identifiers(query), key=lambda each: (-len(each), each))
    rest = query.casefold()
    for identifier in named:
        rest = rest.replace(identifier, " ")
    content = [term for term in content_terms(rest, _MAX_TERMS_READ) if _has_content(term)]
    return tuple([*named, *content][:_MAX_WORDS]) or (query,)


def by_relevance(tickets: Sequence[Ticket], query: str) -> list[Ticket]:
    """The tickets with most of the query's words first; equal ones stay in their order.

    A word in the short description counts twice, the ticket's number more than all words.
    """
    asked = terms(query)
    named = asked | identifiers(query)

    def matches(ticket: Ticket) -> tuple[bool, int]:
        title, text = terms(ticket.short_description), terms(ticket.description)
        return ticket.number.casefold() in named, 2 * len(asked & title) + len(asked & text)

    return sorted(tickets, key=matches, reverse=True)


def _has_content(term: str) -> bool:
    return len(term) > 1 or not term.isascii()
