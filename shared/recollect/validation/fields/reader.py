"""Reads an answer clause by clause, and runs the rules on what each clause claims of objects."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.joint_subjects import joint_subject
from recollect.validation.facts.findings.judging import drop_unanchored_contradictions
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.gates import Gate, Gates
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.subjects import Subjects, name_cues
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.rules.acts import Acts
from recollect.validation.fields.rules.column_states import (
    column_state_cues,
    column_state_findings,
    has_column_states,
)
from recollect.validation.fields.rules.deductions import Deductions
from recollect.validation.fields.rules.field_values import field_value_findings
from recollect.validation.fields.rules.flags import flag_cues, flag_findings
from recollect.validation.fields.rules.grids import grid_findings
from recollect.validation.fields.rules.labels import label_findings
from recollect.validation.fields.rules.lone_values import lone_value_findings
from recollect.validation.fields.rules.portions import portion_findings
from recollect.validation.fields.rules.states import has_states, state_findings, states
from recollect.validation.fields.rules.swapped_values import (
    swapped_value_cues,
    swapped_value_findings,
)
from recollect.validation.fields.words import vocabulary
from recollect.validation.grammar.clauses import CAPITAL
from recollect.validation.known.index import Index
from recollect.validation.results import ReadResult

_Rule = Callable[[Claim], Iterator[FactFinding]]
_OWN_FIELDS: Final = ("owner", "assignee", "status", "state", "priority")
"""Names of fields whose values describe the object that has them, and no other."""

_Gate = Gate[_Rule, ResultTables]

_FIELD_VALUES: Final[_Gate] = Gate(
    field_value_findings, needs=lambda tables: "text" in tables.forms or tables.has_lists
)
_SWAPPED_VALUES: Final[_Gate] = Gate(swapped_value_findings, needs=lambda tables: tables.has_lists)
_LONE_VALUES: Final[_Gate] = Gate(lone_value_findings, needs=lambda tables: tables.has_lists)
_OBJECT_GATES: Final[Sequence[_Gate]] = (
    Gate(
        label_findings,
        frozenset({"number", "fraction", "date"}),
        vocabulary.NOUGHT,
        lambda tables: not tables.forms.isdisjoint({"number", "date"}),
    ),
    _FIELD_VALUES,
    _SWAPPED_VALUES,
    Gate(flag_findings, needs=lambda tables: "flag" in tables.forms),
    Gate(state_findings, needs=has_states),
    Gate(column_state_findings, needs=has_column_states),
    Gate(portion_findings, needs=lambda tables: tables.has_lists),
    _LONE_VALUES,
)
"""The rules for objects that are no tickets, each with what the results must have for it."""

_TICKET_GATES: Final[Sequence[_Gate]] = (
    _FIELD_VALUES,
    _SWAPPED_VALUES,
    _LONE_VALUES,
)
"""The rules for tickets; all other claims about tickets are checked in `facts`."""

_GATES_WITHOUT_OBJECT: Final[Mapping[_Rule, Sequence[_Gate]]] = {
    field_value_findings: (
        Gate(field_value_findings, frozenset({"be"}), frozenset({":"}), _FIELD_VALUES.needs),
    ),
    swapped_value_findings: (),
    lone_value_findings: (),
}
"""Narrower gates, or none, for rules that read less where a clause is about no known object."""


_ANCHORED: Final = frozenset[_Rule]((swapped_value_findings, lone_value_findings, flag_findings))
"""Rules that require a name of the object or of the field in the sentence."""


class FieldReader:
    """Finds facts in one clause after another; remembers which object earlier clauses named.

    A sentence without figures needs to be read only if it has one of the words in `cues`.
    """

    def __init__(self, results: Sequence[ReadResult], index: Index) -> None:
        tables = ResultTables(results)
        tickets = ResultTables(results, of_tickets=True)
        deductions = Deductions(tables, index)
        deductions_gate: _Gate = Gate(
            deductions.findings, frozenset({"number", "fraction", "date"})
        )
        self._named_rows: list[ResultRow] = []
        self._tables = (tables, tickets)
        acts_gate, acts_gate_of_tickets = map(_acts_gate, (tables, tickets))
        self._readers = [_TableReader(tables, [*_OBJECT_GATES, deductions_gate, acts_gate])]
        gates_of_tickets = [*_TICKET_GATES, acts_gate_of_tickets]
        self._anchored = _ANCHORED | {acts_gate.rule, acts_gate_of_tickets.rule}
        if any(gate.needs(tickets) for gate in gates_of_tickets):
            self._readers.append(_TableReader(tickets, gates_of_tickets))
        self.cues = _cues(tables) | frozenset(name_cues(tickets))

    def findings(self, context: ClauseContext) -> Iterator[FactFinding]:
        """The findings of all rules in a clause."""
        self._named_rows = []
        if context.sentence.lists_similar_tickets or context.sentence.is_led_elsewhere:
            return
        for reader in self._readers:
            for claim, rules in reader.claims_of(context):
                self._named_rows += claim.rows
                for rule in rules:
                    if rule in self._anchored:
                        yield from rule(claim)
                    elif claim.is_sure or rule is not portion_findings:
                        yield from drop_unanchored_contradictions(rule(claim), context)

    def cells(self, fold: str) -> Iterator[FactFinding]:
        """The findings in the cells of the tables of a folded answer."""
        for tables in self._tables:
            yield from grid_findings(fold, tables)

    def is_of_another(self, finding: FactFinding, context: ClauseContext) -> bool:
        """Whether a contradiction compares a clause with another object than the one that it names.

        It is checked on the clause that `findings` read last, and only where the named object has
        the same field (`owner`, `status` …) itself. A contradiction in a statement about several
        records together (`T-100 and T-101 are closed`) may rightly come from any of them.
        """
        if finding.expected is None or finding.verdict != "contradicted" or not self._named_rows:
            return False
        if joint_subject(context, finding.start) is not None:
            return False
        source = finding.expected.source
        field = source.path.rpartition(".")[2]
        if field not in _OWN_FIELDS:
            return False
        own_sources = [
            cell.result_value.source for row in self._named_rows for cell in row.all_cells
        ]
        same_field = [each for each in own_sources if each.path.rpartition(".")[2] == field]
        return bool(same_field) and source not in same_field


class _TableReader:
    """The rules for the objects of some tables, and the subjects of clauses among these."""

    def __init__(self, tables: ResultTables, gates: Sequence[_Gate]) -> None:
        self._subjects = Subjects(tables)
        self._gates_with_object = Gates(gates, tables)
        without_object = [
            each for gate in gates for each in _GATES_WITHOUT_OBJECT.get(gate.rule, (gate,))
        ]
        self._gates_without_object = Gates(without_object, tables)

    def claims_of(self, context: ClauseContext) -> Iterable[tuple[Claim, Sequence[_Rule]]]:
        """The claims of a clause, each with the rules that may find something in it."""
        clause, subjects = context.clause, self._subjects
        may_have_object = subjects.may_have(clause)
        rules = (
            self._gates_with_object if may_have_object else self._gates_without_object
        ).opened_by(clause)
        if rules or may_have_object:
            return ((claim, rules) for claim in subjects.claims_of(context))
        subjects.pass_by(clause)
        return ()


def _acts_gate(tables: ResultTables) -> _Gate:
    acts = Acts(tables)
    return Gate(acts.findings, frozenset({CAPITAL}), needs=lambda _: bool(acts.by_term))


def _cues(tables: ResultTables) -> frozenset[str]:
    """Cue words: a sentence without figures to which a rule may apply has at least one of them."""
    found = set(flag_cues(tables))
    if tables.has_lists:
        found.update(swapped_value_cues(tables))
    found.update(name_cues(tables))
    if has_states(tables):
        found.update(states().beginnings)
    found.update(column_state_cues(tables))
    return frozenset(found)
