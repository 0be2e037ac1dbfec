"""Which objects words name: by whole names, or by words that no other object is called by."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from recollect.validation.fields.rows import ResultRow
from recollect.validation.fields.tables import ResultTables, RowsByName
from recollect.validation.fields.terms import term, terms
from recollect.validation.grammar.words import Word

_SHORTEST: Final = 3
_MOST_REFERRED: Final = 8
"""Of more objects that are named together nobody asks which refer to which."""

_TELLING: Final = frozenset({"number", "name", "ip"})


class TermMention(NamedTuple):
    """A word of a clause as what it means, and the word."""

    term: str
    word: Word


def term_mentions(words: Iterable[Word]) -> Sequence[TermMention]:
    """The terms of words, without dates and words of grammar."""
    found: list[TermMention] = []
    for word in words:
        form = word.form
        if form == "word":
            if said := term(word.text):
                found.append(TermMention(said, word))
        elif form in _TELLING:
            found += (TermMention(each, word) for each in terms(word.text))
    return found


def rows_named(said: Sequence[TermMention], tables: ResultTables) -> Sequence[ResultRow]:
    """The objects that words name, each once, by whole names or by words that no other has."""
    return _named(said, tables.full_names, tables.distinct, tables.pairs) if said else ()


def rows_with_value(said: Sequence[TermMention], tables: ResultTables) -> Sequence[ResultRow]:
    """The objects that words name by a value which no other has."""
    return _named(said, tables.by_values, {}, {}) if said else ()


def _named(
    said: Sequence[TermMention],
    names: RowsByName,
    distinct: Mapping[str, ResultRow],
    pairs: Mapping[tuple[str, str], ResultRow],
) -> Sequence[ResultRow]:
    found: list[Sequence[ResultRow]] = []
    done = 0
    for at, each in enumerate(said):
        if at < done or (each.term not in names.sizes and each.term not in distinct):
            continue
        rows, size = _longest(said, at, names)
        if not size and (pair := _pair(said, at, pairs)) is not None:
            rows, size = (pair,), 2
        if not size:
            row = None if _has_own_meaning(each.word) else distinct.get(each.term)
            rows, size = ((row,) if row is not None else ()), 1
        found.append(rows)
        done = at + size
    return _meant(found, frozenset(each.term for each in said))


def _meant(named: Sequence[Sequence[ResultRow]], meanings: frozenset[str]) -> Sequence[ResultRow]:
    """The objects named, name by name, without those that only refer to another, by whose number.

    Such a one is meant where it is named by its own number as well, or by its kind: a reminder.
    """
    found = list(dict.fromkeys(chain.from_iterable(named)))
    if not 1 < len(found) <= _MOST_REFERRED:
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
    said: Sequence[TermMention], at: int, pairs: Mapping[tuple[str, str], ResultRow]
) -> ResultRow | None:
    """The object that two words in a row name; of a code such as UT-L-0322 a part names nothing."""
    both = said[at : at + 2]
    if len(both) < 2 or both[0].word is both[1].word:  # noqa: PLR2004 - two words
        return None
    return pairs.get((both[0].term, both[1].term))


def _has_own_meaning(word: Word) -> bool:
    """Whether a word says a state or a number, and names nothing."""
    return bool(word.of("status:") or word.of("number:") or word.of("priority:"))


def _longest(
    said: Sequence[TermMention], at: int, names: RowsByName
) -> tuple[Sequence[ResultRow], int]:
    """The objects that are called by most of the words from a place, and how many words that is."""
    for size in names.sizes.get(said[at].term, ()):
        name = tuple(each.term for each in said[at : at + size])
        rows = names.rows.get(name) if len(name) == size else None
        if rows is not None and (size > 1 or len(name[0]) >= _SHORTEST):
            return rows, size
    return (), 0
