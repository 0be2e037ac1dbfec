"""The filter language of Upstash Vector, made safely of what callers send."""

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.timestamps import epoch_ms
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.visibility import Bounds

_LONGEST: Final = 8_000
# Stands beside what a walk asks for, which takes nearly all that a filter may have.
_LONGEST_OF_GROUPS: Final = 4_000
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


def joined(*clauses: str) -> str:
    """Clauses of which all must hold."""
    return " AND ".join(filter(None, clauses))


def within(bounds: Bounds | None) -> str:
    """What may be seen at most, in the filter language; "" where nothing is out of bounds."""
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
    """The filter for items that one of these groups may see; "" where it cannot be written.

    A list without a first item is empty, and its item for everybody.
    """
    clauses = ["HAS NOT FIELD restrictedToGroups[0]"]
    try:
        clauses += [containing("restrictedToGroups", group) for group in groups]
    except InvalidRequest:
        # Without this group its items would be missed: let the policy see all of them.
        return ""
    text = f"({' OR '.join(clauses)})"
    return text if len(text) <= _LONGEST_OF_GROUPS else ""


def containing(field: str, value: str) -> str:
    """The filter for a list `field` that has `value` among its items."""
    return f"{field} CONTAINS {quoted(field, value)}"


def among(field: str, values: Iterable[str]) -> str:
    """The filter for records whose `field` has one of these values; "" where it would be too long.

    Whoever asks looks at the records again. A value that cannot be written is left out: what has it
    cannot be asked for. Of no values at all, none is had.
    """
    written = []
    for value in sorted(values):
        with suppress(InvalidRequest):
            written.append(quoted(field, value))
    text = f"{field} IN ({', '.join(written or [quoted(field, '')])})"
    return text if len(text) <= _LONGEST else ""


def nobodys_or(field: str, values: Iterable[str]) -> str:
    """The same, and for records that have no such field."""
    text = among(field, values)
    return text and f"(HAS NOT FIELD {field} OR {text})"


def nobodys_or_holding(field: str, values: Iterable[str]) -> str:
    """The filter for records without a list `field`, or with one of these values in it.

    "" where it would be too long, as with `among`.
    """
    clauses = [f"HAS NOT FIELD {field}"]
    for value in sorted(values):
        with suppress(InvalidRequest):
            clauses.append(containing(field, value))
    text = f"({' OR '.join(clauses)})"
    return text if len(text) <= _LONGEST else ""


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
