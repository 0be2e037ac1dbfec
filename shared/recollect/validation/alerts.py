"""Alerts: answers that leave out so much that somebody should look at the prompt."""

from datetime import datetime
from typing import Literal, Protocol

from recollect.core.messages import Message

ResponseType = Literal["field_query", "overview", "unknown"]


class ResponseValidationAlert(Message):
    """The detail of the event `ResponseValidationAlert`; nothing of the answer itself."""

    validationId: str  # noqa: N815  # like the others
    responseType: ResponseType  # noqa: N815  # the seed's name
    responseLength: int  # noqa: N815  # the seed's name
    missingElements: tuple[str, ...]  # noqa: N815  # the seed's name
    toolsWithUnusedSummaries: tuple[str, ...]  # noqa: N815  # the seed's name


class Alerts(Protocol):
    """Where alerts go. One round trip; raises StoreError."""

    async def publish(self, alert: ResponseValidationAlert, at: datetime) -> None:
        """Tell whoever listens."""
