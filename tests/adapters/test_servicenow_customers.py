"""What ServiceNow is asked for when the caller may know about some customers only."""

import httpx
import pytest

from recollect.adapters.servicenow.accounts import ServiceNowAccounts
from recollect.adapters.servicenow.cmdb import ServiceNowCmdb
from recollect.adapters.servicenow.customers import of_account, of_company
from recollect.adapters.servicenow.desk import ServiceNowDesk
from recollect.adapters.servicenow.query import all_of
from recollect.adapters.servicenow.tables import ServiceNow
from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.servicedesk.items import ItemSearch, Mentions
from recollect.servicedesk.tickets import TicketSearch
from tests.adapters.services import servicenow
from tests.cases import each_case

OURS, OUR_NUMBER = "Altus Community Healthcare", "ACCT0001001"
MANY = Customers.of([OURS, *(f"Customer {n} & Sons" for n in range(120))])


@pytest.fixture
def instance(http_client: httpx.AsyncClient, servicenow_url: str) -> ServiceNow:
    return servicenow(http_client, servicenow_url)


async def insert(instance: ServiceNow, table: str, **row: str) -> str:
    return (await instance.insert(table, row, ("sys_id",))).value("sys_id")


def query_for(*names: str) -> str:
    (scope,) = of_company("company", Customers.of(names))
    return all_of(scope).text


def test_the_query_wants_one_of_the_customers_or_no_company() -> None:
    assert query_for("Kestrel", "Altus") == "company.nameINaltus,kestrel^ORcompanyISEMPTY"


def test_a_name_with_a_comma_is_asked_for_whole() -> None:
    assert query_for("Harbor, Inc.") == "company.name=harbor, inc.^ORcompanyISEMPTY"


def test_a_company_is_also_asked_for_by_its_sys_id() -> None:
    assert query_for("0f" * 16, "Altus") == (
        f"company.nameINaltus^ORcompanyIN{'0f' * 16}^ORcompanyISEMPTY"
    )


def test_a_case_belongs_to_its_account_or_else_to_its_company() -> None:
    (scope,) = of_account(Customers.of(["Altus"]))

    assert all_of(scope).text == (
        "account.nameINaltus^ORaccount.numberINaltus^ORaccountISEMPTY"
        "^company.nameINaltus^ORcompanyISEMPTY^ORaccountISNOTEMPTY"
    )


def test_a_caller_of_all_customers_adds_no_condition() -> None:
    assert of_company("company", ALL_CUSTOMERS) == of_account(ALL_CUSTOMERS) == [[]]


@each_case("name", ["x^ORactive=true", "^NQactive=true", "javascript:gs.getUserID()", "NULL"])
def test_a_name_that_cannot_be_asked_for_is_left_out(name: str) -> None:
    assert query_for("Altus", name) == query_for("Altus")
    assert query_for(name) == "companyISEMPTY"


def test_names_that_do_not_fit_into_one_query_are_split_over_several() -> None:
    names = [f"customer {n}" for n in range(120)] + ["x" * 250, "y" * 250]
    scopes = of_company("company", Customers.of(names))

    assert 3 < len(scopes) < 12
    texts = [all_of(scope).text for scope in scopes]
    assert all(len(text) < 500 for text in texts)
    for name in names:
        assert sum(f"{name}," in f"{text.replace('^', ',')}," for text in texts) == 1, name


async def test_a_caller_with_many_customers_finds_the_same_tickets_as_one_with_a_single_customer(
    instance: ServiceNow,
) -> None:
    one, many = (ServiceNowDesk(instance, each) for each in (Customers.of([OURS]), MANY))
    for kind in ("case", "incident"):
        search = TicketSearch(limit=50)
        assert await many.tickets(kind, search) == await one.tickets(kind, search)
        first = await many.tickets(kind, TicketSearch(limit=1))
        assert first.tickets == (await one.tickets(kind, TicketSearch(limit=1))).tickets
        # Each query also counts the rows that belong to no customer.
        assert first.total is None
    assert await many.ticket("case", "SCS0001234") == await one.ticket("case", "SCS0001234")
    assert await many.ticket("case", "SCS0001234") is not None


async def test_a_caller_with_many_customers_finds_the_same_items(instance: ServiceNow) -> None:
    one, many = (ServiceNowCmdb(instance, each) for each in (Customers.of([OURS]), MANY))
    search = ItemSearch(words=("firewall",), limit=3)
    found = await one.items(search)

    assert await many.items(search) == found != []
    ends = Mentions(sys_ids=tuple(each.sys_id for each in found))
    related = await one.relations(ends, 50)
    assert related != []
    assert set(related) <= set(await many.relations(ends, 50))


async def test_an_account_is_named_by_its_name_or_by_its_sys_id_if_others_share_the_name(
    instance: ServiceNow,
) -> None:
    accounts = ServiceNowAccounts(instance)
    assert await accounts.names([OUR_NUMBER.lower()]) == [OURS]

    # Another account of the same name: from now on only the sys_id distinguishes them.
    await insert(instance, "customer_account", name="Twin Foods", number="ACCT0555001")
    second = await insert(instance, "customer_account", name="TWIN FOODS", number="ACCT0555002")
    assert await accounts.names(["ACCT0555002"]) == [second]
    assert await accounts.names([second]) == [second]
    both = await accounts.names(["ACCT0555001", "ACCT0555002"])
    assert both == ["Twin Foods", "TWIN FOODS"]


async def test_an_account_whose_name_cannot_be_asked_for_is_named_by_its_sys_id(
    instance: ServiceNow,
) -> None:
    odd = await insert(instance, "customer_account", name="A^B <Ltd>", number="ACCT0555003")

    assert await ServiceNowAccounts(instance).names(["ACCT0555003"]) == [odd]


async def test_all_numbers_are_looked_up_however_many(instance: ServiceNow) -> None:
    numbers = [f"ACCT09{n:05}" for n in range(120)]

    assert await ServiceNowAccounts(instance).names([*numbers, OUR_NUMBER]) == [OURS]
    assert await ServiceNowAccounts(instance).names(numbers) == []
