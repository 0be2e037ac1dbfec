"""What a model may do with the memories of an app, as functions that frameworks make tools of.

A framework reads names, types and docstrings. What is recalled is the text of a prepared
prompt, which fences off what gives orders.
"""

import json
from collections.abc import Callable
from typing import Final

from recollect.client import context_requests
from recollect.client.blocking import Recollect
from recollect.client.errors import ClientError, InvalidRequestError, NotFoundError
from recollect.memories.model import Stage

ToolFunction = Callable[..., str]
_TOKENS: Final = 1_000


def model_tools(api: Recollect, app: str, run_id: str) -> tuple[ToolFunction, ...]:
    """Functions to recall, remember and cite, for one run. Raise ClientError.

    There is none to report an outcome: a writer is not its own judge. Raises InvalidRequestError
    for an app or a run that cannot be.
    """
    # Told before the run, not to its model, which did not choose them.
    context_requests.prepare(app=app, run_id=run_id, text=app)

    def recall(query: str) -> str:
        """Find what was decided in similar situations. Call this before you decide.

        Args:
            query: The situation, in a sentence.
        """
        known = api.prepare(
            app=app, text=query, include=["memories"], tokens=_TOKENS, run_id=run_id
        )
        ids = {each.marker: each.id for each in known.decisions}
        return json.dumps({"known": known.prompt, "memory_ids": ids}, ensure_ascii=False)

    def remember(situation: str, decision: str, stage: Stage = "draft") -> str:
        """Store what you decided, so that it is found in similar situations.

        Args:
            situation: What the matter was, without names of people.
            decision: What you decided.
            stage: The part of the work that it belongs to.
        """
        stored = api.app(app).remember(situation=situation, decision=decision, stage=stage)
        return json.dumps({"memory_id": stored.id, "deduplicated": stored.deduplicated})

    def cite(memory_ids: list[str]) -> str:
        """Say which of the recalled memories you used.

        Args:
            memory_ids: The ids of these memories, from recall.
        """
        cited = api.app(app).cite(run_id=run_id, memory_ids=memory_ids)
        return json.dumps({"cited": cited.cited})

    return recall, remember, cite


def told_to_model(error: ClientError) -> str:
    """What was wrong with its call, for a model to do better, or else that it goes on without."""
    if isinstance(error, InvalidRequestError | NotFoundError):
        return error.problem.detail
    return "The memory cannot be used now. Go on without it."
