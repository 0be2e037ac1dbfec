"""What a clause says of the fields of objects, rule by rule."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

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

_ANY: Final[frozenset[str]] = frozenset()
_NUMBERS: Final = frozenset({"number"})
_VALUES: Final = frozenset({"number", "date"})


class _Rule(NamedTuple):
    """A rule, what tables must have for it, and the cues or words of clauses; none for all."""

    applies: Callable[[ResultTables], bool]
    read: Callable[[Claim], Iterator[FoundFact]]
    cues: frozenset[str] = _ANY
    words: frozenset[str] = _ANY

_RULES: Final = (
    _Rule(has_expectations, expectation_findings, frozenset({"date"})),
    _Rule(has_values, label_findings, _VALUES, NOUGHT),
    _Rule(has_lists, exchange_findings),
    _Rule(has_texts, mixed_findings),
    _Rule(has_flags, flag_findings),
    _Rule(has_states, state_findings),
    _Rule(has_kinds, kind_findings),
    _Rule(has_lists, count_findings, COUNTING),
    _Rule(has_roles, role_findings),
    _Rule(has_values, span_findings, _NUMBERS),
    _Rule(has_values, direction_findings),
    _Rule(has_values, misreading_findings, _NUMBERS),
    _Rule(has_values, presence_findings, _NUMBERS),
)


class FieldReader:
    """Reads clause by clause, and knows what the sentences before were about."""

    def __init__(self, tables: ResultTables) -> None:
        self._subjects = Subjects(tables)
        self.cues = _cues(tables)
        self._rules = [rule for rule in _RULES if rule.applies(tables)]

    def findings(self, context: ClauseContext) -> Iterator[FoundFact]:
        """The findings on fields in a clause."""
        if not self._rules:
            return
        clause = context.clause
        rules = [rule.read for rule in self._rules if clause.may_have(rule.cues, rule.words)]
        for claim in self._subjects.claims_of(context):
            for read in rules:
                yield from read(claim)


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
