"""By whose word it is believed how runs ended, and how far."""

from typing import get_args

import pytest

from recollect.core.operation import Operation
from recollect.learning.contexts import RunContext, Tally
from recollect.learning.uplift import Trial
from recollect.memories.confidence import reputation
from recollect.memories.ledger_data import Exposure, RecordedOutcome, RunOutcome
from recollect.memories.model import CitationOutcome
from recollect.memories.record import MemoryCounts, MemoryRecord
from tests.adapters.contract.judging import by, judge_run, judged_again
from tests.adapters.contract.stores import Stores, op
from tests.memories.fake_ledger_entries import MOST_JUDGES


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


async def test_a_context_is_counted_for_good_and_for_ill_however_many_there_are(
    stores: Stores, memory: MemoryRecord
) -> None:
    carol, outcomes = by("carol", relays=True), get_args(CitationOutcome)
    for outcome in outcomes:
        for number in range(40):
            run, context = f"{outcome}_{number}", RunContext("draft", f"category {number}")
            await stores.ledger.cite(stores.collection, run, [memory.id], carol, context)
            await judged_again(stores, memory, run, outcome, by(f"judge of {run}"))
    counted = (await stores.counts(memory)).contexts
    assert len(counted) > 20
    assert all(well == badly > 0 for _, (well, badly) in counted)


async def test_what_a_run_was_at_work_in_stands_once_it_is_judged(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app, draft = stores.ledger, stores.collection, RunContext("draft")
    carol = by("carol", relays=True)
    await ledger.cite(app, "run_1", [memory.id], carol, draft)
    await judged_again(stores, memory, "run_1", "success", op())
    await ledger.cite(app, "run_2", [memory.id], carol)
    for outcome in get_args(CitationOutcome):
        await judged_again(stores, memory, "run_2", outcome, op(minutes=1))
        await ledger.cite(app, "run_2", [memory.id], carol, draft)
    assert (await stores.counts(memory)).contexts == ((draft, (1, 0)),)


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
            await ledger.apply_run_outcome(app, well, [], ann, is_whole=True), RecordedOutcome
        )
        assert isinstance(
            await ledger.apply_run_outcome(app, badly, [], eve, is_whole=True), RecordedOutcome
        )
    # The run of which they are believed to disagree tells nothing.
    assert (await stores.counts(memory)).trials == (Trial(True, 0.9, True, 2, "2026-03"),)
