"""Redriven events take effect once; the functions and stores are the real ones."""

import json
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import httpx
import pytest
from moto import mock_aws
from moto.sqs.models import sqs_backends

from infra.aws.names import Names
from infra.aws.redrive import main
from infra.local.emulators.sqs import Queue, create_sqs_app
from infra.local.platform import PlatformOptions, RunningPlatform
from infra.routes import EVENTS
from recollect.core.ids import collection_of
from recollect.memories.stored.identity import memory_id
from tests.functions.calling import DECISION, SITUATION, App, Json, calling, new_app, votes
from tests.functions.invoking import Functions, functions_with
from tests.functions.platforms import own_platform
from tests.infra.aws.lambdas import Lambda, serving_lambda
from tests.infra.local.serving import serving

NAMES = Names("dev")
FAILED = NAMES.failed("apply_outcomes")
STAGE = ["--stage", "dev"]
REGION = "eu-west-1"
ACCOUNT = "123456789012"  # moto's


@dataclass(frozen=True, slots=True)
class FailedQueue:
    """The queue of `apply_outcomes`, which the command reads and moto keeps."""

    client: Any  # boto3 has no types
    url: str

    def send(self, body: str) -> None:
        self.client.send_message(QueueUrl=self.url, MessageBody=body)

    @property
    def visible(self) -> int:
        name = "ApproximateNumberOfMessages"
        answer = self.client.get_queue_attributes(QueueUrl=self.url, AttributeNames=[name])
        return int(answer["Attributes"][name])


@pytest.fixture
def failed(monkeypatch: pytest.MonkeyPatch) -> Iterator[FailedQueue]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    names = [
        *(NAMES.undelivered(rule.detail_type) for rule in EVENTS),
        *(NAMES.failed(rule.function) for rule in EVENTS),
    ]
    with mock_aws():
        client = boto3.session.Session().client("sqs")
        urls = {name: client.create_queue(QueueName=name)["QueueUrl"] for name in names}
        yield FailedQueue(client, urls[FAILED])


@pytest.fixture
def given_up() -> Queue:
    """The dead letters of the functions, until `redrive` moves them to the queue of the command."""
    return Queue(FAILED)


@pytest.fixture
def lambda_(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lambda]:
    with serving_lambda() as served:
        monkeypatch.setenv("AWS_ENDPOINT_URL_LAMBDA", served.url)
        yield served


@pytest.fixture(scope="module")
def platform() -> Iterator[RunningPlatform]:
    with own_platform(PlatformOptions(workers=1)) as running:
        yield running


@pytest.fixture
async def api(platform: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    async with calling(platform) as client:
        yield client


@pytest.fixture
async def functions(
    platform: RunningPlatform, given_up: Queue, tmp_path: Path
) -> AsyncIterator[Functions]:
    """The functions of the stage, which put their dead letters into its queue."""
    with serving(create_sqs_app(given_up)) as url:
        variables = {
            "DEAD_LETTER_QUEUE_URL": f"{url}/000000000000/{FAILED}",
            "AWS_ENDPOINT_URL_SQS": url,
        }
        async with functions_with(platform, tmp_path, **variables) as functions:
            yield functions


def redrive(given_up: Queue, failed: FailedQueue) -> str:
    """Redrive the only dead letter, and return its body."""
    (letter,) = given_up.messages
    given_up.messages.clear()
    failed.send(letter.body)
    assert main(STAGE) == 0
    assert failed.visible == 0
    return letter.body


def outcome_of_a_memory(app: App) -> Json:
    """The outcome of the memory that `app.stored()` stores."""
    memory = memory_id(collection_of(app.slug), SITUATION, DECISION)
    return {
        "version": "0",
        "id": f"e-{app.slug}",
        "detail-type": "MemoryOutcomeRecorded",
        "source": "recollect.feedback",
        "time": "2026-01-15T09:30:00Z",
        "detail": {"app_slug": app.slug, "memory_id": memory, "outcome": "success"},
    }


async def test_a_failed_event_takes_effect_once_after_its_cause_is_fixed(
    api: httpx.AsyncClient,
    functions: Functions,
    given_up: Queue,
    failed: FailedQueue,
    lambda_: Lambda,
) -> None:
    app = new_app(api)
    event = outcome_of_a_memory(app)
    await functions.take("apply_outcomes", event)

    memory = await app.stored()
    redrive(given_up, failed)
    assert lambda_.invoked == [(NAMES.function("apply_outcomes"), event)]
    # Lambda delivers at least once.
    for _ in range(2):
        await functions.take("apply_outcomes", event)

    assert votes(await app.get(memory)) == (1, 0)
    assert given_up.messages == []


async def test_a_redriven_event_that_fails_again_becomes_the_same_dead_letter(
    api: httpx.AsyncClient,
    functions: Functions,
    given_up: Queue,
    failed: FailedQueue,
    lambda_: Lambda,
) -> None:
    event = outcome_of_a_memory(new_app(api))
    await functions.take("apply_outcomes", event)

    first = redrive(given_up, failed)
    await functions.take("apply_outcomes", lambda_.invoked[0][1])

    (second,) = given_up.messages
    assert second.body == first


def test_a_letter_that_returns_during_a_run_waits_for_the_next_run(
    failed: FailedQueue, lambda_: Lambda
) -> None:
    def letter(event: Json) -> str:
        return json.dumps({"event": event, "reason": "never", "function": "apply_outcomes"})

    sample = Path(__file__).parents[3] / "events/apply_outcomes/conversation_resolved.json"
    events = [{**json.loads(sample.read_text()), "id": f"e-{number}"} for number in range(25)]
    for event in events:
        failed.send(letter(event))
    lambda_.effect = lambda event: failed.send(letter(event))

    assert main(STAGE) == 1

    assert sorted(str(event["id"]) for _, event in lambda_.invoked) == sorted(
        str(event["id"]) for event in events
    )
    assert failed.visible == 25


@pytest.mark.usefixtures("lambda_")
def test_letters_that_look_younger_than_the_run_are_reported_as_left(
    failed: FailedQueue, capsys: pytest.CaptureFixture[str]
) -> None:
    failed.send("{}")
    message: Any  # moto types the time as None
    (message,) = sqs_backends[ACCOUNT][REGION].queues[FAILED].messages
    message.sent_timestamp = int((time.time() + 3_600) * 1000)

    assert main(STAGE) == 1

    line = f"{FAILED}: 1 found (1 younger than this run), 0 sent again, 1 left"
    assert line in capsys.readouterr().out
    assert failed.visible == 1
