"""Region, endpoint and credentials for requests to AWS, from the variables that Lambda sets.

Lambda usually puts a function's credentials into environment variables. A function that starts
from a snapshot has none there, and asks the URL in AWS_CONTAINER_CREDENTIALS_FULL_URI for them. The
host of that URL must be this machine or one of the link-local addresses that AWS reserves for it.
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
# The hosts that AWS's own SDKs accept, too: link-local addresses, which no outsider can own.
_CREDENTIAL_HOSTS: Final = frozenset({"169.254.170.2", "169.254.170.23", "fd00:ec2::23"})


def region_of(variables: Mapping[str, str], store: str) -> str:
    """The AWS region of this function. Raises StoreUnavailable if none is set."""
    region = variables.get("AWS_REGION") or variables.get("AWS_DEFAULT_REGION")
    if not region:
        raise StoreUnavailable(store, "no region is set")
    return region


def endpoint_of(variables: Mapping[str, str], service: str, region: str) -> str:
    """The URL of a service: that in the variable AWS_ENDPOINT_URL_…, or else AWS's own.

    `service` is its name in small letters, such as `secrets manager`.
    """
    configured = variables.get(f"AWS_ENDPOINT_URL_{service.upper().replace(' ', '_')}")
    domain = "amazonaws.com.cn" if region.startswith("cn-") else "amazonaws.com"
    return configured or f"https://{service.replace(' ', '')}.{region}.{domain}"


async def credentials_of(
    variables: Mapping[str, str], client: httpx.AsyncClient, seconds: float
) -> SigningKeys:
    """The credentials of this process. Raises StoreError if they cannot be found out."""
    access_key, secret_key = (
        variables.get(f"AWS_{name}", "") for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY")
    )
    if access_key and secret_key:
        return SigningKeys(access_key, secret_key, variables.get("AWS_SESSION_TOKEN", ""))
    url = variables.get("AWS_CONTAINER_CREDENTIALS_FULL_URI", "")
    # Any other host would learn the authorization that is sent along.
    if not is_on_this_machine(url) and host_of(url) not in _CREDENTIAL_HOSTS:
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
    fields = body if isinstance(body, dict) else {}
    parts = [fields.get(name) for name in ("AccessKeyId", "SecretAccessKey", "Token")]
    if not all(isinstance(each, str) and each for each in parts):
        raise StoreUnavailable(_STORE, "answered no credentials")
    return SigningKeys(*map(str, parts))
