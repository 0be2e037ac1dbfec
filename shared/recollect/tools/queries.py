"""What a query in words asks for, and what answers it best."""

from collections.abc import Sequence
from typing import Final

from recollect.language.terms import content_terms, terms
from recollect.relevance.identifiers import identifiers
from recollect.servicedesk.tickets import Ticket

_MOST_WORDS: Final = 8
# More, since some of them tell nothing.
_MOST_READ: Final = 4 * _MOST_WORDS


def search_words(query: str) -> tuple[str, ...]:
    """At most eight things to look for: identifiers whole, longest first, then telling words.

    A single letter or digit tells nothing, for almost everything has it. Where nothing is telling,
    all of the query is looked for.
    """
    named = sorted(identifiers(query), key=lambda each: (-len(each), each))
    rest = query.casefold()
    for each in named:
        rest = rest.replace(each, " ")
    content = [term for term in content_terms(rest, _MOST_READ) if _has_content(term)]
    return tuple([*named, *content][:_MOST_WORDS]) or (query,)


def by_relevance(tickets: Sequence[Ticket], query: str) -> list[Ticket]:
    """Those that say most of the query's words first; among equals the order stays.

    A word in the short description counts twice, the number itself more than all words.
    """
    asked = terms(query)
    named = asked | identifiers(query)

    def matches(ticket: Ticket) -> tuple[bool, int]:
        title, text = terms(ticket.short_description), terms(ticket.description)
        return ticket.number.casefold() in named, 2 * len(asked & title) + len(asked & text)

    return sorted(tickets, key=matches, reverse=True)


def _has_content(term: str) -> bool:
    return len(term) > 1 or not term.isascii()
