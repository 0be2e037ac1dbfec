"""What is asked for where the caller may know of some customers only: what is theirs or nobody's.

A customer is a company by its name or sys_id, of cases also an account by its number. A list may be
too long for one query, so there are as many queries as it takes. A name that cannot be asked for,
such as one with a caret in it, is left out: who is to see such a customer has its account number.
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
"""Clauses of one of several queries, which together ask for what is theirs or nobody's."""

_SYS_ID: Final = re.compile("[0-9a-f]{32}")


def of_company(field: str, customers: Customers) -> Sequence[CustomerClauses]:
    """The company that a field refers to is one of these, or there is none."""
    return [
        [] if names is None else [any_of([*_among(field, names), is_empty(field)])]
        for names in _batches(customers)
    ]


def of_account(customers: Customers) -> Sequence[CustomerClauses]:
    """The account is one of these; where there is none, the company is, or there is none either."""
    return [[] if names is None else [*_accounts(names)] for names in _batches(customers)]


def _accounts(names: Sequence[str]) -> Iterator[Clause]:
    account = [*_among("account", names), *all_among("account.number", names)]
    yield any_of([*account, is_empty("account")])
    yield any_of([*_among("company", names), is_empty("company"), is_not_empty("account")])


def _among(field: str, names: Sequence[str]) -> Iterator[Clause]:
    """The company that a field refers to has one of these names, or is of one of these sys_ids."""
    yield from all_among(f"{field}.name", [each for each in names if not _SYS_ID.fullmatch(each)])
    yield from all_among(field, list(filter(_SYS_ID.fullmatch, names)))


def _batches(customers: Customers) -> Sequence[Sequence[str] | None]:
    """The names for each query: None for all customers; none where there is none to ask for."""
    return [None] if customers.all else [*in_batches(sorted(customers.names))] or [()]
