"""Where a token for this API comes from: the metadata of a protected resource (RFC 9728)."""

from typing import Final

from pydantic import JsonValue

FIRST_SCOPES: Final = (
    "tool:call",
    "context:read",
    "memory:read",
    "memory:write",
    "response:validate",
)
"""What a model needs that works on cases; whoever judges or administers asks for more."""


def protected_resource(url: str, issuer: str) -> dict[str, JsonValue]:
    """The metadata of what is at a URL, whose tokens an issuer signs."""
    return {
        "resource": url,
        "resource_name": "Recollect",
        "authorization_servers": [issuer],
        "scopes_supported": [*FIRST_SCOPES],
        "bearer_methods_supported": ["header"],
    }
