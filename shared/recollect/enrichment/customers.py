"""The customers that a memory of a tool is about: those it names, or those of its writer."""

import re
from collections import deque
from collections.abc import Iterable
from typing import Final

from pydantic import JsonValue

from recollect.core.customers import Customers, as_compared

# In lower case, letters only. The names of fields that users add to a service desk begin with u.
_CUSTOMER_FIELD: Final = re.compile(
    r"u?(?:account|client|company|customer|entity)(?:name)?|u?customers"
)
_NOT_A_LETTER: Final = re.compile(r"[\W\d_]+")
# The fields with the name in a record of a customer; its other fields are numbers and addresses.
_NAME_FIELDS: Final = ("display_value", "displayValue", "name")
_MAX_NAME_LENGTH: Final = 160
_MAX_VALUES: Final = 10_000


def customers_named(values: Iterable[JsonValue]) -> tuple[str, ...]:
    """The names in fields such as `account` and `customer_name`, as they are compared, each once.

    If there are too many values to read, the rest may name further customers, so that nobody can be
    shown to have a right to all: then `*` is among the names, which no customer has.
    """
    names: dict[str, None] = {}
    remaining = deque(values)
    for _ in range(_MAX_VALUES):
        if not remaining:
            return tuple(names)
        value = remaining.popleft()
        if isinstance(value, list):
            remaining.extend(value)
        elif isinstance(value, dict):
            remaining.extend(value.values())
            named = (each for name, each in value.items() if _is_customer_field(name))
            texts = (text for each in named for text in _texts_of(each))
            names |= {
                as_compared(each): None
                for each in texts
                if 0 < len(each.strip()) <= _MAX_NAME_LENGTH
            }
    return (*names, "*")


def customers_tagged(tags: Iterable[str]) -> tuple[str, ...]:
    """The names in tags such as `customer:Altus`, as they are compared."""
    parted = (tag.partition(":") for tag in tags)
    return tuple(
        as_compared(value)
        for name, _, value in parted
        if _is_customer_field(name) and value.strip()
    )


def concerned_customers(named: Iterable[str], caller_customers: Customers) -> tuple[str, ...]:
    """The customers that are named, each once; if none is, those that the caller is limited to.

    A memory of a caller who may know of some customers only is about these, even if it names none;
    that of a caller who may know of all is about none.
    """
    concerned = tuple(dict.fromkeys(named))
    return concerned or (
        () if caller_customers.all else tuple(sorted(map(as_compared, caller_customers.names)))
    )


def _is_customer_field(field: str) -> bool:
    return _CUSTOMER_FIELD.fullmatch(_NOT_A_LETTER.sub("", field).lower()) is not None


def _texts_of(value: JsonValue) -> Iterable[str]:
    """The names in the value of a customer field: a text, a record, or a list of these."""
    values = value if isinstance(value, list) else [value]
    for item in values:
        records = [item.get(name) for name in _NAME_FIELDS] if isinstance(item, dict) else [item]
        yield from (text for text in records if isinstance(text, str))
