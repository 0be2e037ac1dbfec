"""Reads the caller of a request from claims that an authorizer has verified, and from these alone.

API Gateway's JWT authorizer passes a list on as one text, `[a b]`, in which a name with a space
looks like two names. So lists are read from the token itself, whose signature the authorizer has
checked. The authorizer for API keys, one of our own functions, passes claims on unchanged.
"""

import base64
import json
import re
from collections.abc import Mapping

from recollect.core.customers import Customers
from recollect.core.errors import Unauthenticated
from recollect.core.invisible import composed
from recollect.core.security_levels import SECURITY_LEVELS, SecurityLevel
from recollect.serving.payload import authorization
from recollect.serving.principal import DEFAULT_MAX_TRUST, DEVELOPER, EVERYTHING, Principal

# A single JWT. Headers that were sent twice come as one, with a comma between, and then it is not
# known which of them was checked.
_ONE_TOKEN = re.compile(r"(?:bearer +)?[\w-]+\.([\w-]+)\.[\w-]+", re.ASCII | re.IGNORECASE)

# A name on one line, which can stand in lists of judges. `*` is the operator there.
_SUBJECT = re.compile(r"(?!\*\Z)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


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
    subject = str(claims.get("sub") or "")
    if not _SUBJECT.fullmatch(subject):
        raise Unauthenticated("no verified token came with this request")
    return Principal(
        subject=subject,
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
    return claim is True or claim == "true"


def _fraction(claim: object) -> float:
    try:
        fraction = float(str(claim))
    except ValueError:
        return DEFAULT_MAX_TRUST
    return fraction if 0 <= fraction <= 1 else DEFAULT_MAX_TRUST
