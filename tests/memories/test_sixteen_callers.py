"""Sixteen callers at once: counts are exact, nothing is lost, nothing is back from the dead."""

import asyncio
from collections import Counter
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.core.places import id_at
from recollect.memories.archiving import restore_memory
from recollect.memories.ports import MemoryOutcome
from recollect.memories.requests import NewVote
from recollect.memories.retracting import retract_memory
from tests.cases import EXAMPLES
from tests.memories import virtual_time
from tests.memories.acting import KEY, NEW, RECORD, RULES, Actors
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.samples import COLLECTION, NOW, op
from tests.memories.stepping import CLAIM_SECONDS
from tests.memories.test_interleavings import Delays, until_it_succeeds

_ACTS = ("store", "upvote", "fail", "archive", "restore", "retract", "delete")


@dataclass(frozen=True, slots=True)
class Caller:
    """One of those who act; the same operation arrives three times."""

    number: int
    act: str
    actors: Actors

    async def acts(self) -> None:
        actors = self.actors
        by = op(f"operation-{self.number}")
        for _ in range(3 if self.act in {"upvote", "fail", "store"} else 1):
            match self.act:
                case "store":
                    await actors.store(NEW, by.id)
                case "upvote":
                    voter = f"voter-{self.number}"
                    await actors.give(NewVote(vote="upvote", voter_id=voter), operation=by.id)
                case "fail":
                    await actors.give(MemoryOutcome("failed", NOW, "No"), operation=by.id)
                case "archive":
                    await actors.pruner(later_days=100, archive_days=1_000).prune(COLLECTION, RULES)
                case "restore":
                    await restore_memory(KEY, "restricted", by, actors.stores)
                case "retract":
                    await retract_memory(KEY, "restricted", by, actors.stores)
                case _:
                    await actors.delete()


async def played(acts: list[str], delays: list[int]) -> None:
    """Do it all at once, and look at what is left."""
    steps = Delays(delays)
    actors = Actors(FakeIndex(steps), FakeLedger(steps, CLAIM_SECONDS))
    await actors.store()
    callers = [Caller(number, act, actors) for number, act in enumerate(acts)]
    await asyncio.gather(*(until_it_succeeds(each.acts) for each in callers))
    places = await actors.ledger.listed(COLLECTION, "", 10, sensitive=True)
    if actors.is_nowhere():
        assert "delete" in acts
        assert places == ()
        return
    assert actors.is_whole()
    assert actors.agrees()
    assert [id_at(each) for each in places] == [RECORD.id]
    counts = await actors.counts_of(RECORD)
    told = Counter(each.type for each in await actors.ledger.history(KEY))
    assert counts.occurrences == told["stored"] + told["stored_again"]
    assert counts.upvotes == told["voted"]
    assert counts.downvotes == told["outcome_recorded"]
    assert counts.revision == sum(told.values())
    if "delete" not in acts:
        assert counts.occurrences == 1 + acts.count("store")
        assert (counts.upvotes, counts.downvotes) == (acts.count("upvote"), acts.count("fail"))
    if counts.archived_at is None:
        assert told["restored"] + told["stored_again"] or not told["archived"] + told["retracted"]
    assert (RECORD.key in actors.found()) == (counts.archived_at is None)


@settings(max_examples=EXAMPLES)
@given(
    acts=st.lists(st.sampled_from(_ACTS), min_size=16, max_size=16),
    delays=st.lists(st.sampled_from([0, 1, 2, 5, 10, 40]), min_size=1, max_size=60),
)
def test_counts_are_exact_and_both_stores_agree_whatever_sixteen_do_at_once(
    acts: list[str], delays: list[int]
) -> None:
    virtual_time.run(played(acts, delays))
