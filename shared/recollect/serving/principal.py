"""The caller and its rights, which come only from claims that an authorizer has verified.

API Gateway's JWT authorizer passes a list on as one text, `[a b]`, in which a name with a space
looks like two names. So lists are read from the token itself, whose signature the authorizer has
checked. The authorizer for API keys, one of our own functions, passes claims on unchanged.
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
"""The highest trust and importance that a caller may claim for what it writes, by default."""

# A single JWT. Headers that were sent twice come as one, with a comma between, and then it is not
# known which of them was checked.
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
            raise Forbidden(f"this needs a right to the app {app_slug}: the claim apps")

    def require_tenant(self, tenant: str) -> None:
        """Raise Forbidden if the caller has no right to the knowledge of the tenant."""
        if not self.tenants & {tenant, EVERYTHING}:
            raise Forbidden(
                f"this needs a right to the tenant {_described(tenant)}: the claim tenants"
            )

    def may_read_project(self, tenant: str, project: str) -> bool:
        """Whether the caller has a right to the knowledge of this project of the tenant."""
        return bool(self.tenants & {tenant, EVERYTHING} and self.projects & {project, EVERYTHING})

    def require_project(self, tenant: str, project: str) -> None:
        """Raise Forbidden if the caller has no right to the knowledge of this project."""
        self.require_tenant(tenant)
        if not self.projects & {project, EVERYTHING}:
            raise Forbidden(
                f"this needs a right to the project {_described(project)}: the claim projects"
            )

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


def principal_of(event: Mapping[str, object], *, is_open: bool = False) -> Principal:
    """The caller of an API Gateway request. Raises Unauthenticated without verified claims.

    If the API is open, a caller without claims is the developer.
    """
    jwt_claims = _value_at(event, "requestContext", "authorizer", "jwt", "claims")
    api_key_claims = _value_at(event, "requestContext", "authorizer", "lambda")
    if jwt_claims is None and api_key_claims is None and is_open:
        return DEVELOPER
    if isinstance(jwt_claims, Mapping):
        claims = {**_without_lists(jwt_claims), **_token_claims(event, jwt_claims)}
    else:
        claims = dict(api_key_claims) if isinstance(api_key_claims, Mapping) else {}
    if not claims.get("sub"):
        raise Unauthenticated("no verified token came with this request")
    return Principal(
        subject=str(claims["sub"]),
        apps=_names(claims.get("apps")),
        # Entra calls the claim `scp`; API Gateway reads both, too.
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


def _value_at(event: object, *path: str) -> object:
    for name in path:
        event = event.get(name) if isinstance(event, Mapping) else None
    return event


def _without_lists(claims: Mapping[str, object]) -> dict[str, object]:
    return {
        str(name): () if isinstance(value, str) and value[:1] + value[-1:] == "[]" else value
        for name, value in claims.items()
    }


def _token_claims(
    event: Mapping[str, object], verified: Mapping[str, object]
) -> Mapping[str, object]:
    """The claims in the token of the request; none if it is not the token that was verified."""
    claims = unverified_claims(authorization(event))
    return claims if _is_verified_by(claims, verified) else {}


def unverified_claims(token: str) -> Mapping[str, object]:
    """The claims in a JWT, without a check of its signature; none if the text is not a JWT."""
    parts = _ONE_TOKEN.fullmatch(token.strip())
    if parts is None:
        return {}
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=="))
    except (ValueError, RecursionError):
        return {}
    return claims if isinstance(claims, dict) else {}


def _is_verified_by(claims: Mapping[str, object], verified: Mapping[str, object]) -> bool:
    """Whether the claims are those of the verified token, judged by the claims that are texts."""
    texts = {name: value for name, value in claims.items() if isinstance(value, str)}
    return "sub" in texts and all(verified.get(name) == value for name, value in texts.items())


def _sorted(right: object) -> object:
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
    """Groups as the claim spells them, and in the normal form in which evidence spells them."""
    names = _names(claim)
    return names | frozenset(map(composed, names))


def _scopes(claim: object) -> frozenset[str]:
    """The scopes in a claim: a list, or words in one text, as in the standard (RFC 8693, 4.2)."""
    return frozenset(claim.split()) if isinstance(claim, str) else _names(claim)


def _is_true(claim: object) -> bool:
    return claim in {True, "true"}


def _fraction(claim: object) -> float:
    try:
        fraction = float(str(claim))
    except ValueError:
        return DEFAULT_MAX_TRUST
    return fraction if 0 <= fraction <= 1 else DEFAULT_MAX_TRUST
