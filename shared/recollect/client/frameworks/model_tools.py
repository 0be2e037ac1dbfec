"""What a model may do with the memories of an app, as functions that frameworks turn into tools.

A framework shows the functions' names, types and docstrings to its model. `recall` returns the text
of a prepared prompt, in which memories that give orders to their reader are fenced off.
"""

import json
from collections.abc import Callable
from typing import Final

from recollect.client import context_requests
from recollect.client.blocking import Recollect
from recollect.client.errors import ClientError, InvalidRequestError, NotFoundError
from recollect.memories.model import Stage
from recollect.preparing.request import empty_part_notes

ToolFunction = Callable[..., str]
_PROMPT_TOKENS: Final = 1_000


def model_tools(api: Recollect, app: str, run_id: str) -> tuple[ToolFunction, ...]:
    """The functions `recall`, `remember` and `cite` for one run. They raise ClientError.

    None of them reports an outcome: a writer does not judge its own work. Raises
    InvalidRequestError for an app or a run id that is not valid.
    """
    # Checks the app and the run id now: the model did not choose them, and cannot correct them.
    context_requests.prepare(app=app, run_id=run_id, text=app)

    def recall(query: str) -> str:
        """Find what was decided in similar situations. Call this before you decide.

        Args:
            query: The situation, in a sentence.
        """
        known = api.prepare(
            app=app, text=query, include=["memories"], tokens=_PROMPT_TOKENS, run_id=run_id
        )
        ids = {each.marker: each.id for each in known.decisions}
        told = "\n".join((known.prompt, *empty_part_notes(known.empty)))
        return json.dumps({"known": told, "memory_ids": ids}, ensure_ascii=False)

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
    """The text for a model whose call failed: how to correct the call, or to go on without it."""
    if isinstance(error, InvalidRequestError | NotFoundError):
        return error.problem.detail
    return "The memory cannot be used now. Go on without it."
