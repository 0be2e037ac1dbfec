"""Whether a clause gives its object a value, and does not only tell of both."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.fields.claims import Claim
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import states
from recollect.validation.fields.terms import term
from recollect.validation.grammar.words import Word

_BESIDE: Final = r"(?:with|on|at|by|mit|bei|auf|avec|chez|sur|con|com|met|op)"
"""A word behind which an object's value stands."""

_APART: Final = re.compile(rf".*[^\w ] ?{_BESIDE}", re.DOTALL)
"""What begins another clause behind a mark: `AL-602: on pg-01 the disk is full`."""

_END: Final = re.compile(
    rf" ?(?:$|[^\w\s'\u2019]|(?:and|und|y|et|e|en|as well|too|now|{_BESIDE})\b)"
)
"""What follows a value that is all that a clause gives."""


def is_adjacent_to_object(words: Sequence[Word], own: Cell, claim: Claim, row: ResultRow) -> bool:
    """Whether a value stands right behind its object: `AL-602 is on pg-02`, `CS0071085: Ada`.

    Between them are marks, an `is`, words of its field, states and such as `on` and `with`.
    """
    before = [word for word in claim.words if word.end <= words[0].start]
    named = {each.word.start for each in claim.mentions if each.term in row.name_terms}
    between = list(takewhile(lambda word: word.start not in named, reversed(before)))
    fold = claim.context.fold
    if len(between) == len(before) or not _END.match(fold, words[-1].end):
        return False
    told = fold[before[-1 - len(between)].end : words[0].start].strip()
    is_apart = _APART.fullmatch(told) is not None
    goes_on = own.fold and fold[words[-1].end :].lstrip(" ,/").startswith(own.fold)
    return bool(told) and not (is_apart or goes_on) and all(_joins(word, own) for word in between)


def _joins(word: Word, own: Cell) -> bool:
    """Whether a word says no more than that an object has its value."""
    return (
        word.form == "mark"
        or word.says("be", "been", "assigned")
        or re.fullmatch(_BESIDE, word.text) is not None
        or word.text in own.parts
        or term(word.text) in own.label
        or bool(states().named_by(word.text))
    )
