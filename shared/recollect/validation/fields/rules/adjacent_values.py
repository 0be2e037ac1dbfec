"""Tells whether a clause gives its object a value, or only mentions both."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.rules.states import states
from recollect.validation.fields.words.terms import term
from recollect.validation.grammar.words import Word

_PREPOSITION: Final = r"(?:with|on|at|by|mit|bei|auf|avec|chez|sur|con|com|met|op)"
"""A preposition between an object and its value."""

_APART: Final = re.compile(rf".*[^\w ] ?{_PREPOSITION}", re.DOTALL)
"""A preposition behind a mark, which begins another clause: `AL-602: on pg-01 the disk is full`."""

_END: Final = re.compile(
    rf" ?(?:$|[^\w\s'\u2019]|(?:and|und|y|et|e|en|as well|too|now|{_PREPOSITION})\b)"
)
"""What may follow a value that is complete: the end, a mark, or one of these words."""


def is_adjacent_to_object(words: Sequence[Word], own: Cell, claim: Claim, row: ResultRow) -> bool:
    """Whether a value stands right behind its object: `AL-602 is on pg-02`, `CS0071085: Ada`.

    Only marks, an `is`, words of the field's name, states, and prepositions such as `on` and `with`
    may stand between them. `own` is the field of the object, whose value must not follow.
    """
    before = [word for word in claim.words if word.end <= words[0].start]
    named = {each.word.start for each in claim.mentions if each.term in row.name_terms}
    between = list(takewhile(lambda word: word.start not in named, reversed(before)))
    fold = claim.context.fold
    if len(between) == len(before) or not _END.match(fold, words[-1].end):
        return False
    between_text = fold[before[-1 - len(between)].end : words[0].start].strip()
    is_apart = _APART.fullmatch(between_text) is not None
    is_own_next = own.fold and fold[words[-1].end :].lstrip(" ,/").startswith(own.fold)
    return (
        bool(between_text)
        and not (is_apart or is_own_next)
        and all(_joins(word, own) for word in between)
    )


def _joins(word: Word, own: Cell) -> bool:
    """Whether a word may stand between an object and its value."""
    return (
        word.form == "mark"
        or word.means_any("be", "been", "assigned")
        or re.fullmatch(_PREPOSITION, word.text) is not None
        or word.text in own.parts
        or term(word.text) in own.label
        or bool(states().meanings_of(word.text))
    )
