"""The SQS emulator as boto3 sees it, which finds it by the variable that AWS's SDKs know."""

import time
from collections.abc import Iterator, Mapping
from typing import Protocol

import boto3
import httpx
import pytest
from botocore.exceptions import ClientError
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.local.emulators.sqs import Queue, create_sqs_app
from tests.infra.local.serving import serving

QUEUE_URL = "http://localhost/_emulators/sqs/000000000000/dead-letters"


class SqsClient(Protocol):
    """What these tests use of boto3's client, which has no types."""

    def send_message(self, **given: object) -> Mapping[str, str]: ...
    def receive_message(self, **given: object) -> object: ...
    def create_queue(self, **given: object) -> object: ...
    def close(self) -> None: ...


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, Queue]]:
    queue = Queue("dead-letters")
    app = create_sqs_app(queue)
    with serving(Starlette(routes=[Mount("/_emulators/sqs", app)])) as url:
        # boto3 posts to the very URL it is given, and a Mount answers below its path.
        yield f"{url}/_emulators/sqs/", queue


@pytest.fixture
def queue(served: tuple[str, Queue]) -> Queue:
    """The queue that the emulator serves, empty."""
    served[1].messages.clear()
    return served[1]


@pytest.fixture(scope="module")
def sqs(served: tuple[str, Queue]) -> Iterator[SqsClient]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ENDPOINT_URL_SQS", served[0])
        environment.setenv("AWS_DEFAULT_REGION", "eu-west-1")
        environment.setenv("AWS_ACCESS_KEY_ID", "anyone")
        environment.setenv("AWS_SECRET_ACCESS_KEY", "anything")
        client: SqsClient = boto3.session.Session().client("sqs")
    yield client
    client.close()


def test_a_sent_message_is_put_into_the_queue(sqs: SqsClient, queue: Queue) -> None:
    sent = sqs.send_message(QueueUrl=QUEUE_URL, MessageBody='{"event": "grüße 👋"}')

    assert [message.body for message in queue.messages] == ['{"event": "grüße 👋"}']
    assert abs(queue.messages[0].sent_at - time.time()) < 60
    assert sent["MD5OfMessageBody"] == "646fb19bdcae86de30c6e4452376ee16"


@pytest.mark.usefixtures("queue")
def test_an_unknown_queue_is_the_error_that_boto3_knows(sqs: SqsClient) -> None:
    with pytest.raises(ClientError) as raised:
        sqs.send_message(QueueUrl=f"{QUEUE_URL}-of-others", MessageBody="x")

    assert type(raised.value).__name__ == "QueueDoesNotExist"
    assert raised.value.response["Error"]["Code"] == "AWS.SimpleQueueService.NonExistentQueue"


def test_an_invalid_message_is_refused(sqs: SqsClient, queue: Queue) -> None:
    attributes = {"a": {"DataType": "String", "StringValue": "1"}}
    for given in (
        {"MessageBody": ""},
        {"MessageBody": "x" * 1_048_577},
        {"MessageBody": "x", "MessageAttributes": attributes},
    ):
        with pytest.raises(ClientError, match="InvalidParameterValue"):
            sqs.send_message(QueueUrl=QUEUE_URL, **given)

    assert queue.messages == []


@pytest.mark.usefixtures("queue")
def test_an_operation_that_is_not_emulated_is_an_error(sqs: SqsClient) -> None:
    with pytest.raises(ClientError, match=r"UnsupportedOperation.*CreateQueue"):
        sqs.create_queue(QueueName="new")
    with pytest.raises(ClientError, match=r"UnsupportedOperation.*ReceiveMessage"):
        sqs.receive_message(QueueUrl=QUEUE_URL)


def test_a_malformed_request_is_a_bad_request(served: tuple[str, Queue]) -> None:
    answer = httpx.post(served[0], content=b"{")

    assert answer.status_code == 400
    assert answer.json()["__type"] == "com.amazonaws.sqs#UnsupportedOperation"
