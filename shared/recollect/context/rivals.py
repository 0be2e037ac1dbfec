"""What a text says of the one thing that is asked for, where it says the like of several.

Sections under headings, rows of a table, sentences on things of one form (`F-105`, `F-330`): who
asks for one of them is told nothing of the others.
"""

import re
from collections.abc import Collection, Sequence
from itertools import compress
from typing import Final, NamedTuple, Self

from recollect.context.sentences import NEGATIONS, Sentence, terms_of
from recollect.core.grouping import grouped
from recollect.relevance.things import is_about_another, things_in

# So much alike are sentences that say the same of different things but for numbers.
_ALIKE: Final = 0.7
# Sentences that share so many words of a question, or all that it has, tell the same of it.
_SHARED: Final = 2
_AND: Final = "; "
# Who asks so wants to hear of others than what is named.
_OF_OTHERS: Final = re.compile(
    r"\b(?:alternatives?|apart from|besides|except|excluding|instead|neither|others?|outside"
    r"|replaces|replacements?|similar|substitutes?|successors?|than|unlike"
    r"|(?:is|are)n['\u2019]t (?:at|in|of|on)|not (?:at|by|for|from|in|of|on|the|with)"
    r"|alternativen?|andere[mnrs]?|anstelle|anstatt|außer|ersatz|nachfolgers?"
    r"|nicht (?:am|auf|aus|bei|für|im|in|mit|von)|statt)\b",
    re.IGNORECASE,
)
# What is said of a range, or of all, is said of the one that is asked for, too.
_OF_MORE: Final = re.compile(
    r"\d\S* (?:to|through|till|until|up to|bis|-|\u2013|\u2014) \S*\d|\d\S* (?:and|or|und|oder)"
    r" (?:above|all|below|earlier|higher|later|lower|newer|older|up|alle|höher|neuer|älter)"
    r"|\b(?:from|since) \S*\d\S* on(?:wards?)?\b"
    r"|\b(?:all|any|both|each|every|alle[nrs]?|beide|jede[mnrs]?)\b",
    re.IGNORECASE,
)


def asks_of_others(query: str) -> bool:
    """Whether a query names a thing to hear of others: "not in Ulm", "instead of F-105"."""
    return _OF_OTHERS.search(query) is not None


def of_their_rows(
    own: Sequence[Sentence], query: str, asked: Collection[str]
) -> Sequence[Sentence]:
    """All of an item but rows of a table of which another has more of what is asked, and the same.

    What stands in the first of its columns is what a row is of, and counts before what is said of
    it. Where a row has nothing, it has not the name of the column either.
    """
    if asks_of_others(query):
        return own
    wanted = frozenset(asked)
    rows = ((each.position, fields_of_row(each.text)) for each in own)
    tables = grouped(
        (fields[0][0], _Row(place, terms_of(fields[0][1]) & wanted, _said_by_row(fields, wanted)))
        for place, fields in rows
        if fields
    )
    outdone = {
        each.place
        for rows in tables.values()
        for each in rows
        if any(other.outdoes(each) for other in rows)
    }
    return [each for each in own if each.position not in outdone]


class _Row(NamedTuple):
    """Where a row stands, and what of the question its first column has, and all of it."""

    place: int
    key: frozenset[str]
    said: frozenset[str]

    def outdoes(self, other: Self) -> bool:
        """Whether it has more of the question, and what the other has."""
        return other.said < self.said or (other.said == self.said and other.key < self.key)


def _said_by_row(fields: Sequence[tuple[str, str]], wanted: frozenset[str]) -> frozenset[str]:
    """What a row has of what is asked, and says of itself.

    Numbers only where the column is asked for, or the first: who asks for a parcel of 7 kg is told
    nothing by `days: 7`, and who asks for staff by `not for staff`.
    """
    first, *others = ((terms_of(name) & wanted, terms_of(value)) for name, value in fields)
    found = [first[0], first[1] & wanted]
    for name, value in others:
        said = frozenset() if value & NEGATIONS else value & wanted
        if name or any(not term.isdigit() for term in said):
            found += [name, said]
    return frozenset[str]().union(*found)


def of_their_things(sentences: Sequence[Sentence], query: str) -> list[Sentence]:
    """All but those on another thing of the form of one that a query names, and an item has."""
    things = () if asks_of_others(query) else things_in(query)
    if not things:
        return list(sentences)
    said = [" ".join((each.text, *sorted(each.asked))) for each in sentences]
    named = [any(thing.is_in(text.lower()) for thing in things) for text in said]
    having = {each.rank for each in compress(sentences, named)}

    def is_of_another(sentence: Sentence, text: str) -> bool:
        is_of_one = _OF_MORE.search(sentence.text) is None and is_about_another(things, text)
        return sentence.rank in having and is_of_one

    return [
        each
        for each, text, is_named in zip(sentences, said, named, strict=True)
        if is_named or not is_of_another(each, text)
    ]


def of_their_sections(sentences: Sequence[Sentence]) -> list[Sentence]:
    """All but sections of which another says the same, under headings with more of the question.

    Who asks for the retention of metrics is told nothing of that of logs, in the same words.
    """
    others = {
        (each.rank, each.under)
        for own in grouped((each.rank, each) for each in sentences).values()
        for each in own
        if any(_is_instead(other, each) for other in own)
    }
    return [each for each in sentences if (each.rank, each.under) not in others]


def of_several_sections(chosen: Sequence[Sentence], asked: Collection[str]) -> set[Sentence]:
    """The first sentences of sections that say of what is asked what others of their item say, too.

    Only by its heading it is seen what such a section is of. Not those that are told behind it.
    """
    wanted = frozenset(asked)
    enough = max(1, min(_SHARED, len(wanted)))
    said = [(each, each.terms & wanted) for each in chosen if not each.heads]
    rivals = {
        (each.rank, each.under)
        for each, own in said
        if any(
            other.rank == each.rank
            and other.under != each.under
            and len(own & its) >= (enough if other.asked == each.asked else 1)
            for other, its in said
        )
    }
    first = {(each.rank, each.under): each for each in reversed(chosen)}
    places = {(each.rank, each.position) for each in chosen}
    return {first[each] for each in rivals - places if each[1] >= 0}


def fields_of_row(text: str) -> Sequence[tuple[str, str]]:
    """The names and values of what is told as `name: value; name: value`; none of a text."""
    if _AND not in text:
        return ()
    fields = (each.partition(": ") for each in text.split(_AND))
    return [(name, value) for name, parted, value in fields if parted]


def _is_instead(other: Sentence, sentence: Sentence) -> bool:
    """Whether another of the item says alike, under a heading that has more of the question."""
    if sentence.under in {-1, other.under} or not other.asked > sentence.asked:
        return False
    words, others = (
        {each for each in one.terms if not each.isdigit()} for one in (sentence, other)
    )
    return len(words & others) >= _ALIKE * max(len(words), len(others))
