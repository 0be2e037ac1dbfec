"""What is asked for where the caller may know of some customers only: what is theirs or nobody's.

A customer is a company by its name, of cases also an account by its number. Where a name cannot be
asked for, such as one with a caret in it, or there are too many for a query, nothing is said of
customers here, and the core leaves out what is not theirs of what is answered.
"""

from collections.abc import Iterator

from recollect.adapters.servicenow.query import Clause, all_among, any_of, is_empty, is_not_empty
from recollect.core.customers import Customers


def of_company(field: str, customers: Customers) -> Iterator[Clause]:
    """The company that a field refers to is one of these, or there is none."""
    if (among := _among(f"{field}.name", customers)) is not None:
        yield any_of([among, is_empty(field)])


def of_account(customers: Customers) -> Iterator[Clause]:
    """The account is one of these; where there is none, the company is, or there is none either."""
    by_name, by_number = (_among(f"account.{each}", customers) for each in ("name", "number"))
    company = _among("company.name", customers)
    if by_name is None or by_number is None or company is None:
        return
    yield any_of([by_name, by_number, is_empty("account")])
    yield any_of([company, is_empty("company"), is_not_empty("account")])


def _among(field: str, customers: Customers) -> Clause | None:
    if customers.all:
        return None
    return all_among(field, sorted(customers.names))
