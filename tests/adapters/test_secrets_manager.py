"""Secrets as moto's Secrets Manager keeps them, and what a worse one may answer."""

import json
import socket
from collections.abc import Iterator
from traceback import format_exception
from typing import Any

import boto3
import pytest
from moto import mock_aws

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

STORES, SLACK = "recollect/dev/stores", "recollect/dev/slack"
CANARY = "canary-5f1d"
HELD = {"UPSTASH_REDIS_REST_TOKEN": CANARY, "UPSTASH_VECTOR_REST_TOKEN": "väctor"}
FOUND = {"Name": STORES, "SecretString": json.dumps(HELD)}
LONG, SHORT = 20.0, 1.0
pytestmark = pytest.mark.usefixtures("anyone_at_aws")


@pytest.fixture
def aws() -> Iterator[Any]:
    """Secrets Manager as whoever keeps secrets in it sees it."""
    with mock_aws():
        yield boto3.session.Session().client("secretsmanager")


async def refused(*names: str, seconds: float = LONG) -> RecollectError:
    """The error of reading secrets, which tells nothing that they hold."""
    with pytest.raises(RecollectError) as caught:
        await SecretsManager(seconds).read(names)
    assert CANARY not in "".join(format_exception(caught.value))
    return caught.value


async def test_a_secret_holds_variables(aws: Any) -> None:
    created = aws.create_secret(Name=STORES, SecretString=json.dumps(HELD))
    for name in (STORES, created["ARN"]):
        assert await SecretsManager(LONG).read([name]) == HELD


async def test_what_secrets_hold_is_read_together(aws: Any) -> None:
    for number in range(10):
        aws.create_secret(Name=f"s{number}", SecretString=json.dumps({f"V{number}": "x" * number}))
    read = await SecretsManager(LONG).read([f"s{number}" for number in range(10)])
    assert read == {f"V{number}": "x" * number for number in range(10)}


async def test_a_secret_that_was_rotated_is_read_as_it_is_now(aws: Any) -> None:
    aws.create_secret(Name=STORES, SecretString=json.dumps(HELD))
    secrets = SecretsManager(LONG)
    assert await secrets.read([STORES]) == HELD
    aws.put_secret_value(SecretId=STORES, SecretString='{"SLACK_BOT_TOKEN": "new"}')
    assert await secrets.read([STORES]) == {"SLACK_BOT_TOKEN": "new"}


@pytest.mark.usefixtures("anyone_at_aws", "aws")
async def test_waiting_for_secrets_is_not_our_own_share() -> None:
    stopwatch = Stopwatch.start()
    with running(stopwatch):
        await refused(STORES)
    assert stopwatch.waited > 0


async def test_a_secret_that_is_not_there_is_named(aws: Any) -> None:
    aws.create_secret(Name=STORES, SecretString=json.dumps(HELD))
    error = await refused(STORES, SLACK)
    assert isinstance(error, ConfigurationError)
    assert str(error) == f"the secret {SLACK} cannot be read: ResourceNotFoundException"


async def test_a_secret_that_is_marked_for_deletion_is_named(aws: Any) -> None:
    aws.create_secret(Name=STORES, SecretString=json.dumps(HELD))
    aws.delete_secret(SecretId=STORES)
    error = await refused(STORES)
    assert isinstance(error, ConfigurationError)
    assert str(error) == f"the secret {STORES} cannot be read: InvalidRequestException"


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
async def test_a_secret_that_holds_no_variables_is_named(aws: Any, content: str) -> None:
    aws.create_secret(Name=STORES, SecretString=content)
    error = await refused(STORES)
    assert isinstance(error, ConfigurationError)
    assert str(error).startswith(f"the secret {STORES} is not a JSON object of variables")


async def test_a_binary_secret_holds_no_variables(aws: Any) -> None:
    aws.create_secret(Name=STORES, SecretBinary=json.dumps(HELD).encode())
    assert isinstance(await refused(STORES), ConfigurationError)


async def test_an_empty_object_holds_nothing(aws: Any) -> None:
    aws.create_secret(Name=STORES, SecretString="{}")
    assert await SecretsManager(LONG).read([STORES]) == {}


async def test_a_variable_in_two_secrets_is_named_with_both(aws: Any) -> None:
    aws.create_secret(Name=STORES, SecretString=json.dumps(HELD))
    aws.create_secret(Name=SLACK, SecretString=json.dumps({"SLACK_BOT_TOKEN": "x"} | HELD))
    error = await refused(STORES, SLACK)
    assert isinstance(error, ConfigurationError)
    assert str(error) == f"UPSTASH_REDIS_REST_TOKEN is in two secrets, {STORES} and {SLACK}"


async def failure(
    monkeypatch: pytest.MonkeyPatch, bad: bytes | Behaviour, seconds: float = LONG
) -> RecollectError:
    """The error of reading a secret from who behaves badly once, and would then answer well."""
    async with misbehaving([bad, reply(200, FOUND)]) as server:
        monkeypatch.setenv("AWS_ENDPOINT_URL_SECRETS_MANAGER", server.url)
        error = await refused(STORES, seconds=seconds)
        assert server.requests == 1
    if isinstance(error, StoreError):
        assert error.store == "secretsmanager"
    return error


@pytest.mark.parametrize(
    "code", ["AccessDeniedException", "DecryptionFailure", "ResourceNotFoundException"]
)
async def test_what_nobody_but_its_keeper_can_mend_is_a_matter_of_configuration(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    error = await failure(monkeypatch, reply(400, {"__type": code, "Message": CANARY[:6]}))
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
async def test_an_outage_is_one_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, bad: bytes | Behaviour
) -> None:
    assert type(await failure(monkeypatch, bad)) is StoreUnavailable


@pytest.mark.parametrize("body", [{}, [], "text", 7, None, b"<html>", b"\xff\xfe"])
async def test_an_answer_without_a_secret_is_refused(
    monkeypatch: pytest.MonkeyPatch, body: object
) -> None:
    assert type(await failure(monkeypatch, reply(200, body))) is StoreRefused


async def test_too_large_a_secret_is_a_matter_of_configuration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = {"SecretString": json.dumps(HELD | {"LARGE": "x" * 65_536})}
    assert isinstance(await failure(monkeypatch, reply(200, large)), ConfigurationError)


async def test_whoever_does_not_answer_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(await failure(monkeypatch, Behaviour.HANG, SHORT)) is StoreTimeout


async def test_whoever_is_not_there_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        monkeypatch.setenv("AWS_ENDPOINT_URL_SECRETS_MANAGER", url)
        assert type(await refused(STORES)) is StoreUnavailable


async def test_without_a_region_nobody_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_DEFAULT_REGION")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    assert type(await refused(STORES)) is StoreUnavailable


async def test_a_process_heals_when_its_secret_is_mended(aws: Any) -> None:
    needed = {
        f"UPSTASH_{store}_REST_{what}": "https://host.example"
        for store in ("VECTOR", "REDIS")
        for what in ("URL", "TOKEN")
    }
    now = [0.0]
    ours = Environment({}, [STORES], SecretsManager(LONG), lambda: now[0])
    with pytest.raises(ConfigurationError, match=rf"^the secret {STORES} cannot be read: "):
        await ours.load()

    aws.create_secret(Name=STORES, SecretString=json.dumps(needed | {"UPSTASH_REDIS_REST_URL": ""}))
    now[0] += RETRY_SECONDS
    await ours.load()
    with pytest.raises(ConfigurationError, match=rf"is not set \(secrets: {STORES}\)$"):
        ours.settings_from(StoreSettings)

    aws.put_secret_value(SecretId=STORES, SecretString=json.dumps(needed))
    now[0] += RETRY_SECONDS
    await ours.load()
    assert ours.settings_from(StoreSettings) == StoreSettings.read(needed)
