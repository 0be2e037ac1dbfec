"""Settles resolved cases: a case that supersedes another comes before it, duplicates become one.

The rules are those of `recollect.settlement.relations` for decisions: a case about a replaced
device replaces no case. The customer is what settlement calls the case of a statement, so a
solution that is superseded for one customer still holds for others. A case that names an earlier
case of its customer supersedes it, since it knows how that went on. Only duplicates of one customer
are hidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from recollect.core.ids import content_id
from recollect.core.timestamps import is_later
from recollect.servicedesk.numbers import case_numbers_in, ticket_number
from recollect.settlement.relations import best_places, find_relations
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.supersession import named_superseded

# Validity is judged at the end of time: what a case announced counts as begun.
_AT_LAST: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ComparedCase:
    """A case by its number; `company` is a folded name, "" if its customer is unknown."""

    number: str
    company: str
    text: str
    resolved_at: datetime | None


def settled_order(cases: Sequence[ComparedCase], asked: str) -> list[str]:
    """The numbers of cases, best first, corrections before what they correct.

    Of duplicates only the newest is named. `asked` is the query: cases that have different words of
    it are no duplicates.
    """
    read = [Wording(_statement_of(each, cases)) for each in cases]
    found = find_relations(read, named_superseded(read, _AT_LAST), asked, _AT_LAST)
    return best_places([each.number for each in cases], found.relations, found.duplicate_of)


def _statement_of(case: ComparedCase, cases: Sequence[ComparedCase]) -> Statement:
    return Statement(
        id=case.number,
        text=case.text,
        # A single word, so that customers with similar names differ as much as any others.
        case=content_id("customer", case.company),
        created_at=case.resolved_at,
        supersedes=tuple(_named_in(case, cases)),
    )


def _named_in(case: ComparedCase, cases: Sequence[ComparedCase]) -> Iterator[str]:
    """The numbers of earlier cases of the same customer that a case names."""
    named = set(map(ticket_number, case_numbers_in([case.text], [case.number])))
    for each in cases:
        is_theirs = each.company == case.company
        if each.number in named and is_theirs and is_later(case.resolved_at, each.resolved_at):
            yield each.number
