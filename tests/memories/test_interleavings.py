"""However requests on one memory interleave and break off, both stores have it whole or not at all.

Each call of a store takes a while before and after its effect, in virtual time.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cases import EXAMPLES
from tests.memories.acting import Actors
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.stepping import CALLS, CLAIM_SECONDS, Delays, Fault, Faults, until_it_succeeds
from tests.virtual_time import virtually


@dataclass(frozen=True, slots=True)
class Play:
    """Concurrent acts, and how long each call takes (ms)."""

    begins_whole: bool
    acts: list[str]
    delays: list[int]


_ACTS = st.sampled_from(
    [
        *("store", "store_again", "load_one", "vote", "praise"),
        *("delete", "forget", "prune_all", "restore"),
    ]
)
_PLAYS = st.builds(
    Play,
    begins_whole=st.booleans(),
    acts=st.lists(_ACTS, min_size=1, max_size=16),
    delays=st.lists(st.sampled_from([0, 1, 2, 5, 10, 40]), min_size=1, max_size=60),
)
_FAULTS = st.builds(Fault, st.sampled_from(CALLS), st.sampled_from(["before", "after"]))


async def played(play: Play, faults: Sequence[Fault] = ()) -> None:
    """Do all acts concurrently, and check the stores afterwards."""
    steps = Delays(play.delays)
    actors = Actors(FakeIndex(steps), FakeLedger(steps, CLAIM_SECONDS))
    if play.begins_whole:
        await actors.store()
    steps.faults = Faults(*faults)
    await asyncio.gather(*(until_it_succeeds(getattr(actors, act)) for act in play.acts))
    if faults:
        # What nobody repeats is finished by the next prune, when the claims have expired. What that
        # prune begins may break off itself, and is finished by the one after it.
        for _ in range(1 + len(faults)):
            await asyncio.sleep(CLAIM_SECONDS)
            await until_it_succeeds(actors.prune)
    assert actors.is_whole() or actors.is_nowhere()
    assert actors.agrees()


# The record is looked for before it is removed, and the claim asked for after.
_STALE = Play(
    begins_whole=False, acts=["store", "store", "prune_all"], delays=[10, 5, 0, 2, 2, 40, 0, 0]
)


@settings(max_examples=2 * EXAMPLES)
@given(_PLAYS)
@example(_STALE)
def test_concurrent_requests_leave_a_memory_whole_or_nowhere(play: Play) -> None:
    virtually(played(play))


# It is archived by the first prune, and the one that comes to remove it breaks off.
_ARCHIVED = Play(begins_whole=True, acts=["prune_all"], delays=[0])
_UNREMOVED = [Fault("index.get", "before"), Fault("ledger.release", "before")]


@settings(max_examples=2 * EXAMPLES)
@given(_PLAYS, st.lists(_FAULTS, max_size=3))
@example(_ARCHIVED, _UNREMOVED)
def test_interrupted_and_repeated_requests_leave_a_memory_whole_or_nowhere(
    play: Play, faults: list[Fault]
) -> None:
    virtually(played(play, faults))
