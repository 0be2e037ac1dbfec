"""Puts events that can never succeed on the dead-letter queue, with the reason (Amazon SQS)."""

import json
from collections.abc import Mapping

from recollect.adapters.aws.clients import in_thread, new_client
from recollect.core.errors import ConfigurationError

STORE = "sqs"


class SqsDeadLetters:
    """The port `DeadLetters` of `recollect.serving.process`. `timeout` is in seconds."""

    def __init__(self, queue_url: str | None, timeout: float) -> None:
        self._queue_url = queue_url
        self._timeout = timeout

    async def put(self, event: Mapping[str, object], reason: str, function: str) -> None:
        """Put an event that `function` can never handle on the queue, with the reason.

        Raises ConfigurationError if no queue is configured, and StoreError.
        """
        if self._queue_url is None:
            raise ConfigurationError("DEAD_LETTER_QUEUE_URL is not set")
        queue_url = self._queue_url
        body = json.dumps({"event": dict(event), "reason": reason, "function": function})
        await in_thread(STORE, self._timeout, lambda: self._send(queue_url, body))

    def _send(self, queue_url: str, body: str) -> None:
        client = new_client(STORE, self._timeout)
        client.send_message(QueueUrl=queue_url, MessageBody=body)
