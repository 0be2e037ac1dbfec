"""Judgements of a memory that arrive in any order and any number of times."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from hypothesis import strategies as st

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.learning.judges import OPERATOR
from recollect.memories.model import Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.ledger_data import MemoryOutcome, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.memories.lifecycle import begin
from tests.memories.samples import NOW, op

Said = tuple[MemoryOutcome, Operation]
RunSaid = tuple[RunOutcome, Operation]
_T = TypeVar("_T")
_D = TypeVar("_D", MemoryOutcome, RunOutcome, NewVote)

# Few moments, so that many fall together.
_MOMENTS = st.integers(0, 3).map(lambda minutes: NOW + timedelta(minutes=minutes))
_JUDGEMENTS = st.builds(
    MemoryOutcome,
    outcome=st.sampled_from(["success", "corrected", "failed"]),
    as_of=_MOMENTS,
    correction=st.sampled_from([None, "No", "Yes"]),
    category=st.sampled_from([None, "a", "b"]),
)
_RUN_JUDGEMENTS = st.builds(
    RunOutcome,
    run_id=st.just("run_1"),
    outcome=st.sampled_from(["success", "failure"]),
    as_of=_MOMENTS,
)
VOTES = st.lists(
    st.tuples(st.sampled_from(["ada", "grace", "alan"]), st.sampled_from(["upvote", "downvote"])),
    max_size=10,
)


_VOTES = st.builds(
    NewVote,
    vote=st.sampled_from(["upvote", "downvote"]),
    voter_id=st.sampled_from(["ada", "grace"]),
    occurred_at=_MOMENTS,
)


def _delivered(statements: st.SearchStrategy[_T]) -> st.SearchStrategy[list[tuple[_T, Operation]]]:
    """Judgements, each by its own operation, arriving in any order, up to three times."""

    def numbered(said: Sequence[_T]) -> list[tuple[_T, Operation]]:
        return [(each, op(f"op{number}")) for number, each in enumerate(said)]

    def arriving(said: list[tuple[_T, Operation]]) -> st.SearchStrategy[list[tuple[_T, Operation]]]:
        again = st.lists(st.sampled_from(said), max_size=6) if said else st.just([])
        return again.flatmap(lambda more: st.permutations([*said, *more]))

    return st.lists(statements, max_size=5).map(numbered).flatmap(arriving)


DELIVERIES = _delivered(_JUDGEMENTS)
RUN_DELIVERIES = _delivered(_RUN_JUDGEMENTS)
VOTE_DELIVERIES = _delivered(_VOTES)


def _as_it_occurred(arrived: Sequence[tuple[_D, Operation]]) -> list[_D]:
    """The judgements, each once, in the order that decides: by time, then by arrival."""
    first = {by.id: said for said, by in reversed(arrived)}
    in_order = dict.fromkeys(by.id for _, by in arrived)
    return sorted((first[each] for each in in_order), key=_moment)


def _moment(said: MemoryOutcome | RunOutcome | NewVote) -> datetime:
    moment = said.occurred_at if isinstance(said, NewVote) else said.as_of
    assert moment is not None
    return moment


def standing(arrived: Sequence[Said]) -> tuple[object, ...]:
    """Expected outcome, correction, category, votes, and whether the operator supports it."""
    outcome = correction = category = None
    votes = Counter[bool]()
    for said in _as_it_occurred(arrived):
        outcome = said.outcome
        votes[outcome == "success"] += 1
        if said.correction or outcome == "success":
            correction = said.correction or ""
        category = said.category or category
    return outcome, correction, category, votes[True], votes[False], outcome in {None, "success"}


def standing_of_run(arrived: Sequence[RunSaid]) -> tuple[int, int, int, datetime | None]:
    """Expected citations, successes, failures, and the moment of a standing success."""
    said = _as_it_occurred(arrived)
    if not said:
        return 1, 0, 0, None
    succeeded = said[-1].outcome == "success"
    return 1, int(succeeded), int(not succeeded), said[-1].as_of if succeeded else None


def standing_votes(arrived: Sequence[tuple[NewVote, Operation]]) -> tuple[int, int]:
    """Expected upvotes and downvotes."""
    return last_votes([(str(said.voter_id), said.vote) for said in _as_it_occurred(arrived)])


async def judged(
    ledger: MemoryLedger, record: MemoryRecord, said: Sequence[Said]
) -> tuple[object, ...]:
    """What the ledger holds of a new memory after all of these judgements."""
    await begin(ledger, record)
    for judgement, by in said:
        await ledger.apply(record.key, judgement, by)
    counts = await _counts(ledger, record.key)
    decided = (counts.outcome, counts.correction, counts.category)
    assert len(counts.backers) + len(counts.opponents) == 1
    return *decided, counts.upvotes, counts.downvotes, OPERATOR in counts.backers


async def run_judged(
    ledger: MemoryLedger, record: MemoryRecord, said: Sequence[RunSaid]
) -> tuple[int, int, int, datetime | None]:
    """The counts of a new memory that a run cited, after all of these judgements of the run."""
    await begin(ledger, record)
    run_id = f"run_of_{record.id}"
    await ledger.cite(record.collection, run_id, [record.id], op())
    for judgement, by in said:
        moved = judgement._replace(run_id=run_id)
        await ledger.apply_run_outcome(record.collection, moved, [record.id], by)
    counts = await _counts(ledger, record.key)
    return counts.citations, counts.successes, counts.failures, counts.succeeded_at


async def voted(
    ledger: MemoryLedger, record: MemoryRecord, votes: Sequence[tuple[str, Vote]]
) -> tuple[int, int]:
    """Upvotes and downvotes of a new memory after these votes of voters."""
    await begin(ledger, record)
    for voter, vote in votes:
        await ledger.apply(record.key, NewVote(vote=vote, voter_id=voter), op())
    counts = await _counts(ledger, record.key)
    return counts.upvotes, counts.downvotes


async def voted_late(
    ledger: MemoryLedger, record: MemoryRecord, said: Sequence[tuple[NewVote, Operation]]
) -> tuple[int, int]:
    """Upvotes and downvotes of a new memory after votes with the moment of their casting."""
    await begin(ledger, record)
    for vote, by in said:
        await ledger.apply(record.key, vote, by)
    counts = await _counts(ledger, record.key)
    return counts.upvotes, counts.downvotes


def last_votes(votes: Sequence[tuple[str, Vote]]) -> tuple[int, int]:
    """Upvotes and downvotes when each voter's last vote stands."""
    tally = Counter(dict(votes).values())
    return tally["upvote"], tally["downvote"]


async def _counts(ledger: MemoryLedger, key: Key) -> MemoryCounts:
    (counts,) = await ledger.read((key,))
    return counts
