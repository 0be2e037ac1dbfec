"""Who is calling: the claims that an authorizer of API Gateway verified, the only source of rights.

A JWT authorizer hands lists over as one text, `[a b]`, in which a name with a space cannot be told
from two. Lists are therefore read from the token, whose signature it has checked. The authorizer of
API keys, which is a function of ours, hands claims over as they are.
"""

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers
from recollect.core.errors import Forbidden, Unauthenticated
from recollect.core.invisible import composed
from recollect.core.security_levels import SECURITY_LEVELS, SecurityLevel
from recollect.core.unnamed import UNNAMED
from recollect.core.writer import Writer
from recollect.serving.payload import authorization

EVERYTHING = "*"
DEFAULT_MAX_TRUST = 0.7
"""What an agent may say of its own trust and importance at most."""

# Headers that are sent twice come as one, with a comma: of those nobody knows which was checked.
_ONE_TOKEN = re.compile(r"(?:bearer +)?[\w-]+\.([\w-]+)\.[\w-]+", re.ASCII | re.IGNORECASE)
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
    """A caller and its rights: `apps`, `tenants`, `projects` are slugs, `groups` names; `*` is all.

    Whoever was not given a security level has the lowest. A caller with no `projects` named has all
    of its tenants. `max_trust` (0…1) bounds what it may say of its own trust and importance, and
    who may `relay` speaks for others by `voter_id` and `source`. What one says of memories counts
    up to bounds, and not of what it wrote or ran itself, unless it is `unbounded`.
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
        """The caller with all its rights as one text, the same whenever they are the same."""
        values = {name: _ordered(getattr(self, name)) for name in self.__dataclass_fields__}
        return json.dumps(values)

    @property
    def writer(self) -> Writer:
        """The caller as who writes something, and what it may say of it."""
        return Writer(
            subject=self.subject,
            max_trust=self.max_trust,
            relays=self.relay,
            takes_over="knowledge:admin" in self.scopes,
        )

    @property
    def sight(self) -> str:
        """What the caller may see, as a text that is the same for all who may see the same."""
        seen = (self.customers.names, self.groups, self.tenants, self.projects)
        return json.dumps([self.security_level, *map(sorted, seen)])

    def require_scope(self, scope: str) -> None:
        """Refuse a caller that was not given `scope`."""
        if scope not in self.scopes:
            raise Forbidden(f"this needs the scope {scope}", scope)

    def may_read_app(self, app_slug: str) -> bool:
        """Whether the caller has a right to the app; `global` is an app like any other."""
        return bool(self.apps & {app_slug, EVERYTHING})

    def require_app(self, app_slug: str) -> None:
        """Refuse a caller that has no right to the app."""
        if not self.may_read_app(app_slug):
            raise Forbidden(f"this needs a right to the app {app_slug}: the claim apps")

    def require_tenant(self, tenant: str) -> None:
        """Refuse a caller that has no right to the knowledge of a tenant."""
        if not self.tenants & {tenant, EVERYTHING}:
            raise Forbidden(
                f"this needs a right to the tenant {_described(tenant)}: the claim tenants"
            )

    def may_read_project(self, tenant: str, project: str) -> bool:
        """Whether the caller has a right to the knowledge of a project of a tenant."""
        return bool(self.tenants & {tenant, EVERYTHING} and self.projects & {project, EVERYTHING})

    def require_project(self, tenant: str, project: str) -> None:
        """Refuse a caller that has no right to the knowledge of a project of a tenant."""
        self.require_tenant(tenant)
        if not self.projects & {project, EVERYTHING}:
            raise Forbidden(
                f"this needs a right to the project {_described(project)}: the claim projects"
            )

    def require_all_sight(self) -> None:
        """Refuse who is not shown everything where it may look.

        What somebody does not see, they cannot say to be gone.
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
        """The customers whose cases, items and packs are there for this caller; refuse if none."""
        if not self.customers:
            raise Forbidden("this needs a right to customers: the claim customers")
        return self.customers


def _described(name: str) -> str:
    """The name of a tenant or project; that it may be meant since a request says none."""
    return f"{name}, which is meant where none is said" if name == UNNAMED else name


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
"""Who calls an open API when nobody has to say who they are."""


def principal_of(event: Mapping[str, object], *, is_open: bool = False) -> Principal:
    """The caller of an API Gateway request.

    Without verified claims there is none, or where the API is open the developer.
    """
    of_token = _found(event, "requestContext", "authorizer", "jwt", "claims")
    of_key = _found(event, "requestContext", "authorizer", "lambda")
    if of_token is None and of_key is None and is_open:
        return DEVELOPER
    if isinstance(of_token, Mapping):
        claims = {**_not_flattened(of_token), **_token(event, of_token)}
    else:
        claims = dict(of_key) if isinstance(of_key, Mapping) else {}
    if not claims.get("sub"):
        raise Unauthenticated("no verified token came with this request")
    return Principal(
        subject=str(claims["sub"]),
        apps=_names(claims.get("apps")),
        # Entra calls it `scp`; API Gateway looks at both, too.
        scopes=_scopes(claims.get("scope") or claims.get("scp")),
        security_level=_level(claims.get("security_level")),
        groups=_groups(claims.get("groups")),
        tenants=_names(claims.get("tenants")),
        projects=_names(claims.get("projects", EVERYTHING)),
        customers=Customers.of(_names(claims.get("customers"))),
        max_trust=_fraction(claims.get("max_trust")),
        relay=_is_true(claims.get("relay")),
        unbounded=_is_true(claims.get("unbounded")),
    )


def _found(event: object, *path: str) -> object:
    for name in path:
        event = event.get(name) if isinstance(event, Mapping) else None
    return event


def _not_flattened(claims: Mapping[str, object]) -> dict[str, object]:
    return {
        str(name): () if isinstance(value, str) and value[:1] + value[-1:] == "[]" else value
        for name, value in claims.items()
    }


def _token(event: Mapping[str, object], verified: Mapping[str, object]) -> Mapping[str, object]:
    """The claims as the token of the request has them; none if it is not the one verified."""
    claims = unverified_claims(authorization(event))
    return claims if _is_verified_by(claims, verified) else {}


def unverified_claims(token: str) -> Mapping[str, object]:
    """The claims in a JWT whose signature nobody has verified; none where it is no JWT."""
    parts = _ONE_TOKEN.fullmatch(token.strip())
    if parts is None:
        return {}
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=="))
    except (ValueError, RecursionError):
        return {}
    return claims if isinstance(claims, dict) else {}


def _is_verified_by(claims: Mapping[str, object], verified: Mapping[str, object]) -> bool:
    """Whether the claims are those of the verified token, as far as texts tell."""
    texts = {name: value for name, value in claims.items() if isinstance(value, str)}
    return "sub" in texts and all(verified.get(name) == value for name, value in texts.items())


def _ordered(right: object) -> object:
    names = right.names if isinstance(right, Customers) else right
    return sorted(names) if isinstance(names, frozenset) else names


def _level(claim: object) -> SecurityLevel:
    return next((level for level in SECURITY_LEVELS if level == claim), "public")


def _names(claim: object) -> frozenset[str]:
    if isinstance(claim, str):
        return frozenset({claim} - {""})
    if isinstance(claim, list | tuple):
        return frozenset(str(item) for item in claim)
    return frozenset()


def _groups(claim: object) -> frozenset[str]:
    """Groups as they are told, and as evidence that is restricted to them has their letters."""
    names = _names(claim)
    return names | frozenset(map(composed, names))


def _scopes(claim: object) -> frozenset[str]:
    """The standard has them as words in one text (RFC 8693, 4.2); a list is taken as well."""
    return frozenset(claim.split()) if isinstance(claim, str) else _names(claim)


def _is_true(claim: object) -> bool:
    return claim in {True, "true"}


def _fraction(claim: object) -> float:
    try:
        fraction = float(str(claim))
    except ValueError:
        return DEFAULT_MAX_TRUST
    return fraction if 0 <= fraction <= 1 else DEFAULT_MAX_TRUST
