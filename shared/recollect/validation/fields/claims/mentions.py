"""Finds the objects that words name: by a full name, or by words of a name that no other has."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables, RowsByName
from recollect.validation.fields.words.terms import term, terms
from recollect.validation.grammar.words import Word

_MIN_NAME_LENGTH: Final = 3
_MAX_REFERRING: Final = 8
"""With more objects named together, references between them are not looked for."""

_NUMBERED: Final = re.compile(r"[a-z]+-\d+")
"""A code that is a number behind letters, as of an issue: pay-276."""

_NAMING_FORMS: Final = frozenset({"number", "name", "ip"})


class TermMention(NamedTuple):
    """A term, and the word of a clause that has this meaning."""

    term: str
    word: Word


def term_mentions(words: Iterable[Word]) -> Sequence[TermMention]:
    """The terms of words, without those of dates, marks and grammar."""
    found: list[TermMention] = []
    for word in words:
        form = word.form
        if form == "word":
            if meaning := term(word.text):
                found.append(TermMention(meaning, word))
        elif form in _NAMING_FORMS:
            found += (TermMention(each, word) for each in terms(word.text))
    return found


def rows_named(mentions: Sequence[TermMention], tables: ResultTables) -> Sequence[ResultRow]:
    """The objects that words name, each once, by full names or words that no other has."""
    return _named(mentions, tables.full_names, tables.distinct, tables.pairs) if mentions else ()


def rows_with_value(mentions: Sequence[TermMention], tables: ResultTables) -> Sequence[ResultRow]:
    """The objects that words identify by the value of a field which no other object has.

    A status identifies none: it is what is said of an object.
    """
    mentions = [each for each in mentions if not each.word.means_some("status:")]
    return _named(mentions, tables.by_values, {}, {}) if mentions else ()


def _named(
    mentions: Sequence[TermMention],
    names: RowsByName,
    distinct: Mapping[str, ResultRow],
    pairs: Mapping[tuple[str, str], ResultRow],
) -> Sequence[ResultRow]:
    found: list[Sequence[ResultRow]] = []
    done = 0
    for at, mention in enumerate(mentions):
        if at < done or (mention.term not in names.sizes and mention.term not in distinct):
            continue
        rows, size = _longest(mentions, at, names)
        if not size and (pair := _pair(mentions, at, pairs)) is not None:
            rows, size = (pair,), 2
        if not size:
            # A word for a state, a number or a priority names nothing, nor do a code's letters:
            # PAY-276 is no object that is called Payment gateway.
            is_value = mention.word.means_some("status:", "number:", "priority:")
            is_part = mention.term.isalpha() and _NUMBERED.fullmatch(mention.word.text) is not None
            row = None if is_value or is_part else distinct.get(mention.term)
            rows, size = ((row,) if row is not None else ()), 1
        found.append(rows)
        done = at + size
    return _without_references(found, frozenset(each.term for each in mentions))


def _without_references(
    named: Sequence[Sequence[ResultRow]], meanings: frozenset[str]
) -> Sequence[ResultRow]:
    """The named objects without those that were only found because they refer to another one.

    A reminder has the number of its invoice, but that number names the invoice. The reminder stays
    if it is also named elsewhere, by its own number, or if a word says its kind: `reminder`.
    `named` has the objects of each name.
    """
    found = list(dict.fromkeys(chain.from_iterable(named)))
    if not 1 < len(found) <= _MAX_REFERRING:
        return found
    places = {row: {at for at, rows in enumerate(named) if row in rows} for row in found}
    return [
        row
        for row in found
        if not any(
            places[row] <= places[other]
            and meanings.isdisjoint(row.kind - other.kind)
            and row.refers_to(other)
            for other in found
            if other is not row
        )
    ]


def _pair(
    mentions: Sequence[TermMention], at: int, pairs: Mapping[tuple[str, str], ResultRow]
) -> ResultRow | None:
    """The object that two consecutive words name; two parts of one code name nothing."""
    both = mentions[at : at + 2]
    if len(both) < 2 or both[0].word is both[1].word:  # noqa: PLR2004 - two words
        return None
    return pairs.get((both[0].term, both[1].term))


def _longest(
    mentions: Sequence[TermMention], at: int, names: RowsByName
) -> tuple[Sequence[ResultRow], int]:
    """The objects with the longest name that begins at an index, and its number of terms."""
    for size in names.sizes.get(mentions[at].term, ()):
        name = tuple(each.term for each in mentions[at : at + size])
        rows = names.rows.get(name) if len(name) == size else None
        if rows is not None and (size > 1 or len(name[0]) >= _MIN_NAME_LENGTH):
            return rows, size
    return (), 0
