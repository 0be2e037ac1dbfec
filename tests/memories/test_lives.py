"""Concurrent statements about one memory, each sent three times, count once and stand.

Stores, judgements and resolved conversations arrive together and break off; a statement that
overtakes the store it is about is delivered again. Time is virtual.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.core.errors import NotFound, NotYet, StoreUnavailable
from recollect.memories.judging.feedback import give_conversation_feedback, give_feedback
from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.model import Outcome
from recollect.memories.stored.ledger_data import MemoryOutcome
from tests.cases import EXAMPLES
from tests.memories.acting import Actors
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import new_token
from tests.memories.samples import APP, COLLECTION, new_memory, op, record_of
from tests.memories.stepping import CALLS, CLAIM_SECONDS, Delays, Fault, Faults
from tests.virtual_time import virtually

KEY = record_of().key
_REDELIVERIES = 3
_ATTEMPTS = 40


@dataclass(frozen=True, slots=True)
class Statement:
    """A caller's statement: a store, a judgement of the memory, or of a conversation."""

    kind: str
    outcome: Outcome
    conversation: str


@dataclass(frozen=True, slots=True)
class Life:
    """Statements, each a minute after the one before, and how long each call takes (ms)."""

    said: list[Statement]
    delays: list[int]


_OUTCOMES: st.SearchStrategy[Outcome] = st.sampled_from(["success", "corrected", "failed"])
_STATEMENTS = st.builds(
    Statement,
    kind=st.sampled_from(["store", "judge", "resolve"]),
    outcome=_OUTCOMES,
    conversation=st.sampled_from(["cnv_1", "cnv_2"]),
)
_LIVES = st.builds(
    Life,
    said=st.lists(_STATEMENTS, max_size=14).flatmap(
        lambda said: st.permutations(
            [
                *said,
                # Each conversation has a memory in the end, or nothing of it could be said.
                *(Statement("store", "success", each) for each in ("cnv_1", "cnv_2")),
            ]
        )
    ),
    delays=st.lists(st.sampled_from([0, 1, 2, 5, 10, 40]), min_size=1, max_size=60),
)
_FAULTS = st.builds(Fault, st.sampled_from(CALLS), st.sampled_from(["before", "after"]))


async def say(statement: Statement, number: int, actors: Actors) -> None:
    """Send a statement as the API or the bus does, by an operation of its own."""
    by = op(f"op{number}", minutes=number)
    outcome = MemoryOutcome(statement.outcome, by.at)
    if statement.kind == "store":
        new = new_memory(outcome=statement.outcome, conversation_id=statement.conversation)
        await store_memory(new, APP, "restricted", by, new_token(), actors.stores)
    elif statement.kind == "judge":
        await give_feedback(KEY, outcome, "restricted", by, actors.stores)
    else:
        await give_conversation_feedback(
            COLLECTION, statement.conversation, outcome, by, actors.stores
        )


async def until_it_is_done(act: Callable[[], Awaitable[None]]) -> None:
    """Repeat an act that broke off or came too early, as callers and the bus do."""
    for _ in range(_ATTEMPTS):
        try:
            return await act()
        except (NotYet, StoreUnavailable):
            await asyncio.sleep(0.5)
    raise AssertionError("it never succeeded")


async def lived(life: Life, faults: Sequence[Fault] = ()) -> Actors:
    """Send all statements concurrently, each three times."""
    steps = Delays(life.delays)
    steps.faults = Faults(*faults)
    actors = Actors(FakeIndex(steps), FakeLedger(steps, CLAIM_SECONDS))
    await asyncio.gather(
        *(
            until_it_is_done(partial(say, said, number, actors))
            for number, said in enumerate(life.said)
            for _ in range(_REDELIVERIES)
        )
    )
    steps.faults = Faults()
    return actors


def counted(life: Life) -> tuple[int, int, int]:
    """Expected occurrences, upvotes and downvotes."""
    stores = [each for each in life.said if each.kind == "store"]
    praised = [each for each in life.said if each.kind != "store" and each.outcome == "success"]
    doubted = [each for each in life.said if each.outcome != "success"]
    return len(stores), len(praised), len(doubted)


def standing(life: Life) -> Outcome:
    """The last stated outcome, except successes that a store claims."""
    said = [each.outcome for each in life.said if (each.kind, each.outcome) != ("store", "success")]
    return said[-1] if said else "success"


async def assert_exact(life: Life, actors: Actors) -> None:
    counts = await actors.counts_of(record_of())
    assert (counts.occurrences, counts.upvotes, counts.downvotes) == counted(life)
    assert actors.index.records[KEY].metadata["outcome"] == standing(life)
    kinds = Counter(event.type for event in await actors.ledger.history(KEY))
    stores = kinds.pop("stored") + kinds.pop("stored_again", 0)
    assert (stores, kinds.total()) == (counts.occurrences, len(life.said) - counts.occurrences)
    for conversation in ("cnv_1", "cnv_2"):
        assert await actors.ledger.memories_of_conversation(COLLECTION, conversation) == (KEY[1],)


async def assert_nothing_comes_back(life: Life, actors: Actors) -> None:
    await actors.forget()
    for number, statement in enumerate(life.said):
        if statement.kind != "store":
            with suppress(NotFound):
                await say(statement, number, actors)
    assert actors.is_nowhere()


@settings(max_examples=EXAMPLES)
@given(_LIVES)
def test_concurrent_repeated_judgements_count_once_and_the_last_stands(life: Life) -> None:
    async def live() -> None:
        actors = await lived(life)
        await assert_exact(life, actors)
        await assert_nothing_comes_back(life, actors)

    virtually(live())


@settings(max_examples=EXAMPLES)
@given(_LIVES, st.lists(_FAULTS, max_size=3))
def test_interrupted_and_repeated_judgements_count_once(life: Life, faults: list[Fault]) -> None:
    async def live() -> None:
        await assert_exact(life, await lived(life, faults))

    virtually(live())
