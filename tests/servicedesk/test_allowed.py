"""Answers of the desk and the CMDB are reduced to the customers that a caller is allowed."""

from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers
from recollect.servicedesk.allowed import AllowedCmdb, AllowedDesk
from recollect.servicedesk.items import ConfigurationItem, ItemRelation, ItemSearch, Mentions
from recollect.servicedesk.tickets import Ticket, TicketSearch
from tests.cases import each_case
from tests.tools.fakes import Desk, Items

ALTUS = Customers.of(["Altus", "ACCT2"])


def ticket(number: str, **known: str) -> Ticket:
    return Ticket(sys_id=number, number=number, **known)


KNOWN = (
    ticket("SCS1", account="ALTUS"),
    ticket("SCS2", account="Beta", account_number="ACCT2"),
    ticket("SCS3"),
    ticket("SCS4", account="Kestrel", account_sys_id="c1"),
    ticket("SCS5", account_sys_id="c1"),
)
OURS = {"SCS1", "SCS2", "SCS3"}


def item(name: str, company: str = "", company_sys_id: str = "") -> ConfigurationItem:
    return ConfigurationItem(sys_id=name, name=name, company=company, company_sys_id=company_sys_id)


FIREWALL, SHARED = item("fw", "Altus", "a"), item("shared")
THEIRS, UNREADABLE = item("theirs", "Kestrel", "c1"), item("unreadable", "", "c1")


async def test_tickets_of_other_customers_are_neither_found_nor_counted() -> None:
    desk = AllowedDesk(Desk(known=KNOWN), ALTUS)
    found = await desk.tickets("case", TicketSearch())

    assert {each.number for each in found.tickets} == OURS
    assert found.total == len(OURS)
    for each in KNOWN:
        assert (await desk.ticket("case", each.number) is not None) == (each.number in OURS)


async def test_the_total_is_given_if_all_returned_tickets_are_the_callers() -> None:
    desk = AllowedDesk(Desk(known=KNOWN[:2], total=70), ALTUS)

    assert (await desk.tickets("case", TicketSearch())).total == 70


async def test_the_total_is_omitted_if_it_counts_tickets_of_other_customers() -> None:
    desk = AllowedDesk(Desk(known=KNOWN, total=70), ALTUS)

    assert (await desk.tickets("case", TicketSearch())).total is None


@each_case(("customers", "seen"), [(ALL_CUSTOMERS, len(KNOWN)), (NO_CUSTOMERS, 1)])
async def test_all_customers_sees_every_ticket_and_no_customers_only_unassigned_ones(
    customers: Customers, seen: int
) -> None:
    found = await AllowedDesk(Desk(known=KNOWN), customers).tickets("case", TicketSearch())

    assert len(found.tickets) == seen


async def test_items_of_other_customers_are_neither_found_nor_related() -> None:
    related = [
        ItemRelation(FIREWALL, each, "Uses::Used by") for each in (SHARED, THEIRS, UNREADABLE)
    ]
    cmdb = AllowedCmdb(Items(known=[FIREWALL, SHARED, THEIRS, UNREADABLE], related=related), ALTUS)

    assert await cmdb.items(ItemSearch()) == [FIREWALL, SHARED]
    assert await cmdb.relations(Mentions(sys_ids=("fw",)), 9) == related[:1]
