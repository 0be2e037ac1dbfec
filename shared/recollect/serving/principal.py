"""Who is calling: the claims that a JWT authorizer verified, the only source of rights."""

from collections.abc import Mapping
from dataclasses import dataclass

from recollect.core.errors import Forbidden, Unauthenticated
from recollect.core.security_levels import SECURITY_LEVELS, SecurityLevel

EVERYTHING = "*"
SCOPES = frozenset(
    {
        "memory:read",
        "memory:write",
        "memory:admin",
        "context:read",
        "knowledge:write",
        "pack:read",
        "tool:call",
        "tool:write",
        "response:validate",
    }
)
"""Every scope of the API; some tools need `tool:write` beside their route's own."""


@dataclass(frozen=True, slots=True)
class Principal:
    """A caller and its rights. `apps` and `tenants` hold slugs, `groups` names, or `*` for all.

    Whoever was not given a security level has the lowest.
    """

    subject: str
    apps: frozenset[str] = frozenset()
    scopes: frozenset[str] = frozenset()
    security_level: SecurityLevel = "public"
    groups: frozenset[str] = frozenset()
    tenants: frozenset[str] = frozenset()

    def require_scope(self, scope: str) -> None:
        """Refuse a caller that was not given `scope`."""
        if scope not in self.scopes:
            raise Forbidden(f"this needs the scope {scope}")

    def require_app(self, app_slug: str) -> None:
        """Refuse a caller that has no right to the app; `global` is an app like any other."""
        if not self.apps & {app_slug, EVERYTHING}:
            raise Forbidden(f"this needs a right to the app {app_slug}")

    def require_tenant(self, tenant: str) -> None:
        """Refuse a caller that has no right to the knowledge of a tenant."""
        if not self.tenants & {tenant, EVERYTHING}:
            raise Forbidden(f"this needs a right to the tenant {tenant}")


DEVELOPER = Principal(
    subject="developer",
    apps=frozenset({EVERYTHING}),
    scopes=SCOPES,
    security_level="restricted",
    groups=frozenset({EVERYTHING}),
    tenants=frozenset({EVERYTHING}),
)
"""Who calls an open API when nobody has to say who they are."""


def principal_of(event: Mapping[str, object], *, is_open: bool = False) -> Principal:
    """The caller of an API Gateway request.

    Without verified claims there is none, or where the API is open the developer.
    """
    claims: object = event
    for name in ("requestContext", "authorizer", "jwt", "claims"):
        claims = claims.get(name) if isinstance(claims, Mapping) else None
    if claims is None and is_open:
        return DEVELOPER
    if not isinstance(claims, Mapping) or not claims.get("sub"):
        raise Unauthenticated("no verified token came with this request")
    return Principal(
        subject=str(claims["sub"]),
        apps=_words(claims.get("apps")),
        # Entra calls it `scp`; API Gateway looks at both, too.
        scopes=_words(claims.get("scope") or claims.get("scp")),
        security_level=_level(claims.get("security_level")),
        groups=_words(claims.get("groups")),
        tenants=_words(claims.get("tenants")),
    )


def _level(claim: object) -> SecurityLevel:
    return next((level for level in SECURITY_LEVELS if level == claim), "public")


def _words(claim: object) -> frozenset[str]:
    # API Gateway hands a list over as "[a b]"; scopes are words in one string by their standard.
    if isinstance(claim, str):
        return frozenset(claim.strip("[]").replace(",", " ").split())
    if isinstance(claim, list | tuple):
        return frozenset(str(item) for item in claim)
    return frozenset()
