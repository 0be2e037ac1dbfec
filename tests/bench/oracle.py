"""Whether any answer reveals hidden items: the property of `tests/security`, for many requests."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.context.request import ContextRequest
from recollect.retrieval.items import Item
from recollect.slicing.specialist import Specialist
from tests.security.worlds import CALLERS, POLICIES, answers_of_both, requests, stored_items


def check_answers(count: int) -> None:
    """Send `count` requests, each to two stores, cold and hot; fail with the first that differs."""

    @settings(max_examples=count, deadline=None, database=None)
    @given(stored_items(), CALLERS, requests(), st.sampled_from(POLICIES))
    def nothing_is_revealed(
        items: list[Item], caller: Specialist, request: ContextRequest, policy: str
    ) -> None:
        answers = asyncio.run(answers_of_both(items, caller, request, policy))
        assert len(answers) == 1, answers

    nothing_is_revealed()
