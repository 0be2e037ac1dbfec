"""Events that can never succeed, put on the dead-letter queue with their reason (Amazon SQS)."""

import asyncio
import json
from collections.abc import Mapping

from recollect.errors import ConfigurationError, StoreTimeout, StoreUnavailable

STORE = "sqs"


class SqsDeadLetters:
    """The port `DeadLetters` of `recollect.events`. `timeout` is in seconds."""

    def __init__(self, queue_url: str | None, timeout: float) -> None:
        self._queue_url = queue_url
        self._timeout = timeout

    async def put(self, event: Mapping[str, object], reason: str, function: str) -> None:
        """Keep an event that `function` cannot do anything with."""
        if self._queue_url is None:
            raise ConfigurationError("DEAD_LETTER_QUEUE_URL is not set")
        body = json.dumps({"event": dict(event), "reason": reason, "function": function})
        try:
            async with asyncio.timeout(2 * self._timeout):
                await asyncio.to_thread(self._send, self._queue_url, body)
        except TimeoutError as error:
            raise StoreTimeout(STORE, "the dead letter was not taken in time") from error

    def _send(self, queue_url: str, body: str) -> None:
        # boto3 takes 130 ms to import and is needed for a hopeless event only.
        import boto3  # noqa: PLC0415
        from botocore.config import Config  # noqa: PLC0415
        from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

        limits = Config(
            connect_timeout=self._timeout,
            read_timeout=self._timeout,
            retries={"total_max_attempts": 1, "mode": "standard"},
        )
        try:
            boto3.client("sqs", config=limits).send_message(QueueUrl=queue_url, MessageBody=body)
        except (BotoCoreError, ClientError) as error:
            raise StoreUnavailable(STORE, "the dead letter was not taken") from error
