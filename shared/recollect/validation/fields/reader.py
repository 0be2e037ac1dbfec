"""What a clause says of the fields of objects, rule by rule."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.gates import Gate, Gates
from recollect.validation.facts.joint_subjects import joint_subject
from recollect.validation.facts.judging import drop_unanchored_contradictions
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.column_states import (
    column_state_cues,
    column_state_findings,
    has_column_states,
)
from recollect.validation.fields.deductions import Deductions
from recollect.validation.fields.field_values import field_value_findings
from recollect.validation.fields.flags import flag_cues, flag_findings, has_flags
from recollect.validation.fields.grids import grid_findings
from recollect.validation.fields.labels import label_findings
from recollect.validation.fields.portions import portion_findings
from recollect.validation.fields.rows import ResultRow
from recollect.validation.fields.states import has_states, state_findings, states
from recollect.validation.fields.subjects import Subjects
from recollect.validation.fields.swapped_values import swapped_value_cues, swapped_value_findings
from recollect.validation.fields.tables import ResultTables, has_lists, has_texts, has_values
from recollect.validation.fields.values import NOUGHT
from recollect.validation.known.index import Index
from recollect.validation.results import ReadResult

_Rule = Callable[[Claim], Iterator[FactFinding]]
_OF_ONE: Final = ("owner", "assignee", "status", "state", "priority")
"""What fields end in that tell something of their object, and of no other."""

_Gate = Gate[_Rule, ResultTables]

_STATED: Final[_Gate] = Gate(field_value_findings, needs=has_texts)
_EXCHANGES: Final[_Gate] = Gate(swapped_value_findings, needs=has_lists)
_RULES: Final[Sequence[_Gate]] = (
    Gate(label_findings, frozenset({"number", "fraction", "date"}), NOUGHT, has_values),
    _STATED,
    _EXCHANGES,
    Gate(flag_findings, needs=has_flags),
    Gate(state_findings, needs=has_states),
    Gate(column_state_findings, frozenset({"be"}), needs=has_column_states),
    Gate(portion_findings, needs=has_lists),
)
"""The rules, each with what tables must have for it."""

_OF_TICKETS: Final[Sequence[_Gate]] = (_STATED, _EXCHANGES)
"""The rules for tickets, of which `facts` knows the rest."""

_OF_NONE: Final[Mapping[_Rule, Sequence[_Gate]]] = {
    field_value_findings: (
        Gate(field_value_findings, frozenset({"be"}), frozenset({":"}), has_texts),
    ),
    swapped_value_findings: (),
}
"""What rules read of the clauses that are about no object, where that is less."""


class FieldReader:
    """Reads clause by clause, and knows what the sentences before were about."""

    def __init__(self, results: Sequence[ReadResult], index: Index) -> None:
        tables = ResultTables(results)
        tickets = ResultTables(results, of_tickets=True)
        deductions = Deductions(tables, index.passages, index.amounts, index.moments)
        deduced: _Gate = Gate(deductions.findings, frozenset({"number", "fraction", "date"}))
        self._named: list[ResultRow] = []
        self._tables = (tables, tickets)
        self._readers = [_Reader(tables, [*_RULES, deduced])]
        if any(gate.needs(tickets) for gate in _OF_TICKETS):
            self._readers.append(_Reader(tickets, _OF_TICKETS))
        self.cues = _cues(tables)

    def findings(self, context: ClauseContext) -> Iterator[FactFinding]:
        """The findings on fields in a clause."""
        self._named = []
        if context.sentence.names_like or context.sentence.is_led_elsewhere:
            return
        for reader in self._readers:
            for claim, rules in reader.claims_of(context):
                self._named += claim.named
                for rule in rules:
                    if rule is swapped_value_findings:  # which asks for a name in the clause itself
                        yield from rule(claim)
                    elif claim.is_sure or rule is not portion_findings:
                        yield from drop_unanchored_contradictions(rule(claim), context)

    def cells(self, fold: str) -> Iterator[FactFinding]:
        """The findings on cells of tables in a folded answer."""
        for tables in self._tables:
            yield from grid_findings(fold, tables)

    def is_of_another(self, found: FactFinding, context: ClauseContext) -> bool:
        """Whether a finding holds the object that a clause named against another one.

        What is told of several together may be otherwise of one that stands before the clause.
        """
        if found.expected is None or found.verdict != "contradicted" or not self._named:
            return False
        if joint_subject(context, found.start) is not None:
            return False
        source = found.expected.source
        field = source.path.rpartition(".")[2]
        if field not in _OF_ONE:
            return False
        own = [cell.result_value.source for row in self._named for cell in row.all_cells]
        same = [each for each in own if each.path.rpartition(".")[2] == field]
        return bool(same) and source not in same


class _Reader:
    """Who reads what of the objects of some tables."""

    def __init__(self, tables: ResultTables, gates: Sequence[_Gate]) -> None:
        self._subjects = Subjects(tables)
        self._of_objects = Gates(gates, tables)
        of_none = [each for gate in gates for each in _OF_NONE.get(gate.rule, (gate,))]
        self._of_none = Gates(of_none, tables)

    def claims_of(self, context: ClauseContext) -> Iterable[tuple[Claim, Sequence[_Rule]]]:
        """What a clause claims, with the rules that may find something in it."""
        clause, subjects = context.clause, self._subjects
        may_have = subjects.may_have(clause)
        rules = (self._of_objects if may_have else self._of_none).opened_by(clause)
        if rules or may_have:
            return ((claim, rules) for claim in subjects.claims_of(context))
        subjects.pass_by(clause)
        return ()


def _cues(tables: ResultTables) -> frozenset[str]:
    """Words of which one is in each sentence without figures that says something of a field."""
    found = set(flag_cues(tables))
    if has_lists(tables):
        found.update(swapped_value_cues(tables))
    if has_states(tables):
        found.update(states().words)
    found.update(column_state_cues(tables))
    return frozenset(found)
