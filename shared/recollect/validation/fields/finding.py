"""What a clause says of the fields of objects, rule by rule."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from recollect.validation.facts.gates import Gate, Gates
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.fields.counts import COUNTING, count_findings
from recollect.validation.fields.directions import direction_findings
from recollect.validation.fields.exchanges import exchange_cues, exchange_findings
from recollect.validation.fields.expectations import expectation_findings, has_expectations
from recollect.validation.fields.flags import flag_cues, flag_findings, has_flags
from recollect.validation.fields.kinds import has_kinds, kind_findings, kinds
from recollect.validation.fields.labels import label_findings
from recollect.validation.fields.misreadings import misreading_findings
from recollect.validation.fields.mixed import mixed_findings
from recollect.validation.fields.presence import presence_findings
from recollect.validation.fields.roles import has_roles, role_findings
from recollect.validation.fields.spans import span_findings
from recollect.validation.fields.states import has_states, state_findings, states
from recollect.validation.fields.subjects import Claim, Subjects
from recollect.validation.fields.tables import ResultTables, has_lists, has_texts, has_values
from recollect.validation.fields.values import NOUGHT

_Rule = Callable[[Claim], Iterator[FoundFact]]
_NUMBERS: Final = frozenset({"number"})
_RULES: Final[Sequence[tuple[Callable[[ResultTables], bool], Gate[_Rule]]]] = (
    (has_expectations, Gate(expectation_findings, frozenset({"date"}))),
    (has_values, Gate(label_findings, frozenset({"number", "date"}), NOUGHT)),
    (has_lists, Gate(exchange_findings)),
    (has_texts, Gate(mixed_findings)),
    (has_flags, Gate(flag_findings)),
    (has_states, Gate(state_findings)),
    (has_kinds, Gate(kind_findings)),
    (has_lists, Gate(count_findings, COUNTING)),
    (has_roles, Gate(role_findings)),
    (has_values, Gate(span_findings, _NUMBERS)),
    (has_values, Gate(direction_findings)),
    (has_values, Gate(misreading_findings, _NUMBERS)),
    (has_values, Gate(presence_findings, _NUMBERS)),
)
"""The rules, each with what tables must have for it."""


class FieldReader:
    """Reads clause by clause, and knows what the sentences before were about."""

    def __init__(self, tables: ResultTables) -> None:
        self._subjects = Subjects(tables)
        self.cues = _cues(tables)
        self._rules = Gates(gate for applies, gate in _RULES if applies(tables))

    def findings(self, context: ClauseContext) -> Iterator[FoundFact]:
        """The findings on fields in a clause."""
        rules = self._rules.opened_by(context.clause)
        for claim in self._subjects.claims_of(context):
            for rule in rules:
                yield from rule(claim)


def _cues(tables: ResultTables) -> frozenset[str]:
    """Words of which one is in each sentence without figures that says something of a field."""
    found = set(flag_cues(tables))
    if has_lists(tables):
        found.update(exchange_cues(tables))
    if has_states(tables):
        found.update(states().words)
    if has_kinds(tables):
        found.update(kinds().words)
    return frozenset(found)
