"""Signature version 4 of AWS, for requests of one JSON body: what boto3 does in 190 ms of imports.

The algorithm is that of "Create a signed AWS API request" (IAM's user guide). A test signs the same
requests with botocore.
"""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

_ALGORITHM: Final = "AWS4-HMAC-SHA256"


class SigningKeys(NamedTuple):
    """Who signs; `token` is "" for who has keys for good."""

    access_key: str
    secret_key: str
    token: str = ""


def signed_headers(
    credentials: SigningKeys,
    region: str,
    service: str,
    host: str,
    headers: Mapping[str, str],
    body: bytes,
    now: datetime,
) -> dict[str, str]:
    """The headers of a `POST /` without a query, these and those that sign them all."""
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    day = moment[:8]
    token = {"x-amz-security-token": credentials.token} if credentials.token else {}
    given = {name.lower(): " ".join(value.split()) for name, value in headers.items()}
    signed = dict(sorted({**given, "host": host, "x-amz-date": moment, **token}.items()))
    names = ";".join(signed)
    lines = "".join(f"{name}:{value}\n" for name, value in signed.items())
    request = "\n".join(("POST", "/", "", lines, names, hashlib.sha256(body).hexdigest()))
    scope = f"{day}/{region}/{service}/aws4_request"
    digest = hashlib.sha256(request.encode()).hexdigest()
    key = f"AWS4{credentials.secret_key}".encode()
    for part in (day, region, service, "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    to_sign = "\n".join((_ALGORITHM, moment, scope, digest))
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    signer = f"Credential={credentials.access_key}/{scope}"
    authorization = f"{_ALGORITHM} {signer}, SignedHeaders={names}, Signature={signature}"
    return {**signed, "authorization": authorization}
