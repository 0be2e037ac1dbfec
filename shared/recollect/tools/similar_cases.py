"""The tool `searchSimilarCases`, and the resolved cases that are like something."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from recollect.core.messages import Message, Query
from recollect.discovery.cases import ResolvedCases
from recollect.discovery.schema import SimilarCase
from recollect.discovery.similar import relevant_cases, similar_cases
from recollect.relevance.fusion import Fusion
from recollect.tools.arguments import Limit, Text
from recollect.tools.parts import Parts
from recollect.tools.summaries.patterns import PatternCase, pattern_summary
from recollect.tools.tickets import Ticket, TicketDesk, TicketSearch
from recollect.tools.tool import Output, Tool

_LOOKED_THROUGH: Final = 50
_LONGEST_QUERY: Final = 4_000


@dataclass(frozen=True, slots=True)
class Similar:
    """A resolved case as it is shown, whose it is, and all that it says."""

    shown: SimilarCase
    company: str
    text: str


@dataclass(frozen=True, slots=True)
class SimilarCaseFinder:
    """Finds resolved cases; those under `least` (a relevance, 0…1) are not similar."""

    resolved: ResolvedCases
    fusion: Fusion
    least: float

    async def find(
        self, text: str, customer: str, own: Collection[str], limit: int
    ) -> Sequence[Similar]:
        """The best `limit` cases, the customer's first, without the `own`. Raises StoreError."""
        found = await self.resolved.similar(
            text[:_LONGEST_QUERY], customer or None, _LOOKED_THROUGH
        )
        # Absolute, so that what is like nothing finds nothing; which is best is judged among all.
        absolute = {
            each.case_number: self.fusion.fuse(each.arms.dense, each.arms.sparse) for each in found
        }
        relevant = [
            each
            for each in relevant_cases(found, self.fusion)
            if absolute[each.case_number] >= self.least
        ]
        # A case that is found twice is shown with its best text.
        known = {
            each.case_number: each for each in sorted(relevant, key=lambda each: each.relevance)
        }
        best = similar_cases(relevant, customer, own, limit)
        return [
            Similar(each, known[each.caseNumber].company or "", known[each.caseNumber].text)
            for each in (best.cases if best else ())
        ]


class SearchSimilarCases(Message):
    """What the case at hand says."""

    query: Annotated[Query, StringConstraints(min_length=3), Field(description="The problem.")]
    customer: Annotated[Text | None, Field(description="Whose cases come first.")] = None
    limit: Limit = 5


class SimilarCasesOutput(Message):
    """Resolved cases, and what they have in common; no details of any of them."""

    similarCases: tuple[SimilarCase, ...]  # noqa: N815  # the seed's casing
    pattern_summary: str


@dataclass(frozen=True, slots=True)
class SimilarCaseTools:
    """The tool, over an index. Without a `desk`, nothing is known of causes and priorities."""

    finder: SimilarCaseFinder
    desk: TicketDesk | None

    def tools(self) -> Iterator[Tool[Any]]:
        """The tool of this module."""
        yield Tool(
            "searchSimilarCases",
            "Resolved cases like a problem. pattern_summary tells what they have in common; tell "
            "the pattern, not the single cases.",
            SearchSimilarCases,
            self._search,
        )

    async def _search(self, asked: SearchSimilarCases, now: datetime) -> Output:  # noqa: ARG002  # of every tool
        found = await self.finder.find(asked.query, asked.customer or "", (), asked.limit)
        parts = Parts()
        tickets = await parts.of("ticketDetails", self._tickets(found), {})
        pattern = pattern_summary([_pattern_case(each, tickets) for each in found])
        result = SimilarCasesOutput(
            similarCases=tuple(each.shown for each in found), pattern_summary=pattern
        )
        return Output(result, parts.missing)

    async def _tickets(self, found: Sequence[Similar]) -> dict[str, Ticket]:
        if self.desk is None or not found:
            return {}
        numbers = tuple(each.shown.caseNumber for each in found)
        known = await self.desk.tickets("case", TicketSearch(numbers=numbers, limit=len(numbers)))
        return {each.number.casefold(): each for each in known.tickets}


def _pattern_case(similar: Similar, tickets: dict[str, Ticket]) -> PatternCase:
    ticket = tickets.get(similar.shown.caseNumber.casefold())
    if ticket is None:
        return PatternCase(similar.text, names=(similar.company,))
    return PatternCase(
        similar.text,
        title=ticket.short_description,
        cause=f"{ticket.cause}\n{ticket.close_notes}".strip(),
        priority=ticket.priority,
        names=(ticket.account, similar.company, ticket.contact, ticket.assigned_to),
    )
