"""Which candidates a query names, by id, title or alias."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.relevance.named_items import named_in, words_in
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.items import Item, names_of

_MAX_NAMESAKES: Final = 3
"""A name that more candidates share is that of a group, such as the channel of messages."""


def named_by(query: EvidenceQuery, candidates: Sequence[Candidate]) -> frozenset[str]:
    """The ids of the items that a query names, by id, title or alias.

    A name that many candidates share, as messages share the name of their channel, names none of
    them, unless the query asks only for what it names (`match`). An id always names its item: who
    brings in others with that alias cannot take it away.
    """
    items = [each.item for each in candidates]
    names = list(map(_names_of, items))
    if query.match != "named":
        counts = Counter(name.casefold() for own in names for name in set(own))
        common = {name for name, count in counts.items() if count > _MAX_NAMESAKES}
        names = [
            [each for each in own if each == item.id or each.casefold() not in common]
            for item, own in zip(items, names, strict=True)
        ]
    named = named_in(query.text, names)
    return frozenset(items[place].id for place in named)


def _names_of(item: Item) -> list[str]:
    """The names of an item, without those that consist of stop words."""
    names = (item.id, *names_of(item.metadata))
    return [each for each in names if not STOP_WORDS.issuperset(words_in(each))]
