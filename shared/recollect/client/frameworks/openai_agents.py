"""OpenAI Agents SDK: the memories of an app as tools, and a session whose decisions are stored.

agent = agents.Agent(name="desk", tools=openai_tools(api, "epic-web", run_id="run-1"))
session = RememberingSession(agents.SQLiteSession("conv-1"), async_api.app("epic-web"))
await agents.Runner.run(agent, "The projector is dark", session=session)
"""

from collections.abc import Iterable, Sequence

from agents import (
    ModelBehaviorError,
    RunContextWrapper,
    Session,
    SessionSettings,
    Tool,
    TResponseInputItem,
    function_tool,
)

from recollect.client import memory_requests
from recollect.client.asynchronous import AsyncAppClient
from recollect.client.blocking import Recollect
from recollect.client.errors import ClientError
from recollect.client.frameworks.model_tools import model_tools, told_to_model
from recollect.memories.model import Stage


def openai_tools(api: Recollect, app: str, *, run_id: str) -> list[Tool]:
    """Tools to recall, remember and cite, for one run of an agent.

    If a call fails with a ClientError, or with arguments that cannot be parsed, the model gets a
    text that says so; any other error is raised.
    """
    tools = model_tools(api, app, run_id)
    return [function_tool(each, failure_error_function=_failure_text) for each in tools]


def _failure_text(_: RunContextWrapper[None], error: Exception) -> str:
    if isinstance(error, ClientError):
        return told_to_model(error)
    if isinstance(error, ModelBehaviorError):  # arguments that cannot be parsed
        return str(error)
    raise error


class RememberingSession:
    """A session that keeps its items in another session, and stores each decision of the agent.

    Each assistant message that ends the added items becomes a memory. Its situation is the user's
    last message, and its conversation the id of the session, by which a `ConversationResolved` or
    the deletion of the conversation finds it. Raises InvalidRequestError if that id cannot be the
    id of a conversation.
    """

    def __init__(self, history: Session, app: AsyncAppClient, stage: Stage = "draft") -> None:
        # Checks the id of the session before the run, not after it.
        memory_requests.memories(app.slug, conversation_id=history.session_id)
        self._history, self._app, self._stage = history, app, stage
        self.session_id = history.session_id
        self.session_settings: SessionSettings | None = history.session_settings

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items of the conversation, or the last `limit` of them."""
        return await self._history.get_items(limit)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Keep items, and store the decision if they end with one. Raises ClientError."""
        await self._history.add_items(items)
        decision = said_by("assistant", items[-1:])
        situation = decision and said_by("user", await self._history.get_items())
        if situation:
            await self._app.remember(
                situation=situation,
                decision=decision,
                stage=self._stage,
                conversation_id=self.session_id,
            )

    async def pop_item(self) -> TResponseInputItem | None:
        """Remove and return the last item; a memory of it stays."""
        return await self._history.pop_item()

    async def clear_session(self) -> None:
        """Remove all items; the memories of them stay."""
        await self._history.clear_session()


def said_by(role: str, items: Sequence[TResponseInputItem]) -> str:
    """The text of the last message of a role; "" if there is none."""
    for item in reversed(items):
        if item.get("role") == role:
            return "\n".join(_texts(item.get("content"))).strip()
    return ""


def _texts(content: object) -> Iterable[str]:
    if isinstance(content, str):
        return [content]
    parts = content if isinstance(content, list) else []
    return [str(each["text"]) for each in parts if isinstance(each, dict) and "text" in each]
