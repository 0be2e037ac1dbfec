"""Descriptions that a check refuses; only a process that has loaded the CDK imports this."""

from pathlib import Path

from aws_cdk import Stack
from aws_cdk.aws_sqs import CfnQueue

from infra.aws.reviewed import reviewed
from infra.aws.stack import checked_app


def describe_refused() -> None:
    """Write each description into a folder below the current one, and its error into `error.txt`.

    The queue has no dead letters and takes requests without TLS. `unsafe` accepts only the first
    finding; `impossible` accepts both, and its timeout is a second above the limit of SQS.
    """
    _describe(Path("unsafe"), "AwsSolutions-SQS3", seconds=60)
    _describe(Path("impossible"), "AwsSolutions-SQS3", "AwsSolutions-SQS4", seconds=43_201)


def _describe(folder: Path, *accepted: str, seconds: int) -> None:
    app = checked_app(str(folder))
    queue = CfnQueue(Stack(app, "sample"), "Queue", visibility_timeout=seconds)
    for each in accepted:
        reviewed(queue, each, "It is here to be found.")
    try:
        app.synth()
    except RuntimeError as error:
        (folder / "error.txt").write_text(str(error))
