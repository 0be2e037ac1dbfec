"""Variables that are kept secret: JSON objects in AWS Secrets Manager, by Powertools Parameters."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from recollect.adapters.aws.clients import in_thread, new_client
from recollect.adapters.http.json_text import parsed
from recollect.core.concurrency import every
from recollect.core.errors import ConfigurationError

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.parameters.secrets import SecretsProvider

STORE = "secretsmanager"
_MOST_BYTES: Final = 65_536  # Secrets Manager's own limit
# What no repeat mends: somebody has to. All else is an outage.
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
    """The port `Secrets` of `recollect.wiring.environment`. `timeout` is in seconds, for a call."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    async def read(self, names: Sequence[str]) -> Mapping[str, str]:
        """What these secrets hold together, by the names of variables.

        Raises ConfigurationError, which names the secret and nothing that it holds, if one cannot
        be read or does not hold variables, and StoreError if Secrets Manager lets us down.
        """
        provider = await in_thread(STORE, self._timeout, self._provider)
        texts = await every(
            in_thread(STORE, self._timeout, partial(_text, provider, name)) for name in names
        )
        return _together(
            (name, _variables(name, text)) for name, text in zip(names, texts, strict=True)
        )

    def _provider(self) -> "SecretsProvider":
        # Imports boto3, like everything of Powertools Parameters.
        from aws_lambda_powertools.utilities.parameters.secrets import (  # noqa: PLC0415  # see above
            SecretsProvider,
        )

        return SecretsProvider(boto3_client=new_client(STORE, self._timeout))


def _text(provider: "SecretsProvider", name: str) -> object:
    from aws_lambda_powertools.utilities.parameters.exceptions import (  # noqa: PLC0415  # see above
        GetParameterError,
    )

    try:
        # Who asks keeps the answer, or has a reason to ask again.
        return provider.get(name, max_age=0, force_fetch=True)
    except GetParameterError as error:
        # Powertools makes one error of all; what it was made of decides.
        cause = error.__context__ or error
        if (code := _code(cause)) in _REFUSALS:
            raise ConfigurationError(f"the secret {name} cannot be read: {code}") from cause
        raise cause from None


def _code(error: BaseException) -> str:
    from botocore.exceptions import ClientError  # noqa: PLC0415  # see above

    return str(error.response["Error"]["Code"]) if isinstance(error, ClientError) else ""


def _variables(name: str, text: object) -> Mapping[str, str]:
    wrong = f"the secret {name} is not a JSON object of variables, all of them strings"
    if not isinstance(text, str) or len(text.encode("utf-8", "replace")) > _MOST_BYTES:
        raise ConfigurationError(wrong)
    try:
        held = parsed(text)
    except ValueError:
        raise ConfigurationError(wrong) from None  # the error would bring the text along
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
