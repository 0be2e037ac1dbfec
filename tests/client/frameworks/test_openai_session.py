"""The session of the OpenAI Agents SDK, before anything is sent."""

import pytest
from agents import SQLiteSession

from recollect.client import AsyncRecollect, InvalidRequestError
from recollect.client.frameworks.openai_agents import RememberingSession


async def test_a_session_whose_id_names_no_conversation_is_refused_before_it_runs() -> None:
    async with AsyncRecollect("http://127.0.0.1:1") as api:
        app = api.app("desk")
        assert RememberingSession(SQLiteSession("conv-1"), app).session_id == "conv-1"
        with pytest.raises(InvalidRequestError, match="conversation_id: must be 1 to 128 letters"):
            RememberingSession(SQLiteSession("a conversation"), app)
