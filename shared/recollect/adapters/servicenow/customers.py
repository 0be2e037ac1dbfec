"""Restricts queries to rows of the customers that the caller may know of, or of no customer.

A customer is a company, by its name or sys_id; for cases it is also an account, by its number. A
list of customers may be too long for one query, so there are as many queries as it takes. A name
that a query cannot express, such as one with a caret in it, is left out: a caller who is to see
such a customer needs its account number among the customers.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.adapters.servicenow.query import (
    Clause,
    all_among,
    any_of,
    in_batches,
    is_empty,
    is_not_empty,
)
from recollect.core.customers import Customers

CustomerClauses = Sequence[Clause]
"""The clauses of one of several queries, which together find rows of the customers or of nobody."""

_SYS_ID: Final = re.compile("[0-9a-f]{32}")


def of_company(field: str, customers: Customers) -> Sequence[CustomerClauses]:
    """For each query: the company that `field` refers to is one of these, or is empty."""
    return [
        [] if names is None else [any_of([*_among(field, names), is_empty(field)])]
        for names in _batches(customers)
    ]


def of_account(customers: Customers) -> Sequence[CustomerClauses]:
    """For each query: the account is one of these; or, without an account, the company is.

    Or there is neither an account nor a company.
    """
    return [[] if names is None else [*_accounts(names)] for names in _batches(customers)]


def _accounts(names: Sequence[str]) -> Iterator[Clause]:
    account = [*_among("account", names), *all_among("account.number", names)]
    yield any_of([*account, is_empty("account")])
    yield any_of([*_among("company", names), is_empty("company"), is_not_empty("account")])


def _among(field: str, names: Sequence[str]) -> Iterator[Clause]:
    """The company that `field` refers to has one of these names or sys_ids."""
    yield from all_among(f"{field}.name", [name for name in names if not _SYS_ID.fullmatch(name)])
    yield from all_among(field, list(filter(_SYS_ID.fullmatch, names)))


def _batches(customers: Customers) -> Sequence[Sequence[str] | None]:
    """The names for each query: None for all customers, empty if no name can be asked for."""
    return [None] if customers.all else [*in_batches(sorted(customers.names))] or [()]
