"""One run of an agent: its prompt is prepared before it acts, its decision remembered after."""

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Concatenate, Literal, ParamSpec, Self
from uuid import uuid4

from typing_extensions import override

from recollect.client import context_requests, memory_requests, run_requests
from recollect.client.errors import ClientError
from recollect.client.requests import ApiRequest
from recollect.core.messages import MAX_QUERY_CHARS, Message
from recollect.memories.model import Stage
from recollect.preparing.request import Prepared

P = ParamSpec("P")
Cites = Literal["marked", "shown"]
"""Which memories a run counts as used: those whose markers its decision contains, or all shown.

Memories that the prompt warns of, because they failed, are never among them.
"""


@dataclass(frozen=True, slots=True)
class AgentRun:
    """What an agent gets before it acts; put `prompt` into its model's prompt as it is.

    Report the outcome of the run under its `id`, as another subject than the one who ran it.
    """

    id: str
    app: str
    prepared: Prepared

    @property
    def prompt(self) -> str:
        """What is known about the situation, in one text."""
        return self.prepared.prompt

    def used(self, decision: str, cites: Cites = "marked") -> tuple[str, ...]:
        """The ids of the memories that count as used for a decision."""
        return tuple(
            citation.id
            for citation in self.prepared.decisions
            if cites == "shown" or f"[{citation.marker}]" in decision
        )


Agent = Callable[Concatenate[str, AgentRun, P], str]
"""A function that decides in a situation, given its run and further arguments."""
AsyncAgent = Callable[Concatenate[str, AgentRun, P], Coroutine[Any, Any, str]]
"""An agent that is a coroutine function."""


class NotRememberedError(ClientError):
    """An agent has decided, but its decision could not be stored, or its memories not cited.

    `decision` is what the agent returned, so that its work is not lost; `why` is the error.
    """

    def __init__(self, run: AgentRun, decision: str, why: ClientError) -> None:
        super().__init__(f"what the run {run.id} decided is not stored, or not cited: {why}")
        self.run, self.decision, self.why = run, decision, why

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[AgentRun, str, ClientError]]:
        """Support for `copy` and `pickle`."""
        return type(self), (self.run, self.decision, self.why)


def preparing(run_id: str, app: str, situation: str) -> ApiRequest[Prepared]:
    """The request before an agent acts. A situation too long for a query is sent as a message.

    Raises InvalidRequestError for a situation that no memory can have.
    """
    # Checked now, since an agent whose decision cannot be stored would have acted for nothing.
    memory_requests.remember(app, situation=situation, decision="to come", stage="draft")
    if len(situation) <= MAX_QUERY_CHARS:
        return context_requests.prepare(app=app, text=situation, run_id=run_id)
    messages = [{"role": "user", "text": situation}]
    return context_requests.prepare(app=app, messages=messages, run_id=run_id)


def remembering(
    run: AgentRun, situation: str, decision: str, stage: Stage, cites: Cites
) -> Iterator[ApiRequest[Message]]:
    """The requests after a run has decided: store the decision, and cite the memories it used."""
    yield memory_requests.remember(
        run.app, situation=situation, decision=decision, stage=stage, idempotency_key=run.id
    )
    if used := run.used(decision, cites):
        yield run_requests.cite(run.app, run_id=run.id, memory_ids=used, stage=stage)


def new_run_id() -> str:
    """An id that no other run has."""
    return f"run-{uuid4().hex}"
