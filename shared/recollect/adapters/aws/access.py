"""Where AWS is asked and as whom, by the variables that Lambda gives to a function.

A function has its keys in variables. One that starts from a snapshot has none there, and asks the
address of AWS_CONTAINER_CREDENTIALS_FULL_URI for them, which is its own machine's or one that AWS
keeps for that.
"""

from collections.abc import Mapping
from typing import Final

import httpx
from pydantic import JsonValue

from recollect.adapters.aws.signing import SigningKeys
from recollect.adapters.http.retries import RetryPolicy
from recollect.adapters.http.transport import HttpService, json_of
from recollect.core.errors import StoreUnavailable
from recollect.core.urls import host_of, is_on_this_machine

ONCE: Final = RetryPolicy(attempts=1)
_STORE: Final = "aws-credentials"
# Where AWS's own SDKs ask, too: link-local addresses, which nobody else can have.
_OF_AWS: Final = frozenset({"169.254.170.2", "169.254.170.23", "fd00:ec2::23"})


def region_of(variables: Mapping[str, str], store: str) -> str:
    """The region of this function. Raises StoreUnavailable where there is none."""
    region = variables.get("AWS_REGION") or variables.get("AWS_DEFAULT_REGION")
    if not region:
        raise StoreUnavailable(store, "no region is set")
    return region


def endpoint_of(variables: Mapping[str, str], service: str, region: str) -> str:
    """Where a service is: as AWS_ENDPOINT_URL_… says, or else at AWS."""
    named = variables.get(f"AWS_ENDPOINT_URL_{service.upper().replace(' ', '_')}")
    domain = "amazonaws.com.cn" if region.startswith("cn-") else "amazonaws.com"
    return named or f"https://{service.replace(' ', '')}.{region}.{domain}"


async def credentials_of(
    variables: Mapping[str, str], client: httpx.AsyncClient, seconds: float
) -> SigningKeys:
    """As whom this process asks. Raises StoreError where that cannot be known."""
    access_key, secret_key = (
        variables.get(f"AWS_{name}", "") for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY")
    )
    if access_key and secret_key:
        return SigningKeys(access_key, secret_key, variables.get("AWS_SESSION_TOKEN", ""))
    url = variables.get("AWS_CONTAINER_CREDENTIALS_FULL_URI", "")
    # Nobody else is told the authorization that goes with it.
    if not is_on_this_machine(url) and host_of(url) not in _OF_AWS:
        raise StoreUnavailable(_STORE, "no credentials are set")
    authorization = variables.get("AWS_CONTAINER_AUTHORIZATION_TOKEN", "")
    body = await HttpService(client, _STORE, url, seconds).send(
        "GET",
        "",
        lambda response: json_of(_STORE, response),
        headers={"Authorization": authorization} if authorization else {},
        retry=ONCE,
    )
    return _read(body)


def _read(body: JsonValue) -> SigningKeys:
    held = body if isinstance(body, dict) else {}
    parts = [held.get(name) for name in ("AccessKeyId", "SecretAccessKey", "Token")]
    if not all(isinstance(each, str) and each for each in parts):
        raise StoreUnavailable(_STORE, "answered no credentials")
    return SigningKeys(*map(str, parts))
