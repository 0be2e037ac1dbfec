"""Configuration items, their relations, and the CMDB that holds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from pydantic import Field

from recollect.core.errors import StoreRefused
from recollect.core.messages import Message


class NoSuchTable(StoreRefused):
    """The CMDB has no such class."""


class ConfigurationItem(Message):
    """A configuration item of the CMDB; an unknown field is an empty text.

    Classes, states and references are the texts that people see, except for `class_name`. Excluded
    fields are for our own rules and never sent.
    """

    sys_id: str
    name: str
    class_name: str = ""
    """The table, such as `cmdb_ci_win_server`."""
    type: str = ""
    """The class as people see it, such as Windows Server."""
    environment: str = ""
    operational_status: str = ""
    location: str = ""
    ip_address: str = ""
    """One address, or several with commas or blanks between them."""
    fqdn: str = ""
    owner_group: str = ""
    company: str = ""
    short_description: str = ""
    company_sys_id: Annotated[str, Field(exclude=True)] = ""
    environment_key: Annotated[str, Field(exclude=True)] = ""
    """The environment as it is stored, in lower case: the same in every language."""

    @property
    def ip_addresses(self) -> tuple[str, ...]:
        """The addresses in `ip_address`, one by one."""
        return tuple(self.ip_address.replace(",", " ").split())

    @property
    def host(self) -> str:
        """The first label of its host name (`fqdn`)."""
        return self.fqdn.partition(".")[0]


@dataclass(frozen=True, slots=True)
class ItemRelation:
    """Two related items; `type` reads from parent to child, such as `Contains::Contained by`.

    If the relation was found by sys_id, its ends have only sys_id, name and company.
    """

    parent: ConfigurationItem
    child: ConfigurationItem
    type: str = ""


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a text or a caller calls items. An item matches if it has one of these, in any case.

    Each list is in the order of first mention and has a limited length. A name also matches an item
    whose host name has it as first label. `phrases` are words that may be a name; they rank last.
    """

    ip_addresses: tuple[str, ...] = ()
    fqdns: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sys_ids: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemSearch:
    """The conditions of a search for items; an item must meet all that are given.

    Of `words` and of `mentions` one is enough. `words` are searched for in names and descriptions;
    everything else must be equal, in any case of letters.
    """

    words: tuple[str, ...] = ()
    sys_id: str = ""
    name: str = ""
    class_name: str = ""
    ip_address: str = ""
    fqdn: str = ""
    environment: str = ""
    mentions: Mentions | None = None
    limit: int = 10


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item to create; `class_name` is its table. The CMDB decides what is an empty text here."""

    class_name: str
    name: str
    environment: str = ""
    ip_address: str = ""
    fqdn: str = ""
    short_description: str = ""


class Cmdb(Protocol):
    """The CMDB. Unless stated otherwise, each method is one round trip. Raises StoreError."""

    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        """At most `search.limit` items, by name."""

    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        """At most `limit` relations with one end that matches `ends`.

        Since it takes mentions, a caller can ask for relations without waiting for the items.
        """

    async def create(self, new: NewItem) -> ConfigurationItem:
        """Create an item. It is never retried automatically: a retry could create a second one.

        Raises NoSuchTable if the CMDB does not have the class.
        """

    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items, with a type of relation such as `Contains::Contained by`.

        Two round trips, because the sys_id of the type is looked up first. Raises StoreRefused if
        there is no such type.
        """
