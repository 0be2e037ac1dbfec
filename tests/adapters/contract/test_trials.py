"""What a run was shown, and what its outcome says about those memories."""

from dataclasses import replace

import pytest

from recollect.core.errors import OwnJudgement
from recollect.core.operation import Operation
from recollect.learning.uplift import Trial
from recollect.memories.model import CitationOutcome
from recollect.memories.stored.ledger_data import FOREIGN_RUN, Exposure, RecordedOutcome, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import NOON, Stores, at, op
from tests.memories.lifecycle import begin, delete


@pytest.fixture
async def pair(stores: Stores) -> tuple[MemoryRecord, MemoryRecord]:
    """Two memories: run_1 was shown the first, and the second was withheld from it."""
    first, second = stores.new("First"), stores.new("Second")
    await begin(stores.ledger, first, second)
    exposures = [Exposure(first.key, True, 0.9, 1), Exposure(second.key, False, 0.9, 2)]
    assert await stores.ledger.expose(stores.collection, "run_1", exposures, op())
    return first, second


async def judge(
    stores: Stores,
    outcome: CitationOutcome,
    *ids: str,
    minutes: float = 0,
    by: Operation | None = None,
) -> RecordedOutcome | str:
    said = RunOutcome("run_1", outcome, at(minutes))
    return await stores.ledger.apply_run_outcome(
        stores.collection, said, ids, by or op(), is_whole=True
    )


async def test_a_run_that_cited_nothing_is_a_trial_of_what_it_was_shown(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    assert isinstance(await judge(stores, "success"), RecordedOutcome)
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, True, month="2026-03"),)
    assert (await stores.counts(second)).trials == (Trial(False, 0.9, True, month="2026-03"),)
    assert (await stores.counts(first)).successes == 0
    together = await stores.ledger.trials(stores.collection, sensitive=False)
    assert set(together) == {
        Trial(True, 0.9, True, month="2026-03"),
        Trial(False, 0.9, True, month="2026-03"),
    }


async def test_the_latest_outcome_stands_and_counts_once(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    for outcome, minutes in (("success", 1), ("failure", 3), ("success", 2), ("failure", 3)):
        assert isinstance(await judge(stores, outcome, minutes=minutes), RecordedOutcome)  # type: ignore[arg-type]  # a literal
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, False, month="2026-03"),)


async def test_the_first_exposure_of_a_run_stands(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    again = [Exposure(first.key, False, 0.5, 1)]
    assert await stores.ledger.expose(stores.collection, "run_1", again, op())
    await judge(stores, "success")
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, True, month="2026-03"),)


async def test_a_run_that_was_shown_memories_belongs_to_its_caller_and_is_judged_by_others(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    more = [Exposure(first.key, True, 1.0, 1)]
    bob, ada = Operation("bob", NOON), Operation("ada", NOON)
    assert not await stores.ledger.expose(stores.collection, "run_1", more, bob)
    with pytest.raises(OwnJudgement):
        await judge(stores, "success", by=ada)
    assert isinstance(await judge(stores, "success", by=bob), RecordedOutcome)


async def test_two_callers_that_share_a_run_each_judge_only_the_others_part(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    ada, bob = Operation("ada", NOON), Operation("bob", NOON)
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], bob) is None
    assert await judge(stores, "success", first.id, by=ada) == RecordedOutcome(
        "success", (first.id,)
    )
    counts = await stores.counts(first)
    assert (counts.believed_runs, counts.trials) == ((1, 0), ())

    assert await judge(stores, "success", first.id, by=bob) == RecordedOutcome("success")
    counts = await stores.counts(first)
    shown = Trial(True, 0.9, True, month="2026-03")
    assert (counts.believed_runs, counts.trials) == ((1, 0), (shown,))
    assert len((await stores.counts(second)).trials) == 1
    said = RunOutcome("run_1", "failure", NOON)
    with pytest.raises(OwnJudgement):
        await stores.ledger.apply_run_outcome(stores.collection, said, [first.id], bob)


async def test_a_citing_caller_cannot_freeze_what_others_say_about_an_exposure(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    carol, bob = Operation("carol", NOON), Operation("bob", NOON)
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], carol) is None
    assert isinstance(await judge(stores, "success", first.id, by=bob), RecordedOutcome)
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, True, month="2026-03"),)
    # The two judges disagree.
    assert await judge(stores, "failure", first.id, by=carol) == RecordedOutcome("failure")
    assert (await stores.counts(first)).trials == ()
    assert isinstance(await judge(stores, "failure", first.id, by=bob), RecordedOutcome)
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, False, month="2026-03"),)


async def test_a_repeated_operation_gets_the_same_answer_whatever_the_run_has_cited_since(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    assert await judge(stores, "success", by=op("once")) == RecordedOutcome("success")
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], op()) is None
    assert await judge(stores, "success", first.id, by=op("once")) == RecordedOutcome("success")


async def test_an_unknown_run_cannot_be_judged(stores: Stores) -> None:
    assert await judge(stores, "success") == FOREIGN_RUN


async def test_a_judges_allowance_also_bounds_its_word_on_exposures(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    bob = Operation("bob", NOON)
    for run in ("run_2", "run_3"):
        exposures = [Exposure(first.key, True, 0.9, 1)]
        await stores.ledger.expose(stores.collection, run, exposures, op())
        said = RunOutcome(run, "failure", NOON)
        await stores.ledger.apply_run_outcome(stores.collection, said, [], bob, is_whole=True)
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, False, month="2026-03"),)


async def test_runs_that_were_only_shown_a_memory_leave_their_judge_its_word_on_those_that_cited_it(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    app, ledger = stores.collection, stores.ledger

    async def judge(run: str, day: int, *cited: str) -> None:
        await ledger.expose(app, run, [Exposure(first.key, True, 0.9, 1)], op())
        if cited:
            assert await ledger.cite(app, run, cited, op()) is None
        bob = Operation("bob", at(day * 24 * 60))
        said = RunOutcome(run, "failure" if cited else "success", bob.at)
        done = await ledger.apply_run_outcome(app, said, cited, bob, is_whole=True)
        assert isinstance(done, RecordedOutcome)

    for day in range(4):
        await judge(f"shown_{day}", day)
        await judge(f"cites_{day}", day, first.id)
    counts = await stores.counts(first)
    assert (counts.failures, counts.believed_runs) == (4, (0, 3))
    assert counts.trials == (Trial(True, 0.9, True, 3, "2026-03"),)


async def test_judging_a_citation_and_an_exposure_of_one_run_is_one_word(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    desk = replace(Operation("desk", NOON), relays=True)
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], op()) is None
    assert isinstance(await judge(stores, "failure", first.id, by=desk), RecordedOutcome)
    counts = await stores.counts(first)
    assert (counts.failures, counts.failures_beyond) == (1, 0)
    assert counts.trials == (Trial(True, 0.9, False, month="2026-03"),)


async def test_an_erased_memory_is_in_no_exposure(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    await delete(stores.ledger, first.key)
    await begin(stores.ledger, first)
    assert isinstance(await judge(stores, "success"), RecordedOutcome)
    assert (await stores.counts(first)).trials == ()
    assert (await stores.counts(second)).trials == (Trial(False, 0.9, True, month="2026-03"),)


async def test_an_exposure_that_was_certain_is_no_trial_and_costs_its_judge_nothing(
    stores: Stores,
) -> None:
    memory, app = stores.new(), stores.collection
    await begin(stores.ledger, memory)
    for day in range(3):
        run, bob = f"run_{day}", Operation("bob", at(day * 24 * 60))
        await stores.ledger.expose(app, run, [Exposure(memory.key, True, 1.0, 1)], op())
        said = RunOutcome(run, "success", bob.at)
        assert isinstance(
            await stores.ledger.apply_run_outcome(app, said, [], bob, is_whole=True),
            RecordedOutcome,
        )
    assert (await stores.counts(memory)).trials == ()
    assert await stores.ledger.trials(app, sensitive=True) == ()

    await stores.ledger.cite(app, "cites", [memory.id], op())
    bob = Operation("bob", at(3 * 24 * 60))
    said = RunOutcome("cites", "failure", bob.at)
    assert isinstance(
        await stores.ledger.apply_run_outcome(app, said, [memory.id], bob), RecordedOutcome
    )
    assert (await stores.counts(memory)).believed_runs == (0, 1)


async def test_a_run_is_counted_in_the_month_in_which_it_was_judged_for_a_year(
    stores: Stores,
) -> None:
    memory, app, ledger = stores.new(), stores.collection, stores.ledger
    await begin(ledger, memory)

    async def tried(number: int, outcome: CitationOutcome = "success", day: int = 0) -> None:
        run, when = f"run_{number}", at((30 * number + day) * 24 * 60)
        await ledger.expose(app, run, [Exposure(memory.key, True, 0.9, 1)], op())
        said, desk = RunOutcome(run, outcome, when), Operation("desk", when, trusted=True)
        assert isinstance(
            await ledger.apply_run_outcome(app, said, [], desk, is_whole=True), RecordedOutcome
        )

    def months_of(trials: tuple[Trial, ...]) -> set[tuple[str, bool]]:
        return {(each.month, each.success) for each in trials}

    await tried(0)
    await tried(1)
    # A change of mind counts for the month in which it is made.
    await tried(0, "failure", day=50)
    expected = {("2026-03", True), ("2026-04", False)}
    assert months_of((await stores.counts(memory)).trials) == expected
    assert months_of(await ledger.trials(app, sensitive=False)) == expected
    await tried(13)
    assert months_of((await stores.counts(memory)).trials) == {
        ("2026-04", False),
        ("2027-03", True),
    }


async def test_a_retraction_gives_back_no_allowance_for_a_trial_that_still_counts(
    stores: Stores,
) -> None:
    memory, app, ledger = stores.new(), stores.collection, stores.ledger
    await begin(ledger, memory)

    async def judge(run: str, day: int, outcome: CitationOutcome, *cited: str) -> int:
        await ledger.expose(app, run, [Exposure(memory.key, True, 0.9, 1)], op())
        if cited:
            await ledger.cite(app, run, cited, op())
        bob = Operation("bob", at(day * 24 * 60))
        said = RunOutcome(run, outcome, bob.at)
        assert isinstance(
            await ledger.apply_run_outcome(app, said, cited, bob, is_whole=True), RecordedOutcome
        )
        counted = (await stores.counts(memory)).trials
        return sum(each.runs for each in counted if each.success is (outcome == "success"))

    assert await judge("shown", 0, "failure") == 1
    assert await judge("cited", 1, "failure", memory.id) == 2
    for again in range(2):
        assert await ledger.retract(memory, op()) is not None
        await ledger.unarchive(memory.key, op())
        assert await judge(f"more_{again}", 2 + again, "failure") == 3
    # A judge may change its own word even after the citation is void.
    assert await judge("cited", 5, "success") == 1


async def test_judging_a_late_citation_takes_back_nobody_elses_word_on_the_exposure(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    ann, eve, desk = (Operation(name, NOON) for name in ("ann", "eve", "desk"))
    ended_well = (Trial(True, 0.9, True, month="2026-03"),)
    assert isinstance(await judge(stores, "success", by=ann), RecordedOutcome)
    assert (await stores.counts(first)).trials == ended_well
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], op()) is None
    assert isinstance(await judge(stores, "failure", first.id, by=eve), RecordedOutcome)
    # The two judges disagree.
    assert (await stores.counts(first)).trials == ()
    assert (await stores.counts(first)).believed_runs == (0, 1)
    assert isinstance(await judge(stores, "success", first.id, by=eve), RecordedOutcome)
    assert (await stores.counts(first)).trials == ended_well
    assert isinstance(
        await judge(stores, "failure", first.id, by=replace(desk, trusted=True)), RecordedOutcome
    )
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, False, month="2026-03"),)


async def test_a_word_against_a_trial_uses_up_allowance_even_if_its_citation_becomes_void(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    app, ledger = stores.collection, stores.ledger
    assert isinstance(await judge(stores, "success", by=Operation("ann", NOON)), RecordedOutcome)
    assert await ledger.cite(app, "run_1", [first.id], op()) is None
    assert isinstance(
        await judge(stores, "failure", first.id, by=Operation("eve", NOON)), RecordedOutcome
    )
    assert await ledger.retract(first, op()) is not None
    await ledger.unarchive(first.key, op())
    for day in range(1, 5):
        eve, run = Operation("eve", at(day * 24 * 60)), f"later_{day}"
        await ledger.expose(app, run, [Exposure(first.key, True, 0.9, 1)], op())
        said = RunOutcome(run, "failure", eve.at)
        assert isinstance(
            await ledger.apply_run_outcome(app, said, [], eve, is_whole=True), RecordedOutcome
        )
    assert (await stores.counts(first)).trials == (Trial(True, 0.9, False, 2, "2026-03"),)


async def test_trials_of_sensitive_memories_are_read_only_if_they_are_asked_for(
    stores: Stores,
) -> None:
    plain = await stores.begun("Plain")
    secret = await stores.begun("Secret", sensitivity=0.9)
    exposures = [Exposure(plain.key, True, 0.9, 1), Exposure(secret.key, False, 0.9, 2)]
    await stores.ledger.expose(stores.collection, "run_1", exposures, op())
    assert isinstance(await judge(stores, "success"), RecordedOutcome)
    shown, withheld = (Trial(side, 0.9, True, month="2026-03") for side in (True, False))
    assert await stores.ledger.trials(stores.collection, sensitive=False) == (shown,)
    assert set(await stores.ledger.trials(stores.collection, sensitive=True)) == {shown, withheld}


async def test_a_relay_may_go_on_with_a_run_that_another_caller_has_opened(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    more, desk = [Exposure(pair[0].key, True, 0.9, 1)], Operation("desk", NOON, relays=True)
    assert await stores.ledger.expose(stores.collection, "run_1", more, desk)


async def test_an_erased_memory_is_in_no_exposure_of_an_earlier_day(stores: Stores) -> None:
    memory, app = await stores.begun(), stores.collection
    exposures = [Exposure(memory.key, True, 0.9, 1)]
    for run, day in (("run_1", 0), ("run_2", 29)):
        await stores.ledger.expose(app, run, exposures, op(minutes=day * 24 * 60))
    await delete(stores.ledger, memory.key)
    await begin(stores.ledger, memory)
    assert isinstance(await judge(stores, "success"), RecordedOutcome)
    assert (await stores.counts(memory)).trials == ()
