"""Whom an execution of a tool is about: the customers that its arguments and its result name."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from pydantic import JsonValue

from recollect.core.customers import as_compared

# Without underscores and in lower case.
_FIELDS: Final = frozenset({"account", "company", "companyname", "customer", "entityname"})
_LONGEST: Final = 160
_MOST_LOOKED_AT: Final = 10_000


def customers_named(told: Iterable[JsonValue]) -> tuple[str, ...]:
    """The names in fields such as `account` and `company`, as they are compared, each once.

    What is not looked at because it is too much has names that nobody knows, so none has a right to
    all of it: then `*` is among them, which no customer is called.
    """
    names: dict[str, None] = {}
    left = deque(told)
    for _ in range(_MOST_LOOKED_AT):
        if not left:
            return tuple(names)
        value = left.popleft()
        if isinstance(value, list):
            left.extend(value)
        elif isinstance(value, dict):
            left.extend(value.values())
            named = (each for name, each in value.items() if _is_name(name))
            names |= {
                as_compared(each): None
                for each in named
                if isinstance(each, str) and 0 < len(each.strip()) <= _LONGEST
            }
    return (*names, "*")


def _is_name(field: str) -> bool:
    return field.replace("_", "").lower() in _FIELDS
