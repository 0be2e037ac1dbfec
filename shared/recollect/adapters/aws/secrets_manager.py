"""Reads secret variables, JSON objects in AWS Secrets Manager, over signed HTTP."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

import httpx
from pydantic import JsonValue

from recollect.adapters.aws.access import ONCE, credentials_of, endpoint_of, region_of
from recollect.adapters.aws.signing import SigningKeys, signed_headers
from recollect.adapters.http.json_text import parsed
from recollect.adapters.http.transport import HttpService, json_bytes, json_of, new_http_client
from recollect.core.concurrency import gather_all
from recollect.core.errors import ConfigurationError, StoreRefused, StoreUnavailable

STORE = "secretsmanager"
_MAX_SECRET_BYTES: Final = 65_536  # Secrets Manager's own limit
_REQUEST_HEADERS: Final = {
    "Content-Type": "application/x-amz-json-1.1",
    "X-Amz-Target": "secretsmanager.GetSecretValue",
}
# Errors that no retry mends: a person has to. Any other error counts as an outage.
_REFUSALS: Final = frozenset(
    {
        "AccessDeniedException",
        "DecryptionFailure",
        "InvalidParameterException",
        "InvalidRequestException",  # marked for deletion
        "ResourceNotFoundException",
        "ValidationException",
    }
)


class SecretsManager:
    """The port `Secrets` of `recollect.wiring.environment`. `timeout` is in seconds, for a call.

    `variables` are the environment's, from which region, endpoint and credentials are taken. boto3
    would find them, too, but takes 190 ms to import.
    """

    def __init__(self, timeout: float, variables: Mapping[str, str]) -> None:
        self._timeout = timeout
        self._variables = variables

    async def read(self, names: Sequence[str]) -> Mapping[str, str]:
        """The variables of all these secrets together: name → value.

        Raises ConfigurationError if a secret cannot be read or does not hold variables, or if two
        secrets hold the same one: its message names secrets and variables, and no values. Raises
        StoreError if Secrets Manager fails.
        """
        async with new_http_client() as client:
            credentials = await credentials_of(self._variables, client, self._timeout)
            texts = await gather_all(self._text(client, credentials, name) for name in names)
        return _together(
            (name, _variables(name, text)) for name, text in zip(names, texts, strict=True)
        )

    async def _text(self, client: httpx.AsyncClient, credentials: SigningKeys, name: str) -> object:
        region = region_of(self._variables, STORE)
        url = endpoint_of(self._variables, "secrets manager", region)
        body, host = json_bytes(STORE, {"SecretId": name}), urlsplit(url).netloc
        now = datetime.now(UTC)
        headers = signed_headers(credentials, region, STORE, host, _REQUEST_HEADERS, body, now)
        service = HttpService(client, STORE, url, self._timeout)
        return await service.send(
            "POST",
            "/",
            lambda response: _read(name, response),
            content=body,
            headers=headers,
            retry=ONCE,
        )


def _read(name: str, response: httpx.Response) -> JsonValue:
    if response.is_success:
        held = json_of(STORE, response)
        if not isinstance(held, dict) or not held.keys() & {"SecretString", "SecretBinary"}:
            raise StoreRefused(STORE, "answered outside its protocol")
        return held.get("SecretString")
    if (code := _code(response)) in _REFUSALS:
        raise ConfigurationError(f"the secret {name} cannot be read: {code}")
    raise StoreUnavailable(STORE, f"answered {response.status_code}")


def _code(response: httpx.Response) -> str:
    """The error's code, without the namespace and `#` that may stand before it."""
    try:
        body = parsed(response.text)
    except ValueError:
        return ""
    kind = body.get("__type") if isinstance(body, dict) else None
    return str(kind).rpartition("#")[2]


def _variables(name: str, text: object) -> Mapping[str, str]:
    wrong = f"the secret {name} is not a JSON object of variables, all of them strings"
    if not isinstance(text, str) or len(text.encode("utf-8", "replace")) > _MAX_SECRET_BYTES:
        raise ConfigurationError(wrong)
    try:
        held = parsed(text)
    except ValueError:
        raise ConfigurationError(wrong) from None  # the cause would bring the secret text along
    if not isinstance(held, dict):
        raise ConfigurationError(wrong)
    variables = {key: value for key, value in held.items() if isinstance(value, str)}
    if len(variables) < len(held) or not all(map(_is_variable, held)):
        raise ConfigurationError(wrong)
    return variables


def _is_variable(key: str) -> bool:
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,127}", key) is not None


def _together(secrets: Iterable[tuple[str, Mapping[str, str]]]) -> Mapping[str, str]:
    held: dict[str, str] = {}
    holders: dict[str, str] = {}
    for name, variables in secrets:
        if twice := holders.keys() & variables:
            key = min(twice)
            raise ConfigurationError(f"{key} is in two secrets, {holders[key]} and {name}")
        held |= variables
        holders |= dict.fromkeys(variables, name)
    return held
