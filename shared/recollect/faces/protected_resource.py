"""The metadata of a protected resource (RFC 9728), which says who issues tokens for this API."""

from typing import Final

from pydantic import JsonValue

FIRST_SCOPES: Final = (
    "tool:call",
    "context:read",
    "memory:read",
    "memory:write",
    "response:validate",
)
"""The scopes that a model needs to work on cases; judging and administering take more."""


def protected_resource(url: str, issuer: str) -> dict[str, JsonValue]:
    """The metadata of the API at `url`, whose tokens `issuer` signs."""
    return {
        "resource": url,
        "resource_name": "Recollect",
        "authorization_servers": [issuer],
        "scopes_supported": [*FIRST_SCOPES],
        "bearer_methods_supported": ["header"],
    }
