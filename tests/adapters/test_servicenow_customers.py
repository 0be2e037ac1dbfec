"""What ServiceNow is asked for where the caller may know of some customers only."""

from recollect.adapters.servicenow.customers import of_account, of_company
from recollect.adapters.servicenow.query import all_of
from recollect.core.customers import ALL_CUSTOMERS, Customers
from tests.cases import each_case


def asked(*names: str) -> str:
    return all_of([*of_company("company", Customers.of(names))]).text


def test_a_company_is_one_of_the_customers_or_there_is_none() -> None:
    assert asked("Kestrel", "Altus") == "company.nameINaltus,kestrel^ORcompanyISEMPTY"


def test_a_name_with_a_comma_is_asked_for_whole() -> None:
    assert asked("Harbor, Inc.") == "company.name=harbor, inc.^ORcompanyISEMPTY"


def test_a_case_is_of_its_account_and_without_one_of_its_company() -> None:
    assert all_of([*of_account(Customers.of(["Altus"]))]).text == (
        "account.nameINaltus^ORaccount.numberINaltus^ORaccountISEMPTY"
        "^company.nameINaltus^ORcompanyISEMPTY^ORaccountISNOTEMPTY"
    )


def test_all_customers_are_not_asked_for() -> None:
    assert [*of_company("company", ALL_CUSTOMERS), *of_account(ALL_CUSTOMERS)] == []


@each_case(
    "names",
    [
        ["Altus", "x^ORactive=true"],
        ["^NQactive=true"],
        ["javascript:gs.getUserID()"],
        ["NULL"],
        [f"customer {n}" for n in range(51)],
        ["x" * 250, "y" * 250],
    ],
)
def test_nothing_is_said_where_not_every_name_can_be_asked_for(names: list[str]) -> None:
    customers = Customers.of(names)

    assert [*of_company("company", customers), *of_account(customers)] == []
