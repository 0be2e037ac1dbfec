"""Feedback on memories, as it is passed to the Redis scripts."""

from recollect.adapters.upstash.redis.memory_format import feedback_script
from recollect.memories.stored.ledger_data import MemoryOutcome
from tests.adapters.contract.stores import at, op

KEY = ("support:epic-web", "mem_1")


def test_an_outcome_is_repeatable_only_if_the_script_recognises_the_repeat() -> None:
    for minutes, operation, repeatable in ((0, "", True), (-1, "", False), (-1, "op", True)):
        outcome = MemoryOutcome("failed", at(minutes))
        assert feedback_script(KEY, outcome, op(operation))[1] is repeatable
