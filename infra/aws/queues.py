"""Dead-letter queues, which keep messages for the longest time that SQS allows."""

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.aws.reviewed import reviewed


def dead_letter_queue(scope: Construct, id_: str, name: str) -> sqs.Queue:
    """A queue for events that could not be delivered or handled: 14 days, encrypted, TLS only."""
    queue = sqs.Queue(
        scope,
        id_,
        queue_name=name,
        retention_period=Duration.days(14),
        visibility_timeout=Duration.minutes(2),
        encryption=sqs.QueueEncryption.SQS_MANAGED,
        enforce_ssl=True,
    )
    reviewed(queue, "AwsSolutions-SQS3", "The queue is itself a dead-letter queue.")
    return queue
