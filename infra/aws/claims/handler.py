"""Which rights are in a token of Cognito: those that an administrator has written for its user.

Cognito asks before it makes a token (trigger "pre token generation", version 2 of its event). The
attribute `custom:rights` of a user is a JSON object with the claims of docs/deploying.md:

    {"scope": "memory:read pack:read", "apps": ["epic-web"], "customers": ["Harbor & Pine, Inc."]}

Cognito's own scopes have the name of a server before them, which no route asks for; so scopes are
added here. Who has no such attribute, or one that cannot be read, gets a token that opens nothing.
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
    """The event with what is to be in the access token; it does not raise."""
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
    """The rights in a user's attributes; none where they are no JSON object."""
    try:
        rights = json.loads(attributes.get("custom:rights") or "{}")
    except (ValueError, RecursionError):
        rights = None
    if isinstance(rights, dict):
        return rights
    sys.stderr.write("custom:rights of a user is no JSON object\n")
    return {}


def scopes_of(rights: Mapping[str, Any]) -> list[str]:
    """The scopes in a user's rights, one text with spaces between; none where they are no text."""
    scope = rights.get("scope", "")
    if isinstance(scope, str):
        return scope.split()
    sys.stderr.write("scope in custom:rights of a user is no text\n")
    return []
