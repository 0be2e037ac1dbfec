from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.memories.confidence_settings import SEED_SETTINGS
from recollect.memories.known.reading import age_of, assemble, effective_metadata
from recollect.memories.model import Votes
from recollect.memories.stored.counts import MemoryCounts
from tests.memories.samples import COLLECTION, NOW, record_of, validated


def test_a_memory_is_its_record_with_its_counts() -> None:
    record = record_of(age_days=30, category="refund", tags=["vip"])
    counts = MemoryCounts(
        upvotes=2, downvotes=1, citations=5, successes=3, failures=1, occurrences=4
    )
    memory = assemble(record, counts, NOW, SEED_SETTINGS)
    assert (memory.id, memory.content) == (record.id, record.content)
    assert (memory.situation, memory.decision) == (record.situation, record.decision)
    metadata = memory.metadata
    assert metadata.votes == Votes(upvotes=2, downvotes=1, citations=5, success_rate=0.75, judged=4)
    assert metadata.confidence == 0.5 * (0.3 * 3 / 5 + 0.7 * 4 / 6)
    assert (metadata.collection, metadata.app_slug) == (COLLECTION, "epic-web")
    assert (metadata.created_at, metadata.last_validated_at) == ("2026-01-30T12:00:00.000Z", None)
    assert (metadata.category, metadata.tags, metadata.occurrences) == ("refund", ("vip",), 4)
    assert (metadata.correction, metadata.conversation_id) == (None, None)


def test_decided_fields_replace_those_of_the_record() -> None:
    record = record_of(outcome="failed", correction="Escalate", category="old", trust=0.1)
    counts = MemoryCounts(outcome="success", correction="", category="new", state="active")
    metadata = assemble(record, counts, NOW, SEED_SETTINGS).metadata
    assert (metadata.outcome, metadata.correction) == ("success", None)
    assert (metadata.category, metadata.state) == ("new", "active")


def test_an_archived_memory_says_whether_it_was_retracted_until_it_is_restored() -> None:
    def of(counts: MemoryCounts) -> tuple[str, bool]:
        metadata = assemble(record, counts, NOW, SEED_SETTINGS).metadata
        return metadata.state, metadata.retracted

    record = record_of()
    assert of(MemoryCounts(state="active", archived_at=NOW)) == ("archived", False)
    retracted = MemoryCounts(state="active", archived_at=NOW, retracted=True)
    assert of(retracted) == ("archived", True)
    record = replace(record, metadata={**record.metadata, **retracted.decided})
    assert of(MemoryCounts()) == ("archived", True)
    assert of(MemoryCounts(state="active", restored_at=NOW)) == ("active", False)


@pytest.mark.parametrize(
    ("outcome", "counts", "known"),
    [
        ("success", MemoryCounts(), "unknown"),
        ("success", MemoryCounts(citations=4, failures=4), "unknown"),
        ("success", MemoryCounts(upvotes=1), "success"),
        ("success", MemoryCounts(citations=2, successes=2, failures=1), "success"),
        ("success", MemoryCounts(citations=2, successes=1, failures=1), "unknown"),
        ("success", MemoryCounts(upvotes=1, citations=9, successes=1, failures=8), "unknown"),
        ("corrected", MemoryCounts(), "corrected"),
        ("failed", MemoryCounts(upvotes=3), "failed"),
        ("success", MemoryCounts(upvotes=2, downvotes=99, downvotes_beyond=98), "success"),
        ("success", MemoryCounts(successes=99, successes_beyond=96, failures=3), "unknown"),
    ],
)
def test_a_success_is_known_once_somebody_other_than_its_writer_confirmed_it(
    outcome: str, counts: MemoryCounts, known: str
) -> None:
    record = record_of(outcome=outcome)
    assert assemble(record, counts, NOW, SEED_SETTINGS).metadata.known_outcome == known


def test_without_a_decided_outcome_that_of_the_record_stands() -> None:
    record = record_of(outcome="failed", correction="Escalate", trust=0.1)
    metadata = assemble(record, MemoryCounts(), NOW, SEED_SETTINGS).metadata
    assert (metadata.outcome, metadata.correction) == ("failed", "Escalate")
    assert metadata.state == "quarantined"


def test_a_validation_restarts_the_age() -> None:
    record = record_of(age_days=90)
    metadata = effective_metadata(record, validated(days_ago=2))
    assert age_of(metadata, NOW) == 2
    assert assemble(record, validated(days_ago=0), NOW, SEED_SETTINGS).metadata.confidence == 0.5


def test_clocks_that_disagree_make_no_age_negative() -> None:
    assert age_of(effective_metadata(record_of(age_days=-1), MemoryCounts()), NOW) == 0
    assert age_of(effective_metadata(record_of(), MemoryCounts()), NOW - timedelta(days=3)) == 0


def test_the_success_rate_is_zero_until_a_run_is_judged() -> None:
    assert MemoryCounts(citations=9).success_rate == 0
    assert MemoryCounts(successes=1).success_rate == 1
    assert MemoryCounts(failures=2).success_rate == 0


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (MemoryCounts(), []),
        (MemoryCounts(upvotes=2), []),
        (MemoryCounts(upvotes=2, downvotes=1), ["1 of 3 votes against it"]),
        (MemoryCounts(successes=2), ["2 of 2 runs that used it went well"]),
        (MemoryCounts(failures=2, failed_last=2), ["0 of 2 runs that used it went well"]),
        (
            MemoryCounts(successes=16, failures=1, failed_last=1),
            ["16 of 17 runs that used it went well, the last did not"],
        ),
        (
            MemoryCounts(successes=16, failures=4, failed_last=3),
            ["16 of 20 runs that used it went well, the last 3 did not"],
        ),
        (
            MemoryCounts(upvotes=2, downvotes=99, downvotes_beyond=98),
            ["99 of 101 votes against it (as far as judges are believed: 1 of 3)"],
        ),
        (
            MemoryCounts(successes=5, failures=90, failures_beyond=87, failed_last=90),
            [
                (
                    "5 of 95 runs that used it went well, the last 90 did not"
                    " (as far as judges are believed: 5 of 8)"
                )
            ],
        ),
        (
            MemoryCounts(failures=1, successes_beyond=-1),
            ["0 of 1 runs that used it went well (as far as judges are believed: 1 of 2)"],
        ),
    ],
)
def test_downvotes_and_the_outcomes_of_runs_are_put_into_words(
    counts: MemoryCounts, words: list[str]
) -> None:
    assert assemble(record_of(), counts, NOW, SEED_SETTINGS).metadata.votes.in_words() == words
