"""What one subject can do to a memory, up or down, and who judges none."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.core.errors import OwnJudgement
from recollect.core.operation import Operation
from recollect.learning.contexts import RunContext, Tally
from recollect.learning.judges import OPERATOR
from recollect.learning.uplift import Trial
from recollect.memories.confidence import reputation
from recollect.memories.model import CitationOutcome, Vote
from recollect.memories.ports import (
    Exposure,
    Feedback,
    MemoryOutcome,
    RunOutcome,
    RunStanding,
    Validation,
)
from recollect.memories.record import MOST_JUDGES, MemoryCounts, MemoryRecord
from recollect.memories.requests import NewVote
from tests.adapters.contract.stores import NOON, Stores, at, op
from tests.memories.lifecycle import begin


def by(actor: str, *, day: int = 0, relays: bool = False) -> Operation:
    """Something that a subject does some days after noon, whose word is its own."""
    return Operation(actor, NOON + timedelta(days=day), relays=relays)


def vote(vote: Vote, voter: str) -> NewVote:
    return NewVote(vote=vote, voter_id=voter)


@pytest.fixture
async def memory(stores: Stores) -> MemoryRecord:
    """A memory that mallory stored."""
    return await stores.begun(by=by("mallory"))


async def judge_run(
    stores: Stores, memory: MemoryRecord, run: str, outcome: CitationOutcome, judge: Operation
) -> None:
    """A run of carol's cites the memory, and somebody judges it."""
    ledger, app = stores.ledger, stores.collection
    assert await ledger.cite(app, run, [memory.id], by("carol", relays=True)) is None
    said = RunOutcome(run, outcome, judge.at)
    assert isinstance(await ledger.apply_run_outcome(app, said, [memory.id], judge), RunStanding)


async def test_a_writer_does_not_judge_its_own_memory(stores: Stores, memory: MemoryRecord) -> None:
    before = await stores.counts(memory)
    for feedback in (
        vote("upvote", "mallory"),
        vote("downvote", "mallory"),
        MemoryOutcome("success", NOON),
        MemoryOutcome("corrected", NOON, "Do something else"),
        Validation(),
    ):
        with pytest.raises(OwnJudgement):
            await stores.ledger.apply(memory.key, feedback, by("mallory"))
    assert await stores.counts(memory) == before


async def test_who_stores_a_decision_again_has_written_it_too(
    stores: Stores, memory: MemoryRecord
) -> None:
    await begin(stores.ledger, memory, by=by("bob"))
    with pytest.raises(OwnJudgement):
        await stores.ledger.apply(memory.key, vote("upvote", "bob"), by("bob"))


async def test_who_speaks_for_others_may_vote_for_them_and_lifts_no_quarantine_of_its_own(
    stores: Stores,
) -> None:
    record, desk = stores.new(trust=0.1), by("desk", relays=True)
    await begin(stores.ledger, record, by=desk)
    assert await stores.ledger.apply(record.key, vote("upvote", "ann"), desk) is not None
    with pytest.raises(OwnJudgement):
        await stores.ledger.apply(record.key, Validation(), desk)


async def test_a_writer_does_not_judge_its_memory_by_runs_of_others_that_used_it(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app = stores.ledger, stores.collection
    other = stores.new("Another")
    await begin(ledger, other, by=by("ann"))
    await ledger.expose(app, "run_1", [Exposure(memory.key, True, 0.9, 1)], by("carol"))
    said, mallory = RunOutcome("run_1", "success", NOON), by("mallory")
    judged = await ledger.apply_run_outcome(app, said, [], mallory, is_whole=True)
    assert judged == RunStanding("success")
    both = [memory.id, other.id]
    await ledger.cite(app, "run_1", both, by("carol"))
    judged = await ledger.apply_run_outcome(app, said, both, mallory, is_whole=True)
    assert judged == RunStanding("success", (other.id,))
    with pytest.raises(OwnJudgement):
        await ledger.apply_run_outcome(app, said, [memory.id], mallory)
    counts = await stores.counts(memory)
    assert (counts.successes, counts.succeeded_at, counts.trials) == (0, None, ())
    assert counts.unproven
    assert (await stores.counts(other)).believed_runs == (1, 0)

    assert isinstance(
        await ledger.apply_run_outcome(app, said, [memory.id], by("bob"), is_whole=True),
        RunStanding,
    )
    counts = await stores.counts(memory)
    assert (counts.believed_runs, len(counts.trials)) == ((1, 0), 1)


async def test_of_a_judges_votes_of_a_day_that_of_the_latest_moment_is_believed(
    stores: Stores, memory: MemoryRecord
) -> None:
    bob, earlier = by("bob"), NOON - timedelta(hours=1)
    await stores.ledger.apply(memory.key, MemoryOutcome("success", NOON), bob)
    await stores.ledger.apply(memory.key, MemoryOutcome("failed", earlier), bob)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (1, 1)
    assert counts.believed_votes == (1, 0)
    assert counts.backers == {"bob"}

    desk = by("desk", relays=True)
    for voter, at_time in (("v1", NOON), ("v2", earlier)):
        said = NewVote(vote="downvote", voter_id=voter, occurred_at=at_time)
        await stores.ledger.apply(memory.key, said, desk)
    await stores.ledger.apply(memory.key, vote("upvote", "v2"), desk)
    assert (await stores.counts(memory)).believed_votes == (1, 1)
    await stores.ledger.apply(memory.key, vote("upvote", "v1"), desk)
    assert (await stores.counts(memory)).believed_votes == (2, 0)


async def test_who_ran_a_run_does_not_judge_it_and_others_do(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app = stores.ledger, stores.collection
    await ledger.cite(app, "run_1", [memory.id], by("carol"))
    success = RunOutcome("run_1", "success", NOON)
    with pytest.raises(OwnJudgement):
        await ledger.apply_run_outcome(app, success, [memory.id], by("carol"))
    assert (await stores.counts(memory)).successes == 0
    assert isinstance(
        await ledger.apply_run_outcome(app, success, [memory.id], by("bob")), RunStanding
    )
    assert (await stores.counts(memory)).successes == 1


async def test_of_a_relays_voters_of_a_day_the_latest_is_believed(
    stores: Stores, memory: MemoryRecord
) -> None:
    desk = by("desk", relays=True)
    for number in range(20):
        await stores.ledger.apply(memory.key, vote("upvote", f"v{number}"), desk)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.upvotes_beyond) == (20, 19)

    await stores.ledger.apply(memory.key, vote("downvote", "v3"), desk)
    await stores.ledger.apply(memory.key, vote("downvote", "v19"), desk)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.upvotes_beyond) == (18, 18)
    assert (counts.downvotes, counts.downvotes_beyond) == (2, 1)

    tomorrow = by("desk", day=1, relays=True)
    await stores.ledger.apply(memory.key, vote("downvote", "v20"), tomorrow)
    assert (await stores.counts(memory)).downvotes_beyond == 1


@pytest.mark.parametrize("first", ["themselves", "the operator"])
async def test_who_speaks_for_others_takes_back_nothing_that_they_said_without_it(
    stores: Stores, memory: MemoryRecord, first: str
) -> None:
    voters = [f"v{number}" for number in range(6)]
    for voter in voters:
        judge = by(voter) if first == "themselves" else op()
        await stores.ledger.apply(memory.key, vote("upvote", voter), judge)
    eve = by("eve", day=1, relays=True)
    for voter in voters:
        await stores.ledger.apply(memory.key, vote("downvote", voter), eve)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (0, 6)
    # One of those that eve brought is believed beside them.
    assert counts.believed_votes == (6, 1)

    await stores.ledger.apply(memory.key, vote("upvote", "v5"), by("v5", day=2))
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (1, 5)
    # What v5 has said itself it has said once.
    assert counts.believed_votes == (6 if first == "themselves" else 7, 1)


async def test_a_voter_takes_back_its_own_vote_whatever_another_has_brought_for_it_since(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(said: Vote, who: Operation) -> tuple[int, int]:
        await stores.ledger.apply(memory.key, vote(said, "bob"), who)
        return (await stores.counts(memory)).believed_votes

    assert await believed("upvote", by("bob")) == (1, 0)
    assert await believed("downvote", by("eve", day=1, relays=True)) == (1, 1)
    assert await believed("downvote", by("bob", day=2)) == (0, 2)
    assert await believed("upvote", by("eve", day=3, relays=True)) == (1, 1)
    # The operator's word takes the place of all, and others are believed beside it.
    assert await believed("upvote", op(minutes=60 * 24 * 4)) == (1, 0)
    assert await believed("downvote", by("bob", day=5)) == (1, 1)
    assert await believed("downvote", op(minutes=60 * 24 * 6)) == (0, 1)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (0, 1)


async def test_a_voter_is_not_kept_from_its_own_vote_by_the_later_moment_of_another(
    stores: Stores, memory: MemoryRecord
) -> None:
    eve, bob = by("eve", day=1, relays=True), by("bob", day=2)
    await stores.ledger.apply(memory.key, vote("downvote", "bob"), eve)
    late = NewVote(vote="upvote", voter_id="bob", occurred_at=NOON)
    await stores.ledger.apply(memory.key, late, bob)
    counts = await stores.counts(memory)
    # Told is what is of the latest moment.
    assert (counts.upvotes, counts.downvotes) == (0, 1)
    assert counts.believed_votes == (1, 1)
    earlier = NewVote(vote="downvote", voter_id="bob", occurred_at=NOON - timedelta(days=1))
    await stores.ledger.apply(memory.key, earlier, bob)
    assert (await stores.counts(memory)).believed_votes == (1, 1)


async def test_a_vote_that_another_brought_in_vain_is_the_voters_own_to_cast(
    stores: Stores, memory: MemoryRecord
) -> None:
    eve = by("eve", relays=True)
    for voter in ("bob", "zoe"):
        await stores.ledger.apply(memory.key, vote("upvote", voter), eve)
    assert (await stores.counts(memory)).believed_votes == (1, 0)
    for day in (1, 2):
        await stores.ledger.apply(memory.key, vote("upvote", "bob"), by("bob", day=day))
        counts = await stores.counts(memory)
        assert (counts.upvotes, counts.believed_votes) == (2, (2, 0))


async def test_a_vote_and_an_outcome_of_a_day_are_one_voice(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("upvote", "bob"), by("bob"))
    for correction in ("One thing", "Another"):
        said = MemoryOutcome("corrected", NOON, correction)
        await stores.ledger.apply(memory.key, said, by("bob"))
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.upvotes_beyond) == (1, 1)
    assert (counts.downvotes, counts.downvotes_beyond) == (2, 1)


async def test_a_writer_who_stores_it_again_as_failed_speaks_once_a_day(
    stores: Stores, memory: MemoryRecord
) -> None:
    failed = replace(memory, metadata={**memory.metadata, "outcome": "failed"})
    for _ in range(6):
        await begin(stores.ledger, failed, by=by("bob"))
    counts = await stores.counts(memory)
    assert (counts.downvotes, counts.downvotes_beyond) == (6, 5)


async def test_of_a_judges_runs_one_a_day_and_three_in_all_are_believed(
    stores: Stores, memory: MemoryRecord
) -> None:
    for day in range(5):
        for number in range(2):
            run = f"run_{day}_{number}"
            await judge_run(stores, memory, run, "failure", by("bob", day=day))
    counts = await stores.counts(memory)
    assert (counts.failures, counts.failures_beyond) == (10, 7)
    assert reputation(MemoryCounts()) - reputation(counts) <= 0.25

    await judge_run(stores, memory, "run_4_1", "success", by("bob", day=9))
    counts = await stores.counts(memory)
    assert (counts.successes, counts.successes_beyond) == (1, 1)
    assert (counts.failures, counts.failures_beyond) == (9, 6)


async def test_a_run_that_is_not_believed_does_not_keep_a_memory_young(
    stores: Stores, memory: MemoryRecord
) -> None:
    await judge_run(stores, memory, "run_1", "success", by("bob"))
    first = (await stores.counts(memory)).succeeded_at
    for day in range(1, 9):
        await judge_run(stores, memory, f"run_{day}b", "success", by("bob", day=0))
    assert (await stores.counts(memory)).succeeded_at == first


async def test_what_the_operator_says_of_a_run_is_believed_from_then_on(
    stores: Stores, memory: MemoryRecord
) -> None:
    for number in range(2):
        await judge_run(stores, memory, f"run_{number}", "success", by("bob"))
    assert (await stores.counts(memory)).successes_beyond == 1
    await judge_run(stores, memory, "run_1", "success", op(minutes=1))
    counts = await stores.counts(memory)
    assert (counts.successes, counts.successes_beyond) == (2, 0)


async def judged_again(
    stores: Stores, memory: MemoryRecord, run: str, outcome: CitationOutcome, judge: Operation
) -> None:
    """Somebody says of a run that was judged already how it ended."""
    said = RunOutcome(run, outcome, judge.at)
    done = await stores.ledger.apply_run_outcome(stores.collection, said, [memory.id], judge)
    assert isinstance(done, RunStanding)


@pytest.mark.parametrize("first", ["ann", "the operator"])
async def test_what_another_says_of_a_run_is_told_and_does_not_take_back_what_is_believed(
    stores: Stores, memory: MemoryRecord, first: str
) -> None:
    runs = [f"run_{number}" for number in range(5)]
    for number, run in enumerate(runs):
        judge = op() if first == "the operator" else by(f"{first}{number}")
        await judge_run(stores, memory, run, "success", judge)
    before = await stores.counts(memory)
    assert before.believed_runs == (5, 0)
    for run in runs:
        await judged_again(stores, memory, run, "failure", by("eve", day=1))
    counts = await stores.counts(memory)
    assert (counts.successes, counts.failures) == (0, 5)
    # Beside what another judge says one run of hers is believed, beside the operator none.
    assert counts.believed_runs == (5, 0 if first == "the operator" else 1)
    assert counts.succeeded_at == before.succeeded_at
    assert counts.opponents == {"eve"}


async def test_of_whoever_judges_a_run_first_no_more_is_believed_than_of_others(
    stores: Stores, memory: MemoryRecord
) -> None:
    for day in range(3):
        await judge_run(stores, memory, f"run_{day}", "failure", by("eve", day=day))
        await judged_again(stores, memory, f"run_{day}", "success", by(f"ann{day}", day=day))
        await judged_again(stores, memory, f"run_{day}", "success", by("zoe", day=day))
    assert (await stores.counts(memory)).believed_runs == (3, 3)
    await judged_again(stores, memory, "run_0", "success", by("eve", day=4))
    assert (await stores.counts(memory)).believed_runs == (3, 2)
    await judged_again(stores, memory, "run_1", "failure", op(minutes=60 * 24 * 9))
    assert (await stores.counts(memory)).believed_runs == (2, 2)


async def test_who_judged_a_run_may_change_its_mind_and_takes_back_its_own_word_alone(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(outcome: CitationOutcome, judge: Operation) -> tuple[int, int]:
        await judged_again(stores, memory, "run_1", outcome, judge)
        counts = await stores.counts(memory)
        assert (counts.successes, counts.failures) == (outcome == "success", outcome == "failure")
        return counts.believed_runs

    await judge_run(stores, memory, "run_1", "success", by("eve"))
    assert await believed("failure", by("eve", day=1)) == (0, 1)
    assert await believed("success", by("eve", day=2)) == (1, 0)
    assert await believed("success", by("ann", day=3)) == (1, 0)
    assert await believed("failure", by("eve", day=4)) == (1, 1)
    assert await believed("failure", by("ann", day=5)) == (0, 1)
    assert await believed("success", op(minutes=60 * 24 * 6)) == (1, 0)
    assert await believed("failure", by("ann", day=7)) == (1, 0)


async def test_of_each_judge_counts_what_it_says_of_the_latest_moment_whenever_others_speak(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(outcome: CitationOutcome, who: str, day: int) -> tuple[int, int]:
        await judged_again(stores, memory, "run_1", outcome, by(who, day=day))
        return (await stores.counts(memory)).believed_runs

    await judge_run(stores, memory, "run_1", "failure", by("ann"))
    assert await believed("failure", "bob", 9) == (0, 1)
    # Of before bob's word, and after her own.
    assert await believed("success", "ann", 5) == (1, 1)
    # Of before her own.
    assert await believed("failure", "ann", 4) == (1, 1)
    assert await believed("success", "bob", 10) == (1, 0)
    assert (await stores.counts(memory)).succeeded_at == by("bob", day=10).at
    # It is as young as those make it who still say so.
    assert await believed("failure", "bob", 11) == (1, 1)
    assert (await stores.counts(memory)).succeeded_at == by("ann", day=5).at


async def test_of_very_many_who_say_the_same_of_a_run_the_first_are_named_and_the_rest_lose_no_run(
    stores: Stores, memory: MemoryRecord
) -> None:
    await judge_run(stores, memory, "run_1", "success", by("judge_0"))
    for number in range(1, MOST_JUDGES + 1):
        await judged_again(stores, memory, "run_1", "success", by(f"judge_{number}"))
    unnamed, named = by(f"judge_{MOST_JUDGES}"), by("judge_1")
    await judge_run(stores, memory, "run_2", "failure", named)
    assert (await stores.counts(memory)).believed_runs == (1, 0)
    await judge_run(stores, memory, "run_3", "failure", unnamed)
    assert (await stores.counts(memory)).believed_runs == (1, 1)
    # Who is not named has nothing to take back, and who is named says otherwise in its stead.
    await judged_again(stores, memory, "run_1", "failure", by(f"judge_{MOST_JUDGES}", day=1))
    await judged_again(stores, memory, "run_1", "failure", by("judge_0", day=1))
    assert (await stores.counts(memory)).believed_runs == (1, 2)


async def test_who_judges_before_the_operator_does_not_silence_it_by_a_later_moment(
    stores: Stores, memory: MemoryRecord
) -> None:
    await judge_run(stores, memory, "run_1", "success", by("eve", day=1))
    await judged_again(stores, memory, "run_1", "failure", op())
    assert (await stores.counts(memory)).believed_runs == (0, 1)


async def test_of_one_judge_a_context_learns_nothing_and_of_several_by_how_many_they_are(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app, draft = stores.ledger, stores.collection, RunContext("draft")

    async def judged(run: str, outcome: CitationOutcome, judge: Operation) -> Tally:
        await ledger.cite(app, run, [memory.id], by("carol", relays=True), draft)
        await judged_again(stores, memory, run, outcome, judge)
        return dict((await stores.counts(memory)).contexts)[draft]

    assert await judged("run_1", "failure", by("eve")) == (0, 0)
    assert await judged("run_2", "failure", by("eve", day=1)) == (0, 0)
    # Of two each of the three runs weighs 1/10, of three each of four 2/11.
    assert await judged("run_3", "success", by("ann")) == pytest.approx((0.1, 0.2))
    assert await judged("run_4", "success", by("bob")) == pytest.approx((4 / 11, 4 / 11))
    assert await judged("run_1", "failure", by("bob", day=1)) == pytest.approx((4 / 11, 4 / 11))
    # Who has no other word there is no judge of it.
    assert await judged("run_3", "success", op(minutes=60 * 24 * 2)) == pytest.approx((1.1, 0.2))
    assert await judged("run_5", "success", op()) == pytest.approx((2.1, 0.2))

    assert await ledger.retract(memory, op()) is not None
    await ledger.unarchive(memory.key, op())
    assert await judged("run_6", "failure", by("eve", day=9)) == (0, 0)


async def test_who_judges_more_runs_than_are_believed_leaves_them_to_others(
    stores: Stores, memory: MemoryRecord
) -> None:
    for number in range(4):
        await judge_run(stores, memory, f"run_{number}", "success", by("eve"))
    assert (await stores.counts(memory)).believed_runs == (1, 0)
    for number in range(1, 4):
        honest = by(f"ann{number}", day=1)
        await judged_again(stores, memory, f"run_{number}", "failure", honest)
    assert (await stores.counts(memory)).believed_runs == (1, 3)


async def test_what_is_not_believed_stands_in_the_way_of_no_earlier_word(
    stores: Stores, memory: MemoryRecord
) -> None:
    for number in range(2):
        await judge_run(stores, memory, f"run_{number}", "success", by("eve", day=1))
    await judged_again(stores, memory, "run_1", "failure", op())
    counts = await stores.counts(memory)
    assert (counts.successes, counts.believed_runs) == (2, (1, 1))


async def test_of_what_a_run_was_shown_another_takes_back_one_a_day(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app = stores.ledger, stores.collection
    for number in range(3):
        run, ann, eve = f"run_{number}", by(f"ann{number}"), by("eve", day=1)
        await ledger.expose(app, run, [Exposure(memory.key, True, 0.9, 1)], op())
        well, badly = RunOutcome(run, "success", ann.at), RunOutcome(run, "failure", eve.at)
        assert isinstance(
            await ledger.apply_run_outcome(app, well, [], ann, is_whole=True), RunStanding
        )
        assert isinstance(
            await ledger.apply_run_outcome(app, badly, [], eve, is_whole=True), RunStanding
        )
    # The run of which they are believed to disagree tells nothing.
    assert (await stores.counts(memory)).trials == (Trial(True, 0.9, True, 2, "2026-03"),)


@pytest.mark.parametrize("how", ["vote", "outcome", "validation", "run", "store", "operator"])
async def test_a_memory_is_proven_when_anybody_else_stands_by_it(
    stores: Stores, memory: MemoryRecord, how: str
) -> None:
    ledger, bob = stores.ledger, by("bob")
    assert (await stores.counts(memory)).unproven
    await ledger.apply(memory.key, vote("downvote", "zoe"), by("zoe"))
    assert (await stores.counts(memory)).unproven
    if how == "run":
        await judge_run(stores, memory, "run_1", "success", bob)
    elif how == "store":
        await begin(ledger, memory, by=bob)
    else:
        feedback: dict[str, Feedback] = {
            "vote": vote("upvote", "bob"),
            "outcome": MemoryOutcome("success", NOON),
            "validation": Validation(),
            "operator": MemoryOutcome("success", NOON),
        }
        said = feedback[how]
        await ledger.apply(memory.key, said, op() if how == "operator" else bob)
    assert not (await stores.counts(memory)).unproven


async def test_what_the_operator_stores_is_proven_and_its_own_to_judge(stores: Stores) -> None:
    record = await stores.begun(by=op())
    assert not (await stores.counts(record)).unproven
    assert await stores.ledger.apply(record.key, vote("upvote", "ada"), op()) is not None


async def test_it_is_kept_who_stands_by_a_memory_and_who_speaks_against_it(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger = stores.ledger
    for judge in ("ann", "bob"):
        await ledger.apply(memory.key, vote("upvote", judge), by(judge))
    await judge_run(stores, memory, "run_1", "success", by("cid"))
    await judge_run(stores, memory, "run_2", "failure", by("dee"))
    counts = await stores.counts(memory)
    assert counts.backers == {"ann", "bob", "cid"}
    assert counts.opponents == {"dee"}

    await ledger.apply(memory.key, vote("downvote", "bob"), by("bob"))
    await ledger.apply(memory.key, MemoryOutcome("corrected", NOON, "No"), op())
    counts = await stores.counts(memory)
    assert counts.backers == {"ann", "cid"}
    assert counts.opponents == {"bob", "dee", OPERATOR}
    assert not counts.is_upheld


async def test_a_judge_is_where_what_it_said_of_the_latest_moment_puts_it(
    stores: Stores, memory: MemoryRecord
) -> None:
    """However it is said; of two of one moment what arrives later counts."""
    key, ledger = memory.key, stores.ledger

    async def sides() -> tuple[set[str], set[str]]:
        counts = await stores.counts(memory)
        return {*counts.backers}, {*counts.opponents}

    await ledger.apply(key, vote("upvote", "ann"), by("ann", day=4))
    await judge_run(stores, memory, "run_1", "failure", by("ann", day=3))
    assert await sides() == ({"ann"}, set())
    await ledger.apply(key, MemoryOutcome("failed", NOON + timedelta(days=4)), by("ann", day=5))
    assert await sides() == (set(), {"ann"})
    await ledger.apply(key, Validation(), by("ann", day=6))
    await ledger.apply(key, MemoryOutcome("failed", NOON), by("ann", day=7))
    assert await sides() == ({"ann"}, set())
    late = vote("downvote", "ann").model_copy(update={"occurred_at": NOON + timedelta(days=5)})
    await ledger.apply(key, late, by("ann", day=7))
    assert await sides() == ({"ann"}, set())


async def test_an_outcome_of_before_outdoes_a_store_unless_that_was_of_a_failure(
    stores: Stores, memory: MemoryRecord
) -> None:
    failed = replace(memory, metadata={**memory.metadata, "outcome": "failed"})
    await stores.ledger.apply(memory.key, MemoryOutcome("failed", NOON), op())
    await begin(stores.ledger, memory, by=op(minutes=8))
    assert (await stores.counts(memory)).opponents == frozenset()
    await stores.ledger.apply(memory.key, MemoryOutcome("failed", at(4)), op())
    assert (await stores.counts(memory)).opponents == {OPERATOR}
    await begin(stores.ledger, failed, by=op(minutes=8))
    await stores.ledger.apply(memory.key, MemoryOutcome("success", at(6)), op())
    assert (await stores.counts(memory)).opponents == {OPERATOR}


async def test_praise_proves_a_memory_also_where_it_arrives_after_later_blame(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("downvote", "ann"), by("ann", day=1))
    await stores.ledger.apply(memory.key, MemoryOutcome("success", NOON), by("ann", day=2))
    counts = await stores.counts(memory)
    assert not counts.unproven
    assert counts.opponents == {"ann"}


async def test_who_judges_for_many_is_one_judge_and_a_writer_is_none(
    stores: Stores, memory: MemoryRecord
) -> None:
    desk = by("desk", relays=True)
    for voter in ("ann", "bob"):
        await stores.ledger.apply(memory.key, vote("upvote", voter), desk)
    await begin(stores.ledger, memory, by=by("mallory"))
    assert (await stores.counts(memory)).backers == {"desk"}


async def test_what_the_operator_stores_it_stands_by(stores: Stores) -> None:
    record = await stores.begun(by=op())
    await stores.ledger.apply(record.key, vote("upvote", "ann"), by("ann"))
    assert (await stores.counts(record)).backers == {OPERATOR, "ann"}


async def test_who_stores_a_decision_again_as_failed_does_not_stand_by_it(
    stores: Stores, memory: MemoryRecord
) -> None:
    failed = replace(memory, metadata={**memory.metadata, "outcome": "failed"})
    await begin(stores.ledger, failed, by=by("bob"))
    counts = await stores.counts(memory)
    assert counts.unproven
    assert counts.opponents == {"bob"}
