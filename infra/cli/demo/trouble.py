"""What happens when things go wrong."""

from infra.cli.complaint import Complaint
from infra.cli.demo.teller import Teller
from recollect.memories.model import SearchResult


def give_up_a_hopeless_event(teller: Teller) -> None:
    """An event that can never succeed lands on the dead letters"""  # a title
    teller.publish(
        "MemoryOutcomeRecorded", {"memory_id": "mem_unknown", "outcome": "success"}, "evt-9002"
    )
    letters = teller.client.get("/_events/dead-letters").json()["deadLetters"]
    if len(letters) != 1:
        raise Complaint(f"there are {len(letters)} dead letters, not one")
    teller.say(f"given up by {letters[0]['function']}: {letters[0]['reason']}")
    teller.check("with its reason", holds="there is no memory mem_unknown" in letters[0]["reason"])


def find_without_redis(teller: Teller) -> None:
    """Redis goes away, and finding goes on"""  # a chapter's title
    teller.break_store("upstash-redis")
    response = teller.ask(
        "POST", "/memories/search", {"query": "asks for a refund after an operation", "limit": 3}
    )
    teller.mend_stores()
    found = SearchResult.model_validate_json(response.content).results
    degraded = response.headers.get("X-Degraded", "")
    teller.say(f"X-Degraded: {degraded}")
    teller.check(
        f"{len(found)} memories, without their reputation, and the answer says so",
        holds=bool(found) and degraded == "reputation",
    )
