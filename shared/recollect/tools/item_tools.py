"""Tools for configuration items: search them, and get one by its name or sys_id."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Final, Self

from pydantic import Field, model_validator

from recollect.core.degradation import Degradation
from recollect.core.errors import NotFound
from recollect.core.messages import CamelMessage, Message, Name
from recollect.servicedesk.items import Cmdb, ConfigurationItem, ItemRelation, ItemSearch, Mentions
from recollect.tools.arguments import Limit, ShortText, SysId, given
from recollect.tools.queries import search_words
from recollect.tools.summaries.infrastructure import infrastructure_summary
from recollect.tools.summaries.listings import nothing_found
from recollect.tools.tool import Output, Tool, at_any_time

_MAX_RELATIONS: Final = 100


class SearchItems(CamelMessage):
    """Filters, all of which must hold; at least one is needed."""

    query: Annotated[ShortText | None, Field(description="Words of names and descriptions.")] = None
    name: Annotated[Name | None, Field(description="The whole name.")] = None
    ip_address: Annotated[Name | None, Field(description="Such as 10.52.0.4.")] = None
    fqdn: Annotated[Name | None, Field(description="The whole host name.")] = None
    class_name: Annotated[
        Name | None, Field(description="This very class, such as cmdb_ci_win_server.")
    ] = None
    environment: Annotated[Name | None, Field(description="Such as Production.")] = None
    limit: Limit = 10

    @model_validator(mode="after")
    def _has_a_filter(self) -> Self:
        if not any(self.model_dump(exclude={"limit"}).values()):
            raise ValueError("needs query, name, ipAddress, fqdn, className or environment")
        return self


class GetItem(CamelMessage):
    """The item to get, by its sys_id or its name."""

    sys_id: Annotated[SysId | None, Field(description="As searchCMDB gives it.")] = None
    name: Annotated[Name | None, Field(description="The whole name.")] = None

    @model_validator(mode="after")
    def _names_one_item(self) -> Self:
        if (self.sys_id is None) == (self.name is None):
            raise ValueError("needs sysId or name, and not both")
        return self


class RelationOutput(Message):
    """A relation of two items by their sys_ids and names; `type` describes it from the parent."""

    parent: str
    parent_name: str
    child: str
    child_name: str
    type: str = ""


class ItemsOutput(CamelMessage):
    """Items and their relations, as data and as a summary."""

    items: tuple[ConfigurationItem, ...]
    relations: tuple[RelationOutput, ...]
    formatted_items: str


class ItemOutput(CamelMessage):
    """An item and its relations, as data and as a summary."""

    ci: ConfigurationItem
    relations: tuple[RelationOutput, ...]
    formatted_items: str


def tools(cmdb: Cmdb) -> Iterator[Tool[Any]]:
    """The tools of this module, with a CMDB."""
    yield Tool(
        "searchCMDB",
        "Configuration items by words, name, address, class or environment, with what they "
        "depend on. formattedItems tells them.",
        SearchItems,
        at_any_time(partial(_search, cmdb)),
    )
    yield Tool(
        "getConfigurationItem",
        "One configuration item by its name or sys_id, with what it depends on. "
        "formattedItems tells it.",
        GetItem,
        at_any_time(partial(_get, cmdb)),
    )


async def _search(cmdb: Cmdb, arguments: SearchItems) -> Output:
    words = search_words(arguments.query) if arguments.query else ()
    search = ItemSearch(words=words, **given(arguments, "query"))
    items, degradation = tuple(await cmdb.items(search)), Degradation()
    relations = await _relations(cmdb, items, degradation)
    result = ItemsOutput(
        items=items,
        relations=tuple(map(_shown, relations)),
        formatted_items=infrastructure_summary(items, relations)
        or nothing_found("configuration items", None, _filters(arguments)),
    )
    return Output.of(result, degradation)


def _filters(arguments: SearchItems) -> Sequence[str | None]:
    return (
        arguments.query,
        arguments.name and f"name {arguments.name}",
        arguments.ip_address and f"address {arguments.ip_address}",
        arguments.fqdn and f"host {arguments.fqdn}",
        arguments.class_name and f"class {arguments.class_name}",
        arguments.environment and f"environment {arguments.environment}",
    )


async def _get(cmdb: Cmdb, arguments: GetItem) -> Output:
    items, degradation = await cmdb.items(ItemSearch(limit=1, **given(arguments))), Degradation()
    if not items:
        raise NotFound(f"there is no configuration item {arguments.name or 'of this sysId'}")
    relations = await _relations(cmdb, items, degradation)
    result = ItemOutput(
        ci=items[0],
        relations=tuple(map(_shown, relations)),
        formatted_items=infrastructure_summary(items, relations),
    )
    return Output.of(result, degradation)


async def _relations(
    cmdb: Cmdb, items: Sequence[ConfigurationItem], degradation: Degradation
) -> Sequence[ItemRelation]:
    if not items:
        return ()
    ends = Mentions(sys_ids=tuple(item.sys_id for item in items))
    return await degradation.result_or("dependencies", (), cmdb.relations(ends, _MAX_RELATIONS))


def _shown(relation: ItemRelation) -> RelationOutput:
    return RelationOutput(
        parent=relation.parent.sys_id,
        parent_name=relation.parent.name,
        child=relation.child.sys_id,
        child_name=relation.child.name,
        type=relation.type,
    )
