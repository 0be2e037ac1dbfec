"""Asks an Open Policy Agent, over its data API."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue
from typing_extensions import override

from recollect.adapters.http.retries import RetryPolicy, within
from recollect.adapters.http.transport import HttpService
from recollect.core.errors import StoreRefused
from recollect.slicing.decisions import OpaPort
from recollect.slicing.policy import PolicyInput

STORE: Final = "opa"
_PATH: Final = "/v1/data/cmo/context"
# A hundred connections at once take three times as long as eight that requests use in turn.
_AT_ONCE: Final = 8
_ONCE: Final = RetryPolicy(attempts=1)


@dataclass(frozen=True, slots=True)
class OpaHttp(OpaPort):
    """The policy `cmo.context` of an OPA.

    The timeout of `agent` is for a request together with its wait for a connection. Requests are
    not retried, since the caller has local rules to fall back on. An instance belongs to one event
    loop, as its client does.
    """

    agent: HttpService
    _turns: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(_AT_ONCE), init=False, repr=False, compare=False
    )

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        """The policy's `result` for this input; None if the policy leaves it undefined."""
        async with within(STORE, self.agent.timeout), self._turns:
            answer = await self.agent.post_json(_PATH, {"input": document}, retry=_ONCE)
        if not isinstance(answer, dict):
            raise StoreRefused(STORE, "the answer is no object")
        return answer.get("result")
