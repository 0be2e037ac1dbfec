"""What people, runs and events say of a memory, and what that does to its confidence."""

from pydantic import JsonValue

from infra.cli.demo.teller import Teller
from recollect.memories.model import CitationsJudged, Cited, History, Memory


def correct_a_decision(teller: Teller) -> None:
    """A human corrects a decision"""  # a chapter's title
    before = teller.kept["login"].metadata.confidence
    memory = teller.read(
        Memory,
        "PUT",
        f"/memories/{teller.kept['login'].id}/correction",
        {"correction": "Should have sent a login code: phones open links in another browser."},
    )
    teller.say(f"confidence {before:.3f} → {memory.metadata.confidence:.3f}")
    teller.check(
        "its outcome is corrected, it has a downvote and is believed less",
        holds=memory.metadata.outcome == "corrected"
        and memory.metadata.votes.downvotes == 1
        and memory.metadata.confidence < before,
    )


def vote(teller: Teller) -> None:
    """A voter votes twice"""  # a chapter's title
    path = f"/memories/{teller.kept['refund'].id}/votes"
    ballot: dict[str, JsonValue] = {"vote": "upvote", "voter_id": "reviewer-7"}
    teller.ask("POST", path, ballot)
    memory = teller.read(Memory, "POST", path, ballot)
    teller.check("and counts once", holds=memory.metadata.votes.upvotes == 1)


def cite_and_judge(teller: Teller) -> None:
    """A run cites the memory, and turns out well"""  # a chapter's title
    memory_id = teller.kept["refund"].id
    before = teller.memory(memory_id).metadata
    run: dict[str, JsonValue] = {"run_id": "run_9001", "memory_ids": [memory_id]}
    for _ in range(2):
        teller.read(Cited, "POST", "/citations", run)
    teller.read(CitationsJudged, "PUT", "/citations/run_9001/outcome", {"outcome": "success"})
    after = teller.memory(memory_id).metadata
    teller.say(f"confidence {before.confidence:.3f} → {after.confidence:.3f}")
    teller.check(
        "cited twice by one run, it counts once, and is believed more",
        holds=after.votes.citations == 1
        and after.votes.success_rate == 1
        and after.confidence > before.confidence,
    )


def deliver_an_event_twice(teller: Teller) -> None:
    """The bus delivers an outcome twice"""  # a chapter's title
    memory_id = teller.kept["refund"].id
    before = teller.memory(memory_id).metadata
    for _ in range(2):
        teller.publish(
            "MemoryOutcomeRecorded", {"memory_id": memory_id, "outcome": "success"}, "evt-9001"
        )
    after = teller.memory(memory_id).metadata
    teller.say(f"confidence {before.confidence:.3f} → {after.confidence:.3f}")
    teller.check("one event, one upvote", holds=after.votes.upvotes == before.votes.upvotes + 1)
    history = teller.read(History, "GET", f"/memories/{memory_id}/history")
    for event in history.events:
        teller.say(f"{event.at}  {event.type:16}  {event.actor}")
    teller.check(
        "the history tells each of it once",
        holds=[event.type for event in history.events]
        == ["stored", "stored_again", "voted", "cited", "citation_judged", "outcome_recorded"],
    )
