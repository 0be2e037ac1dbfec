"""Pipelines of Redis of any length, though Upstash limits the size of a request."""

from recollect.adapters.upstash.redis.client import Command
from recollect.wiring.stores import Stores

TEXT = "ä" * 250_000


async def test_a_pipeline_is_answered_in_order_however_long_it_is(emulated: Stores) -> None:
    commands: list[Command] = [["APPEND", "long pipeline", TEXT] for _ in range(30)]

    answers = await emulated.redis.pipeline([*commands, ["PING"]], repeatable=False)

    assert answers == [*(500_000 * (n + 1) for n in range(30)), "PONG"]


async def test_a_single_long_command_is_sent(emulated: Stores) -> None:
    commands: list[Command] = [["ECHO", "a"], ["ECHO", TEXT * 5], ["ECHO", "b"]]

    assert await emulated.redis.pipeline(commands, repeatable=True) == ["a", TEXT * 5, "b"]


async def test_an_empty_pipeline_has_no_answers(emulated: Stores) -> None:
    assert await emulated.redis.pipeline([], repeatable=True) == []
