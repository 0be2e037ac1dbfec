"""Finds values that stand alone beside an object which has another: `HD-7735: P3, on hold, Ann`.

A clause that is nothing but a value, in a line or a bracket that names one object before it, gives
that object the value. It is wrong where another object of the list has it in that field.
"""

from collections.abc import Iterator

from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.fields.claims.claims import Claim, holds
from recollect.validation.fields.claims.mentions import term_mentions
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.rules.field_values import fact_kind_of
from recollect.validation.fields.rules.states import states, states_exclude
from recollect.validation.fields.words.terms import terms
from recollect.validation.fields.words.vocabulary import RELATING
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.words import any_among
from recollect.validation.known.values import status_agrees, statuses_in


def lone_value_findings(claim: Claim) -> Iterator[FactFinding]:
    """The contradiction of a value that is all of a clause behind the object of its line."""
    row = claim.row
    if row is None or claim.named or not claim.goes_on or not claim.is_plain or claim.denials:
        return
    words = [word for word in claim.words if word.form != "mark"]
    if not words or words[0].form == "number" or claim.lead[-1].form != "mark":
        return
    lead = tuple(each.term for each in term_mentions(claim.lead))
    if not any(holds(lead, name) for name in row.names) or _is_in_other_bracket(claim, row):
        return
    text = claim.context.folded_text(words)
    stated = terms(text)
    sentence = claim.context.sentence_text
    if not stated or any(set(stated) <= each.name_and_text_terms for each in row.related()):
        return
    for other in claim.tables.columns.by_value.get((row.table, stated[0]), ()):
        own = row.by_path.get(other.path)
        if (
            own is not None
            and own.form == other.form == "text"
            and other.terms == stated
            and not stands_in(own.fold, sentence)
            and _excludes(own, other)
        ):
            yield contradiction(words, fact_kind_of(own), own.result_value)
            return


def _is_in_other_bracket(claim: Claim, row: ResultRow) -> bool:
    """Whether a clause is in a bracket that is not right behind the object: `its peer (db-2)`."""
    marks = [at for at, word in enumerate(claim.lead) if word.text in {"(", ")"}]
    if not marks or claim.lead[marks[-1]].text == ")":
        return False
    before = claim.lead[: marks[-1]]
    last = frozenset(each.term for each in term_mentions(before[-1:]))
    return not (last and last <= row.name_terms) or any_among(before[-2:-1], RELATING)


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
