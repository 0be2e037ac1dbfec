"""What may be said of a memory, in whatever order and however often it arrives."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from hypothesis import strategies as st

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.model import Vote
from recollect.memories.ports import MemoryLedger, MemoryOutcome, RunOutcome
from recollect.memories.record import MemoryCounts, MemoryRecord
from recollect.memories.requests import NewVote
from tests.memories.lifecycle import begin
from tests.memories.samples import NOW, op

Said = tuple[MemoryOutcome, Operation]
RunSaid = tuple[RunOutcome, Operation]

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


@st.composite
def deliveries(draw: st.DrawFn) -> tuple[list[Said], list[Said]]:
    """Judgements in order, and the same in any order with some delivered twice."""
    judgements = draw(st.lists(_JUDGEMENTS, max_size=5))
    said = [(each, op(f"op{number}")) for number, each in enumerate(judgements)]
    again = draw(st.lists(st.sampled_from(said), max_size=3)) if said else []
    return said, draw(st.permutations([*said, *again]))


@st.composite
def run_deliveries(draw: st.DrawFn) -> tuple[list[RunSaid], list[RunSaid]]:
    """The same for the outcomes of a run."""
    judgements = draw(st.lists(_RUN_JUDGEMENTS, max_size=5))
    said = [(each, op(f"op{number}")) for number, each in enumerate(judgements)]
    again = draw(st.lists(st.sampled_from(said), max_size=3)) if said else []
    return said, draw(st.permutations([*said, *again]))


async def judged(ledger: MemoryLedger, record: MemoryRecord, said: Sequence[Said]) -> MemoryCounts:
    """The counts of a new memory of which all of this was said."""
    await begin(ledger, record)
    for judgement, by in said:
        await ledger.apply(record.key, judgement, by)
    return await _counts(ledger, record.key)


async def run_judged(
    ledger: MemoryLedger, record: MemoryRecord, said: Sequence[RunSaid]
) -> tuple[int, int, int]:
    """What is counted of a new memory that a run cited, of which all of this was said."""
    await begin(ledger, record)
    run_id = f"run_of_{record.id}"
    await ledger.cite(record.collection, run_id, [record.id], op())
    for judgement, by in said:
        moved = judgement._replace(run_id=run_id)
        await ledger.apply_run_outcome(record.collection, moved, [record.id], by)
    counts = await _counts(ledger, record.key)
    return counts.citations, counts.successes, counts.failures


async def voted(
    ledger: MemoryLedger, record: MemoryRecord, votes: Sequence[tuple[str, Vote]]
) -> tuple[int, int]:
    """Upvotes and downvotes of a new memory after these votes of voters."""
    await begin(ledger, record)
    for voter, vote in votes:
        await ledger.apply(record.key, NewVote(vote=vote, voter_id=voter), op())
    counts = await _counts(ledger, record.key)
    return counts.upvotes, counts.downvotes


def last_votes(votes: Sequence[tuple[str, Vote]]) -> tuple[int, int]:
    """Upvotes and downvotes when each voter's last vote stands."""
    tally = Counter(dict(votes).values())
    return tally["upvote"], tally["downvote"]


async def _counts(ledger: MemoryLedger, key: Key) -> MemoryCounts:
    (counts,) = await ledger.read((key,))
    return counts
