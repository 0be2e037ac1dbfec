"""A caller and its rights: what it may read, write and do."""

import json
from collections.abc import Collection
from dataclasses import dataclass

from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers
from recollect.core.errors import Forbidden
from recollect.core.ids import UNNAMED
from recollect.core.security_levels import SecurityLevel
from recollect.core.writer import Writer

EVERYTHING = "*"
_MAX_NAMED = 10
DEFAULT_MAX_TRUST = 0.7
"""The highest trust and importance that a caller may claim for what it writes, by default."""

SCOPES = frozenset(
    {
        "memory:read",
        "memory:write",
        "memory:judge",
        "memory:validate",
        "memory:admin",
        "context:read",
        "context:audit",
        "knowledge:write",
        "knowledge:admin",
        "pack:read",
        "tool:call",
        "tool:write",
        "response:validate",
    }
)
"""Every scope of the API; some tools need `tool:write` beside their route's own."""


@dataclass(frozen=True, slots=True)
class Principal:
    """A caller and its rights.

    `apps`, `tenants` and `projects` are slugs, `groups` are names, and `*` stands for all. A caller
    whose claims name no security level has the lowest, and one whose claims name no projects has
    all projects of its tenants. `max_trust` (0…1) is the highest trust and importance that it may
    claim for what it writes. A caller that may `relay` speaks for others, by `voter_id` and
    `source`. What a caller says about memories counts only up to bounds, and not at all for
    memories and runs of its own, unless the caller is `unbounded`.
    """

    subject: str
    apps: frozenset[str] = frozenset()
    scopes: frozenset[str] = frozenset()
    security_level: SecurityLevel = "public"
    groups: frozenset[str] = frozenset()
    tenants: frozenset[str] = frozenset()
    projects: frozenset[str] = frozenset({EVERYTHING})
    customers: Customers = NO_CUSTOMERS
    max_trust: float = DEFAULT_MAX_TRUST
    relay: bool = False
    unbounded: bool = False

    @property
    def rights(self) -> str:
        """The caller with all its rights as one text, which is equal whenever they are equal."""
        values = {name: _sorted(getattr(self, name)) for name in self.__dataclass_fields__}
        return json.dumps(values)

    @property
    def writer(self) -> Writer:
        """The caller as a writer, with its rights over what it writes."""
        return Writer(
            subject=self.subject,
            max_trust=self.max_trust,
            relays=self.relay,
            takes_over="knowledge:admin" in self.scopes,
        )

    @property
    def sight(self) -> str:
        """What the caller may see, as a text that is equal for all who may see the same."""
        seen = (self.customers.names, self.groups, self.tenants, self.projects)
        return json.dumps([self.security_level, *map(sorted, seen)])

    def require_scope(self, scope: str) -> None:
        """Raise Forbidden if the caller lacks the scope."""
        if scope not in self.scopes:
            raise Forbidden(f"this needs the scope {scope}", scope)

    def may_read_app(self, app_slug: str) -> bool:
        """Whether the caller has a right to the app; `global` is an app like any other."""
        return bool(self.apps & {app_slug, EVERYTHING})

    def require_app(self, app_slug: str) -> None:
        """Raise Forbidden if the caller has no right to the app."""
        if not self.may_read_app(app_slug):
            raise Forbidden(f"this needs a right to the app {app_slug}: {_has('apps', self.apps)}")

    def require_tenant(self, tenant: str) -> None:
        """Raise Forbidden if the caller has no right to the knowledge of the tenant."""
        if not self.tenants & {tenant, EVERYTHING}:
            has = _has("tenants", self.tenants)
            raise Forbidden(f"this needs a right to the tenant {_described(tenant)}: {has}")

    def may_read_project(self, tenant: str, project: str) -> bool:
        """Whether the caller has a right to the knowledge of this project of the tenant."""
        return bool(self.tenants & {tenant, EVERYTHING} and self.projects & {project, EVERYTHING})

    def require_project(self, tenant: str, project: str) -> None:
        """Raise Forbidden if the caller has no right to the knowledge of this project."""
        self.require_tenant(tenant)
        if not self.projects & {project, EVERYTHING}:
            has = _has("projects", self.projects)
            raise Forbidden(f"this needs a right to the project {_described(project)}: {has}")

    def require_all_sight(self) -> None:
        """Raise Forbidden unless the caller sees everything in the tenants that it may read.

        A caller that does not see everything cannot prove that something is gone.
        """
        if (
            not self.customers.all
            or EVERYTHING not in self.groups
            or self.security_level not in {"confidential", "restricted"}
        ):
            raise Forbidden(
                "this needs the claims customers * and groups *, and a security_level of "
                "confidential or restricted"
            )

    def require_customers(self) -> Customers:
        """The customers whose cases, items and packs the caller may see.

        Raises Forbidden if there are none.
        """
        if not self.customers:
            raise Forbidden("this needs a right to customers: the claim customers")
        return self.customers


def _described(name: str) -> str:
    """The name of a tenant or project, with a hint if it is the one meant by default."""
    return f"{name}, the default if none is given" if name == UNNAMED else name


def _has(claim: str, slugs: Collection[str]) -> str:
    """What a claim has: a model that named something else can read there what to name."""
    named = ", ".join(sorted(slugs)[:_MAX_NAMED])
    more = f" and {len(slugs) - _MAX_NAMED} more" if len(slugs) > _MAX_NAMED else ""
    return f"the claim {claim} has {named or 'none'}{more}"


DEVELOPER = Principal(
    subject="developer",
    apps=frozenset({EVERYTHING}),
    scopes=SCOPES,
    security_level="restricted",
    groups=frozenset({EVERYTHING}),
    tenants=frozenset({EVERYTHING}),
    customers=ALL_CUSTOMERS,
    max_trust=1.0,
    relay=True,
    unbounded=True,
)
"""The caller of an open API, for which no token is needed."""


def _sorted(right: object) -> object:
    names = right.names if isinstance(right, Customers) else right
    return sorted(names) if isinstance(names, frozenset) else names
