"""Judgements of different moments lead to the same beliefs in whatever order they arrive."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.operation import Operation
from recollect.learning.contexts import RunContext
from recollect.memories.model import CitationOutcome
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import Exposure, RunOutcome
from tests.memories.fakes import FakeLedger
from tests.memories.lifecycle import begin
from tests.memories.samples import COLLECTION, NOW, record_of

_RELAY, _OPERATOR = "desk", "operator"
_OUTCOMES: st.SearchStrategy[CitationOutcome] = st.sampled_from(("success", "failure"))
_VOTERS = st.one_of(
    st.tuples(st.just("ann"), st.just("ann")),
    st.tuples(st.just(_RELAY), st.sampled_from(("ann", "bob", "cid"))),
)
Word = tuple[datetime, tuple[str, str], CitationOutcome]
"""Of when somebody says, who and of whom, and what."""


def _by(who: str) -> Operation:
    at = NOW + timedelta(days=1)
    return Operation(who, at, relays=who == _RELAY, trusted=who == _OPERATOR)


def _in_two_orders(
    who: st.SearchStrategy[tuple[str, str]],
) -> st.SearchStrategy[tuple[Sequence[Word], Sequence[Word]]]:
    moments = st.lists(st.integers(0, 20), max_size=6, unique=True)
    words = moments.flatmap(
        lambda hours: st.tuples(
            *(st.tuples(st.just(NOW + timedelta(hours=each)), who, _OUTCOMES) for each in hours)
        )
    )
    return words.flatmap(lambda said: st.tuples(st.just(said), st.permutations(said)))


async def _of_a_run(said: Sequence[Word]) -> MemoryCounts:
    ledger, record = FakeLedger(), record_of()
    await begin(ledger, record, by=_by("writer"))
    await ledger.expose(COLLECTION, "run", [Exposure(record.key, True, 0.9, 1)], _by("ada"))
    await ledger.cite(COLLECTION, "run", [record.id], _by("carol"), RunContext("draft", "refund"))
    for as_of, (who, _), outcome in said:
        spoken = RunOutcome("run", outcome, as_of)
        await ledger.apply_run_outcome(COLLECTION, spoken, [record.id], _by(who), is_whole=True)
    return _without_history(ledger, record.key)


async def _of_votes(said: Sequence[Word]) -> MemoryCounts:
    ledger, record = FakeLedger(), record_of()
    await begin(ledger, record, by=_by("writer"))
    for as_of, (who, voter), outcome in said:
        vote = "upvote" if outcome == "success" else "downvote"
        cast = NewVote.model_validate({"vote": vote, "voter_id": voter, "occurred_at": as_of})
        await ledger.apply(record.key, cast, _by(who))
    return _without_history(ledger, record.key)


def _without_history(ledger: FakeLedger, key: tuple[str, str]) -> MemoryCounts:
    """The counts without their revision."""
    fields = ledger.entries[key].fields
    fields.pop("revision")
    return ledger.entries[key].counts


@given(said=_in_two_orders(st.sampled_from([(who, "") for who in ("ann", "bob", _OPERATOR)])))
async def test_judgements_of_a_run_are_believed_alike_in_any_order(
    said: tuple[Sequence[Word], Sequence[Word]],
) -> None:
    assert await _of_a_run(said[0]) == await _of_a_run(said[1])


@given(said=_in_two_orders(_VOTERS))
async def test_votes_are_believed_alike_in_any_order(
    said: tuple[Sequence[Word], Sequence[Word]],
) -> None:
    assert await _of_votes(said[0]) == await _of_votes(said[1])
