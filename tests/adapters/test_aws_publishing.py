"""What we send to AWS, which moto stands in for: alerts on a bus, dead letters in a queue."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import boto3
import pytest
from moto import mock_aws

from recollect.adapters.aws.eventbridge import ALERTS, EventBridgePublisher
from recollect.adapters.aws.sqs_dead_letters import SqsDeadLetters
from recollect.validation.models import ResponseValidationAlert
from tests.adapters.alerts import ALERT

AT = datetime(2025, 10, 28, 14, 23, 5, tzinfo=UTC)
BUS, SECONDS = "recollect", 20.0


@pytest.fixture(autouse=True)
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """AWS, in this process."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws():
        yield


class Queue:
    """An SQS queue."""

    def __init__(self) -> None:
        self._client = boto3.session.Session().client("sqs")
        self.url = str(self._client.create_queue(QueueName="told")["QueueUrl"])

    @property
    def arn(self) -> str:
        answer = self._client.get_queue_attributes(QueueUrl=self.url, AttributeNames=["QueueArn"])
        return str(answer["Attributes"]["QueueArn"])

    def bodies(self) -> list[dict[str, Any]]:
        answer = self._client.receive_message(QueueUrl=self.url, MaxNumberOfMessages=10)
        return [json.loads(message["Body"]) for message in answer.get("Messages", ())]


def bus_into(queue: Queue) -> None:
    """Make the bus, with a rule that hands alerts to the queue."""
    events = boto3.session.Session().client("events")
    events.create_event_bus(Name=BUS)
    pattern = {"source": ["recollect.validation"], "detail-type": ["ResponseValidationAlert"]}
    events.put_rule(Name="told", EventBusName=BUS, EventPattern=json.dumps(pattern))
    events.put_targets(Rule="told", EventBusName=BUS, Targets=[{"Id": "queue", "Arn": queue.arn}])


async def test_an_alert_reaches_the_queue_that_listens_for_it() -> None:
    queue = Queue()
    bus_into(queue)

    await EventBridgePublisher(BUS, ALERTS, SECONDS).publish(ALERT, AT)

    (event,) = queue.bodies()
    assert (event["source"], event["detail-type"]) == (
        "recollect.validation",
        "ResponseValidationAlert",
    )
    assert event["time"] == "2025-10-28T14:23:05Z"
    assert ResponseValidationAlert.model_validate(event["detail"]) == ALERT


async def test_a_dead_letter_is_in_the_queue_with_its_reason() -> None:
    queue = Queue()
    event = {"id": "e-1", "detail-type": "MemoryOutcomeRecorded", "detail": {"ö": None}}

    await SqsDeadLetters(queue.url, SECONDS).put(event, "detail: no", "apply_outcomes")

    assert queue.bodies() == [
        {"event": event, "reason": "detail: no", "function": "apply_outcomes"}
    ]
