"""Chapters in which people, runs and events judge memories, which changes their confidence."""

from pydantic import JsonValue

from infra.cli.console import CommandError
from infra.cli.demo.run import APP_PATH, DemoRun
from recollect.memories.model import History, Memory
from recollect.memories.receipts import CitationsJudged, Cited


def correct_a_decision(demo: DemoRun) -> None:
    """A person corrects a decision"""  # a chapter's title
    before = demo.kept["login"].metadata.confidence
    memory = demo.read(
        Memory,
        "PUT",
        f"{APP_PATH}/memories/{demo.kept['login'].id}/correction",
        {"correction": "Should have sent a login code: phones open links in another browser."},
    )
    demo.say(f"confidence {before:.3f} → {memory.metadata.confidence:.3f}")
    demo.check(
        "its outcome is corrected, it has a downvote, and its confidence is lower",
        holds=memory.metadata.outcome == "corrected"
        and memory.metadata.votes.downvotes == 1
        and memory.metadata.confidence < before,
    )


def vote(demo: DemoRun) -> None:
    """A voter votes twice"""  # a chapter's title
    path = f"{APP_PATH}/memories/{demo.kept['refund'].id}/votes"
    ballot: dict[str, JsonValue] = {"vote": "upvote", "voter_id": "reviewer-7"}
    demo.call("POST", path, ballot)
    memory = demo.read(Memory, "POST", path, ballot)
    demo.check("the voter counts once", holds=memory.metadata.votes.upvotes == 1)


def cite_and_judge(demo: DemoRun) -> None:
    """A run cites a memory twice, and ends well"""  # a chapter's title
    memory_id = demo.kept["refund"].id
    before = demo.memory(memory_id).metadata
    run: dict[str, JsonValue] = {"run_id": "run_9001", "memory_ids": [memory_id]}
    for _ in range(2):
        demo.read(Cited, "POST", f"{APP_PATH}/citations", run)
    demo.read(
        CitationsJudged, "PUT", f"{APP_PATH}/citations/run_9001/outcome", {"outcome": "success"}
    )
    after = demo.memory(memory_id).metadata
    demo.say(f"confidence {before.confidence:.3f} → {after.confidence:.3f}")
    demo.check(
        "the run counts once, and the memory's confidence is higher",
        holds=after.votes.citations == 1
        and after.votes.success_rate == 1
        and after.confidence > before.confidence,
    )


def deliver_an_event_twice(demo: DemoRun) -> None:
    """The event bus delivers an outcome twice"""  # a chapter's title
    memory_id = demo.kept["refund"].id
    before = demo.memory(memory_id).metadata
    for _ in range(2):
        demo.publish(
            "MemoryOutcomeRecorded", {"memory_id": memory_id, "outcome": "success"}, "evt-9001"
        )
    after = demo.memory(memory_id).metadata
    demo.say(f"confidence {before.confidence:.3f} → {after.confidence:.3f}")
    demo.check(
        "the event counts as one upvote", holds=after.votes.upvotes == before.votes.upvotes + 1
    )
    history = demo.read(History, "GET", f"{APP_PATH}/memories/{memory_id}/history")
    for event in history.events:
        demo.say(f"{event.at}  {event.type:16}  {event.actor}")
    demo.check(
        "the history has one entry for each thing that happened",
        holds=[event.type for event in history.events]
        == ["stored", "stored_again", "voted", "cited", "citation_judged", "outcome_recorded"],
    )


def give_up_a_hopeless_event(demo: DemoRun) -> None:
    """An event that can never succeed becomes a dead letter"""  # a chapter's title
    outcome: dict[str, JsonValue] = {"memory_id": "mem_unknown", "outcome": "success"}
    # An old event: a recent one would be retried, because its memory may still be on its way.
    demo.publish("MemoryOutcomeRecorded", outcome, "evt-9002", Time="2026-01-15T09:30:00Z")
    letters = demo.client.get("/_events/dead-letters").json()["deadLetters"]
    if len(letters) != 1:
        raise CommandError(f"there are {len(letters)} dead letters, not one")
    demo.say(f"given up by {letters[0]['function']}: {letters[0]['reason']}")
    demo.check(
        "the dead letter says why it failed",
        holds="there is no memory mem_unknown" in letters[0]["reason"],
    )
