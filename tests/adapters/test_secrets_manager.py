"""Reading secrets from Secrets Manager, and from servers that misbehave."""

import json
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from traceback import format_exception

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from recollect.adapters.aws.secrets_manager import SecretsManager
from recollect.core.errors import (
    ConfigurationError,
    RecollectError,
    StoreError,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
)
from recollect.core.stopwatch import Stopwatch, running
from recollect.settings.stores import StoreSettings
from recollect.wiring.environment import RETRY_SECONDS, Environment
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.adapters.secret_keeping import KEYS, SecretKeeper, kept
from tests.infra.local.serving import serving

STORES, SLACK = "recollect/dev/stores", "recollect/dev/slack"
CANARY = "canary-5f1d"
HELD = {"UPSTASH_REDIS_REST_TOKEN": CANARY, "UPSTASH_VECTOR_REST_TOKEN": "väctor"}
FOUND = {"Name": STORES, "SecretString": json.dumps(HELD)}
LONG, SHORT = 20.0, 1.0


@dataclass(slots=True)
class Aws:
    """Secrets Manager, and the variables that say where it is and who asks."""

    keeper: SecretKeeper
    variables: dict[str, str]

    async def read(self, *names: str, seconds: float = LONG) -> Mapping[str, str]:
        return await SecretsManager(seconds, self.variables).read(names)

    async def refused(self, *names: str, seconds: float = LONG) -> RecollectError:
        """The error of reading secrets, which must not reveal their contents."""
        with pytest.raises(RecollectError) as caught:
            await self.read(*names, seconds=seconds)
        assert CANARY not in "".join(format_exception(caught.value))
        return caught.value


@pytest.fixture
def aws() -> Iterator[Aws]:
    keeper = SecretKeeper({})
    with kept(keeper) as url:
        yield Aws(keeper, {**KEYS, "AWS_ENDPOINT_URL_SECRETS_MANAGER": url})


async def test_a_secret_holds_variables(aws: Aws) -> None:
    arn = f"arn:aws:secretsmanager:eu-west-1:123456789012:secret:{STORES}-AbCdEf"
    aws.keeper.secrets = dict.fromkeys((STORES, arn), json.dumps(HELD))
    for name in (STORES, arn):
        assert await aws.read(name) == HELD


async def test_the_variables_of_several_secrets_are_read_together(aws: Aws) -> None:
    aws.keeper.secrets = {f"s{n}": json.dumps({f"V{n}": "x" * n}) for n in range(10)}
    assert await aws.read(*aws.keeper.secrets) == {f"V{n}": "x" * n for n in range(10)}


async def test_a_rotated_secret_is_read_with_its_new_contents(aws: Aws) -> None:
    aws.keeper.secrets = {STORES: json.dumps(HELD)}
    assert await aws.read(STORES) == HELD
    aws.keeper.secrets = {STORES: '{"SLACK_BOT_TOKEN": "new"}'}
    assert await aws.read(STORES) == {"SLACK_BOT_TOKEN": "new"}


async def test_waiting_for_secrets_does_not_count_as_our_own_time(aws: Aws) -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch):
        await aws.refused(STORES)
    assert stopwatch.waited > 0


async def test_an_error_names_the_secret_that_is_missing(aws: Aws) -> None:
    aws.keeper.secrets = {STORES: json.dumps(HELD)}
    error = await aws.refused(STORES, SLACK)
    assert isinstance(error, ConfigurationError)
    assert str(error) == f"the secret {SLACK} cannot be read: ResourceNotFoundException"


@pytest.mark.parametrize(
    "content",
    [
        CANARY,
        f'"{CANARY}"',
        f'["{CANARY}"]',
        "7",
        "null",
        f'{{"A": "{CANARY}"',
        f'{{"A": "{CANARY}", "B": 7}}',
        f'{{"A": "{CANARY}", "B": null}}',
        f'{{"A": {{"B": "{CANARY}"}}}}',
        f'{{"{CANARY} {CANARY}": "x"}}',
        f'{{"": "{CANARY}"}}',
        f'{{"A\\n": "{CANARY}"}}',
        f'{{"1A": "{CANARY}"}}',
        f'{{"{"A" * 129}": "{CANARY}"}}',
        "[" * 20_000,
        "9" * 5_000,
    ],
)
async def test_an_error_names_the_secret_that_holds_no_variables(aws: Aws, content: str) -> None:
    aws.keeper.secrets = {STORES: content}
    error = await aws.refused(STORES)
    assert isinstance(error, ConfigurationError)
    assert str(error).startswith(f"the secret {STORES} is not a JSON object of variables")


async def test_an_empty_object_holds_nothing(aws: Aws) -> None:
    aws.keeper.secrets = {STORES: "{}"}
    assert await aws.read(STORES) == {}


async def test_a_variable_in_two_secrets_is_named_with_both(aws: Aws) -> None:
    both = {"SLACK_BOT_TOKEN": "x"} | HELD
    aws.keeper.secrets = {STORES: json.dumps(HELD), SLACK: json.dumps(both)}
    error = await aws.refused(STORES, SLACK)
    assert isinstance(error, ConfigurationError)
    assert str(error) == f"UPSTASH_REDIS_REST_TOKEN is in two secrets, {STORES} and {SLACK}"


async def test_a_function_signs_with_its_own_keys_and_one_from_a_snapshot_fetches_them(
    aws: Aws,
) -> None:
    async def tell(request: Request) -> JSONResponse:
        assert request.headers["Authorization"] == "the-token"
        return JSONResponse({"AccessKeyId": "ASIA1", "SecretAccessKey": "s", "Token": "t"})

    aws.keeper.secrets = {STORES: json.dumps(HELD)}
    await aws.read(STORES)
    with serving(Starlette(routes=[Route("/credentials", tell)])) as url:
        del aws.variables["AWS_ACCESS_KEY_ID"]
        aws.variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = f"{url}/credentials"
        aws.variables["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "the-token"
        await aws.read(STORES)

    own, asked_for = aws.keeper.signers
    assert "Credential=AKIAANYONE/" in own
    assert "Credential=ASIA1/" in asked_for
    assert "x-amz-security-token" in asked_for


@pytest.mark.parametrize("url", ["", "https://keys.example/credentials"])
async def test_without_keys_nothing_is_sent_and_no_stranger_gets_the_authorization(
    aws: Aws, url: str
) -> None:
    del aws.variables["AWS_SECRET_ACCESS_KEY"]
    aws.variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = url
    assert type(await aws.refused(STORES)) is StoreUnavailable
    assert aws.keeper.asked == []


async def failure(bad: bytes | Behaviour, seconds: float = LONG) -> RecollectError:
    """The error of reading a secret from a server that misbehaves once, and only once."""
    async with misbehaving([bad, reply(200, FOUND)]) as server:
        keeper = SecretKeeper({})
        aws = Aws(keeper, {**KEYS, "AWS_ENDPOINT_URL_SECRETS_MANAGER": server.url})
        error = await aws.refused(STORES, seconds=seconds)
        assert server.requests == 1
    if isinstance(error, StoreError):
        assert error.store == "secretsmanager"
    return error


@pytest.mark.parametrize(
    "code", ["AccessDeniedException", "DecryptionFailure", "ResourceNotFoundException"]
)
async def test_an_error_that_only_the_secrets_owner_can_fix_is_a_configuration_error(
    code: str,
) -> None:
    error = await failure(reply(400, {"__type": code, "Message": CANARY[:6]}))
    assert isinstance(error, ConfigurationError)
    assert str(error) == f"the secret {STORES} cannot be read: {code}"


@pytest.mark.parametrize(
    "bad",
    [
        reply(400, {"__type": "ThrottlingException"}),
        reply(400, {"__type": "ExpiredTokenException"}),
        reply(429, {"__type": "TooManyRequestsException"}),
        reply(500, {"__type": "InternalServiceError"}),
        reply(503, b"<html>"),
        reply(302, b"", headers="Location: /elsewhere\r\n"),
        Behaviour.HANG_UP,
        b"SMTP ready\r\n",
    ],
)
async def test_an_outage_is_unavailable_and_not_retried(bad: bytes | Behaviour) -> None:
    assert isinstance(await failure(bad), StoreUnavailable)


@pytest.mark.parametrize("body", [{}, [], "text", 7, None, b"<html>", b"\xff\xfe"])
async def test_an_answer_without_a_secret_is_refused(body: object) -> None:
    assert type(await failure(reply(200, body))) is StoreRefused


async def test_a_secret_that_is_too_large_is_a_configuration_error() -> None:
    large = {"SecretString": json.dumps(HELD | {"LARGE": "x" * 65_536})}
    assert isinstance(await failure(reply(200, large)), ConfigurationError)


async def test_a_server_that_does_not_answer_ends_in_a_timeout() -> None:
    assert type(await failure(Behaviour.HANG, SHORT)) is StoreTimeout


async def test_a_server_that_is_not_there_is_unavailable(aws: Aws) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        aws.variables["AWS_ENDPOINT_URL_SECRETS_MANAGER"] = url
        assert isinstance(await aws.refused(STORES), StoreUnavailable)


async def test_without_a_region_secrets_are_unavailable(aws: Aws) -> None:
    del aws.variables["AWS_REGION"]
    assert type(await aws.refused(STORES)) is StoreUnavailable


async def test_a_process_recovers_when_its_secret_is_fixed(aws: Aws) -> None:
    needed = {
        f"UPSTASH_{store}_REST_{what}": "https://host.example"
        for store in ("VECTOR", "REDIS")
        for what in ("URL", "TOKEN")
    }
    now = [0.0]
    secrets = SecretsManager(LONG, aws.variables)
    ours = Environment({}, [STORES], secrets, lambda: now[0])
    with pytest.raises(ConfigurationError, match=rf"^the secret {STORES} cannot be read: "):
        await ours.load()

    aws.keeper.secrets = {STORES: json.dumps(needed | {"UPSTASH_REDIS_REST_URL": ""})}
    now[0] += RETRY_SECONDS
    await ours.load()
    with pytest.raises(ConfigurationError, match=rf"is not set \(secrets: {STORES}\)$"):
        ours.settings_from(StoreSettings)

    aws.keeper.secrets = {STORES: json.dumps(needed)}
    now[0] += RETRY_SECONDS
    await ours.load()
    assert ours.settings_from(StoreSettings) == StoreSettings.read(needed)
