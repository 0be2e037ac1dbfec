"""Sixteen concurrent callers: counts are exact, nothing is lost, nothing deleted comes back.

Each operation arrives three times, and outcomes arrive in any order. Time is virtual.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from recollect.core.errors import NotFound
from recollect.core.operation import Operation
from recollect.core.places import id_at
from recollect.memories.judging.citations import cite_memories, record_run_outcome
from recollect.memories.judging.feedback import give_conversation_feedback, give_feedback
from recollect.memories.lifecycle.retracting import retract_memory
from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.model import CitationOutcome
from recollect.memories.requests import NewMemory, NewVote, Search
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import MemoryOutcome, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.record_sync import is_out_of_sync
from tests.cases import EXAMPLES
from tests.memories.acting import KEY, NEW, NEW_FAILED, RECORD, RULES, Actors
from tests.memories.fake_cases import NoCases
from tests.memories.fakes import DownLedger, FakeIndex
from tests.memories.lifecycle import new_token
from tests.memories.samples import APP, COLLECTION, NOW, new_memory, op, record_of
from tests.memories.stepping import CLAIM_SECONDS, Delays, until_it_succeeds
from tests.virtual_time import virtually

NEW_SUCCESSOR = new_memory("The customers of today", supersedes=(RECORD.id,))
SUCCESSOR = record_of("The customers of today", supersedes=(RECORD.id,))

_STORES: Final = {"store": NEW, "store_failed": NEW_FAILED, "replace": NEW_SUCCESSOR}
_JUDGEMENTS = ("upvote", "fail", "resolve", "cite")
_HOW_RUNS_END: Final[tuple[tuple[int, CitationOutcome], ...]] = ((2, "success"), (1, "failure"))
# What erases nothing, so that all that was said is there to be counted.
_LIVES = (*_STORES, *_JUDGEMENTS, "archive", "restore", "retract", "withdraw")
_DEATHS = ("delete", "forget")


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller whose operation arrives three times."""

    number: int
    act: str
    actors: Actors

    async def acts(self) -> None:
        by = op(f"operation-{self.number}")
        if self.act in _STORES:
            for _ in range(3):
                await self._store(_STORES[self.act], by)
        elif self.act in _JUDGEMENTS:
            for _ in range(3):
                await self._judge(by)
        else:
            await self._keep(by)

    async def _store(self, new: NewMemory, by: Operation) -> None:
        await store_memory(new, APP, "restricted", by, new_token(), self.actors.stores)

    async def _judge(self, by: Operation) -> None:
        stores, earlier = self.actors.stores, NOW - timedelta(minutes=self.number)
        match self.act:
            case "upvote":
                vote = NewVote(vote="upvote", voter_id=f"voter-{self.number}")
                await give_feedback(KEY, vote, "restricted", by, stores)
            case "fail":
                failed = MemoryOutcome("failed", earlier, "No")
                await give_feedback(KEY, failed, "restricted", by, stores)
            case "resolve":
                praise = MemoryOutcome("success", earlier)
                await give_conversation_feedback(COLLECTION, "cnv_1", praise, by, stores)
            case _:
                await self._cite(by)

    async def _cite(self, by: Operation) -> None:
        """Cite the memory in a run; the last of its outcomes arrives first."""
        stores, run_id = self.actors.stores, f"run-{self.number}"
        await cite_memories(COLLECTION, run_id, [RECORD.id], "restricted", by, stores)
        for minutes, outcome in _HOW_RUNS_END:
            said = RunOutcome(run_id, outcome, NOW + timedelta(minutes=minutes))
            judging = op(f"{by.id} {outcome}")
            await record_run_outcome(
                COLLECTION, said, None, "restricted", judging, stores, NoCases()
            )

    async def _keep(self, by: Operation) -> None:
        actors = self.actors
        match self.act:
            case "archive":
                await actors.pruner(later_days=100, archive_days=1_000).prune(COLLECTION, RULES)
            case "restore":
                await actors.restore()
            case "retract":
                await retract_memory(KEY, "restricted", by, actors.stores, NoCases())
            case "withdraw":
                await actors.delete(SUCCESSOR.id)
            case "forget":
                await actors.forget()
            case "delete":
                await actors.delete()
            case _:
                pass


class World:
    """Both stores, in which all callers act concurrently, and assertions about them."""

    def __init__(self, delays: list[int]) -> None:
        steps = Delays(delays)
        self.ledger = DownLedger(steps, CLAIM_SECONDS)
        self.actors = Actors(FakeIndex(steps), self.ledger)

    async def lives_through(self, acts: list[str]) -> None:
        callers = [Caller(number, act, self.actors) for number, act in enumerate(acts)]
        await asyncio.gather(*(until_it_succeeds(each.acts) for each in callers))

    async def assert_stores_agree(self) -> None:
        """Both stores have the same memories, and the records have the decided outcomes."""
        there = set[str]()
        for record in (RECORD, SUCCESSOR):
            kept, counts = self.actors.index.records.get(record.key), await self._counts(record)
            assert (kept is not None) == counts.exists
            if kept is not None:
                there.add(record.id)
                assert not is_out_of_sync(kept, counts)
                assert self.actors.agrees(record)
        places = await self.ledger.listed(COLLECTION, "", 10, sensitive=True)
        assert {id_at(each) for each in places} == there
        superseded_by = {name for name, _ in (await self._counts(RECORD)).superseded_by}
        assert superseded_by <= {SUCCESSOR.id} & there

    async def assert_counts_are_exact(self, acts: list[str]) -> None:
        """The counts match the history, and all judgements if nothing was erased."""
        counts, history = await self._counts(RECORD), await self.ledger.history(KEY)
        kinds = [each.type for each in history]
        told = Counter(kinds)
        said = Counter((each.type, each.details.get("outcome")) for each in history)
        assert counts.occurrences == told["stored"] + told["stored_again"]
        assert counts.upvotes == told["voted"] + said["outcome_recorded", "success"]
        assert counts.downvotes == sum(each.details.get("outcome") == "failed" for each in history)
        assert counts.revision == len(kinds)
        since = max((at for at, kind in enumerate(kinds) if kind == "retracted"), default=0)
        assert counts.citations == kinds[since:].count("cited")
        assert counts.successes + counts.failures <= counts.citations
        if not {"delete", "forget"} & set(acts):
            sent = Counter(acts)
            assert counts.occurrences == 1 + sent["store"] + sent["store_failed"]
            assert counts.upvotes == sent["upvote"] + sent["resolve"]
            assert counts.downvotes == sent["fail"] + sent["store_failed"]
            if "retract" not in acts:
                assert counts.citations == counts.successes == sent["cite"]
        if counts.archived_at is None and told["archived"] + told["retracted"]:
            assert told["restored"] + told["stored_again"]

    async def assert_nothing_comes_back(self) -> None:
        """No archived or superseded memory is found, with the ledger or without it."""
        counts = await self._counts(RECORD)
        is_current = counts.exists and counts.archived_at is None and not counts.superseded_by
        found = await self._found()
        self.ledger.is_down = True
        found_in_silence = await self._found()
        self.ledger.is_down = False
        assert (RECORD.id in found) == is_current
        assert is_current or RECORD.id not in found_in_silence

    async def assert_the_dead_stay_dead(self, acts: list[str]) -> None:
        """After a deletion, repeated operations leave no trace unless they store the memory."""
        for each in (RECORD.id, SUCCESSOR.id):
            with suppress(NotFound):
                await self.actors.delete(each)
        stores = {"store", "store_failed"}
        await self.lives_through(["" if each in stores else each for each in acts])
        assert self.actors.is_nowhere(RECORD)
        assert self.actors.is_nowhere(SUCCESSOR)

    async def _counts(self, record: MemoryRecord) -> MemoryCounts:
        return await self.actors.counts_of(record)

    async def _found(self) -> set[str]:
        search = Search(query=RECORD.situation, threshold=0, include_stale=True)
        result, _ = await self.actors.search(search)
        # What has failed is found as a warning.
        failed = {each.memory.id for each in result.warnings}
        return failed | {each.memory.id for each in result.results}


async def played(acts: list[str], delays: list[int]) -> None:
    """Do all acts concurrently, and check the stores afterwards."""
    world = World(delays)
    await world.actors.store()
    await world.lives_through(acts)
    await world.assert_stores_agree()
    await world.assert_nothing_comes_back()
    if (await world.actors.counts_of(RECORD)).exists:
        await world.assert_counts_are_exact(acts)
    await world.assert_the_dead_stay_dead(acts)


# What archives it is on its way to the record while that is deleted and stored anew.
_LATE = [
    *("store", "store", "store", "store_failed", "resolve", "store", "upvote", "replace"),
    *("replace", "replace", "archive", "retract", "replace", "upvote", "upvote", "delete"),
]


@settings(max_examples=EXAMPLES)
@example(acts=_LATE, delays=[1])
@example(acts=[*["store"] * 14, "replace", "resolve"], delays=[0])
@given(
    acts=st.sampled_from([_LIVES, (*_LIVES, *_DEATHS)]).flatmap(
        lambda acts: st.lists(st.sampled_from(acts), min_size=16, max_size=16)
    ),
    delays=st.lists(st.sampled_from([0, 1, 2, 5, 10, 40]), min_size=1, max_size=60),
)
def test_counts_are_exact_and_nothing_comes_back_whatever_16_callers_do_at_once(
    acts: list[str], delays: list[int]
) -> None:
    virtually(played(acts, delays))
