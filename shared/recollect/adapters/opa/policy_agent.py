"""Open Policy Agent over its data API."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

import httpx
from pydantic import JsonValue
from typing_extensions import override

from recollect.adapters.http.json_calls import post_json
from recollect.core.errors import StoreRefused, StoreTimeout
from recollect.slicing.decisions import OpaPort
from recollect.slicing.policy import PolicyInput

_STORE: Final = "opa"
_PATH: Final = "/v1/data/cmo/context"
# A hundred connections at once take three times as long as eight that are used in turn.
_AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True)
class OpaHttp(OpaPort):
    """The policy `cmo.context` of the OPA at `url`.

    `timeout` is in seconds and bounds a question with its wait for a turn. Nothing is asked twice:
    whoever asks has something to fall back on. Belongs to one event loop, as its client does.
    """

    client: httpx.AsyncClient
    url: str
    timeout: float
    _turns: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(_AT_ONCE), init=False, repr=False, compare=False
    )

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        """The `result` for this input; None where the policy leaves it undefined."""
        try:
            async with asyncio.timeout(self.timeout), self._turns:
                answer = await post_json(
                    self.client,
                    _STORE,
                    self.url.rstrip("/") + _PATH,
                    {"input": document},
                    {},
                    self.timeout,
                    attempts=1,
                )
        except TimeoutError as error:
            raise StoreTimeout(_STORE, f"no answer within {self.timeout} s") from error
        if not isinstance(answer, dict):
            raise StoreRefused(_STORE, "the answer is no object")
        return answer.get("result")
