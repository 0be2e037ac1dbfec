"""Whom a memory of a tool is about: the customers that it names, or that its teller may know of."""

import re
from collections import deque
from collections.abc import Iterable
from typing import Final

from pydantic import JsonValue

from recollect.core.customers import Customers, as_compared

# In lower case, with nothing but letters. A field that service desks are extended by begins with u.
_FIELD: Final = re.compile(r"u?(?:account|client|company|customer|entity)(?:name)?|u?customers")
_NOT_A_LETTER: Final = re.compile(r"[\W\d_]+")
# How a record that stands for a customer says its name; the rest of it are numbers and addresses.
_CALLED: Final = ("display_value", "displayValue", "name")
_LONGEST: Final = 160
_MOST_LOOKED_AT: Final = 10_000


def customers_named(values: Iterable[JsonValue]) -> tuple[str, ...]:
    """The names in fields such as `account` and `customer_name`, as they are compared, each once.

    What is not looked at because it is too much has names that nobody knows, so none has a right to
    all of it: then `*` is among them, which no customer is called.
    """
    names: dict[str, None] = {}
    left = deque(values)
    for _ in range(_MOST_LOOKED_AT):
        if not left:
            return tuple(names)
        value = left.popleft()
        if isinstance(value, list):
            left.extend(value)
        elif isinstance(value, dict):
            left.extend(value.values())
            named = (each for name, each in value.items() if _is_name(name))
            texts = (text for each in named for text in _texts_of(each))
            names |= {
                as_compared(each): None for each in texts if 0 < len(each.strip()) <= _LONGEST
            }
    return (*names, "*")


def customers_tagged(tags: Iterable[str]) -> tuple[str, ...]:
    """The names in tags such as `customer:Altus`, as they are compared."""
    parted = (tag.partition(":") for tag in tags)
    return tuple(
        as_compared(value) for name, _, value in parted if _is_name(name) and value.strip()
    )


def concerned_customers(named: Iterable[str], caller_customers: Customers) -> tuple[str, ...]:
    """The customers that are named, each once; where none is, those that the caller is bound to.

    A caller that may know of some customers only speaks of these, even without a name; one that
    may know of all speaks of none.
    """
    concerned = tuple(dict.fromkeys(named))
    return concerned or (
        () if caller_customers.all else tuple(sorted(map(as_compared, caller_customers.names)))
    )


def _is_name(field: str) -> bool:
    return _FIELD.fullmatch(_NOT_A_LETTER.sub("", field).lower()) is not None


def _texts_of(value: JsonValue) -> Iterable[str]:
    """The names in the value of such a field: a text, a record, or several of these."""
    values = value if isinstance(value, list) else [value]
    for each in values:
        records = [each.get(name) for name in _CALLED] if isinstance(each, dict) else [each]
        yield from (text for text in records if isinstance(text, str))
