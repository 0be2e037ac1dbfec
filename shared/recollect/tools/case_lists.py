"""The tool `list_service_cases`: cases by what is known of them, one line each."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from recollect.core.degradation import Degradation
from recollect.core.messages import CamelMessage, Moment, Omittable
from recollect.servicedesk.tickets import ServiceDesk, Ticket, TicketSearch
from recollect.tools.arguments import Limit, ShortText
from recollect.tools.matching import CustomerAliases, Matched, matched
from recollect.tools.queries import search_words
from recollect.tools.summaries.listings import nothing_found, search_summary
from recollect.tools.tool import Output, Tool, at_any_time


class ListServiceCases(CamelMessage):
    """Filters, all of which must hold."""

    query: Annotated[ShortText | None, Field(description="Words, of which a case says one.")] = None
    state: Annotated[ShortText | None, Field(description="As shown, such as Open.")] = None
    priority: Annotated[
        Literal[1, 2, 3, 4, 5] | None, Field(description="1 is critical, 2 high, 4 low.")
    ] = None
    customer: Annotated[
        ShortText | None, Field(description="A part of its name, an alias, or its account number.")
    ] = None
    assigned_to: Annotated[ShortText | None, Field(description="A part of the person's name.")] = (
        None
    )
    assignment_group: Annotated[
        ShortText | None, Field(description="A part of the group's name.")
    ] = None
    opened_after: Annotated[Moment | None, Field(description="ISO 8601 with a time zone.")] = None
    opened_before: Annotated[Moment | None, Field(description="ISO 8601 with a time zone.")] = None
    active: Annotated[bool | None, Field(description="Only open ones, or only closed.")] = None
    limit: Limit = 10


class CaseListOutput(CamelMessage):
    """Cases, as data and as a summary.

    `total` is how many there are in all; left out where that cannot be told.
    """

    cases: tuple[Ticket, ...]
    total: Omittable[int] = None
    matched: Omittable[Matched] = None
    cases_search_summary: str


def tools(desk: ServiceDesk, aliases: CustomerAliases) -> Iterator[Tool[Any]]:
    """The tool of this module, over a desk, by names and aliases of customers."""
    yield Tool(
        "list_service_cases",
        "Customer service cases by state, priority, customer, assignee, group, time or words. "
        "casesSearchSummary lists them, and how they were resolved if several agree.",
        ListServiceCases,
        at_any_time(partial(_list, desk, aliases)),
    )


async def _list(
    desk: ServiceDesk,
    aliases: CustomerAliases,
    asked: ListServiceCases,
) -> Output:
    degradation = Degradation()
    customer = await aliases.customer(asked.customer, degradation)
    found = await desk.tickets("case", _search_of(asked, customer))
    summary = (
        search_summary(found.tickets, found.total, filters_in_words(asked))
        if found.tickets
        else nothing_found("cases", asked.active, _filters(asked))
    )
    names = matched(
        found.tickets,
        customer=asked.customer,
        assigned_to=asked.assigned_to,
        assignment_group=asked.assignment_group,
    )
    result = CaseListOutput(
        cases=tuple(found.tickets),
        total=found.total,
        matched=names,
        cases_search_summary=summary,
    )
    return Output.of(result, degradation)


def filters_in_words(asked: ListServiceCases) -> str:
    """The filters in words: `vpn, state Open, priority 1`; `all cases` without any."""
    active = None if asked.active is None else ("active" if asked.active else "closed")
    return ", ".join(filter(None, (*_filters(asked), active))) or "all cases"


def _filters(asked: ListServiceCases) -> Sequence[str | None]:
    """All but whether they are open."""
    return (
        asked.query,
        asked.state and f"state {asked.state}",
        f"priority {asked.priority}" if asked.priority else None,
        asked.customer and f"customer {asked.customer}",
        asked.assigned_to and f"assigned to {asked.assigned_to}",
        asked.assignment_group and f"group {asked.assignment_group}",
        f"opened after {asked.opened_after:%Y-%m-%d}" if asked.opened_after else None,
        f"opened before {asked.opened_before:%Y-%m-%d}" if asked.opened_before else None,
    )


def _search_of(asked: ListServiceCases, customer: str | None) -> TicketSearch:
    return TicketSearch(
        words=search_words(asked.query) if asked.query else (),
        state=asked.state or "",
        priority=asked.priority,
        account=customer or "",
        assigned_to=asked.assigned_to or "",
        assignment_group=asked.assignment_group or "",
        opened_after=asked.opened_after,
        opened_before=asked.opened_before,
        active=asked.active,
        limit=asked.limit,
    )
