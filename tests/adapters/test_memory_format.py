"""What is said of memories, as it goes to the scripts."""

from recollect.adapters.upstash.redis_memory_format import feedback_script
from recollect.memories.ledger_data import MemoryOutcome
from tests.adapters.contract.stores import at, op

KEY = ("support:epic-web", "mem_1")


def test_an_outcome_is_sent_twice_only_where_a_repeat_of_it_is_known_for_one() -> None:
    for minutes, operation, repeatable in ((0, "", True), (-1, "", False), (-1, "op", True)):
        outcome = MemoryOutcome("failed", at(minutes))
        assert feedback_script(KEY, outcome, op(operation))[1] is repeatable
