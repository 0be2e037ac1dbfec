"""The filter language of Upstash Vector, made safely of what callers send."""

import unicodedata

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.timestamps import epoch_ms
from recollect.relevance.filters import Filters, Scalar

# Control characters, lone surrogates, line and paragraph separators. Joiners and the other spaces
# are part of what people write: 👩‍💻, 東京　駅.
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})


def filter_of(filters: Filters) -> str:
    """The filters in the filter language; "" when there are none."""
    clauses = [f"{field} = {literal(field, value)}" for field, value in filters.equals.items()]
    clauses += [
        f"{field} IN ({', '.join(literal(field, value) for value in values)})"
        for field, values in filters.any_of.items()
    ]
    clauses += [containing("tags", tag) for tag in filters.tags]
    clauses += [f"{field} <= {most!r}" for field, most in filters.at_most.items()]
    if filters.since is not None:
        clauses.append(f"created_at_ms >= {epoch_ms(filters.since)}")
    if filters.until is not None:
        clauses.append(f"created_at_ms <= {epoch_ms(filters.until)}")
    return " AND ".join(clauses)


def containing(field: str, value: str) -> str:
    """The filter for a list `field` that has `value` among its items."""
    return f"{field} CONTAINS {quoted(field, value)}"


def literal(field: str, value: Scalar) -> str:
    """A value of the filter language."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return quoted(field, value) if isinstance(value, str) else repr(value)


def quoted(field: str, value: str) -> str:
    """A string literal of the filter language.

    How the language escapes a quote is not documented, so nothing is escaped: the literal takes
    the kind of quote that the value does not hold, and a value that holds both, a backslash or a
    control character is refused.
    """
    if "\\" in value or any(unicodedata.category(each) in _UNSAFE for each in value):
        raise InvalidRequest([FieldError(field, "must not hold backslashes or control characters")])
    for quote in ("'", '"'):
        if quote not in value:
            return f"{quote}{value}{quote}"
    raise InvalidRequest([FieldError(field, "must not hold both kinds of quotes")])
