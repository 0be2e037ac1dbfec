"""Finds values that stand alone beside an object which has another: `HD-7735: P3, on hold, Ann`.

A clause that is nothing but a value, in a line that names one object before it, gives
that object the value. It is wrong where another object of the list has it in that field.
"""

from collections.abc import Iterator

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.rules.field_values import fact_kind_of
from recollect.validation.fields.rules.states import states, states_exclude
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.folding import stands_in
from recollect.validation.known.values import status_agrees, statuses_in


def lone_value_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradiction of a value that is all of a clause behind the object of its line."""
    row = claim.row
    if row is None or claim.named or not claim.goes_on or not claim.is_plain or claim.denials:
        return
    words = [word for word in claim.words if word.form != "mark"]
    brackets = [word.text for word in claim.lead if word.text in {"(", ")"}][-1:]
    if not words or words[0].form == "number" or claim.lead[-1].form != "mark":
        return
    if brackets == ["("] or not claim.names_object:
        return  # `its peer (10.0.0.6)`
    text = claim.context.folded_text(words)
    stated = terms(text)
    if not stated or any(set(stated) <= each.name_and_text_terms for each in row.related()):
        return
    for other in claim.tables.columns.by_value.get((row.table, stated[0]), ()):
        own = row.by_path.get(other.path)
        if (
            own is not None
            and own.form == other.form == "text"
            and other.terms == stated
            and not stands_in(own.fold, claim.context.sentence_text)
            and _excludes(own, other)
        ):
            yield contradiction(words, fact_kind_of(own), own.result_value)
            return


def _excludes(own: Cell, other: Cell) -> bool:
    """Whether nothing can have both values in a field."""
    if not own.is_state:
        return True
    has, stated = (states().meanings_of(each.fold) for each in (own, other))
    if has and stated:
        return all(states_exclude(each, one) for each in has for one in stated)
    known = statuses_in(own.fold)
    return len(other.terms) > 1 or not any(
        status_agrees(each, known, exactly=False) for each in statuses_in(other.fold)
    )
