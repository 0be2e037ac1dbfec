"""Removes what a text says of other things than the one that a question is about.

A text may say the same of several things: in sections under headings, in rows of a table, in
sentences about things of one form (`F-105`, `F-330`). A question for one of them is not answered
with the others.
"""

import re
from collections.abc import Collection, Sequence
from itertools import compress
from typing import Final, NamedTuple, Self

from recollect.context.sentences import NEGATIONS, Sentence, terms_of
from recollect.core.grouping import grouped
from recollect.relevance.intents import asks_of_others
from recollect.relevance.things import is_about_another, things_in

# The least share of common words, numbers aside, of sentences that say the same of two things.
_MIN_LIKENESS: Final = 0.7
# Sentences that share so many words of a question, or all of its words, answer the same.
_MIN_SHARED_TERMS: Final = 2
_FIELD_SEPARATOR: Final = "; "
# A sentence about a range, or about all, is also about the one in question.
_OF_MORE: Final = re.compile(
    r"\d\S* (?:to|through|till|until|up to|bis|-|\u2013|\u2014) \S*\d|\d\S* (?:and|or|und|oder)"
    r" (?:above|all|below|earlier|higher|later|lower|newer|older|up|alle|höher|neuer|älter)"
    r"|\b(?:from|since) \S*\d\S* on(?:wards?)?\b"
    r"|\b(?:all|any|both|each|every|alle[nrs]?|beide|jede[mnrs]?)\b",
    re.IGNORECASE,
)


def without_rival_rows(
    own: Sequence[Sentence], query: str, asked: Collection[str]
) -> Sequence[Sentence]:
    """The sentences of an item, without rows of a table that another row answers better.

    That row has all terms of the question that they have, and more. The first column names what a
    row is about, and decides among rows with the same terms. A row without a value lacks the name
    of the column, too.
    """
    if asks_of_others(query):
        return own
    wanted = frozenset(asked)
    rows = ((each.position, fields_of_row(each.text)) for each in own)
    tables = grouped(
        (fields[0][0], _Row(place, terms_of(fields[0][1]) & wanted, _row_terms(fields, wanted)))
        for place, fields in rows
        if fields
    )
    worse = {
        each.place
        for rows in tables.values()
        for each in rows
        if any(other.outdoes(each) for other in rows)
    }
    return [each for each in own if each.position not in worse]


class _Row(NamedTuple):
    """A row: its position, and the terms of the question in its first column, and in all of it."""

    place: int
    key: frozenset[str]
    terms: frozenset[str]

    def outdoes(self, other: Self) -> bool:
        """Whether it has the terms of the question that the other has, and more."""
        return other.terms < self.terms or (other.terms == self.terms and other.key < self.key)


def _row_terms(fields: Sequence[tuple[str, str]], wanted: frozenset[str]) -> frozenset[str]:
    """The terms of the question that a row has.

    Numbers count only in a column that the question names, or in the first: a question for a parcel
    of 7 kg is not about `days: 7`. Values with a negation do not count: a question for staff is not
    about `not for staff`.
    """
    first, *others = ((terms_of(name) & wanted, terms_of(value)) for name, value in fields)
    found = [first[0], first[1] & wanted]
    for name, value in others:
        counted = frozenset() if value & NEGATIONS else value & wanted
        if name or any(not term.isdigit() for term in counted):
            found += [name, counted]
    return frozenset[str]().union(*found)


def without_rival_things(sentences: Sequence[Sentence], query: str) -> list[Sentence]:
    """The sentences, without those about another thing of the form of the one that the query names.

    These are only left out in items that also mention the thing that is named.
    """
    things = () if asks_of_others(query) else things_in(query)
    if not things:
        return list(sentences)
    texts = [" ".join((each.text, *sorted(each.inherited_terms))) for each in sentences]
    named = [any(thing.is_in(text.lower()) for thing in things) for text in texts]
    having = {each.rank for each in compress(sentences, named)}

    def is_of_another(sentence: Sentence, text: str) -> bool:
        is_of_one = _OF_MORE.search(sentence.text) is None and is_about_another(things, text)
        return sentence.rank in having and is_of_one

    return [
        each
        for each, text, is_named in zip(sentences, texts, named, strict=True)
        if is_named or not is_of_another(each, text)
    ]


def without_rival_sections(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, without those of sections that another section answers better.

    The other section says the same under headings with more of the question: a question for the
    retention of metrics is not answered with that of logs, in the same words.
    """
    others = {
        (each.rank, each.heading_position)
        for own in grouped((each.rank, each) for each in sentences).values()
        for each in own
        if any(_is_instead(other, each) for other in own)
    }
    return [each for each in sentences if (each.rank, each.heading_position) not in others]


def first_of_rival_sections(chosen: Sequence[Sentence], asked: Collection[str]) -> set[Sentence]:
    """The first sentences of sections that answer the same as other sections of their item.

    Only the heading shows what such a section is about. Sections whose heading is quoted anyway are
    left out.
    """
    wanted = frozenset(asked)
    enough = max(1, min(_MIN_SHARED_TERMS, len(wanted)))
    answering = [(each, each.terms & wanted) for each in chosen if not each.is_heading]
    rivals = {
        (each.rank, each.heading_position)
        for each, own in answering
        if any(
            other.rank == each.rank
            and other.heading_position != each.heading_position
            and len(own & its) >= (enough if other.inherited_terms == each.inherited_terms else 1)
            for other, its in answering
        )
    }
    first = {(each.rank, each.heading_position): each for each in reversed(chosen)}
    places = {(each.rank, each.position) for each in chosen}
    return {first[each] for each in rivals - places if each[1] >= 0}


def fields_of_row(text: str) -> Sequence[tuple[str, str]]:
    """The names and values in a text like `name: value; name: value`; none in other texts."""
    if _FIELD_SEPARATOR not in text:
        return ()
    fields = (each.partition(": ") for each in text.split(_FIELD_SEPARATOR))
    return [(name, value) for name, parted, value in fields if parted]


def _is_instead(other: Sentence, sentence: Sentence) -> bool:
    """Whether another sentence of the item is alike, under a heading with more of the question."""
    if (
        sentence.heading_position in {-1, other.heading_position}
        or not other.inherited_terms > sentence.inherited_terms
    ):
        return False
    words, others = (
        {each for each in one.terms if not each.isdigit()} for one in (sentence, other)
    )
    return len(words & others) >= _MIN_LIKENESS * max(len(words), len(others))
