"""Not one byte of an answer depends on anything that its caller may not see."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.context.request import ContextRequest
from recollect.core.security_levels import SecurityLevel
from recollect.retrieval.items import Item
from recollect.slicing.specialist import Specialist
from tests.cases import each_case
from tests.security.worlds import (
    CALLERS,
    POLICIES,
    World,
    answers_of_both,
    caller_of,
    decisions_of,
    requests,
    stored_items,
)

# The worlds are slow to build; the answers are not.
PATIENT = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@PATIENT
@given(stored_items(), CALLERS, requests(), st.sampled_from(POLICIES), st.sampled_from([0, 0.4]))
async def test_stores_that_differ_only_in_hidden_items_give_the_same_answers(
    items: list[Item], caller: Specialist, request: ContextRequest, policy: str, min_score: float
) -> None:
    assert len(await answers_of_both(items, caller, request, policy, min_score)) == 1


def asking(text: str, **query: JsonValue) -> ContextRequest:
    return ContextRequest.model_validate(
        {
            "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "someone"}},
            "payload": {"query": {"type": "hybrid", "text": text, **query}},
        }
    )


CROWD = 40


@each_case("policy", ["rules", "opa", "own"])
@each_case("query_type", ["semantic", "keyword", "hybrid"])
async def test_more_hidden_items_than_candidates_push_no_visible_item_out(
    policy: str, query_type: str
) -> None:
    crowd: list[dict[str, JsonValue]] = [
        {"hasCredentials": True, "kind": "c"},
        {"restrictedToGroups": ["board"], "kind": "c"},
    ]
    hidden = [Item(f"h{n}", "the printer pin", crowd[n % 2]) for n in range(CROWD)]
    seen = [Item(f"s{n}", f"the printer of floor {n} is slow", {}) for n in range(6)]
    caller, request = caller_of("public"), asking("the slow printer", type=query_type)
    found = await World([*hidden, *seen], decisions_of(policy)).answer(request, caller)
    assert found == await World(seen, decisions_of(policy)).answer(request, caller)
    assert len(json.loads(found)["payload"]["results"]) >= 4


@each_case("metadata", [{"restrictedToGroups": ["board"]}, {"sensitivity": 0.9}])
async def test_no_crowd_of_hidden_items_that_a_filter_excludes_is_too_large(
    metadata: dict[str, JsonValue],
) -> None:
    """More hidden items than a store returns: its filter leaves out those that rights exclude."""
    hidden = [Item(f"h{n:04}", "the printer pin", metadata) for n in range(1_200)]
    seen = Item("z", "the printer of this floor is slow", {"restrictedToGroups": ["qa"]})
    request, caller = asking("the printer pin", type="hybrid"), caller_of("internal", "qa")
    found = await World([*hidden, seen], decisions_of("rules")).answer(request, caller)
    assert found == await World([seen], decisions_of("rules")).answer(request, caller)
    assert [each["id"] for each in json.loads(found)["payload"]["results"]] == ["z"]


KINDS_OF_HIDDEN: tuple[dict[str, JsonValue], ...] = (
    {"sensitivity": 0.9},
    {"hasCredentials": True},
    {"trust": 0.1},
    {"restrictedToGroups": ["board"]},
    {"containsPII": True, "piiFields": ["$["]},
)


async def test_none_of_200_words_reveals_a_withheld_pin() -> None:
    """The red team's attack: a word of a withheld item changed the item's relevance in the ledger.

    Only the dense arm, whose relevance is its cosine: a hit would show in every number.
    """
    pin = "4711"
    vaults = [
        Item(f"vault-{n}", f"the pin of the vault is {pin}", metadata)
        for n, metadata in enumerate(KINDS_OF_HIDDEN)
    ]
    notes = Item("notes", "the pin of the vault is kept elsewhere", {})
    words = [pin, *(str(5_000 + n) for n in range(199))]
    world, told = World([*vaults, notes], decisions_of("rules")), set()
    for word in words:
        request = asking(f"vault {word}", type="semantic")
        told.add((await world.answer(request, caller_of("public"))).replace(word, "****"))
    assert len(told) == 1


@each_case("value", [100_000, 90_000, 0])
async def test_a_filter_reveals_nothing_about_a_hidden_salary(value: int) -> None:
    withheld = Item("ann", "the contract of Ann", {"salary": 90_000, "sensitivity": 0.9})
    masked = Item(
        "bob",
        "the contract of Bob",
        {"salary": 90_000, "containsPII": True, "piiFields": ["$.metadata.salary"]},
    )
    request = asking("contract", filters={"salary": value})
    answer = await World([withheld, masked], decisions_of("rules")).answer(
        request, caller_of("internal")
    )
    payload = json.loads(answer)["payload"]
    assert (payload["results"], payload["total_count"]) == ([], 0)
    assert payload["explainability"]["ledger"] == []


async def test_no_walk_leads_through_a_hidden_item() -> None:
    items = [
        Item("effect", "the login fails", {"caused_by": ["hidden"]}),
        Item("hidden", "the merger", {"caused_by": ["cause"], "sensitivity": 0.9}),
        Item("cause", "the switch was moved", {}),
    ]
    request = ContextRequest.model_validate(
        {
            "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "someone"}},
            "payload": {
                "query": {"type": "graph_traversal", "graph_params": {"start_node": "effect"}}
            },
        }
    )
    reached: dict[SecurityLevel, set[str]] = {
        "public": {"effect"},
        "confidential": {"effect", "hidden", "cause"},
    }
    for level, expected in reached.items():
        answer = await World(items, decisions_of("rules")).answer(request, caller_of(level))
        assert {each["id"] for each in json.loads(answer)["payload"]["results"]} == expected
