"""A field that is named, with what another object of its list has there: `the contact of X is Y`.

Where the object and the field are both said, another's value is wrong whatever it is: a name, a
state, a small number. Tickets are read here, too.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.moments import moment
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.subjects import Claim
from recollect.validation.models import FactKind

_FAR: Final = 10
_LONGEST: Final = 120
_PAIR: Final = 2
_KINDS: Final[dict[str, FactKind]] = {"number": "number", "date": "date"}


def stated_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on values of the one object that a clause names, beside their fields."""
    row = _subject(claim)
    if row is None or not claim.tells or claim.is_denied():
        return
    besides = [each for each in claim.named if each is not row]
    for own in row.cells:
        place = _place(own, claim)
        if place is None or own.form == "nothing" or _told(own, claim, place):
            continue
        for other in besides or claim.tables.siblings[row.table]:
            cell = other.by_path.get(own.path)
            is_other = cell is not None and cell.fold != own.fold and len(cell.fold) <= _LONGEST
            words = _told(cell, claim, place) if cell is not None and is_other else ()
            if words:
                kind = _KINDS.get(own.form, "status")
                yield FoundFact(words[0].start, words[-1].end, kind, "contradicted", own.known)
                break


def _subject(claim: Claim) -> ResultRow | None:
    """The one object that it is about; or the first of two, where the second may be the value."""
    if claim.is_about_one:
        return claim.row
    pair = claim.named
    is_pair = len(pair) == _PAIR and pair[0].table == pair[1].table
    return pair[0] if is_pair and not claim.names_others else None


def _place(cell: Cell, claim: Claim) -> int | None:
    """Where a clause names a field: as it is written, or by all that it means."""
    text, start = claim.context.told(claim.words), claim.words[0].start
    found = re.search(rf"\b{re.escape(' '.join(cell.parts))}\b", text) if cell.parts else None
    if found is not None:
        return start + found.start()
    if not cell.label or not cell.label <= claim.terms:
        return None
    return min(each.word.start for each in claim.said if each.term in cell.label)


def _told(cell: Cell, claim: Claim, place: int) -> Sequence[Word]:
    """The words that give a value, where they begin near behind the name of its field."""
    found: Sequence[Word] = ()
    if cell.form == "text":
        found = claim.has(cell) or (() if " " in cell.fold else claim.written(cell.fold))
    elif cell.form == "date":
        found = [w for w in claim.words if w.form == "date" and moment(w.text).agrees(cell.moment)]
    elif cell.form == "number":
        said = (each for each in claim.amounts if each.number == abs(float(cell.known.text)))
        found = [claim.words[each.place] for each in said]
    behind = [word for word in claim.words if word.start >= place][:_FAR]
    return found if any(word in behind for word in found) else ()
