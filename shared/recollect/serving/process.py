"""The port by which requests and events get what they need of their function's process."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from recollect.core.measures import LogNote
from recollect.serving.idempotency import KeptAnswers
from recollect.serving.throttling import Throttle
from recollect.serving.tracing import TraceCollector


class DeadLetters(Protocol):
    """A queue for events that can never succeed."""

    async def put(self, event: Mapping[str, object], reason: str, function: str) -> None:
        """Put an event there that `function` can never handle. Raises RecollectError."""


class Process(Protocol):
    """A process, as `recollect.wiring.process` implements it; each part is made on first use."""

    async def load_secrets(self) -> None:
        """Read the secrets of this process, unless it has them already.

        Raises ConfigurationError or StoreError.
        """

    def log_level(self) -> str:
        """The least severe level that is logged. Raises ConfigurationError."""

    def metrics_namespace(self) -> str:
        """The namespace of this stage's metrics."""

    def take_notes(self) -> Sequence[LogNote]:
        """The notes to log about this process; each note is given once."""

    def api_is_open(self) -> bool:
        """Whether requests need no token. Raises ConfigurationError."""

    def pseudonym(self, subject: str) -> str:
        """The name of a caller in logs; "" if there is no secret to make it with."""

    def throttle(self) -> Throttle | None:
        """The throttle for callers, or None if they may send as many requests as they like.

        Raises ConfigurationError.
        """

    def traces(self) -> TraceCollector | None:
        """The collector of traces, or None. Raises ConfigurationError."""

    def kept_answers(self) -> KeptAnswers:
        """The answers that are kept for idempotency keys. Raises ConfigurationError."""

    def event_max_age(self) -> float:
        """The age in seconds up to which an event is retried that names what does not exist.

        Raises ConfigurationError.
        """

    def dead_letters(self) -> DeadLetters:
        """The dead-letter queue. Raises ConfigurationError."""
