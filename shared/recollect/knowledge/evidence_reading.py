"""Reads evidence back, an item by its id or a list, as its reader may see it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Self

from pydantic import BeforeValidator, ConfigDict, StringConstraints, model_validator

from recollect.core.cursors import Cursors, SealedCursor
from recollect.core.errors import NotFound
from recollect.core.ids import UNNAMED
from recollect.core.list_walk import page_of
from recollect.core.messages import AS_KEPT, Message, Moment, Omittable, PageSize, Slug, Tags
from recollect.knowledge.list_places import first_place, least_place
from recollect.knowledge.ownership import ItemLists
from recollect.knowledge.records import KnowledgeRepository, item_of, items_namespace
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import Scope
from recollect.retrieval.visibility import See, Sight
from recollect.slicing.sliced import NEVER_ASKED, SlicedItem, seen_item

SOURCE: Final = "upstash-vector"
"""The name that a search gives the store from which evidence is read back."""

_FIELD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")
_MAX_FILTERS: Final = 32

_Value = Annotated[str, StringConstraints(min_length=1, max_length=1_000), AS_KEPT]


def _split_list(given: object) -> object:
    # A query string that names a parameter twice reaches us with a comma in between.
    return given.split(",") if isinstance(given, str) else given


class EvidenceScope(Message):
    """The tenant and the project whose evidence is meant."""

    tenant: Slug = UNNAMED
    project: Slug = UNNAMED

    @property
    def scope(self) -> Scope:
        """Tenant and project as a `Scope`."""
        return Scope(self.tenant, self.project)


class EvidenceListing(EvidenceScope):
    """Which evidence to list; further parameters are fields of metadata that must have that value.

    A value of the query string matches as text and as the number or truth value that it looks like.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, _Value]

    tags: Annotated[Tags, BeforeValidator(_split_list)] = ()
    since: Moment | None = None
    until: Moment | None = None
    limit: PageSize = 20
    cursor: SealedCursor = ""

    @model_validator(mode="after")
    def _names_fields(self) -> Self:
        further = self.__pydantic_extra__
        if len(further) > _MAX_FILTERS:
            raise ValueError(f"may have {_MAX_FILTERS} further parameters")
        if not all(map(_FIELD.fullmatch, further)):
            raise ValueError("a further parameter must be the name of a field of metadata")
        return self

    @property
    def filters(self) -> Filters:
        """The filters on an item as its reader sees it; fields that no answer shows never match."""
        further = {
            name: () if name in NEVER_ASKED else _readings(value)
            for name, value in self.__pydantic_extra__.items()
        }
        return Filters(tags=self.tags, any_of=further, since=self.since, until=self.until)


def _readings(value: str) -> tuple[Scalar, ...]:
    if value in {"true", "false"}:
        return value, value == "true"
    return (value, float(value)) if _NUMBER.fullmatch(value) else (value,)


class EvidencePage(Message):
    """Items, newest first; with `next_cursor` there may be more, even if this page is empty."""

    items: tuple[SlicedItem, ...]
    next_cursor: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class EvidenceReader:
    """Evidence as one reader sees it. `new_reader` is called for each part of a list."""

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

        namespace, least = items_namespace(asked.scope), least_place(asked.since)
        places = partial(self.lists.listed, namespace, least=least)
        begins = cursors.opened(asked.cursor) or first_place(asked.until)
        page = await page_of(places, look, time_is_up, begins, asked.limit)
        return EvidencePage(items=page.listed, next_cursor=cursors.sealed(page.following) or None)

    async def _seen(
        self, scope: Scope, ids: Sequence[str], filters: Filters
    ) -> Sequence[SlicedItem | None]:
        records = await self.repository.get(items_namespace(scope), ids)
        items = [item_of(each) for each in records]
        sights = await self.new_reader()(items)
        seen = {
            item.id: _as_sent(sight)
            for item, sight in zip(items, sights, strict=True)
            if sight is not None and filters.match(sight.item.metadata)
        }
        return [seen.get(each) for each in ids]


def _as_sent(sight: Sight) -> SlicedItem | None:
    try:
        return seen_item(sight, SOURCE)
    except ValueError:  # it cannot be sent as JSON; its message would show content
        return None
