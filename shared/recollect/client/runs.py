"""A run of an agent: prepared before it acts, and what it decided remembered after."""

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Concatenate, Literal, ParamSpec, Self
from uuid import uuid4

from typing_extensions import override

from recollect.client import context_requests, memory_requests
from recollect.client.errors import ClientError
from recollect.client.requests import ApiRequest
from recollect.core.messages import LONGEST_QUERY, Message
from recollect.memories.model import Stage
from recollect.preparing.request import Prepared

P = ParamSpec("P")
Cites = Literal["marked", "shown"]
"""What a run used: the memories whose markers its decision has, or all that it was shown.

What it was warned of, since it had failed, is none of either.
"""


@dataclass(frozen=True, slots=True)
class AgentRun:
    """What an agent gets before it acts; `prompt` goes into its model's prompt as it is.

    Its outcome is reported under its `id`, by somebody else than who ran it.
    """

    id: str
    app: str
    prepared: Prepared

    @property
    def prompt(self) -> str:
        """What is known, in one text."""
        return self.prepared.prompt

    def used(self, decision: str, cites: Cites = "marked") -> tuple[str, ...]:
        """The ids of the memories that the decision was made with."""
        return tuple(
            each.id
            for each in self.prepared.decisions
            if cites == "shown" or f"[{each.marker}]" in decision
        )


Agent = Callable[Concatenate[str, AgentRun, P], str]
"""What decides in a situation, with what is known of it."""
AsyncAgent = Callable[Concatenate[str, AgentRun, P], Coroutine[Any, Any, str]]
"""The same as a coroutine function."""


class NotRememberedError(ClientError):
    """An agent has decided, and that could not be stored, or what it used not be cited.

    `decision` is what it returned, so that its work is not lost, and `why` what went wrong.
    """

    def __init__(self, run: AgentRun, decision: str, why: ClientError) -> None:
        super().__init__(f"what the run {run.id} decided is not stored, or not cited: {why}")
        self.run, self.decision, self.why = run, decision, why

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[AgentRun, str, ClientError]]:
        """How it is copied, and taken to another process."""
        return type(self), (self.run, self.decision, self.why)


def preparing(run_id: str, app: str, situation: str) -> ApiRequest[Prepared]:
    """What is sent before it: a question, or a message where it is too long for one."""
    if len(situation) <= LONGEST_QUERY:
        return context_requests.prepare(app=app, text=situation, run_id=run_id)
    messages = [{"role": "user", "text": situation}]
    return context_requests.prepare(app=app, messages=messages, run_id=run_id)


def remembering(
    run: AgentRun, situation: str, decision: str, stage: Stage, cites: Cites
) -> Iterator[ApiRequest[Message]]:
    """What is sent once a run has decided."""
    yield memory_requests.remember(
        run.app, situation=situation, decision=decision, stage=stage, idempotency_key=run.id
    )
    if used := run.used(decision, cites):
        yield memory_requests.cite(run.app, run_id=run.id, memory_ids=used, stage=stage)


def new_run_id() -> str:
    """An id that no other run has."""
    return f"run-{uuid4().hex}"
