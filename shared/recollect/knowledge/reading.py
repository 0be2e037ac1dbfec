"""Evidence and cases read back: one by its id, or a list, as their reader may see them."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Self

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)

from recollect.core.cursors import Cursors, SealedCursor
from recollect.core.customers import Customers
from recollect.core.errors import NotFound
from recollect.core.messages import NUMERIC, Message, Moment, Name, Omittable, Slug, Tags
from recollect.core.places import from_ms
from recollect.core.timestamps import epoch_ms
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.kept_cases import KeptCases, KnownCase, known_case
from recollect.knowledge.listing import ListWalk, Look
from recollect.knowledge.names import folded
from recollect.knowledge.ownership import ItemLists
from recollect.knowledge.records import (
    CASES,
    KnowledgeRecord,
    KnowledgeRepository,
    item_of,
    items_namespace,
)
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import Scope
from recollect.retrieval.visibility import See, Sight
from recollect.servicedesk.numbers import case_number
from recollect.slicing.sliced import NEVER_SHOWN, SlicedItem, seen_item

SOURCE: Final = "upstash"
"""Where what is read back is kept, as a search calls it."""

_FIELD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")
_MOST_FILTERS: Final = 32

_Value = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
_Limit = Annotated[int, Field(ge=1, le=100), NUMERIC]


def _parted(given: object) -> object:
    # A query string that names a parameter twice reaches us with a comma in between.
    return given.split(",") if isinstance(given, str) else given


class EvidenceScope(Message):
    """Whose evidence."""

    tenant: Slug = "default"
    project: Slug = "default"

    @property
    def scope(self) -> Scope:
        """The same as a scope."""
        return Scope(self.tenant, self.project)


class EvidenceListing(EvidenceScope):
    """Which evidence to list; whatever further parameters there are must equal metadata.

    A value of the query string is the text, number or truth value that it looks like.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, _Value]

    tags: Annotated[Tags, BeforeValidator(_parted)] = ()
    since: Moment | None = None
    until: Moment | None = None
    limit: _Limit = 20
    cursor: SealedCursor = ""

    @model_validator(mode="after")
    def _names_fields(self) -> Self:
        further = self.__pydantic_extra__
        if len(further) > _MOST_FILTERS:
            raise ValueError(f"may have {_MOST_FILTERS} further parameters")
        if not all(map(_FIELD.fullmatch, further)):
            raise ValueError("a further parameter must be the name of a field of metadata")
        return self

    @property
    def filters(self) -> Filters:
        """What must hold of an item as its reader sees it; what no answer shows is never equal."""
        further = {
            name: () if name in NEVER_SHOWN else _readings(value)
            for name, value in self.__pydantic_extra__.items()
        }
        return Filters(tags=self.tags, any_of=further, since=self.since, until=self.until)


def _readings(value: str) -> tuple[Scalar, ...]:
    if value in {"true", "false"}:
        return value, value == "true"
    return (value, float(value)) if _NUMBER.fullmatch(value) else (value,)


class EvidencePage(Message):
    """Items, newest first; with `next_cursor` there may be more, even where none are here."""

    items: tuple[SlicedItem, ...]
    next_cursor: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class EvidenceReader:
    """Evidence as one reader sees it. `new_reader` is asked for each part of a list."""

    repository: KnowledgeRepository
    lists: ItemLists
    new_reader: Callable[[], See]

    async def one(self, scope: Scope, item_id: str) -> SlicedItem:
        """An item; NotFound if there is none for this reader."""
        (found,) = await self._seen(scope, [item_id], Filters())
        if found is None:
            raise NotFound(f"there is no evidence {item_id} in {scope.tenant}/{scope.project}")
        return found

    async def page(
        self, asked: EvidenceListing, cursors: Cursors, time_is_up: Callable[[], bool]
    ) -> EvidencePage:
        """A page of a list, newest first; InvalidRequest if the cursor is not of this list."""
        filters = asked.filters

        async def look(ids: Sequence[str]) -> Sequence[SlicedItem | None]:
            return await self._seen(asked.scope, ids, filters)

        walk = ListWalk(
            self.lists, items_namespace(asked.scope), look, time_is_up, _least(asked.since)
        )
        begins = cursors.opened(asked.cursor) or _begin(asked.until)
        page = await walk.page(begins, asked.limit)
        return EvidencePage(items=page.listed, next_cursor=cursors.sealed(page.following) or None)

    async def _seen(
        self, scope: Scope, ids: Sequence[str], filters: Filters
    ) -> Sequence[SlicedItem | None]:
        records = await self.repository.get(items_namespace(scope), ids)
        items = [item_of(each) for each in records]
        sights = await self.new_reader()(items)
        seen = {
            item.id: _sent(sight)
            for item, sight in zip(items, sights, strict=True)
            if sight is not None and filters.match(sight.item.metadata)
        }
        return [seen.get(each) for each in ids]


def _sent(sight: Sight) -> SlicedItem | None:
    try:
        return seen_item(sight, SOURCE)
    except ValueError:  # it cannot be sent as JSON; its message would show content
        return None


class CaseListing(Message):
    """Which cases to list."""

    company: Name | None = None
    since: Moment | None = None
    until: Moment | None = None
    limit: _Limit = 20
    cursor: SealedCursor = ""


class CasePage(Message):
    """Cases, latest resolved first; with `next_cursor` there may be more."""

    cases: tuple[KnownCase, ...]
    next_cursor: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class CaseReader:
    """Cases of some customers, and nobody's; there are no others.

    `directory` leads from one name of a customer to its others, where they may be known.
    """

    repository: KnowledgeRepository
    lists: ItemLists
    customers: Customers
    directory: BusinessContexts

    async def one(self, written: str) -> KnownCase:
        """A case, however its number is written; NotFound if there is none of these customers."""
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
        walk = ListWalk(self.lists, CASES, look, time_is_up, _least(asked.since))
        page = await walk.page(cursors.opened(asked.cursor) or _begin(asked.until), asked.limit)
        return CasePage(cases=page.listed, next_cursor=cursors.sealed(page.following) or None)

    async def _names_of(self, company: str | None) -> frozenset[JsonValue]:
        """All that the customer is called that is called so; none where none is asked for.

        They open nothing: whose a case is counts by the name that the case has.
        """
        if not company:
            return frozenset()
        known = await self.directory.look_up(None, company)
        return frozenset(map(folded, (company, *(known.names if known else ()))))

    def _look_for(self, asked: CaseListing, names: Collection[JsonValue] = ()) -> Look[KnownCase]:

        async def look(ids: Sequence[str]) -> Sequence[KnownCase | None]:
            records = {each.id: each for each in await self.repository.get(CASES, ids)}
            found = [records.get(each) for each in ids]
            return [
                known_case(each)
                if each is not None
                and self.customers.allow(known_case(each).company)
                and (not names or each.metadata.get("company_key") in names)
                and _is_resolved_within(each, asked)
                else None
                for each in found
            ]

        return look


def _is_resolved_within(record: KnowledgeRecord, asked: CaseListing) -> bool:
    if asked.since is None and asked.until is None:
        return True
    at = {"created_at": record.metadata.get("resolved_at")}
    return Filters(since=asked.since, until=asked.until).match(at)


def _least(since: Moment | None) -> str:
    # A moment of a store has whole milliseconds; what lies between two is decided by the filter.
    return "" if since is None else from_ms(epoch_ms(since) - 1)


def _begin(until: Moment | None) -> str:
    return "" if until is None else from_ms(epoch_ms(until) + 2)
