"""Put into Cognito's tokens the rights that an administrator has set for the user.

Cognito calls this before it makes a token (trigger "pre token generation", version 2 of its event).
The attribute `custom:rights` of a user is a JSON object with the claims of docs/deploying.md:

    {"scope": "memory:read pack:read", "apps": ["epic-web"], "customers": ["Harbor & Pine, Inc."]}

Scopes are added here, because Cognito's own scopes are prefixed with the name of a server, and no
route accepts them. A user without the attribute, or with an unreadable one, gets a token without
rights.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

_CLAIMS: Final = (
    "apps",
    "tenants",
    "projects",
    "customers",
    "groups",
    "security_level",
    "max_trust",
    "relay",
    "unbounded",
)


def lambda_handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Return the event with the claims and scopes for the access token; never raises."""
    rights = rights_of(event["request"].get("userAttributes") or {})
    claims = {name: rights[name] for name in _CLAIMS if name in rights}
    event["response"]["claimsAndScopeOverrideDetails"] = {
        "accessTokenGeneration": {
            "claimsToAddOrOverride": claims,
            "scopesToAdd": scopes_of(rights),
        }
    }
    return event


def rights_of(attributes: Mapping[str, str]) -> Mapping[str, Any]:
    """The rights in a user's attributes; none if they are no JSON object."""
    try:
        rights = json.loads(attributes.get("custom:rights") or "{}")
    except (ValueError, RecursionError):
        rights = None
    if isinstance(rights, dict):
        return rights
    sys.stderr.write("custom:rights of a user is no JSON object\n")
    return {}


def scopes_of(rights: Mapping[str, Any]) -> list[str]:
    """The scopes in a user's rights, where they are one text with spaces; none if it is no text."""
    scope = rights.get("scope", "")
    if isinstance(scope, str):
        return scope.split()
    sys.stderr.write("scope in custom:rights of a user is no text\n")
    return []
