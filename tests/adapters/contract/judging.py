"""Votes, judges and judged runs for the tests of judgements."""

from datetime import timedelta

from recollect.core.operation import Operation
from recollect.memories.model import CitationOutcome, Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.ledger_data import RecordedOutcome, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import NOON, Stores


def by(actor: str, *, day: int = 0, relays: bool = False) -> Operation:
    """An operation of `actor`, who is not trusted like the operator, `day` days after noon."""
    return Operation(actor, NOON + timedelta(days=day), relays=relays)


def vote(vote: Vote, voter: str) -> NewVote:
    return NewVote(vote=vote, voter_id=voter)


async def judge_run(
    stores: Stores, memory: MemoryRecord, run: str, outcome: CitationOutcome, judge: Operation
) -> None:
    """A run of carol's cites the memory, and somebody judges it."""
    ledger, app = stores.ledger, stores.collection
    assert await ledger.cite(app, run, [memory.id], by("carol", relays=True)) is None
    said = RunOutcome(run, outcome, judge.at)
    assert isinstance(
        await ledger.apply_run_outcome(app, said, [memory.id], judge), RecordedOutcome
    )


async def judge_again(
    stores: Stores, memory: MemoryRecord, run: str, outcome: CitationOutcome, judge: Operation
) -> None:
    """Judge a run that has been judged already."""
    said = RunOutcome(run, outcome, judge.at)
    done = await stores.ledger.apply_run_outcome(stores.collection, said, [memory.id], judge)
    assert isinstance(done, RecordedOutcome)
