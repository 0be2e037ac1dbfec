"""The session of the OpenAI Agents SDK, before anything is sent."""

import pytest
from agents import SQLiteSession

from recollect.client import AsyncRecollect, InvalidRequestError, Retries, UnreachableError
from recollect.client.frameworks.openai_agents import RememberingSession, said_by


async def test_a_session_with_an_invalid_conversation_id_is_refused_when_it_is_made() -> None:
    async with AsyncRecollect("http://127.0.0.1:1") as api:
        app = api.app("desk")
        assert RememberingSession(SQLiteSession("conv-1"), app).session_id == "conv-1"
        with pytest.raises(InvalidRequestError, match="conversation_id: must be 1 to 128 letters"):
            RememberingSession(SQLiteSession("a conversation"), app)


async def test_an_answer_that_cannot_be_stored_stays_in_the_session_history() -> None:
    once = Retries(attempts=1)
    async with AsyncRecollect("http://127.0.0.1:1", retries=once) as api:
        session = RememberingSession(SQLiteSession("conv-1"), api.app("desk"))
        await session.add_items([{"role": "user", "content": "The projector is dark"}])
        with pytest.raises(UnreachableError):
            await session.add_items([{"role": "assistant", "content": "Change the lamp"}])
        assert said_by("assistant", await session.get_items()) == "Change the lamp"
