"""Simultaneous questions are asked as one, and each asker gets the answers to its own part."""

import asyncio
from collections.abc import Sequence

import pytest

from recollect.core.coalescing import Coalescer
from recollect.core.errors import StoreUnavailable


class Doubling:
    """Answers numbers with their doubles and records each call; the kind "bad" fails."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[int]]] = []

    async def __call__(self, kind: str, numbers: Sequence[int]) -> Sequence[int]:
        self.asked.append((kind, [*numbers]))
        await asyncio.sleep(0)
        if kind == "bad":
            raise StoreUnavailable("doubling", "is down")
        return [2 * number for number in numbers]


async def test_questions_of_one_kind_are_asked_together_and_each_asker_gets_its_own_answers() -> (
    None
):
    doubling = Doubling()
    coalescer = Coalescer(doubling)
    answers = await asyncio.gather(
        coalescer.ask("a", [1, 2]), coalescer.ask("b", [3]), coalescer.ask("a", []),
        coalescer.ask("a", [4, 5, 6]),
    )  # fmt: skip

    assert [*map(list, answers)] == [[2, 4], [6], [], [8, 10, 12]]
    assert sorted(doubling.asked) == [("a", [1, 2, 4, 5, 6]), ("b", [3])]
    assert await coalescer.ask("a", [7]) == [14]


async def test_an_error_reaches_every_asker_and_the_next_question_is_asked_anew() -> None:
    doubling = Doubling()
    coalescer = Coalescer(doubling)
    answers = await asyncio.gather(
        coalescer.ask("bad", [1]), coalescer.ask("bad", [2]), return_exceptions=True
    )
    assert [type(each) for each in answers] == [StoreUnavailable] * 2

    with pytest.raises(StoreUnavailable):
        await coalescer.ask("bad", [3])
    assert doubling.asked == [("bad", [1, 2]), ("bad", [3])]


async def test_cancelling_the_first_asker_leaves_nobody_waiting() -> None:
    coalescer = Coalescer(Doubling())
    first = asyncio.create_task(coalescer.ask("a", [1]))
    second = asyncio.create_task(coalescer.ask("a", [2]))
    await asyncio.sleep(0)
    first.cancel()
    ended = await asyncio.gather(first, second, return_exceptions=True)

    assert [type(each) for each in ended] == [asyncio.CancelledError] * 2
    assert await coalescer.ask("a", [3]) == [6]


async def test_cancelling_a_later_asker_changes_nothing_for_the_others() -> None:
    coalescer = Coalescer(Doubling())
    tasks = [asyncio.create_task(coalescer.ask("a", [number])) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[1].cancel()

    assert [await tasks[0], await tasks[2]] == [[2], [6]]
