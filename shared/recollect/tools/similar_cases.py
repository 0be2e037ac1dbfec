"""The tool `searchSimilarCases`: resolved cases like a problem, and their common pattern."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from recollect.core.degradation import Degradation
from recollect.core.messages import CamelMessage, Message, Omittable, Query
from recollect.knowledge.similar_cases import FoundCase, RankedCase, SimilarCase, SimilarCaseFinder
from recollect.language.terms import content_terms, terms, words
from recollect.servicedesk.tickets import ServiceDesk, Ticket, TicketSearch
from recollect.tools.arguments import Limit, ShortText
from recollect.tools.matching import CustomerAliases, Matched
from recollect.tools.summaries.patterns import PatternCase, pattern_summary
from recollect.tools.tool import Output, Tool, at_any_time

_NOTHING: Final = "No similar cases are known."
# It consists of words that an answer need not repeat.
_NO_PATTERN: Final = "No pattern found."
_MAX_TERMS: Final = 24
# The relevance (0…1) from which a case may describe the same problem in other words.
_MIN_RELEVANCE: Final = 0.5
_GENERAL_TERMS: Final = frozenset(
    term
    for word in words(
        "bad broke broken cannot case customer defect down error fail failed failing failure fix "
        "help issue machine not problem replace server service slow stopped support system user "
        "work working wrong"
    )
    for term in terms(word)
)


class SearchSimilarCases(Message):
    """The problem to find similar cases for."""

    query: Annotated[Query, StringConstraints(min_length=3), Field(description="The problem.")]
    customer: Annotated[
        ShortText | None,
        Field(description="Whose cases come first; matched tells whether any of them is theirs."),
    ] = None
    limit: Limit = 5


class SimilarCasesOutput(CamelMessage):
    """Resolved cases, without any details, and what they have in common."""

    similar_cases: tuple[SimilarCase, ...]
    pattern_summary: Annotated[str, Field(alias="pattern_summary")]
    matched: Omittable[Matched] = None


def tools(
    finder: SimilarCaseFinder, desk: ServiceDesk | None, aliases: CustomerAliases
) -> Iterator[Tool[Any]]:
    """The tool of this module. Without a `desk`, causes and priorities are unknown."""
    yield Tool(
        "searchSimilarCases",
        "Resolved cases like a problem. pattern_summary tells what they have in common; tell "
        "the pattern, not the single cases.",
        SearchSimilarCases,
        at_any_time(partial(_search, finder, desk, aliases)),
    )


async def _search(
    finder: SimilarCaseFinder,
    desk: ServiceDesk | None,
    aliases: CustomerAliases,
    arguments: SearchSimilarCases,
) -> Output:
    degradation = Degradation()
    names = await aliases.names(arguments.customer, degradation)
    found = await finder.find(arguments.query, names, (), arguments.limit)
    cases = [each.found for each in found]
    tickets = await degradation.result_or("ticketDetails", {}, _tickets(desk, cases))
    pattern = pattern_summary(
        [
            _pattern_case(each.found, tickets.get(each.found.case_number.casefold()))
            for each in found
            if _is_alike(arguments.query, each)
        ]
    )
    customers = dict.fromkeys(each.company for each in cases if each.is_of(names) and each.company)
    result = SimilarCasesOutput(
        similar_cases=tuple(each.shown() for each in found),
        pattern_summary=(pattern or _NO_PATTERN) if found else _NOTHING,
        matched=Matched(customer=tuple(customers)) if arguments.customer else None,
    )
    return Output.of(result, degradation)


def _is_alike(query: str, case: RankedCase) -> bool:
    """Whether a case is about the problem: it is very relevant, or shares a distinctive word.

    Words such as "broken" and "slow" are used of everything, so they do not count: a coffee machine
    is no issue of storage.
    """
    content = content_terms(query, _MAX_TERMS).keys()
    distinctive = content - _GENERAL_TERMS or content
    return case.relevance >= _MIN_RELEVANCE or not distinctive.isdisjoint(terms(case.found.text))


async def _tickets(desk: ServiceDesk | None, cases: Sequence[FoundCase]) -> dict[str, Ticket]:
    if desk is None or not cases:
        return {}
    numbers = tuple(each.case_number for each in cases)
    known = await desk.tickets("case", TicketSearch(numbers=numbers, limit=len(numbers)))
    return {each.number.casefold(): each for each in known.tickets}


def _pattern_case(case: FoundCase, ticket: Ticket | None) -> PatternCase:
    if ticket is None:
        return PatternCase(case.text, names=(case.company or "",))
    return PatternCase(
        case.text,
        title=ticket.short_description,
        cause=f"{ticket.cause}\n{ticket.close_notes}".strip(),
        priority=ticket.priority,
        names=(ticket.account, case.company or "", ticket.contact, ticket.assigned_to),
    )
