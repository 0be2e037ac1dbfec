"""The counts and beliefs of a memory as of a past moment."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.operation import Operation
from recollect.learning.judges import OPERATOR
from recollect.memories.judging.feedback import give_feedback
from recollect.memories.known.as_of import counts_then
from recollect.memories.known.reading import effective_metadata
from recollect.memories.model import CitationOutcome
from recollect.memories.requests import NewVote, Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import Feedback, MemoryOutcome, RunOutcome, Validation
from recollect.memories.stored.record import MemoryRecord
from tests.memories.acting import KEY, RECORD, Actors
from tests.memories.lifecycle import begin
from tests.memories.samples import COLLECTION, NOW, op, record_of

ACTS = st.sampled_from(
    [
        *("store", "store failed", "up", "down", "turn", "nameless", "succeed", "fail"),
        *("correct", "validate", "cite", "judge well", "judge badly", "archive", "restore"),
        *("retract", "late", "unheard"),
    ]
)

JUDGES = ("ann", "bob", OPERATOR)


async def act(actors: Actors, what: str, number: int) -> None:
    """Do something to the memory, an hour after the previous act."""
    ledger, by = actors.ledger, replace(op(), at=NOW + timedelta(hours=number))
    match what.split():
        case ["store", *failed]:
            said = replace(
                RECORD, metadata={**RECORD.metadata, "outcome": "failed" if failed else "success"}
            )
            await begin(ledger, said, by=by)
        case ["unheard"]:
            said = replace(RECORD, metadata={**RECORD.metadata, "outcome": "failed"})
            await begin(ledger, said, by=Operation("mallory", by.at))
        case [("up" | "down") as way]:
            vote = NewVote.model_validate({"vote": f"{way}vote", "voter_id": f"v{number}"})
            await ledger.apply(KEY, vote, by)
        case ["turn"]:
            vote = NewVote(vote="upvote" if number % 2 else "downvote", voter_id="turner")
            await ledger.apply(KEY, vote, by)
        case ["nameless"]:
            await ledger.apply(KEY, NewVote(vote="upvote"), by)
        case [("succeed" | "fail") as how]:
            outcome = MemoryOutcome("success" if how == "succeed" else "failed", by.at)
            await ledger.apply(KEY, outcome, by)
        case ["correct"]:
            await ledger.apply(KEY, MemoryOutcome("corrected", by.at, "No", "fraud"), by)
        case ["late"]:
            early = NOW - timedelta(hours=number)
            await ledger.apply(KEY, MemoryOutcome("failed", early, "Late"), by)
        case _:
            await keep(actors, what, number, by)


async def keep(actors: Actors, what: str, number: int, by: Operation) -> None:
    """Cite, confirm, archive or retract."""
    ledger, run = actors.ledger, f"run-{number // 3}"
    match what.split():
        case ["validate"]:
            await ledger.apply(KEY, Validation(), by)
        case ["cite"]:
            await ledger.cite(COLLECTION, run, [RECORD.id], by)
        case ["judge", how]:
            kind: CitationOutcome = "success" if how == "well" else "failure"
            said_of_run = RunOutcome(run, kind, by.at)
            await ledger.apply_run_outcome(COLLECTION, said_of_run, [RECORD.id], by)
        case ["archive"]:
            await ledger.archive([(RECORD, await actors.counts_of(RECORD))], by)
        case ["restore"]:
            await ledger.unarchive(KEY, by)
        case _:
            await ledger.retract(RECORD, by)


def visible_state(counts: MemoryCounts) -> tuple[object, ...]:
    """Everything that a reader sees of counts."""
    return (
        replace(counts, trials=(), outcome=None, correction=None, category=None, state=None),
        {name: value for name, value in effective_metadata(RECORD, counts).items() if value},
    )


@given(st.lists(ACTS, max_size=12))
async def test_counts_replayed_as_of_any_moment_equal_the_counts_at_that_moment(
    acts: list[str],
) -> None:
    actors = await Actors().keep(RECORD)
    moments = [(NOW, await actors.counts_of(RECORD))]
    for number, what in enumerate(acts, 1):
        await act(actors, what, number)
        moments.append((NOW + timedelta(hours=number), await actors.counts_of(RECORD)))
    history = await actors.ledger.history(KEY)

    for then, counts in moments:
        replayed = counts_then(RECORD, history, moments[-1][1], then)
        assert replayed is not None
        assert visible_state(replayed) == visible_state(counts)


@pytest.mark.parametrize("missing", [0, 1])
async def test_an_incomplete_history_yields_no_counts_of_a_past_moment(missing: int) -> None:
    actors = await Actors().keep(RECORD)
    await act(actors, "up", 1)
    history = list(await actors.ledger.history(KEY))
    del history[missing]
    counts = await actors.counts_of(RECORD)
    assert counts_then(RECORD, history, counts, NOW) is None


async def test_votes_beyond_a_judges_bounds_were_not_believed_at_a_past_moment() -> None:
    actors = await Actors().keep(RECORD)
    for number in range(4):
        desk = Operation("desk", NOW + timedelta(minutes=1 + number), relays=True)
        await actors.ledger.apply(KEY, NewVote(vote="upvote", voter_id=f"v{number}"), desk)
    history, counts = await actors.ledger.history(KEY), await actors.counts_of(RECORD)
    then = counts_then(RECORD, history, counts, NOW + timedelta(minutes=2))
    assert then is not None
    assert (then.upvotes, then.upvotes_beyond) == (2, 1)


async def test_what_the_operator_said_was_believed_without_bounds_at_a_past_moment() -> None:
    actors = await Actors().keep(RECORD)
    bus = [Operation("bus", NOW + timedelta(minutes=each), trusted=True) for each in range(1, 7)]
    ann = [Operation("ann", NOW + timedelta(hours=each)) for each in (1, 2)]
    for number, by in enumerate((*bus, *ann)):
        await actors.ledger.cite(COLLECTION, f"run-{number}", [RECORD.id], op())
        failed = RunOutcome(f"run-{number}", "failure", by.at)
        await actors.ledger.apply_run_outcome(COLLECTION, failed, [RECORD.id], by)
    for by in bus:
        await actors.ledger.apply(KEY, NewVote(vote="downvote"), by)
    history, counts = await actors.ledger.history(KEY), await actors.counts_of(RECORD)
    assert counts.believed_runs == (0, 7)
    then = counts_then(RECORD, history, counts, NOW + timedelta(hours=3))
    assert then is not None
    assert (then.believed_votes, then.believed_runs) == ((0, 6), (0, 7))
    assert (then.supporters, then.opponents) == (counts.supporters, counts.opponents)


@given(
    st.lists(
        st.tuples(st.sampled_from("012345"), st.sampled_from(JUDGES), st.integers(0, 30)),
        max_size=14,
    )
)
async def test_runs_believed_at_a_past_moment_are_each_judges_latest_three_on_days_of_their_own(
    said: list[tuple[str, str, int]],
) -> None:
    """Each word turns what is told of its run, as a history has no repeats of that."""
    actors, told = await Actors().keep(RECORD), dict[str, CitationOutcome]()
    moments, at = [(NOW, await actors.counts_of(RECORD))], NOW
    for run in "012345":
        await actors.ledger.cite(COLLECTION, run, [RECORD.id], op())
    for run, judge, hours in said:
        at += timedelta(hours=hours, minutes=1)
        told[run] = "failure" if told.get(run) == "success" else "success"
        by = Operation(judge, at, trusted=judge == OPERATOR)
        outcome = RunOutcome(run, told[run], at)
        await actors.ledger.apply_run_outcome(COLLECTION, outcome, [RECORD.id], by)
        moments.append((at, await actors.counts_of(RECORD)))
    history = await actors.ledger.history(KEY)
    for then, counts in moments[1:]:
        replayed = counts_then(RECORD, history, moments[-1][1], then)
        assert replayed is not None
        assert visible_state(replayed) == visible_state(replace(counts, contexts=()))


async def test_a_judges_side_at_a_past_moment_follows_its_judgement_of_the_latest_moment() -> None:
    actors = await Actors().keep(RECORD)
    said = [
        MemoryOutcome("success", NOW + timedelta(minutes=3)),
        MemoryOutcome("failed", NOW + timedelta(minutes=1)),
        MemoryOutcome("failed", NOW + timedelta(minutes=4)),
    ]
    for hours, outcome in enumerate(said, 1):
        ann = Operation("ann", NOW + timedelta(hours=hours))
        await actors.ledger.apply(KEY, outcome, ann)
    history, counts = await actors.ledger.history(KEY), await actors.counts_of(RECORD)
    assert counts.opponents == {"ann"}
    then = counts_then(RECORD, history, counts, NOW + timedelta(hours=2))
    assert then is not None
    assert then.backers >= {"ann"}
    assert then.opponents == frozenset()


async def test_an_unproven_memory_was_unproven_also_where_its_writers_name_is_erased() -> None:
    actors = await Actors().keep(RECORD)
    history, counts = await actors.ledger.history(KEY), await actors.counts_of(RECORD)
    then = counts_then(RECORD, history, replace(counts, unproven=True, writer=None), NOW)
    assert then is not None
    assert then.backers == frozenset()


async def test_the_operator_stood_by_a_memory_since_its_import_and_no_judge_of_before() -> None:
    elsewhere, here = await Actors().keep(RECORD), Actors()
    await elsewhere.ledger.apply(KEY, NewVote(vote="upvote", voter_id="bob"), Operation("bob", NOW))
    exports = await elsewhere.ledger.export([KEY])
    await here.ledger.restore([RECORD], exports, "", op())
    history, counts = await here.ledger.history(KEY), await here.counts_of(RECORD)
    then = counts_then(RECORD, history, counts, NOW)
    assert then is not None
    assert then.backers == counts.backers == {OPERATOR}


async def test_of_a_judges_words_of_one_day_that_of_the_latest_moment_was_believed() -> None:
    actors = await Actors().keep(RECORD)
    said = [
        MemoryOutcome("failed", NOW + timedelta(minutes=5)),
        MemoryOutcome("success", NOW + timedelta(minutes=2)),
    ]
    for minutes, outcome in enumerate(said, 10):
        ann = Operation("ann", NOW + timedelta(minutes=minutes))
        await actors.ledger.apply(KEY, outcome, ann)
    history, counts = await actors.ledger.history(KEY), await actors.counts_of(RECORD)
    then = counts_then(RECORD, history, counts, NOW + timedelta(hours=1))
    assert then is not None
    assert then.believed_votes == counts.believed_votes == (0, 1)


async def found(actors: Actors, **asked: object) -> tuple[SearchResult, tuple[str, ...]]:
    search = {"query": RECORD.situation, "threshold": 0, "include_stale": True, **asked}
    return await actors.search(Search.model_validate(search), now=NOW + timedelta(days=1))


async def test_a_memory_archived_or_failed_later_is_found_as_it_was_at_a_past_moment() -> None:
    actors = await Actors().keep(RECORD)
    await act(actors, "up", 1)
    await act(actors, "fail", 3)
    await act(actors, "archive", 4)
    now, _ = await found(actors)
    assert (now.results, now.warnings) == ((), ())

    (then,), degraded = (await found(actors, as_of=NOW + timedelta(hours=2)))[0].results, ()
    assert then.memory.metadata.outcome == "success"
    assert then.memory.metadata.state == "active"
    assert (then.memory.metadata.votes.upvotes, then.memory.metadata.votes.downvotes) == (1, 0)
    assert degraded == ()


async def test_a_search_as_of_a_time_is_degraded_where_the_history_is_incomplete() -> None:
    actors = await Actors().keep(RECORD)
    await act(actors, "up", 1)
    del actors.ledger.entries[KEY].log[0]
    result, degraded = await found(actors, as_of=NOW)
    assert degraded == ("history",)
    assert [each.memory.id for each in result.results] == [RECORD.id]


async def test_steps_agree_with_what_was_proven_and_had_ended_well_at_a_past_moment() -> None:
    usual, other = (record_of(f"{RECORD.situation} {each}", steps=["refund"]) for each in "ab")
    actors = await Actors().keep(other)
    await actors.index.add((usual,))
    await begin(actors.ledger, usual, by=Operation("mallory", NOW))
    said: dict[int, tuple[MemoryRecord, Feedback]] = {
        2: (usual, NewVote(vote="upvote")),
        4: (other, MemoryOutcome("failed", NOW)),
    }
    seen = []
    for hour in range(1, 6, 2):
        seen.append((await found(actors))[0])
        if hour + 1 in said:
            record, word = said[hour + 1]
            by = Operation("ann", NOW + timedelta(hours=hour + 1), trusted=True)
            await give_feedback(record.key, word, "restricted", by, actors.stores)
    for hour, then in zip(range(1, 6, 2), seen, strict=True):
        result, _ = await found(actors, as_of=NOW + timedelta(hours=hour))
        assert agreements_in(result) == agreements_in(then)
    alone, both, failed = map(agreements_in, seen)
    assert alone.keys() == {other.id}
    assert both.keys() == {usual.id, other.id}
    assert failed.keys() == {usual.id}
    assert failed[usual.id] < alone[other.id] < both[other.id]


def agreements_in(result: SearchResult) -> dict[str, float]:
    return {each.memory.id: each.agreement for each in result.results if each.agreement is not None}
