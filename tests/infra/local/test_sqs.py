"""The SQS emulator as boto3 sees it, which finds it by the variable that AWS's SDKs know."""

import time
from collections.abc import Iterator, Mapping
from typing import Protocol, TypedDict

import boto3
import httpx
import pytest
from botocore.exceptions import ClientError
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.local.emulators.sqs import Queue, create_sqs_app
from infra.local.emulators.sqs_attributes import Attribute, attributes_md5
from tests.infra.local.serving import serving

QUEUE_URL = "http://localhost/_emulators/sqs/000000000000/dead-letters"


class Received(TypedDict, total=False):
    MessageId: str
    ReceiptHandle: str
    Body: str
    Attributes: Mapping[str, str]
    MessageAttributes: Mapping[str, Mapping[str, object]]
    MD5OfBody: str
    MD5OfMessageAttributes: str


class Receipt(TypedDict, total=False):
    Messages: list[Received]


class SqsClient(Protocol):
    """What these tests use of boto3's client, which has no types."""

    def send_message(self, **given: object) -> Mapping[str, str]: ...
    def receive_message(self, **given: object) -> Receipt: ...
    def delete_message(self, **given: object) -> object: ...
    def purge_queue(self, **given: object) -> object: ...
    def get_queue_url(self, **given: object) -> Mapping[str, str]: ...
    def get_queue_attributes(self, **given: object) -> Mapping[str, Mapping[str, str]]: ...
    def change_message_visibility_batch(self, **given: object) -> object: ...
    def create_queue(self, **given: object) -> object: ...
    def close(self) -> None: ...


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def served(clock: Clock) -> Iterator[tuple[str, Queue]]:
    queue = Queue("dead-letters", clock)
    app = create_sqs_app([queue, Queue("other")])
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


def receive(sqs: SqsClient, **given: object) -> list[Received]:
    return sqs.receive_message(QueueUrl=QUEUE_URL, **given).get("Messages", [])


def test_what_is_sent_can_be_read_where_the_queue_is(sqs: SqsClient, queue: Queue) -> None:
    sent = sqs.send_message(QueueUrl=QUEUE_URL, MessageBody='{"event": "grüße 👋"}')

    assert [message.body for message in queue.messages] == ['{"event": "grüße 👋"}']
    assert queue.messages[0].message_id == sent["MessageId"]
    assert sent["MD5OfMessageBody"] == "646fb19bdcae86de30c6e4452376ee16"
    assert "MD5OfMessageAttributes" not in sent


def test_attributes_come_back_with_the_message(sqs: SqsClient, queue: Queue) -> None:
    attributes = {
        "reason": {"DataType": "String", "StringValue": "no such field ✗"},
        "attempts": {"DataType": "Number", "StringValue": "3"},
        "payload": {"DataType": "Binary", "BinaryValue": b"\x00\xff"},
    }
    sent = sqs.send_message(QueueUrl=QUEUE_URL, MessageBody="x", MessageAttributes=attributes)
    message = receive(sqs, MessageAttributeNames=["All"])[0]

    assert queue.messages[0].attributes["attempts"].string_value == "3"
    assert message["MessageAttributes"] == attributes
    assert message["MD5OfMessageAttributes"] == sent["MD5OfMessageAttributes"]


def test_attributes_come_only_if_they_are_asked_for(sqs: SqsClient, queue: Queue) -> None:
    one = {"DataType": "String", "StringValue": "1"}
    sqs.send_message(
        QueueUrl=QUEUE_URL,
        MessageBody="x",
        MessageAttributes={"event.id": one, "event.type": one, "reason": one},
    )

    def names(*wanted: str) -> set[str]:
        message = receive(sqs, MessageAttributeNames=list(wanted), VisibilityTimeout=0)[0]
        return set(message.get("MessageAttributes", {}))

    assert len(queue.messages) == 1
    assert names() == set()
    assert names("reason", "unknown") == {"reason"}
    assert names("event.*") == {"event.id", "event.type"}


@pytest.mark.usefixtures("queue")
def test_a_received_message_is_hidden_until_its_time_is_over(sqs: SqsClient, clock: Clock) -> None:
    sqs.send_message(QueueUrl=QUEUE_URL, MessageBody="x")

    first = receive(sqs, VisibilityTimeout=20)
    assert receive(sqs) == []
    clock.now += 20
    second = receive(sqs)

    assert first[0]["MessageId"] == second[0]["MessageId"]
    assert first[0]["ReceiptHandle"] != second[0]["ReceiptHandle"]


def test_a_deleted_message_never_comes_back(sqs: SqsClient, queue: Queue) -> None:
    for body in ("a", "b"):
        sqs.send_message(QueueUrl=QUEUE_URL, MessageBody=body)
    received = receive(sqs, MaxNumberOfMessages=1)

    for _ in range(2):  # a second time is no error, and deletes no other
        sqs.delete_message(QueueUrl=QUEUE_URL, ReceiptHandle=received[0]["ReceiptHandle"])

    assert [message.body for message in queue.messages] == ["b"]


def test_no_more_messages_are_received_than_asked_for(sqs: SqsClient, queue: Queue) -> None:
    for number in range(12):
        sqs.send_message(QueueUrl=QUEUE_URL, MessageBody=str(number))

    assert [message["Body"] for message in receive(sqs)] == ["0"]
    assert len(receive(sqs, MaxNumberOfMessages=10)) == 10
    assert len(receive(sqs, MaxNumberOfMessages=10)) == 1
    assert len(queue.messages) == 12


def test_a_purged_queue_is_empty(sqs: SqsClient, queue: Queue) -> None:
    sqs.send_message(QueueUrl=QUEUE_URL, MessageBody="x")

    sqs.purge_queue(QueueUrl=QUEUE_URL)

    assert queue.messages == []


@pytest.mark.usefixtures("queue")
def test_a_message_that_is_given_back_can_be_received_at_once(sqs: SqsClient) -> None:
    for body in ("a", "b"):
        sqs.send_message(QueueUrl=QUEUE_URL, MessageBody=body)
    first, _ = receive(sqs, MaxNumberOfMessages=2)

    sqs.change_message_visibility_batch(
        QueueUrl=QUEUE_URL,
        Entries=[{"Id": "0", "ReceiptHandle": first["ReceiptHandle"], "VisibilityTimeout": 0}],
    )

    assert [each["Body"] for each in receive(sqs, MaxNumberOfMessages=10)] == [first["Body"]]


@pytest.mark.usefixtures("queue")
def test_a_queue_says_how_many_messages_could_be_received(sqs: SqsClient) -> None:
    for body in ("a", "b", "c"):
        sqs.send_message(QueueUrl=QUEUE_URL, MessageBody=body)
    receive(sqs)

    answer = sqs.get_queue_attributes(QueueUrl=QUEUE_URL, AttributeNames=["All"])

    assert answer["Attributes"]["ApproximateNumberOfMessages"] == "2"


@pytest.mark.usefixtures("queue")
def test_a_message_says_when_it_was_sent_if_it_is_asked(sqs: SqsClient) -> None:
    earliest = time.time() - 1
    sqs.send_message(QueueUrl=QUEUE_URL, MessageBody="x")

    (message,) = receive(sqs, MessageSystemAttributeNames=["SentTimestamp"], VisibilityTimeout=0)

    assert earliest <= int(message["Attributes"]["SentTimestamp"]) / 1000 <= time.time()
    assert "Attributes" not in receive(sqs)[0]


def test_a_queue_is_found_by_its_name(sqs: SqsClient, queue: Queue) -> None:
    url = sqs.get_queue_url(QueueName="dead-letters")["QueueUrl"]

    sqs.send_message(QueueUrl=url, MessageBody="x")

    assert [message.body for message in queue.messages] == ["x"]


def test_queues_know_nothing_of_each_other(sqs: SqsClient, queue: Queue) -> None:
    sqs.send_message(QueueUrl=QUEUE_URL.replace("dead-letters", "other"), MessageBody="x")

    assert queue.messages == []


@pytest.mark.usefixtures("queue")
def test_an_unknown_queue_is_the_error_that_boto3_knows(sqs: SqsClient) -> None:
    with pytest.raises(ClientError) as raised:
        sqs.send_message(QueueUrl=f"{QUEUE_URL}-of-others", MessageBody="x")

    assert type(raised.value).__name__ == "QueueDoesNotExist"
    assert raised.value.response["Error"]["Code"] == "AWS.SimpleQueueService.NonExistentQueue"


@pytest.mark.parametrize(
    "given",
    [
        {"MessageBody": ""},
        {"MessageBody": "x" * 1_048_577},
        {"MessageBody": "x", "MessageAttributes": {"a": {"DataType": "Text", "StringValue": "1"}}},
    ],
    ids=["empty", "too long", "unknown data type"],
)
def test_a_message_that_sqs_would_not_take_is_refused(
    sqs: SqsClient, queue: Queue, given: dict[str, object]
) -> None:
    with pytest.raises(ClientError, match="InvalidParameterValue"):
        sqs.send_message(QueueUrl=QUEUE_URL, **given)

    assert queue.messages == []


@pytest.mark.usefixtures("queue")
def test_what_is_not_emulated_says_so(sqs: SqsClient) -> None:
    with pytest.raises(ClientError, match=r"UnsupportedOperation.*CreateQueue"):
        sqs.create_queue(QueueName="new")


def test_a_request_of_nobody_is_a_bad_request(served: tuple[str, Queue]) -> None:
    answer = httpx.post(served[0], content=b"{")

    assert answer.status_code == 400
    assert answer.json()["__type"] == "com.amazonaws.sqs#UnsupportedOperation"


def test_the_digest_of_attributes_is_that_of_aws() -> None:
    timestamp = Attribute(DataType="Number", StringValue="1493147359900")

    # As SQS itself has answered, and moto's tests have kept.
    assert attributes_md5({"timestamp": timestamp}) == "235c5c510d26fb653d073faed50ae77c"
