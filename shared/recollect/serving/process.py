"""What a function's process hands to the requests and events that it serves."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from recollect.core.measures import LogNote
from recollect.serving.idempotency import KeptAnswers
from recollect.serving.throttling import Throttle
from recollect.serving.tracing import TraceCollector


class DeadLetters(Protocol):
    """Where events go that can never succeed."""

    async def put(self, event: Mapping[str, object], reason: str, function: str) -> None:
        """Keep an event that `function` cannot do anything with. Raises RecollectError."""


class Process(Protocol):
    """Implemented by `recollect.wiring.process`; each part is made when it is first asked for."""

    async def load_secrets(self) -> None:
        """Have the secrets of this process. Raises ConfigurationError or StoreError."""

    def log_level(self) -> str:
        """The least severe level that is logged. Raises ConfigurationError."""

    def metrics_namespace(self) -> str:
        """Where metrics go."""

    def take_notes(self) -> Sequence[LogNote]:
        """What there is to log about this process, each of it once."""

    def api_is_open(self) -> bool:
        """Whether requests need no token. Raises ConfigurationError."""

    def pseudonym(self, subject: str) -> str:
        """A caller as logs know it; "" where there is no secret to make it with."""

    def throttle(self) -> Throttle | None:
        """Who counts how fast callers come, where that is bounded. Raises ConfigurationError."""

    def traces(self) -> TraceCollector | None:
        """Who collects traces, if somebody does. Raises ConfigurationError."""

    def kept_answers(self) -> KeptAnswers:
        """The answers that are kept for idempotency keys. Raises ConfigurationError."""

    def event_max_age(self) -> float:
        """How many seconds an event is waited for that speaks of what is not there.

        Raises ConfigurationError.
        """

    def dead_letters(self) -> DeadLetters:
        """The dead-letter queue. Raises ConfigurationError."""
