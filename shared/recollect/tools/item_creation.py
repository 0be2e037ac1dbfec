"""The tool `createConfigurationItem`: creates an item once, however often a caller asks for it."""

import asyncio
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from recollect.core.degradation import Degradation
from recollect.core.errors import FieldError, InvalidRequest, StoreTimeout
from recollect.core.messages import CamelMessage, Name
from recollect.core.shapes import CLASS_NAME_PATTERN
from recollect.servicedesk.items import (
    Cmdb,
    ConfigurationItem,
    ItemSearch,
    Mentions,
    NewItem,
    NoSuchTable,
)
from recollect.tools.arguments import ShortText, SysId, given
from recollect.tools.claims import CreationClaims, get_or_create
from recollect.tools.summaries.infrastructure import created_summary
from recollect.tools.tool import Output, Tool, at_any_time

SCOPE: Final = "tool:write"

_MAX_RELATIONS: Final = 100
_TIMEOUT_SECONDS: Final = 2.0

# Only tables of the CMDB, including those that an instance has added.
ClassName = Annotated[str, StringConstraints(pattern=CLASS_NAME_PATTERN)]


def _true_only(confirmed: object) -> object:
    # pydantic would take 1 for true.
    if confirmed is not True:
        raise ValueError("must be true")
    return confirmed


class CreateItem(CamelMessage):
    """The item to create."""

    class_name: Annotated[ClassName, Field(description="Such as cmdb_ci_win_server.")]
    name: Name
    confirmed: Annotated[
        Literal[True],
        BeforeValidator(_true_only),
        Field(description="True only where the user has asked for this very item."),
    ] = True
    parent_sys_id: Annotated[
        SysId | None, Field(description="An item that the new one belongs to.")
    ] = None
    relationship_type: Annotated[
        Name, Field(description="How the parent relates to the new item.")
    ] = "Contains::Contained by"
    environment: Name | None = None
    ip_address: Name | None = None
    fqdn: Name | None = None
    description: ShortText | None = None


class CreatedOutput(CamelMessage):
    """The item, whether it was created just now, and whether it is linked to its parent."""

    summary: str
    ci: ConfigurationItem
    relationship_linked: bool
    created: bool


def tools(cmdb: Cmdb, claims: CreationClaims) -> Iterator[Tool[Any]]:
    """The tool of this module, with a CMDB and the claims of all processes."""
    yield Tool(
        "createConfigurationItem",
        "Make a configuration item, only where the user has explicitly asked for it. The same "
        "class and name again give the item that is there. summary confirms what was made.",
        CreateItem,
        at_any_time(_ItemCreation(cmdb, claims).create),
        scope=SCOPE,
    )


@dataclass(frozen=True, slots=True)
class _ItemCreation:
    cmdb: Cmdb
    claims: CreationClaims

    async def create(self, arguments: CreateItem) -> Output:
        new, degradation = _new_item(arguments), Degradation()
        parent = await self._parent(arguments.parent_sys_id, new)
        try:
            item, created = await get_or_create(
                self.claims,
                _claim_name(new),
                lambda: self._existing(new),
                lambda: self.cmdb.create(new),
                degradation,
            )
        except NoSuchTable as error:
            message = "the CMDB has no such class"
            raise InvalidRequest([FieldError("arguments.className", message)]) from error
        linked = parent is not None and await degradation.result_or(
            "relationship",
            fallback=False,
            work=self._linked(parent, item, arguments.relationship_type, degradation),
        )
        summary = created_summary(
            item, parent.name if parent else "", linked=linked, created=created
        )
        result = CreatedOutput(
            summary=summary, ci=item, relationship_linked=linked, created=created
        )
        return Output.of(result, degradation)

    async def _parent(self, sys_id: str | None, new: NewItem) -> ConfigurationItem | None:
        if sys_id is None:
            return None
        found = await self.cmdb.items(ItemSearch(sys_id=sys_id, limit=1))
        if not found:
            raise _wrong_parent("there is no such item")
        if _claim_name(new) == _claim_name(found[0]):
            raise _wrong_parent("is the item itself")
        return found[0]

    async def _existing(self, new: NewItem) -> ConfigurationItem | None:
        search = ItemSearch(name=new.name, class_name=new.class_name, limit=1)
        return next(iter(await self.cmdb.items(search)), None)

    async def _linked(
        self,
        parent: ConfigurationItem,
        item: ConfigurationItem,
        type_name: str,
        degradation: Degradation,
    ) -> bool:
        """Relate the two items, unless they are related already; always true."""
        ends = (parent.sys_id, item.sys_id)

        async def find() -> bool | None:
            known = await self.cmdb.relations(Mentions(sys_ids=(item.sys_id,)), _MAX_RELATIONS)
            return any((each.parent.sys_id, each.child.sys_id) == ends for each in known) or None

        async def make() -> bool:
            await self.cmdb.relate(*ends, type_name)
            return True

        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                await get_or_create(self.claims, f"link:{':'.join(ends)}", find, make, degradation)
        except TimeoutError as error:
            # The item exists; the same call again relates the two when the other's claim has ended.
            raise StoreTimeout("claims", "somebody else is relating the two") from error
        return True


def _wrong_parent(message: str) -> InvalidRequest:
    return InvalidRequest([FieldError("arguments.parentSysId", message)])


def _claim_name(item: NewItem | ConfigurationItem) -> str:
    identity = f"{item.class_name}\n{item.name.casefold()}"
    return f"ci:{hashlib.sha256(identity.encode()).hexdigest()[:40]}"


def _new_item(arguments: CreateItem) -> NewItem:
    return NewItem(
        short_description=arguments.description or "",
        **given(arguments, "description", "confirmed", "parent_sys_id", "relationship_type"),
    )
