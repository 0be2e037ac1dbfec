"""Configuration items as tools see them, and where they are asked for and made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from recollect.core.errors import StoreRefused
from recollect.core.messages import Message


class NoSuchTable(StoreRefused):
    """The CMDB has no such class."""


class Item(Message):
    """A configuration item of the CMDB; what is not known is an empty text.

    Classes, states and references are as people are shown them, but for `class_name`.
    """

    sys_id: str
    name: str
    class_name: str = ""
    """The table, such as `cmdb_ci_win_server`."""
    type: str = ""
    """The class as people are shown it, such as Windows Server."""
    environment: str = ""
    operational_status: str = ""
    location: str = ""
    ip_address: str = ""
    fqdn: str = ""
    owner_group: str = ""
    company: str = ""
    short_description: str = ""


class Link(Message):
    """A relation of two items, from `cmdb_rel_ci`; `type` reads from parent to child."""

    parent: str
    parent_name: str
    child: str
    child_name: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class ItemSearch:
    """What items are wanted: all of what is given must hold, and of `words` one.

    `words` are looked for in names and descriptions; all else is exact, in any case of letters.
    """

    words: tuple[str, ...] = ()
    sys_id: str = ""
    name: str = ""
    class_name: str = ""
    ip_address: str = ""
    fqdn: str = ""
    environment: str = ""
    limit: int = 10


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item to be made; `class_name` is its table. Empty texts are left to ServiceNow."""

    class_name: str
    name: str
    environment: str = ""
    ip_address: str = ""
    fqdn: str = ""
    short_description: str = ""


class Cmdb(Protocol):
    """The CMDB. Each method is one round trip, if not said otherwise, and raises StoreError."""

    async def items(self, search: ItemSearch) -> Sequence[Item]:
        """At most `search.limit` items, by name."""

    async def links(self, sys_ids: Sequence[str], limit: int) -> Sequence[Link]:
        """At most `limit` relations of which one end is one of these."""

    async def create(self, new: NewItem) -> Item:
        """Make an item. Never repeated by itself: a repeat could make a second one.

        Raises NoSuchTable where the CMDB does not have the class.
        """

    async def link(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items, with a relation of the CMDB's such as `Contains::Contained by`.

        Two round trips, for a relation's type is known by its sys_id. StoreRefused where there is
        no such type.
        """
