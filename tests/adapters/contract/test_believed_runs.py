"""Which judges are believed about how runs ended, and how much each of them counts."""

from typing import get_args

import pytest

from recollect.core.operation import Operation
from recollect.learning.contexts import RunContext, Tally
from recollect.learning.uplift import Trial
from recollect.memories.known.confidence import reputation
from recollect.memories.model import CitationOutcome
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import Exposure, RecordedOutcome, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.judging import by, judge_again, judge_run
from tests.adapters.contract.stores import Stores, op
from tests.memories.fake_ledger_entries import MAX_NAMED_JUDGES


async def test_a_judge_is_believed_about_one_run_a_day_and_its_latest_three(
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
    assert (counts.successes, counts.successes_beyond) == (1, 0)
    assert (counts.failures, counts.failures_beyond) == (9, 7)


async def test_what_a_judge_sees_later_outweighs_what_it_saw_first(
    stores: Stores, memory: MemoryRecord
) -> None:
    well, badly = get_args(CitationOutcome)
    outcomes = [well] * 3 + [badly] * 4
    for day, outcome in enumerate(outcomes):
        await judge_run(stores, memory, f"run_{day}", outcome, by("bob", day=day))
        counts = await stores.counts(memory)
        latest = outcomes[max(0, day - 2) : day + 1]
        assert counts.believed_runs == (latest.count("success"), latest.count("failure"))
    assert (counts.successes, counts.failures) == (3, 4)
    # A word on a run that is believed no longer is a new one.
    await judge_again(stores, memory, "run_0", "failure", by("bob", day=8))
    counts = await stores.counts(memory)
    assert (counts.successes, counts.failures, counts.believed_runs) == (2, 5, (0, 3))
    # What others said of a run stays.
    await judge_again(stores, memory, "run_6", "failure", by("ann", day=8))
    for day in range(9, 12):
        await judge_run(stores, memory, f"run_{day}", "success", by("bob", day=day))
    assert (await stores.counts(memory)).believed_runs == (3, 1)


async def test_a_memory_that_one_judge_finds_good_week_after_week_stays_young_and_supported(
    stores: Stores, memory: MemoryRecord
) -> None:
    for week in range(8):
        judge = by("bob", day=7 * week)
        await judge_run(stores, memory, f"run_{week}", "success", judge)
        counts = await stores.counts(memory)
        assert counts.succeeded_at == judge.at
        assert counts.supporters == {"bob"}
    assert counts.believed_runs == (3, 0)

    # Of a run of which nothing is believed, such as the second of a day, stands what was said last.
    await judge_run(stores, memory, "run_8", "success", by("bob", day=49))
    await judge_again(stores, memory, "run_7", "failure", by("bob", day=50))
    counts = await stores.counts(memory)
    assert counts.succeeded_at == by("bob", day=49).at
    assert counts.opponents == {"bob"}
    await judge_again(stores, memory, "run_8", "failure", by("bob", day=50))
    assert (await stores.counts(memory)).succeeded_at == by("bob", day=42).at
    await judge_again(stores, memory, "run_8", "success", by("bob", day=51))
    counts = await stores.counts(memory)
    assert counts.succeeded_at == by("bob", day=51).at
    assert counts.supporters == {"bob"}


async def test_a_run_that_the_operator_judges_is_believed_from_then_on(
    stores: Stores, memory: MemoryRecord
) -> None:
    for number in range(2):
        await judge_run(stores, memory, f"run_{number}", "success", by("bob"))
    assert (await stores.counts(memory)).successes_beyond == 1
    await judge_run(stores, memory, "run_1", "success", op(minutes=1))
    counts = await stores.counts(memory)
    assert (counts.successes, counts.successes_beyond) == (2, 0)


@pytest.mark.parametrize("first", ["ann", "the operator"])
async def test_another_judges_word_on_a_run_is_counted_but_takes_back_nothing_that_is_believed(
    stores: Stores, memory: MemoryRecord, first: str
) -> None:
    runs = [f"run_{number}" for number in range(5)]
    for number, run in enumerate(runs):
        judge = op() if first == "the operator" else by(f"{first}{number}")
        await judge_run(stores, memory, run, "success", judge)
    before = await stores.counts(memory)
    assert before.believed_runs == (5, 0)
    for run in runs:
        await judge_again(stores, memory, run, "failure", by("eve", day=1))
    counts = await stores.counts(memory)
    assert (counts.successes, counts.failures) == (0, 5)
    # Beside what another judge says one run of hers is believed, beside the operator none.
    assert counts.believed_runs == (5, 0 if first == "the operator" else 1)
    assert counts.succeeded_at == before.succeeded_at
    assert counts.opponents == {"eve"}


async def test_the_first_judge_of_a_run_is_believed_no_more_than_others(
    stores: Stores, memory: MemoryRecord
) -> None:
    for day in range(3):
        await judge_run(stores, memory, f"run_{day}", "failure", by("eve", day=day))
        await judge_again(stores, memory, f"run_{day}", "success", by(f"ann{day}", day=day))
        await judge_again(stores, memory, f"run_{day}", "success", by("zoe", day=day))
    assert (await stores.counts(memory)).believed_runs == (3, 3)
    await judge_again(stores, memory, "run_0", "success", by("eve", day=4))
    assert (await stores.counts(memory)).believed_runs == (3, 2)
    await judge_again(stores, memory, "run_1", "failure", op(minutes=60 * 24 * 9))
    assert (await stores.counts(memory)).believed_runs == (2, 2)


async def test_a_judge_that_changes_its_mind_takes_back_only_its_own_word(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(outcome: CitationOutcome, judge: Operation) -> tuple[int, int]:
        await judge_again(stores, memory, "run_1", outcome, judge)
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


async def test_each_judges_word_with_the_latest_time_counts_whenever_others_speak(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(outcome: CitationOutcome, who: str, day: int) -> tuple[int, int]:
        await judge_again(stores, memory, "run_1", outcome, by(who, day=day))
        return (await stores.counts(memory)).believed_runs

    await judge_run(stores, memory, "run_1", "failure", by("ann"))
    assert await believed("failure", "bob", 9) == (0, 1)
    # Dated before bob's word, and after her own.
    assert await believed("success", "ann", 5) == (1, 1)
    # Dated before her own latest word.
    assert await believed("failure", "ann", 4) == (1, 1)
    assert await believed("success", "bob", 10) == (1, 0)
    assert (await stores.counts(memory)).succeeded_at == by("bob", day=10).at
    # Only judges who still call it a success keep it young.
    assert await believed("failure", "bob", 11) == (1, 1)
    assert (await stores.counts(memory)).succeeded_at == by("ann", day=5).at


async def test_a_run_names_its_first_judges_and_the_rest_keep_their_allowance(
    stores: Stores, memory: MemoryRecord
) -> None:
    await judge_run(stores, memory, "run_1", "success", by("judge_0"))
    for number in range(1, MAX_NAMED_JUDGES + 1):
        await judge_again(stores, memory, "run_1", "success", by(f"judge_{number}"))
    unnamed, named = by(f"judge_{MAX_NAMED_JUDGES}"), by("judge_1")
    await judge_run(stores, memory, "run_2", "failure", named)
    assert (await stores.counts(memory)).believed_runs == (1, 0)
    await judge_run(stores, memory, "run_3", "failure", unnamed)
    assert (await stores.counts(memory)).believed_runs == (1, 1)
    # An unnamed judge has no word to take back; a named judge's new word replaces its old one.
    await judge_again(stores, memory, "run_1", "failure", by(f"judge_{MAX_NAMED_JUDGES}", day=1))
    await judge_again(stores, memory, "run_1", "failure", by("judge_0", day=1))
    assert (await stores.counts(memory)).believed_runs == (1, 2)


async def test_a_judge_cannot_silence_the_operator_with_a_later_time(
    stores: Stores, memory: MemoryRecord
) -> None:
    await judge_run(stores, memory, "run_1", "success", by("eve", day=1))
    await judge_again(stores, memory, "run_1", "failure", op())
    assert (await stores.counts(memory)).believed_runs == (0, 1)


async def test_a_context_learns_nothing_from_one_judge_and_more_the_more_judges_there_are(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app, draft = stores.ledger, stores.collection, RunContext("draft")

    async def judged(run: str, outcome: CitationOutcome, judge: Operation) -> Tally:
        await ledger.cite(app, run, [memory.id], by("carol", relays=True), draft)
        await judge_again(stores, memory, run, outcome, judge)
        return dict((await stores.counts(memory)).contexts)[draft]

    assert await judged("run_1", "failure", by("eve")) == (0, 0)
    assert await judged("run_2", "failure", by("eve", day=1)) == (0, 0)
    # With two judges each of the three runs weighs 1/10; with three, each of the four weighs 2/11.
    assert await judged("run_3", "success", by("ann")) == pytest.approx((0.1, 0.2))
    assert await judged("run_4", "success", by("bob")) == pytest.approx((4 / 11, 4 / 11))
    assert await judged("run_1", "failure", by("bob", day=1)) == pytest.approx((4 / 11, 4 / 11))
    # Ann, whose only word here the operator's replaces, is no longer one of its judges.
    assert await judged("run_3", "success", op(minutes=60 * 24 * 2)) == pytest.approx((1.1, 0.2))
    assert await judged("run_5", "success", op()) == pytest.approx((2.1, 0.2))

    assert await ledger.retract(memory, op()) is not None
    await ledger.unarchive(memory.key, op())
    assert await judged("run_6", "failure", by("eve", day=9)) == (0, 0)


async def test_successes_and_failures_are_both_counted_in_each_of_many_contexts(
    stores: Stores, memory: MemoryRecord
) -> None:
    carol, outcomes = by("carol", relays=True), get_args(CitationOutcome)
    for outcome in outcomes:
        for number in range(40):
            run, context = f"{outcome}_{number}", RunContext("draft", f"category {number}")
            await stores.ledger.cite(stores.collection, run, [memory.id], carol, context)
            await judge_again(stores, memory, run, outcome, by(f"judge of {run}"))
    counted = (await stores.counts(memory)).contexts
    assert len(counted) > 20
    assert all(well == badly > 0 for _, (well, badly) in counted)


async def test_the_context_of_a_run_is_fixed_once_the_run_is_judged(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app, draft = stores.ledger, stores.collection, RunContext("draft")
    carol = by("carol", relays=True)
    await ledger.cite(app, "run_1", [memory.id], carol, draft)
    await judge_again(stores, memory, "run_1", "success", op())
    await ledger.cite(app, "run_2", [memory.id], carol)
    for outcome in get_args(CitationOutcome):
        await judge_again(stores, memory, "run_2", outcome, op(minutes=1))
        await ledger.cite(app, "run_2", [memory.id], carol, draft)
    assert (await stores.counts(memory)).contexts == ((draft, (1, 0)),)


async def test_runs_beyond_a_judges_allowance_are_left_to_other_judges(
    stores: Stores, memory: MemoryRecord
) -> None:
    for number in range(4):
        await judge_run(stores, memory, f"run_{number}", "success", by("eve"))
    assert (await stores.counts(memory)).believed_runs == (1, 0)
    for number in range(1, 4):
        honest = by(f"ann{number}", day=1)
        await judge_again(stores, memory, f"run_{number}", "failure", honest)
    assert (await stores.counts(memory)).believed_runs == (1, 3)


async def test_a_word_that_is_not_believed_does_not_block_an_earlier_one(
    stores: Stores, memory: MemoryRecord
) -> None:
    for number in range(2):
        await judge_run(stores, memory, f"run_{number}", "success", by("eve", day=1))
    await judge_again(stores, memory, "run_1", "failure", op())
    counts = await stores.counts(memory)
    assert (counts.successes, counts.believed_runs) == (2, (1, 1))


async def test_another_judge_takes_back_at_most_one_trial_a_day(
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
    # The run whose believed judges disagree is no trial.
    assert (await stores.counts(memory)).trials == (Trial(True, 0.9, True, 2, "2026-03"),)
