"""Writes filters in the language of Upstash Vector, safely, from values that callers send."""

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.timestamps import epoch_ms
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.visibility import Bounds

# The most characters of a clause.
_MAX_CLAUSE_CHARACTERS: Final = 8_000
# A walk's own clause takes nearly all the length that a filter may have, so the clause for groups,
# which stands beside it, must be shorter.
_MAX_GROUPS_CLAUSE_CHARACTERS: Final = 4_000
# Control characters, lone surrogates, line and paragraph separators. Joiners and the other spaces
# are part of what people write: 👩‍💻, 東京　駅.
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})


def filter_of(filters: Filters) -> str:
    """The filter that these filters make in Upstash's language; "" if there are none."""
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


def joined(*clauses: str) -> str:
    """One filter for several clauses that must all hold; empty clauses are left out."""
    return " AND ".join(filter(None, clauses))


def within(bounds: Bounds | None) -> str:
    """The filter for what lies within the bounds of a reader; "" if there are no bounds."""
    if bounds is None:
        return ""
    clauses = [
        "(HAS NOT FIELD hasCredentials OR hasCredentials = FALSE)",
        f"(HAS NOT FIELD trust OR trust >= {bounds.least_trust!r})",
    ]
    if bounds.most_sensitive is not None:
        clauses.append(f"(HAS NOT FIELD sensitivity OR sensitivity <= {bounds.most_sensitive!r})")
    if bounds.groups is not None:
        clauses.append(_for_groups(bounds.groups))
    return joined(*clauses)


def _for_groups(groups: Iterable[str]) -> str:
    """The filter for items that one of these groups may see, or everybody.

    An item whose list of groups has no first entry is for everybody. "" if the filter cannot be
    written or would be too long.
    """
    clauses = ["HAS NOT FIELD restrictedToGroups[0]"]
    try:
        clauses += [containing("restrictedToGroups", group) for group in groups]
    except InvalidRequest:
        # A filter without this group would miss its items. With none, the policy checks all items.
        return ""
    text = f"({' OR '.join(clauses)})"
    return text if len(text) <= _MAX_GROUPS_CLAUSE_CHARACTERS else ""


def containing(field: str, value: str) -> str:
    """The filter for a list `field` that has `value` among its items."""
    return f"{field} CONTAINS {quoted(field, value)}"


def among(field: str, values: Iterable[str]) -> str:
    """The filter for records whose `field` has one of these values; "" if it would be too long.

    The caller must therefore check the records again. A value that no literal can express is left
    out, since no filter can find it. With no values at all, the filter finds nothing.
    """
    written = []
    for value in sorted(values):
        with suppress(InvalidRequest):
            written.append(quoted(field, value))
    text = f"{field} IN ({', '.join(written or [quoted(field, '')])})"
    return text if len(text) <= _MAX_CLAUSE_CHARACTERS else ""


def nobodys_or(field: str, values: Iterable[str]) -> str:
    """The filter of `among`, which also finds records that have no such field."""
    text = among(field, values)
    return text and f"(HAS NOT FIELD {field} OR {text})"


def nobodys_or_holding(field: str, values: Iterable[str]) -> str:
    """The filter for records without a list `field`, or with one of these values in it.

    "" if it would be too long, as with `among`.
    """
    clauses = [f"HAS NOT FIELD {field}"]
    for value in sorted(values):
        with suppress(InvalidRequest):
            clauses.append(containing(field, value))
    text = f"({' OR '.join(clauses)})"
    return text if len(text) <= _MAX_CLAUSE_CHARACTERS else ""


def literal(field: str, value: Scalar) -> str:
    """A value as a literal of the filter language."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return quoted(field, value) if isinstance(value, str) else repr(value)


def quoted(field: str, value: str) -> str:
    """A string literal of the filter language. Raises InvalidRequest if `value` cannot be one.

    How the language escapes a quote is not documented, so nothing is escaped: the literal takes
    the kind of quote that the value does not hold. A value that holds both kinds, a backslash or a
    control character is refused; `field` is named in the error.
    """
    if "\\" in value or any(unicodedata.category(each) in _UNSAFE for each in value):
        raise InvalidRequest([FieldError(field, "must not hold backslashes or control characters")])
    for quote in ("'", '"'):
        if quote not in value:
            return f"{quote}{value}{quote}"
    raise InvalidRequest([FieldError(field, "must not hold both kinds of quotes")])
