"""The service desk as discovery sees it: the case, its SLAs, changes and configuration items."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Case:
    """A case. `priority` is 1 (critical) to 4, where it has one; times are in UTC."""

    sys_id: str
    number: str
    short_description: str = ""
    description: str = ""
    priority: int | None = None
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    company_sys_id: str = ""
    company_name: str = ""
    is_vip: bool = False
    is_high_risk: bool = False


@dataclass(frozen=True, slots=True)
class TaskSla:
    """An SLA that runs on a case."""

    name: str
    has_breached: bool
    breach_at: datetime | None


@dataclass(frozen=True, slots=True)
class Change:
    """A change request with its planned window."""

    number: str
    state: str
    short_description: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class ConfigurationItem:
    """A configuration item of the CMDB."""

    sys_id: str
    name: str
    class_name: str = ""
    ip_addresses: tuple[str, ...] = ()
    fqdn: str = ""
    environment: str = ""
    owner_group: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """A row of `cmdb_rel_ci`, both ends of it with their names and addresses."""

    parent: ConfigurationItem
    child: ConfigurationItem


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a conversation names: each in the order of its first mention, and bounded."""

    ip_addresses: tuple[str, ...] = ()
    fqdns: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class ServiceDesk(Protocol):
    """ServiceNow. Each method is one round trip, and raises StoreError."""

    async def case(self, number: str) -> Case | None:
        """The case of this number, if there is one."""

    async def slas(self, case_number: str) -> Sequence[TaskSla]:
        """The SLAs that run on a case, by the case's number."""

    async def changes(
        self, company_sys_id: str, company_name: str, now: datetime
    ) -> Sequence[Change]:
        """The changes under way now for a company: by its sys_id, else by its name."""

    async def configuration_items(
        self, mentions: Mentions, limit: int
    ) -> Sequence[ConfigurationItem]:
        """Items that have one of the addresses, host names or names."""

    async def relations(self, mentions: Mentions, limit: int) -> Sequence[Relation]:
        """Relations of which one end has one of the addresses, host names or names.

        Asked by what is mentioned, not by sys_id, so that it need not wait for the items.
        """
