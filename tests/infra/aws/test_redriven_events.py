"""Events that were redriven have their effect once; the functions and stores are the real ones."""

import json
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from infra.aws.names import Names
from infra.aws.redrive import main
from infra.local.emulators.sqs import Queue, QueuedMessage, create_sqs_app
from infra.local.platform import PlatformOptions, RunningPlatform
from infra.routes import EVENTS
from recollect.core.ids import collection_of
from recollect.memories.identity import memory_id
from tests.functions.calling import DECISION, SITUATION, App, Json, calling, new_app, votes
from tests.functions.invoking import Functions, functions_with
from tests.functions.platforms import own_platform
from tests.infra.aws.lambdas import Lambda, serving_lambda
from tests.infra.local.serving import serving

NAMES = Names("dev")
FAILED = NAMES.failed("apply_outcomes")
STAGE = ["--stage", "dev"]

Queues = dict[str, Queue]


@pytest.fixture
def queues() -> Queues:
    """The queues of a stage."""
    names = [
        *(NAMES.undelivered(rule.detail_type) for rule in EVENTS),
        *(NAMES.failed(rule.function) for rule in EVENTS),
    ]
    return {name: Queue(name) for name in names}


@pytest.fixture
def sqs_url(queues: Queues, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where SQS is for the functions and for the command."""
    with serving(create_sqs_app(queues.values())) as url:
        given = {
            "AWS_ENDPOINT_URL_SQS": url,
            "AWS_DEFAULT_REGION": "eu-west-1",
            "AWS_ACCESS_KEY_ID": "anyone",
            "AWS_SECRET_ACCESS_KEY": "anything",
            "no_proxy": "127.0.0.1",
        }
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        yield url


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
    platform: RunningPlatform, queues: Queues, sqs_url: str, tmp_path: Path
) -> AsyncIterator[Functions]:
    """The functions of the stage, which put their dead letters into its queue."""
    variables = {
        "DEAD_LETTER_QUEUE_URL": f"{sqs_url}/000000000000/{queues[FAILED].name}",
        "AWS_ENDPOINT_URL_SQS": sqs_url,
    }
    async with functions_with(platform, tmp_path, **variables) as functions:
        yield functions


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


async def test_an_event_that_failed_has_its_effect_once_when_its_cause_is_mended(
    api: httpx.AsyncClient, functions: Functions, queues: Queues, lambda_: Lambda
) -> None:
    app = new_app(api)
    event = outcome_of_a_memory(app)
    await functions.take("apply_outcomes", event)
    assert len(queues[FAILED].messages) == 1

    memory = await app.stored()
    assert main(STAGE) == 0
    assert lambda_.invoked == [(NAMES.function("apply_outcomes"), event)]
    # Lambda delivers at least once.
    for _ in range(2):
        await functions.take("apply_outcomes", event)

    assert votes(await app.get(memory)) == (1, 0)
    assert queues[FAILED].messages == []


async def test_an_event_that_fails_again_is_a_dead_letter_again(
    api: httpx.AsyncClient, functions: Functions, queues: Queues, lambda_: Lambda
) -> None:
    event = outcome_of_a_memory(new_app(api))
    await functions.take("apply_outcomes", event)
    (first,) = queues[FAILED].messages

    assert main(STAGE) == 0
    await functions.take("apply_outcomes", lambda_.invoked[0][1])

    (second,) = queues[FAILED].messages
    assert second.body == first.body
    assert second.message_id != first.message_id


@pytest.mark.usefixtures("sqs_url")
def test_what_comes_back_at_once_waits_for_the_next_run(queues: Queues, lambda_: Lambda) -> None:
    queue = queues[FAILED]

    def letter(event: Json) -> QueuedMessage:
        told = {"event": event, "reason": "never", "function": "apply_outcomes"}
        return QueuedMessage(json.dumps(told))

    sample = Path(__file__).parents[3] / "events/apply_outcomes/conversation_resolved.json"
    events = [{**json.loads(sample.read_text()), "id": f"e-{number}"} for number in range(25)]
    queue.messages.extend(letter(event) for event in events)
    lambda_.effect = lambda event: queue.messages.append(letter(event))

    assert main(STAGE) == 1

    assert [event for _, event in lambda_.invoked] == events
    assert queue.visible == len(queue.messages) == 25


@pytest.mark.usefixtures("sqs_url", "lambda_")
def test_letters_that_a_slow_clock_takes_for_younger_are_not_passed_over_in_silence(
    queues: Queues, capsys: pytest.CaptureFixture[str]
) -> None:
    queue = queues[FAILED]
    queue.messages.append(QueuedMessage("{}", sent_at=time.time() + 3_600))

    assert main(STAGE) == 1

    line = f"{FAILED}: 1 found (1 younger than this run), 0 sent again, 1 left"
    assert line in capsys.readouterr().out
    assert queue.visible == len(queue.messages) == 1
