"""The tool `list_service_cases`: lists the cases that match filters, one line each."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from recollect.core.degradation import Degradation
from recollect.core.messages import CamelMessage, Moment, Omittable
from recollect.servicedesk.tickets import ServiceDesk, Ticket, TicketSearch
from recollect.tools.arguments import Limit, ShortText, given
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

    `total` is how many cases match in all; left out if that is unknown.
    """

    cases: tuple[Ticket, ...]
    total: Omittable[int] = None
    matched: Omittable[Matched] = None
    cases_search_summary: str


def tools(desk: ServiceDesk, aliases: CustomerAliases) -> Iterator[Tool[Any]]:
    """The tool of this module, with a service desk and the aliases of customers."""
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
    arguments: ListServiceCases,
) -> Output:
    degradation = Degradation()
    customer = await aliases.customer(arguments.customer, degradation)
    found = await desk.tickets("case", _search_of(arguments, customer))
    summary = (
        search_summary(found.tickets, found.total, filters_in_words(arguments))
        if found.tickets
        else nothing_found("cases", arguments.active, _filters(arguments))
    )
    names = matched(
        found.tickets,
        customer=arguments.customer,
        assigned_to=arguments.assigned_to,
        assignment_group=arguments.assignment_group,
    )
    result = CaseListOutput(
        cases=tuple(found.tickets),
        total=found.total,
        matched=names,
        cases_search_summary=summary,
    )
    return Output.of(result, degradation)


def filters_in_words(arguments: ListServiceCases) -> str:
    """The filters in words: `vpn, state Open, priority 1`; `all cases` without any."""
    active = None if arguments.active is None else ("active" if arguments.active else "closed")
    return ", ".join(filter(None, (*_filters(arguments), active))) or "all cases"


def _filters(arguments: ListServiceCases) -> Sequence[str | None]:
    """The filters in words, without `active`."""
    return (
        arguments.query,
        arguments.state and f"state {arguments.state}",
        f"priority {arguments.priority}" if arguments.priority else None,
        arguments.customer and f"customer {arguments.customer}",
        arguments.assigned_to and f"assigned to {arguments.assigned_to}",
        arguments.assignment_group and f"group {arguments.assignment_group}",
        f"opened after {arguments.opened_after:%Y-%m-%d}" if arguments.opened_after else None,
        f"opened before {arguments.opened_before:%Y-%m-%d}" if arguments.opened_before else None,
    )


def _search_of(arguments: ListServiceCases, customer: str | None) -> TicketSearch:
    return TicketSearch(
        words=search_words(arguments.query) if arguments.query else (),
        account=customer or "",
        **given(arguments, "query", "customer"),
    )
