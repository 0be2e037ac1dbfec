"""What the ledger promises about feedback: votes, judgements and validations."""

import asyncio
from dataclasses import replace

import pytest

from recollect.core.timestamps import iso
from recollect.learning.judges import OPERATOR
from recollect.memories.model import Outcome, Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import MemoryOutcome, Validation
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.judging import by
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lifecycle import begin, delete


def vote(kind: Vote, voter: str | None = None) -> NewVote:
    return NewVote(vote=kind, voter_id=voter)


def judgement(
    outcome: Outcome, minutes: float = 0, correction: str | None = None, category: str | None = None
) -> MemoryOutcome:
    return MemoryOutcome(outcome, at(minutes), correction, category)


def tally(counts: MemoryCounts | None) -> tuple[int, int]:
    assert counts is not None
    return counts.upvotes, counts.downvotes


@pytest.fixture
async def memory(stores: Stores) -> MemoryRecord:
    return await stores.begun()


async def test_a_vote_without_a_voter_counts_each_time(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("upvote"), op())
    assert tally(await stores.ledger.apply(memory.key, vote("upvote"), op())) == (2, 0)


async def test_a_vote_with_an_operation_counts_once_however_often_it_is_sent(
    stores: Stores, memory: MemoryRecord
) -> None:
    await asyncio.gather(
        *(stores.ledger.apply(memory.key, vote("upvote"), op("op")) for _ in range(5))
    )
    assert tally(await stores.counts(memory)) == (1, 0)


async def test_a_late_repeat_of_an_operation_does_not_undo_a_change_of_mind(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("upvote", "ada"), op("first"))
    await stores.ledger.apply(memory.key, vote("downvote", "ada"), op("second"))
    repeated = await stores.ledger.apply(memory.key, vote("upvote", "ada"), op("first"))
    assert tally(repeated) == (0, 1)


async def test_a_judgement_decides_the_outcome_and_casts_its_vote(
    stores: Stores, memory: MemoryRecord
) -> None:
    counts = await stores.ledger.apply(
        memory.key, judgement("corrected", 0, "Escalate instead", "billing"), op()
    )
    assert counts is not None
    assert (counts.outcome, counts.correction) == ("corrected", "Escalate instead")
    assert (counts.category, tally(counts)) == ("billing", (0, 1))


async def test_a_correction_says_whether_it_is_the_word_of_its_writer_or_of_a_judge(
    stores: Stores,
) -> None:
    ledger = stores.ledger
    record = stores.new(outcome="corrected", correction="Escalate")
    (begun,) = await begin(ledger, record, by=by("ann"))
    assert begun.counts.correction_by == "writer"
    told = await ledger.apply(record.key, judgement("corrected", 1, "Wait"), by("bob"))
    assert told is not None
    assert told.correction_by == "judge"
    (again,) = await begin(ledger, record, by=by("ann", day=1))
    assert (again.counts.correction, again.counts.correction_by) == ("Escalate", "writer")
    judging = replace(by("bob", day=2), judges=True)
    (again,) = await begin(ledger, record, by=judging)
    assert again.counts.correction_by == "judge"


async def test_success_clears_a_correction_and_leaves_the_category(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, judgement("corrected", 0, "No", "billing"), op())
    counts = await stores.ledger.apply(memory.key, judgement("success", 1), op())
    assert counts is not None
    assert (counts.outcome, counts.correction) == ("success", "")
    assert (counts.category, tally(counts)) == ("billing", (1, 1))


async def test_a_failure_without_a_correction_leaves_the_one_that_is_there(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, judgement("corrected", 0, "Escalate"), op())
    counts = await stores.ledger.apply(memory.key, judgement("failed", 1), op())
    assert counts is not None
    assert (counts.outcome, counts.correction) == ("failed", "Escalate")


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
async def test_of_two_judgements_with_the_same_time_the_later_arrival_stands(
    stores: Stores, memory: MemoryRecord, order: tuple[str, str]
) -> None:
    says = {"a": judgement("success"), "b": judgement("failed")}
    for operation in (*order, order[0]):
        await stores.ledger.apply(memory.key, says[operation], op(operation))
    assert (await stores.counts(memory)).outcome == says[order[1]].outcome


async def test_repeating_a_judgement_later_moves_its_time_forward(
    stores: Stores, memory: MemoryRecord
) -> None:
    for said in (judgement("failed"), judgement("failed", 3), judgement("success", 2)):
        await stores.ledger.apply(memory.key, said, op())
    counts = await stores.counts(memory)
    assert (counts.outcome, tally(counts)) == ("failed", (1, 1))


async def test_a_judgement_with_an_operation_counts_once(
    stores: Stores, memory: MemoryRecord
) -> None:
    for _ in range(3):
        await stores.ledger.apply(memory.key, judgement("success"), op("op"))
    assert tally(await stores.counts(memory)) == (1, 0)


async def test_a_late_repeat_of_a_judgement_does_not_change_its_judges_side_back(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, judgement("failed"), op("first"))
    await stores.ledger.apply(memory.key, judgement("success", 1), op("second"))
    repeated = await stores.ledger.apply(memory.key, judgement("failed"), op("first"))
    assert repeated is not None
    assert (repeated.supporters, repeated.opponents) == (frozenset({OPERATOR}), frozenset())


async def test_two_operations_that_say_the_same_count_twice(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, judgement("success"), op("one"))
    assert tally(await stores.ledger.apply(memory.key, judgement("success"), op("two"))) == (2, 0)


async def test_without_an_operation_repeating_the_standing_judgement_changes_nothing(
    stores: Stores, memory: MemoryRecord
) -> None:
    for minute in range(3):
        await stores.ledger.apply(memory.key, judgement("failed", minute, "No", "x"), op())
    assert tally(await stores.counts(memory)) == (0, 1)
    assert len(await stores.ledger.history(memory.key)) == 2


@pytest.mark.parametrize(
    "second",
    [judgement("success", 1), judgement("failed", 1, "Other"), judgement("failed", 1, "No", "y")],
)
async def test_without_an_operation_a_different_judgement_counts(
    stores: Stores, memory: MemoryRecord, second: MemoryOutcome
) -> None:
    await stores.ledger.apply(memory.key, judgement("failed", 0, "No", "x"), op())
    assert sum(tally(await stores.ledger.apply(memory.key, second, op()))) == 2


async def test_a_validation_resets_the_clock_and_lifts_a_quarantine(
    stores: Stores, memory: MemoryRecord
) -> None:
    counts = await stores.ledger.apply(memory.key, Validation(), op(minutes=7))
    assert counts is not None
    assert (counts.validated_at, counts.state) == (at(7), "active")


async def test_an_earlier_validation_does_not_turn_the_clock_back(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, Validation(), op(minutes=7))
    counts = await stores.ledger.apply(memory.key, Validation(), op(minutes=3))
    assert counts is not None
    assert counts.validated_at == at(7)


async def test_feedback_on_a_deleted_memory_has_no_effect(
    stores: Stores, memory: MemoryRecord
) -> None:
    await delete(stores.ledger, memory.key)
    assert await stores.ledger.apply(memory.key, vote("upvote"), op()) is None
    assert await stores.ledger.apply(memory.key, judgement("success"), op()) is None
    assert await stores.ledger.apply(memory.key, Validation(), op()) is None
    assert await stores.counts(memory) == MemoryCounts()


async def test_the_history_lists_who_gave_which_feedback(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("upvote", "v1"), op(actor="grace", minutes=1))
    await stores.ledger.apply(memory.key, vote("upvote", "v1"), op(actor="grace", minutes=2))
    await stores.ledger.apply(memory.key, judgement("corrected", 3, "No “ü”"), op(actor="ada"))
    await stores.ledger.apply(memory.key, judgement("failed", 4), op(actor="ada"))
    await stores.ledger.apply(memory.key, Validation(), op(actor="alan"))
    events = await stores.ledger.history(memory.key)
    operators = {"authority": "operator"}
    assert [(event.type, event.actor, event.details) for event in events[1:]] == [
        ("voted", "grace", {"vote": "upvote", "voter_id": "v1", **operators}),
        (
            "corrected",
            "ada",
            {"outcome": "corrected", "correction": "No “ü”", "as_of": iso(at(3)), **operators},
        ),
        ("outcome_recorded", "ada", {"outcome": "failed", "as_of": iso(at(4)), **operators}),
        ("validated", "alan", {}),
    ]


async def test_each_entry_of_the_history_moves_the_revision_on(
    stores: Stores, memory: MemoryRecord
) -> None:
    assert (await stores.counts(memory)).revision == 1
    for _ in range(2):
        await stores.ledger.apply(memory.key, vote("upvote", "ada"), op())
    assert (await stores.counts(memory)).revision == 2


async def test_corrections_and_categories_are_reworded_where_that_changes_them(
    stores: Stores,
) -> None:
    records = [await stores.begun(each) for each in ("Both", "One", "Neither", "Silent")]
    texts = (("Ask Ann", "of Ann"), ("Ask Ann", None), ("Ask Bo", "of Bo"))
    for record, (correction, category) in zip(records, texts, strict=False):
        said = judgement("corrected", 1, correction, category)
        await stores.ledger.apply(record.key, said, op())
    keys = [record.key for record in reversed(records)]
    await stores.ledger.reword(keys, lambda text: text.replace("Ann", "[name]"))
    decided = [(await stores.counts(record)).decided for record in records]
    assert [(each.get("correction"), each.get("category")) for each in decided] == [
        ("Ask [name]", "of [name]"),
        ("Ask [name]", None),
        ("Ask Bo", "of Bo"),
        (None, None),
    ]


async def test_the_histories_of_several_memories_are_those_of_each(stores: Stores) -> None:
    records = [await stores.begun(each) for each in ("One", "Other")]
    await stores.ledger.apply(records[0].key, vote("upvote"), op())
    keys = [record.key for record in records]
    together = await stores.ledger.histories(keys)
    assert together == tuple([await stores.ledger.history(key) for key in keys])
    assert [len(each) for each in together] == [2, 1]
