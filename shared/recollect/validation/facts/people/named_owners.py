"""The teams, customers, people and places of records that a clause names: `with Ann Lee`."""

from collections.abc import Iterator, Mapping
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.grammar.words import Word
from recollect.validation.known.owner_index import OwnerKind, OwnerName
from recollect.validation.models import FactKind

KIND_OF: Final[Mapping[OwnerKind, FactKind]] = {
    "group": "group",
    "customer": "customer",
    "assignee": "assignee",
    "contact": "person",
    "place": "host",
}
"""The kind of the finding on each kind of owner."""


def named_owners(context: ClauseContext) -> Iterator[tuple[Word, OwnerName, int]]:
    """The owners that a clause names, each with the first word and the end offset of the name."""
    for word in context.clause.words:
        for owner in context.index.owners.by_word.get(word.text, ()):
            if end := _end_of(owner, word, context):
                yield word, owner, end


def _end_of(owner: OwnerName, word: Word, context: ClauseContext) -> int:
    """The end offset of an owner's name that begins at `word` with a capital; 0 if it does not."""
    for name in (owner.whole, owner.text):
        end = word.start + len(name)
        is_name = context.fold.startswith(name, word.start) and context.answer[word.start].isupper()
        if is_name and not context.fold[end : end + 1].isalnum():
            return end
    return 0
