"""Redriving sends every dead letter to its function once and loses none; moto fakes the queues."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra.aws.names import Names
from infra.aws.redrive import main
from infra.routes import EVENTS
from tests.infra.aws.lambdas import Lambda, serving_lambda

Json = dict[str, Any]

NAMES = Names("staging")
UNDELIVERED = NAMES.undelivered("MemoryOutcomeRecorded")
FAILED = NAMES.failed("apply_outcomes")
FUNCTION = NAMES.function("apply_outcomes")
ALL = [
    *(NAMES.undelivered(rule.detail_type) for rule in EVENTS),
    *(
        NAMES.failed(function)
        for function in ("apply_outcomes", "maintain_memories", "enrich_tool", "take_backup")
    ),
]
STAGE = ["--stage", "staging"]


@dataclass(frozen=True, slots=True)
class Aws:
    """Queues, and the Lambda that events are sent to."""

    sqs: Any
    functions: Lambda

    def url(self, queue: str) -> str:
        return str(self.sqs.get_queue_url(QueueName=queue)["QueueUrl"])

    def put(self, queue: str, message: object, **attributes: str) -> str:
        """Put a message into a queue, and return the message's id."""
        text = message if isinstance(message, str) else json.dumps(message)
        given = {
            name: {"DataType": "String", "StringValue": each} for name, each in attributes.items()
        }
        answer = self.sqs.send_message(
            QueueUrl=self.url(queue), MessageBody=text, MessageAttributes=given
        )
        return str(answer["MessageId"])

    def visible(self, queue: str) -> int:
        name = "ApproximateNumberOfMessages"
        answer = self.sqs.get_queue_attributes(QueueUrl=self.url(queue), AttributeNames=[name])
        return int(answer["Attributes"][name])

    def bodies(self, queue: str) -> list[str]:
        answer = self.sqs.receive_message(QueueUrl=self.url(queue), MaxNumberOfMessages=10)
        return [each["Body"] for each in answer.get("Messages", ())]

    def sent(self) -> list[tuple[str, str]]:
        return [(function, event["id"]) for function, event in self.functions.invoked]


@pytest.fixture(scope="module")
def functions() -> Iterator[Lambda]:
    with serving_lambda() as served:
        yield served


@pytest.fixture
def aws(functions: Lambda, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aws]:
    """A stage with all of its queues, empty."""
    functions.invoked.clear()
    functions.refusal = None
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL_LAMBDA", functions.url)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with mock_aws():
        sqs = boto3.session.Session().client("sqs")
        for name in ALL:
            sqs.create_queue(QueueName=name)
        yield Aws(sqs, functions)


def event(event_id: str, **changed: object) -> Json:
    return {
        "version": "0",
        "id": event_id,
        "detail-type": "MemoryOutcomeRecorded",
        "source": "recollect.feedback",
        "time": "2026-01-15T09:30:00Z",
        "detail": {"app_slug": "epic-web", "memory_id": "mem_1", "outcome": "success"},
        **changed,
    }


def refused(event_id: str, reason: str = "no memory mem_1") -> Json:
    return {"event": event(event_id), "reason": reason, "function": "apply_outcomes"}


def failed(event_id: str) -> Json:
    arn = f"arn:aws:lambda:eu-west-1:123456789012:function:{FUNCTION}"
    context = {"functionArn": arn, "condition": "RetriesExhausted"}
    return {"requestContext": context, "requestPayload": event(event_id)}


def test_each_letter_goes_to_its_function_with_the_same_event(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.put(UNDELIVERED, event("e-1"), RULE_ARN="arn:aws:events:rule", ERROR_CODE="THROTTLING")
    aws.put(FAILED, failed("e-2"))
    aws.put(FAILED, refused("e-3"))
    maintenance = event("e-4", source="recollect.schedule", **{"detail-type": "MaintainMemories"})
    aws.put(NAMES.undelivered("MaintainMemories"), maintenance)

    assert main(STAGE) == 0

    assert sorted(aws.functions.invoked, key=lambda each: str(each[1]["id"])) == [
        (FUNCTION, event("e-1")),
        (FUNCTION, event("e-2")),
        (FUNCTION, event("e-3")),
        (NAMES.function("maintain_memories"), maintenance),
    ]
    assert [aws.bodies(queue) for queue in ALL] == [[]] * len(ALL)
    captured = capsys.readouterr()
    assert captured.err == ""
    assert f"{UNDELIVERED}: 1 found (1 THROTTLING), 1 sent again, 0 left\n" in captured.out
    assert "2 found (1 RetriesExhausted, 1 refused), 2 sent again, 0 left\n" in captured.out
    assert f"{NAMES.failed('maintain_memories')}: 0 found, 0 sent again, 0 left\n" in captured.out


def test_all_letters_are_sent_even_if_one_receive_does_not_return_them_all(aws: Aws) -> None:
    ids = [f"e-{number}" for number in range(25)]
    for each in ids:
        aws.put(FAILED, refused(each))

    assert main(STAGE) == 0

    assert sorted(aws.sent()) == sorted((FUNCTION, each) for each in ids)
    assert aws.bodies(FAILED) == []


def test_a_message_that_is_no_letter_stays_and_is_named_without_its_content(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = aws.put(FAILED, "canary-5f1d")
    aws.put(FAILED, refused("e-1"))

    assert main(STAGE) == 1

    assert aws.sent() == [(FUNCTION, "e-1")]
    assert aws.bodies(FAILED) == ["canary-5f1d"]
    captured = capsys.readouterr()
    assert captured.err == f"redrive: {FAILED}: message {strange} is not a dead letter\n"
    assert "1 sent again, 1 left (1 not a dead letter)\n" in captured.out
    assert "canary" not in captured.out


def test_a_letter_that_lambda_does_not_accept_stays_in_its_queue(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.put(FAILED, refused("e-1"))
    aws.functions.refusal = ("ResourceNotFoundException", 404)

    assert main(STAGE) == 1

    assert aws.bodies(FAILED) == [json.dumps(refused("e-1"))]
    assert "0 sent again, 1 left (1 ResourceNotFoundException)\n" in capsys.readouterr().out


def test_nothing_is_lost_when_lambda_cannot_be_reached(
    aws: Aws, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.put(FAILED, refused("e-1"))
    aws.put(FAILED, refused("e-2"))
    monkeypatch.setenv("AWS_ENDPOINT_URL_LAMBDA", "http://127.0.0.1:1")

    assert main(STAGE) == 1

    assert aws.visible(FAILED) == 2
    captured = capsys.readouterr()
    assert f"{FAILED}: 1 found (1 refused), 0 sent again, 1 left\n" in captured.out
    assert captured.err.startswith("redrive: Could not connect to the endpoint URL")
    assert captured.err.count("\n") == 1


def test_a_dry_run_lists_the_letters_and_sends_none(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.put(UNDELIVERED, event("e-1"), ERROR_CODE="NO_PERMISSIONS")
    aws.put(FAILED, refused("e-2", reason="no\tmemory"))

    assert main([*STAGE, "--dry-run"]) == 0

    assert aws.functions.invoked == []
    assert (aws.visible(UNDELIVERED), aws.visible(FAILED)) == (1, 1)
    lines = capsys.readouterr().out.splitlines()
    what = "MemoryOutcomeRecorded\t2026-01-15T09:30:00Z"
    assert f"{UNDELIVERED}\te-1\t{what}\tNO_PERMISSIONS" in lines
    assert f"{FAILED}\te-2\t{what}\tno�memory" in lines
    assert f"{FAILED}: 1 found (1 refused), 1 to send again, 0 left" in lines


def test_a_dry_run_exits_with_status_1_if_a_message_would_be_left(aws: Aws) -> None:
    aws.put(FAILED, "{}")

    assert main([*STAGE, "--dry-run"]) == 1
    assert aws.visible(FAILED) == 1


def test_only_the_requested_queues_are_redriven(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.put(UNDELIVERED, event("e-1"))
    aws.put(FAILED, refused("e-2"))

    assert main([*STAGE, "--only", "MemoryOutcomeRecorded"]) == 0

    assert aws.sent() == [(FUNCTION, "e-1")]
    assert aws.visible(FAILED) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_aws_region_takes_precedence_over_aws_default_region(
    aws: Aws, monkeypatch: pytest.MonkeyPatch
) -> None:
    aws.put(FAILED, refused("e-1"))
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-west-2")
    monkeypatch.setenv("AWS_REGION", "eu-west-1")

    assert main(STAGE) == 0

    assert [event_id for _, event_id in aws.sent()] == ["e-1"]


@pytest.mark.usefixtures("aws")
def test_a_stage_that_is_not_deployed_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--stage", "prod"]) == 1

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "redrive: there is no queue recollect-undelivered-MemoryOutcomeRecorded:"
        " is the stage deployed, in this account and region?\n"
    )


def test_missing_aws_credentials_are_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, "/dev/null")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")

    assert main(STAGE) == 1

    assert capsys.readouterr().err == "redrive: Unable to locate credentials\n"


@pytest.mark.parametrize(
    "given", [[], ["--stage", "qa"], [*STAGE, "--only", "find_memories"], [*STAGE, "--everything"]]
)
def test_an_invalid_command_line_is_refused_with_the_usage(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(given)

    assert exit_.value.code == 2
    assert "usage: redrive" in capsys.readouterr().err
