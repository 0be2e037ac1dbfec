"""What happens when things go wrong."""

from infra.cli.console import CommandError
from infra.cli.demo.run import DemoRun
from recollect.memories.model import SearchResult


def give_up_a_hopeless_event(demo: DemoRun) -> None:
    """An event that can never succeed lands on the dead letters"""  # a title
    demo.publish(
        "MemoryOutcomeRecorded", {"memory_id": "mem_unknown", "outcome": "success"}, "evt-9002"
    )
    letters = demo.client.get("/_events/dead-letters").json()["deadLetters"]
    if len(letters) != 1:
        raise CommandError(f"there are {len(letters)} dead letters, not one")
    demo.say(f"given up by {letters[0]['function']}: {letters[0]['reason']}")
    demo.check("with its reason", holds="there is no memory mem_unknown" in letters[0]["reason"])


def find_without_redis(demo: DemoRun) -> None:
    """Redis goes away, and finding goes on"""  # a chapter's title
    demo.break_store("upstash-redis")
    response = demo.ask(
        "POST", "/memories/search", {"query": "asks for a refund after an operation", "limit": 3}
    )
    demo.mend_stores()
    found = SearchResult.model_validate_json(response.content).results
    degraded = response.headers.get("X-Degraded", "")
    demo.say(f"X-Degraded: {degraded}")
    demo.check(
        f"{len(found)} memories, without their reputation, and the answer says so",
        holds=bool(found) and degraded == "reputation",
    )
