"""Reads resolved cases back, by number or as a list, as far as the caller may know of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue

from recollect.core.cursors import Cursors, SealedCursor
from recollect.core.customers import Customers
from recollect.core.errors import NotFound
from recollect.core.list_walk import Look, page_of
from recollect.core.messages import Message, Moment, MomentText, Name, Omittable, PageSize
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.folded_names import folded_name
from recollect.knowledge.list_places import first_place, least_place
from recollect.knowledge.ownership import ItemLists
from recollect.knowledge.records import CASES, KnowledgeRecord, KnowledgeRepository
from recollect.relevance.filters import Filters
from recollect.retrieval.items import string_of
from recollect.servicedesk.numbers import case_number


class KnownCase(Message):
    """A resolved case, without secrets and personal data."""

    case_number: str
    content: str
    company: Omittable[str] = None
    url: Omittable[str] = None
    resolved_at: Omittable[MomentText] = None


@dataclass(frozen=True, slots=True)
class KeptCases:
    """The cases of these customers, and those without a customer; no others exist for it."""

    repository: KnowledgeRepository
    customers: Customers

    async def numbered(self, numbers: Sequence[str]) -> Mapping[str, KnownCase]:
        """The stored cases with these numbers, by the number as the caller wrote it.

        One round trip; raises StoreError.
        """
        ids = {each: case_number(each) for each in numbers}
        records = await self.repository.get(CASES, list(dict.fromkeys(ids.values())))
        known = {each.id: known_case(each) for each in records}
        seen = {each: case for each, case in known.items() if self.customers.allow(case.company)}
        return {written: seen[number] for written, number in ids.items() if number in seen}


class CaseListing(Message):
    """Which cases to list."""

    company: Name | None = None
    since: Moment | None = None
    until: Moment | None = None
    limit: PageSize = 20
    cursor: SealedCursor = ""


class CasePage(Message):
    """Cases, latest resolved first; with `next_cursor` there may be more."""

    cases: tuple[KnownCase, ...]
    next_cursor: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class CaseReader:
    """Reads the cases of these customers, and those without a customer; no others exist for it.

    `business_contexts` lead from one name of a customer to its other names, if the caller may know
    them.
    """

    repository: KnowledgeRepository
    lists: ItemLists
    customers: Customers
    business_contexts: BusinessContexts

    async def one(self, written: str) -> KnownCase:
        """A case, however its number is written; NotFound if these customers have none."""
        number = case_number(written)
        found = await KeptCases(self.repository, self.customers).numbered([number])
        if number not in found:
            raise NotFound(f"there is no case {number}")
        return found[number]

    async def page(
        self, asked: CaseListing, cursors: Cursors, time_is_up: Callable[[], bool]
    ) -> CasePage:
        """A page of a list, latest first; InvalidRequest if the cursor is not of this list."""
        look = self._look_for(asked, await self._names_of(asked.company))
        places = partial(self.lists.listed, CASES, least=least_place(asked.since))
        begins = cursors.opened(asked.cursor) or first_place(asked.until)
        page = await page_of(places, look, time_is_up, begins, asked.limit)
        return CasePage(cases=page.listed, next_cursor=cursors.sealed(page.following) or None)

    async def _names_of(self, company: str | None) -> frozenset[JsonValue]:
        """All names of the customer with this name; none if no company is asked for.

        They give no rights: the company in a case's record decides who may see it.
        """
        if not company:
            return frozenset()
        known = await self.business_contexts.look_up(None, company)
        return frozenset(map(folded_name, (company, *(known.names if known else ()))))

    def _look_for(self, asked: CaseListing, names: Collection[JsonValue]) -> Look[KnownCase]:
        def is_listed(record: KnowledgeRecord) -> bool:
            return (
                self.customers.allow(string_of(record.metadata.get("company")))
                and (not names or record.metadata.get("company_key") in names)
                and _is_resolved_within(record, asked)
            )

        async def look(ids: Sequence[str]) -> Sequence[KnownCase | None]:
            records = await self.repository.get(CASES, ids)
            listed = {each.id: known_case(each) for each in records if is_listed(each)}
            return [listed.get(each) for each in ids]

        return look


def _is_resolved_within(record: KnowledgeRecord, asked: CaseListing) -> bool:
    if asked.since is None and asked.until is None:
        return True
    at = {"created_at": record.metadata.get("resolved_at")}
    return Filters(since=asked.since, until=asked.until).match(at)


def known_case(record: KnowledgeRecord) -> KnownCase:
    """The case of a record, as callers read it."""
    metadata = record.metadata
    return KnownCase(
        case_number=record.id,
        content=record.text,
        company=string_of(metadata.get("company")),
        url=string_of(metadata.get("url")),
        resolved_at=string_of(metadata.get("resolved_at")),
    )
