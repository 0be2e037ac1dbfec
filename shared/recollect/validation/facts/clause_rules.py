"""The rules that read an answer clause by clause, with what each needs in order to run.

Statuses are only looked for in clauses with a word for one, lifespans if a record has been closed.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import drop_unanchored_contradictions
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.gates import Gate
from recollect.validation.facts.lists.nothing_found import SOME, nothing_found_findings
from recollect.validation.facts.lists.populations import population_findings
from recollect.validation.facts.names.hosts import host_findings
from recollect.validation.facts.names.names import NAME_CUES, name_findings, version_findings
from recollect.validation.facts.people.authors import timed_author_findings
from recollect.validation.facts.people.journal_lines import writer_findings
from recollect.validation.facts.people.owners import OWNING_WORDS, owner_findings
from recollect.validation.facts.people.people import people_findings
from recollect.validation.facts.people.unknown_names import unknown_name_findings
from recollect.validation.facts.states.attributes import ATTRIBUTE_CUES, attribute_findings
from recollect.validation.facts.states.dependences import DEPENDING, dependence_findings
from recollect.validation.facts.states.priorities import priority_findings
from recollect.validation.facts.states.service_levels import service_level_findings
from recollect.validation.facts.states.statuses import status_findings
from recollect.validation.facts.times.dates import date_findings
from recollect.validation.facts.times.lifespans import lifespan_findings
from recollect.validation.facts.times.time_spans import span_findings
from recollect.validation.grammar.clauses import CAPITAL
from recollect.validation.grammar.quantifiers import QUANTITY_CUES
from recollect.validation.known.index import Index
from recollect.validation.known.owner_index import OWNERS

AMOUNT_CUES: Final = frozenset({"number", "fraction"})
"""The cues of clauses with an amount."""

ClauseRule = Callable[[ClauseContext], Iterable[FactFinding]]


def _where_anchored(rule: ClauseRule) -> ClauseRule:
    """Make the contradictions of a rule count only where it is clear what the clause is about."""
    return lambda context: drop_unanchored_contradictions(rule(context), context)


CLAUSE_RULES: Final[Sequence[Gate[ClauseRule, Index]]] = (
    Gate(
        _where_anchored(population_findings),
        QUANTITY_CUES,
        needs=lambda index: bool(index.populations),
    ),
    Gate(
        nothing_found_findings,
        AMOUNT_CUES,
        SOME,
        needs=lambda index: index.nothing_found is not None,
    ),
    Gate(_where_anchored(status_findings), frozenset({"status", "resolves", "label:closed"})),
    Gate(_where_anchored(priority_findings), frozenset({"priority", "label:priority", "name"})),
    Gate(_where_anchored(people_findings), frozenset({"assigned", "handles", "nobody", "label"})),
    Gate(
        owner_findings,
        frozenset({CAPITAL}),
        OWNING_WORDS,
        needs=lambda index: bool(index.records.with_fields(*OWNERS)),
    ),
    Gate(unknown_name_findings, frozenset({CAPITAL})),
    Gate(
        service_level_findings,
        frozenset({"number", "breached", "kept", "label:sla"}),
        needs=lambda index: index.has_service_levels,
    ),
    Gate(_where_anchored(date_findings), frozenset({"date"})),
    Gate(writer_findings, frozenset({"date"}), needs=lambda index: bool(index.journal.entries)),
    Gate(
        timed_author_findings, frozenset({"date"}), needs=lambda index: bool(index.journal.entries)
    ),
    Gate(
        lifespan_findings,
        AMOUNT_CUES,
        needs=lambda index: bool(index.records.with_fields("closed")),
    ),
    Gate(span_findings, AMOUNT_CUES, needs=lambda index: bool(index.moments.clocks)),
    Gate(_where_anchored(host_findings), frozenset({"name"})),
    Gate(name_findings, NAME_CUES),
    Gate(version_findings, frozenset({"number"})),
    Gate(_where_anchored(attribute_findings), frozenset({"cause"}), ATTRIBUTE_CUES | {"root"}),
    Gate(dependence_findings, words=DEPENDING, needs=lambda index: bool(index.dependences)),
)
"""The rules for clauses, in the order in which they run."""
