"""How resolved cases stand to each other: what takes back comes first, what says the same is one.

By the rules of `recollect.settlement.settling`, for decisions: a device that was replaced replaces
no case. Whose a case is is what it was decided in, so that what holds no more for one customer
holds for the others; and a case that names an earlier one of its customer knows how that went on.
Nothing is hidden but what says the same of one customer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from recollect.core.ids import content_id
from recollect.core.timestamps import is_later
from recollect.servicedesk.numbers import case_numbers_in, ticket_number
from recollect.settlement.settling import best_places, settled
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.supersession import named_superseded

# What a case announced when it was resolved counts as begun.
_AT_LAST: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ComparedCase:
    """A case by its number; `company` as names are compared, "" where nobody knows whose it is."""

    number: str
    company: str
    text: str
    resolved_at: datetime | None


def settled_order(cases: Sequence[ComparedCase], asked: str) -> list[str]:
    """The numbers of cases, best first: of those that say the same the newest, corrections first.

    `asked` is the query: what holds different words of it does not say the same.
    """
    read = [Wording(_statement_of(each, cases)) for each in cases]
    found = settled(read, named_superseded(read, _AT_LAST), asked, _AT_LAST)
    return best_places([each.number for each in cases], found.relations, found.duplicate_of)


def _statement_of(case: ComparedCase, cases: Sequence[ComparedCase]) -> Statement:
    return Statement(
        id=case.number,
        text=case.text,
        # One word, since customers with like names are as apart as any others.
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
