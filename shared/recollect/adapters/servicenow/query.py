"""ServiceNow's encoded queries (`sysparm_query`), built so that no value can change the query.

Conditions are joined by `^` (and) and `^OR`, which binds to the condition right before it. `^NQ`,
which starts another query, is never written. Values come from messages, and ServiceNow reads more
into a value than text: `^` ends it, `javascript:` has it evaluated, `NULL` and nothing at all match
rows that have no value, a comma starts the next one of a list. `^^` is documented for a caret in a
value, but for scripts on the server (GlideStringUtil), and not for lists or for the REST API. So
what could be misread is not escaped but refused: names of items, hosts and customers do not need
it, and what is refused matches nothing, which is what it would have matched. `LIKE`, which looks
for a part of a text, may pass on to SQL the wildcards that stand in it, `%` and on lists `*`, and
the backslash, which takes the meaning from what follows: it is refused them as well.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

MOST_VALUES = 50
# Six lists fit into a URL of 8 KB, beyond which servers give up.
MOST_CHARACTERS = 1_000
# A word is asked for once a field: as much as three lists.
MOST_WORD_CHARACTERS = 3 * MOST_CHARACTERS
MOST_BATCHED = 400
# What a condition of its own has besides its value.
_CONDITION = len("%5EORaccount.number%3D")
_LONGEST_VALUE = 255
# Control characters and halves of surrogate pairs, line ends of any kind, separators, operators.
_MEANINGFUL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff^=<>]")


_WILDCARD = re.compile(r"[%*\\]")


class NothingMatches(Exception):
    """The value or the list cannot be asked for, so nothing can have it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition, or several of which one must hold."""

    text: str


@dataclass(frozen=True, slots=True)
class EncodedQuery:
    """An encoded query, as `sysparm_query` takes it."""

    text: str


def equals(field: str, value: str) -> Clause:
    """The field has this value, in any case of letters. Raises NothingMatches."""
    if not _is_plain(value):
        raise NothingMatches(field)
    return Clause(f"{field}={value}")


def contains(field: str, value: str) -> Clause:
    """The value stands in the field, in any case of letters. Raises NothingMatches."""
    if not _is_plain(value) or _WILDCARD.search(value):
        raise NothingMatches(field)
    return Clause(f"{field}LIKE{value}")


def starts_with(field: str, value: str) -> Clause:
    """The field begins with this value, in any case of letters. Raises NothingMatches."""
    if not _is_plain(value) or _WILDCARD.search(value):
        raise NothingMatches(field)
    return Clause(f"{field}STARTSWITH{value}")


def any_word(words: Iterable[str], within: Sequence[str], whole: Sequence[str] = ()) -> Clause:
    """One of the words stands in one of the fields `within`, or is all of one of `whole`.

    Of the words that can be asked for the first few: at most 3,000 characters of a URL. Raises
    NothingMatches where there is none.
    """
    return any_of(_with_words(words, within, whole))


def one_of(field: str, values: Iterable[str]) -> Clause:
    """The field has one of these values: of those that can be asked for, the first few.

    At most 50, and at most 1,000 characters of them as a URL has them. Raises NothingMatches where
    there is none.
    """
    kept: list[str] = []
    room = MOST_CHARACTERS
    for value in dict.fromkeys(values):
        if not _is_plain(value) or "," in value:
            continue
        room -= len(quote(value)) + len("%2C")
        if room < 0 or len(kept) == MOST_VALUES:
            break
        kept.append(value)
    if not kept:
        raise NothingMatches(field)
    return Clause(f"{field}IN{','.join(kept)}")


def in_batches(values: Iterable[str]) -> Iterator[Sequence[str]]:
    """The values that can be asked for, in lists that a query has room for: see `all_among`.

    A list has at most 50 values, and 400 characters as a URL has them: three of them stand beside
    the lists of a query.
    """
    batch: list[str] = []
    room = MOST_BATCHED
    for value in filter(_is_plain, dict.fromkeys(values)):
        size = len(quote(value)) + (_CONDITION if "," in value else len("%2C"))
        if batch and (size > room or len(batch) == MOST_VALUES):
            yield batch
            batch, room = [], MOST_BATCHED
        batch.append(value)
        room -= size
    if batch:
        yield batch


def all_among(field: str, values: Iterable[str]) -> Iterator[Clause]:
    """The field has one of these values, all of which can be asked for; nothing for none."""
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
    """One of the clauses holds. Raises NothingMatches where there is none."""
    texts = [clause.text for clause in clauses]
    if not texts:
        raise NothingMatches("no clause")
    return Clause("^OR".join(texts))


def all_of(
    clauses: Sequence[Clause], *, order_by: str = "", descending: bool = False
) -> EncodedQuery:
    """All the clauses hold; rows in the order of a field, where one is named."""
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
    room = MOST_WORD_CHARACTERS
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
        and 0 < len(value) <= _LONGEST_VALUE
        and not _MEANINGFUL.search(value)
        and "javascript:" not in value.casefold()
        and value.casefold() != "null"
    )
