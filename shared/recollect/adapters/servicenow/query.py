"""ServiceNow's encoded queries (`sysparm_query`), built so that no value can change the query.

Conditions are joined by `^` (and) and `^OR`, which binds to the condition right before it. `^NQ`,
which starts another query, is never written.

Values come from messages, and ServiceNow does not read them as mere text: `^` ends a value,
`javascript:` has it evaluated, `NULL` and the empty value match rows that have no value, and a
comma starts the next value of a list. `^^` is documented as an escaped caret, but only for scripts
on the server (GlideStringUtil), not for lists or for the REST API. So a value that could be misread
is not escaped but refused, and then nothing matches. Names of items, hosts and customers hold no
such characters, so no row would have matched anyway. `LIKE`, which looks for a part of a text, may
pass wildcards on to SQL, `%` and for lists `*`, and the backslash, which escapes what follows. So a
value with one of these is refused, too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

MAX_LIST_VALUES = 50
# Of the values of one list. Six lists fit into a URL of 8 KB, the most that servers accept.
MAX_LIST_CHARS = 1_000
# Of words. A word takes a condition for each field, so words get as much as three lists.
MAX_WORDS_CHARS = 3 * MAX_LIST_CHARS
MAX_BATCH_CHARS = 400
# How many characters of a URL a value takes beside itself if it has a condition of its own.
_CONDITION_CHARACTERS = len("%5EORaccount.number%3D")
_MAX_VALUE_CHARACTERS = 255
# Control characters and halves of surrogate pairs, line ends of any kind, separators, operators.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff^=<>]")


_WILDCARD = re.compile(r"[%*\\]")


class NothingMatches(Exception):
    """A query cannot express the value or the list, so no row can match it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition, or several of which one must hold (joined by `^OR`)."""

    text: str


@dataclass(frozen=True, slots=True)
class EncodedQuery:
    """An encoded query, as `sysparm_query` takes it."""

    text: str


def equals(field: str, value: str) -> Clause:
    """The field has this value, in upper or lower case. Raises NothingMatches."""
    if not _is_plain(value):
        raise NothingMatches(field)
    return Clause(f"{field}={value}")


def contains(field: str, value: str) -> Clause:
    """The field contains this value, in upper or lower case. Raises NothingMatches."""
    if not _is_plain(value) or _WILDCARD.search(value):
        raise NothingMatches(field)
    return Clause(f"{field}LIKE{value}")


def starts_with(field: str, value: str) -> Clause:
    """The field begins with this value, in upper or lower case. Raises NothingMatches."""
    if not _is_plain(value) or _WILDCARD.search(value):
        raise NothingMatches(field)
    return Clause(f"{field}STARTSWITH{value}")


def any_word(words: Iterable[str], within: Sequence[str], whole: Sequence[str] = ()) -> Clause:
    """A field of `within` contains one of the words, or a field of `whole` equals one.

    Uses the first words that a query can express, up to 3,000 characters of a URL. Raises
    NothingMatches if there are none.
    """
    return any_of(_with_words(words, within, whole))


def one_of(field: str, values: Iterable[str]) -> Clause:
    """The field has one of these values.

    Uses the first values that a list can express: at most 50, with at most 1,000 characters in a
    URL. Raises NothingMatches if there are none.
    """
    kept: list[str] = []
    room = MAX_LIST_CHARS
    for value in dict.fromkeys(values):
        if not _is_plain(value) or "," in value:
            continue
        room -= len(quote(value)) + len("%2C")
        if room < 0 or len(kept) == MAX_LIST_VALUES:
            break
        kept.append(value)
    if not kept:
        raise NothingMatches(field)
    return Clause(f"{field}IN{','.join(kept)}")


def in_batches(values: Iterable[str]) -> Iterator[Sequence[str]]:
    """The values that a query can express, in batches for `all_among`.

    A batch has at most 50 values, with at most 400 characters in a URL, so that a query has room
    for three batches beside its lists.
    """
    batch: list[str] = []
    room = MAX_BATCH_CHARS
    for value in filter(_is_plain, dict.fromkeys(values)):
        size = len(quote(value)) + (_CONDITION_CHARACTERS if "," in value else len("%2C"))
        if batch and (size > room or len(batch) == MAX_LIST_VALUES):
            yield batch
            batch, room = [], MAX_BATCH_CHARS
        batch.append(value)
        room -= size
    if batch:
        yield batch


def all_among(field: str, values: Iterable[str]) -> Iterator[Clause]:
    """The clauses, one of which must hold, for a field that has one of these values.

    A query must be able to express each value. No clause for no values.
    """
    listed = []
    for value in values:
        if "," in value:
            yield equals(field, value)
        else:
            listed.append(value)
    if listed:
        yield Clause(f"{field}IN{','.join(listed)}")


def is_empty(field: str) -> Clause:
    """The field has no value."""
    return Clause(f"{field}ISEMPTY")


def is_not_empty(field: str) -> Clause:
    """The field has a value."""
    return Clause(f"{field}ISNOTEMPTY")


def at_or_before(field: str, moment: datetime) -> Clause:
    """The field holds a time that is not after `moment`."""
    return Clause(f"{field}<={written(moment)}")


def at_or_after(field: str, moment: datetime) -> Clause:
    """The field holds a time that is not before `moment`."""
    return Clause(f"{field}>={written(moment)}")


def any_of(clauses: Iterable[Clause]) -> Clause:
    """One of the clauses holds. Raises NothingMatches if there is no clause."""
    texts = [clause.text for clause in clauses]
    if not texts:
        raise NothingMatches("no clause")
    return Clause("^OR".join(texts))


def all_of(
    clauses: Sequence[Clause], *, order_by: str = "", descending: bool = False
) -> EncodedQuery:
    """The query for rows for which all clauses hold, ordered by a field if one is given."""
    texts = [clause.text for clause in clauses]
    if order_by:
        texts.append(f"ORDERBYDESC{order_by}" if descending else f"ORDERBY{order_by}")
    return EncodedQuery("^".join(texts))


def written(moment: datetime) -> str:
    """A time as ServiceNow stores it: in UTC, to the second, `2025-01-15 04:53:11`."""
    try:
        here = moment.astimezone(UTC)
    except OverflowError:  # in the first or the last hours of the calendar
        here = moment
    return here.replace(tzinfo=None).isoformat(" ", "seconds")


def _with_words(
    words: Iterable[str], within: Sequence[str], whole: Sequence[str]
) -> Iterator[Clause]:
    room = MAX_WORDS_CHARS
    for word in dict.fromkeys(words):
        clauses: list[Clause] = []
        with suppress(NothingMatches):
            clauses += [equals(field, word) for field in whole]
            clauses += [contains(field, word) for field in within]
        room -= sum(len(quote(f"^OR{clause.text}")) for clause in clauses)
        if room < 0:
            return
        yield from clauses


def _is_plain(value: str) -> bool:
    """Whether ServiceNow reads the value as nothing but text."""
    return (
        value == value.strip()
        and 0 < len(value) <= _MAX_VALUE_CHARACTERS
        and not _UNSAFE.search(value)
        and "javascript:" not in value.casefold()
        and value.casefold() != "null"
    )
