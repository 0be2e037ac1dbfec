"""Signs requests that have a JSON body with AWS's Signature version 4.

boto3 could sign them, too, but takes 190 ms to import. The algorithm is that of "Create a signed
AWS API request" (IAM's user guide). A test compares the signatures with those of botocore.
"""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

_ALGORITHM: Final = "AWS4-HMAC-SHA256"


class SigningKeys(NamedTuple):
    """AWS credentials; `token` is that of temporary credentials, "" for permanent ones."""

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
    """All headers for a `POST /` without a query: `headers` and those that the signature adds."""
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
