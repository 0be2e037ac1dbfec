"""Answers with what it was given, and where it ran."""

import os

from infra.local.worker import LambdaContext


def lambda_handler(event: object, context: LambdaContext) -> dict[str, object]:
    return {
        "event": event,
        "process": os.getpid(),
        "parent": os.getppid(),
        "requestId": context.aws_request_id,
        "remaining": context.get_remaining_time_in_millis(),
        "arn": context.invoked_function_arn,
        "variable": os.environ.get("SAMPLE_VARIABLE"),
    }
