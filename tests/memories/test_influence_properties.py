"""However and whenever one judge speaks, it changes beliefs by no more than its bounds."""

from collections.abc import Sequence
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.operation import Operation
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.known.confidence import reputation
from recollect.memories.model import CitationOutcome
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import RecordedOutcome, RunOutcome
from tests.memories.fakes import FakeLedger
from tests.memories.lifecycle import begin
from tests.memories.samples import COLLECTION, NOW, op, record_of

EVE = "eve"
_RUNS = [f"run {number}" for number in range(6)]
_OUTCOMES: st.SearchStrategy[CitationOutcome] = st.sampled_from(("success", "failure"))
Judgement = tuple[str, str, CitationOutcome]
"""By whom, of which run, and what."""
_A_DAY = 3
"""How much is said on a day."""

# Of honest judges each has a run of its own, so that what they say is within their bounds.
HONEST: st.SearchStrategy[list[Judgement]] = st.lists(
    st.sampled_from(_RUNS).flatmap(
        lambda run: st.tuples(st.just(f"judge of {run}"), st.just(run), _OUTCOMES)
    ),
    max_size=8,
)
EVES = st.lists(st.tuples(st.just(EVE), st.sampled_from(_RUNS), _OUTCOMES), max_size=14)


@st.composite
def _interleaved(draw: st.DrawFn) -> tuple[list[Judgement], list[Judgement]]:
    """Judgements of honest judges, and the same with eve's judgements in between."""
    honest, eves = draw(HONEST), draw(EVES)
    places = draw(st.permutations([True] * len(honest) + [False] * len(eves)))
    left, right = iter(honest), iter(eves)
    return honest, [next(left) if each else next(right) for each in places]


async def _counts(said: Sequence[Judgement], context: RunContext = ANYWHERE) -> MemoryCounts:
    ledger, record = FakeLedger(), record_of()
    await begin(ledger, record)
    for run in _RUNS:
        await ledger.cite(COLLECTION, run, [record.id], op(), context)
    for number, (judge, run, outcome) in enumerate(said):
        by = Operation(judge, NOW + timedelta(days=number // _A_DAY, seconds=number % _A_DAY))
        spoken = RunOutcome(run, outcome, by.at)
        assert isinstance(
            await ledger.apply_run_outcome(COLLECTION, spoken, [record.id], by), RecordedOutcome
        )
    (counts,) = await ledger.read([record.key])
    return counts


@given(_interleaved())
async def test_one_judge_moves_reputation_by_a_quarter_at_most_with_all_of_its_runs(
    both: tuple[list[Judgement], list[Judgement]],
) -> None:
    honest, with_eve = both
    without, spoken = await _counts(honest), await _counts(with_eve)
    lost = [a - b for a, b in zip(without.believed_runs, spoken.believed_runs, strict=True)]
    assert max(lost) <= 0
    assert -sum(lost) <= 3
    assert abs(reputation(spoken) - reputation(without)) <= 0.25


@given(_interleaved())
async def test_one_judge_moves_the_reputation_in_a_context_by_a_quarter_at_most(
    both: tuple[list[Judgement], list[Judgement]],
) -> None:
    context = RunContext("draft", "refund")
    without, spoken = [await _counts(each, context) for each in both]
    assert abs(reputation(spoken, context) - reputation(without, context)) <= 0.25


@given(
    st.lists(
        st.tuples(st.sampled_from("abcde"), st.sampled_from(("upvote", "downvote")), st.booleans()),
        max_size=16,
    )
)
async def test_a_relay_cannot_take_back_others_votes_and_adds_at_most_one_a_day(
    said: list[tuple[str, str, bool]],
) -> None:
    async def believed(votes: Sequence[tuple[str, str, bool]]) -> tuple[int, int]:
        ledger, record = FakeLedger(), record_of()
        await begin(ledger, record)
        for voter, vote, is_relayed in votes:
            new = NewVote.model_validate({"vote": vote, "voter_id": voter})
            by = Operation(EVE if is_relayed else voter, NOW, relays=is_relayed)
            await ledger.apply(record.key, new, by)
        (counts,) = await ledger.read([record.key])
        return counts.believed_votes

    without = await believed([each for each in said if not each[2]])
    last = {voter: vote for voter, vote, is_relayed in said if not is_relayed}
    assert without == tuple(list(last.values()).count(vote) for vote in ("upvote", "downvote"))
    more = [b - a for a, b in zip(without, await believed(said), strict=True)]
    assert min(more) >= 0
    assert sum(more) == any(is_relayed for _, _, is_relayed in said)
