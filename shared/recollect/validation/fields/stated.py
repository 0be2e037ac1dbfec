"""A field that is named, with what another object of its list has there: `the contact of X is Y`.

Where the object and the field are both said, another's value is wrong whatever it is: a name, a
state, a small number. Tickets are read here, too.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.moments import moment
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields.rows import Cell
from recollect.validation.fields.subjects import Claim
from recollect.validation.models import FactKind

_FAR: Final = 6
_LONGEST: Final = 120
_KINDS: Final[dict[str, FactKind]] = {"number": "number", "date": "date"}


def stated_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on values of the one object that a clause names, beside their fields."""
    row = claim.row
    if row is None or not claim.is_about_one or not claim.tells or claim.is_denied():
        return
    texts = claim.context.clause.texts
    for own in row.cells:
        label = _label(own, claim) if own.parts and own.parts[-1] in texts or own.label else ()
        if not label or own.form == "nothing" or _told(own, claim, label):
            continue
        others = (each.by_path.get(own.path) for each in claim.tables.siblings[row.table])
        for other in others:
            if other is None or other.fold == own.fold or len(other.fold) > _LONGEST:
                continue
            words = _told(other, claim, label)
            if words:
                kind = _KINDS.get(own.form, "status")
                span = words[0].start, words[-1].end
                yield FoundFact(*span, kind, "contradicted", own.known)
                break


def _label(cell: Cell, claim: Claim) -> Sequence[Word]:
    """The words in which a clause names a field: as it is written, or all that it means."""
    words = claim.words
    size = len(cell.parts)
    for at in range(len(words) - size + 1):
        if all(words[at + place].text == part for place, part in enumerate(cell.parts)):
            return words[at : at + size]
    if not cell.label or not cell.label <= claim.terms:
        return ()
    return [each.word for each in claim.said if each.term in cell.label]


def _told(cell: Cell, claim: Claim, label: Sequence[Word]) -> Sequence[Word]:
    """The words that give a value, which no more than a few others part from its field."""
    found: Sequence[Word] = ()
    if cell.form == "text":
        found = claim.has(cell)
    elif cell.form == "date":
        found = [w for w in claim.words if w.form == "date" and moment(w.text).agrees(cell.moment)]
    elif cell.form == "number":
        number = abs(float(cell.known.text))
        found = [claim.words[a.place] for a in claim.amounts if abs(a.number - number) < 1e-9]
    near = (word for word in claim.words if label[0].start <= word.start)
    window = [word for _, word in zip(range(_FAR + len(label)), near, strict=False)]
    return [word for word in found if word in window] and found
