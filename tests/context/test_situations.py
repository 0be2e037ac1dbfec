"""The hints that a person on call should get in sixty situations, and those the rules give.

Half of them are traps: drills, policies, reports, resolved or last year's events. Half were kept
aside while the rules were written.
"""

import json
from pathlib import Path

from recollect.context.affordances import affordances_of
from recollect.context.evidence import Evidence
from tests.cases import each_case
from tests.context.examples import NOW

SITUATIONS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "situations.jsonl").read_text().splitlines()
]
PRECISION = 0.9
RECALL = 0.9


@each_case("kept_aside", [False, True])
def test_precision_and_recall_of_hints_are_at_least_nine_tenths(kept_aside: bool) -> None:
    apt = given = wanted = 0
    wrong: list[str] = []
    for each in SITUATIONS:
        if each["kept_aside"] is kept_aside:
            evidence = [
                Evidence(f"e-{place}", one["content"], one["metadata"], 0.8, one["relevance"])
                for place, one in enumerate(each["evidence"])
            ]
            hints = {hint.type for hint in affordances_of(each["query"], evidence, now=NOW)}
            expected = set(each["hints"])
            apt, given, wanted = (
                apt + len(hints & expected),
                given + len(hints),
                wanted + len(expected),
            )
            wrong += [f"{each['query']}: {hints ^ expected}"] if hints != expected else []
    assert apt >= PRECISION * given, wrong
    assert apt >= RECALL * wanted, wrong
