"""Configuration items and how they relate, and the CMDB that holds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from pydantic import Field

from recollect.core.errors import StoreRefused
from recollect.core.messages import Message


class NoSuchTable(StoreRefused):
    """The CMDB has no such class."""


class ConfigurationItem(Message):
    """A configuration item of the CMDB; what is not known is an empty text.

    Classes, states and references are as people are shown them, but for `class_name`. Fields that
    are excluded are for our own rules, and never sent.
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
    """One address, or several with commas or blanks between them."""
    fqdn: str = ""
    owner_group: str = ""
    company: str = ""
    short_description: str = ""
    company_sys_id: Annotated[str, Field(exclude=True)] = ""
    environment_key: Annotated[str, Field(exclude=True)] = ""
    """The environment in lower case as it is stored, the same in every language."""

    @property
    def ip_addresses(self) -> tuple[str, ...]:
        """Each of its addresses."""
        return tuple(self.ip_address.replace(",", " ").split())

    @property
    def host(self) -> str:
        """The first label of its host name."""
        return self.fqdn.partition(".")[0]


@dataclass(frozen=True, slots=True)
class ItemRelation:
    """Two related items; `type` reads from parent to child, such as `Contains::Contained by`.

    Of items that were looked for by sys_id, the ends have sys_id, name and company.
    """

    parent: ConfigurationItem
    child: ConfigurationItem
    type: str = ""


@dataclass(frozen=True, slots=True)
class Mentions:
    """What somebody calls items: an item is meant that has one of these, in any case of letters.

    Each is in the order of its first mention, and bounded. A name also means the item whose host
    name begins with it; `phrases` are words that may be a name, which count after all others.
    """

    ip_addresses: tuple[str, ...] = ()
    fqdns: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sys_ids: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemSearch:
    """What items are searched for: all of what is given must hold, of `words` and `mentions` one.

    `words` are looked for in names and descriptions; all else is exact, in any case of letters.
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
    """An item to be made; `class_name` is its table. Empty texts are left to the CMDB."""

    class_name: str
    name: str
    environment: str = ""
    ip_address: str = ""
    fqdn: str = ""
    short_description: str = ""


class Cmdb(Protocol):
    """The CMDB. Each method is one round trip, if not said otherwise, and raises StoreError."""

    async def items(self, search: ItemSearch) -> Sequence[ConfigurationItem]:
        """At most `search.limit` items, by name."""

    async def relations(self, ends: Mentions, limit: int) -> Sequence[ItemRelation]:
        """At most `limit` relations of which one end is meant by `ends`.

        Whoever knows only what is mentioned need not wait for the items to ask for this.
        """

    async def create(self, new: NewItem) -> ConfigurationItem:
        """Make an item. Never repeated by itself: a repeat could make a second one.

        Raises NoSuchTable where the CMDB does not have the class.
        """

    async def relate(self, parent_sys_id: str, child_sys_id: str, type_name: str) -> None:
        """Relate two items, with a type of relation such as `Contains::Contained by`.

        Two round trips, for a relation's type is known by its sys_id. StoreRefused where there is
        no such type.
        """
