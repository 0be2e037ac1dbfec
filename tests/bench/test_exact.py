from typing import Any

from tests.bench.exact import Beliefs, wrong_with
from tests.bench.misspelt import spellings


def belief(name: str, **more: Any) -> dict[str, Any]:
    return {
        "_id": name,
        "user_id": "test-user",
        "type": "entity",
        "canonical_name": name,
        "aliases": [],
        "content": f"About {name}.",
        "scope": ["code"],
        "pinned": False,
        "resolved_at": None,
        "superseded_by": None,
        "created_at": "2026-09-01T00:00:00Z",
    } | more


def case(**more: Any) -> dict[str, Any]:
    return {"scope": ["code"], "query": "?", "expect": {}} | more


def beliefs(*each: dict[str, Any]) -> Beliefs:
    return Beliefs({one["_id"]: one for one in each})


def test_a_pinned_belief_is_no_answer_but_takes_a_place_of_the_budget() -> None:
    known = beliefs(belief("a", pinned=True), belief("b"), belief("c"))
    assert known.shown(["b", "a", "c"], case()) == ["b", "c"]
    assert known.shown(["b", "a", "c"], case(budget={"maxBeliefs": 2})) == ["b"]
    assert known.shown(["b"], case(budget={"maxBeliefs": 1})) == []


def test_a_relation_brings_its_participants_of_the_same_scope_once() -> None:
    relation = belief("r", type="relation", participants=["a", "b", "q"])
    question = belief("q", type="open_question")
    known = beliefs(relation, belief("a"), belief("b", scope=["writing"]), question)
    assert known.shown(["r"], case()) == ["r", "a"]
    assert known.shown(["a", "r"], case()) == ["a", "r"]


def test_a_successor_names_what_it_supersedes_and_a_resolved_belief_its_time() -> None:
    known = beliefs(
        belief("old", superseded_by="new"),
        belief("new"),
        belief("done", resolved_at="2026-08-01T00:00:00Z"),
        belief("other", user_id="somebody-else"),
    )
    old, new, done = known.items("test-user")
    assert new["supersedes"] == ["old"]
    assert done["valid_until"] == "2026-08-01T00:00:00Z"
    assert not old.keys() & {"supersedes", "valid_until", "aliases"}


def test_a_case_wants_its_beliefs_and_no_others() -> None:
    wanted = case(expect={"relevantBeliefs": {"shouldOnlyInclude": ["a"]}})
    assert wrong_with(wanted, ["a"]) == []
    assert wrong_with(wanted, ["b"]) == ["a is missing", "b is there"]
    forbidden = case(expect={"relevantBeliefs": {"mustExclude": ["b"]}})
    assert wrong_with(forbidden, ["a"]) == []
    assert wrong_with(forbidden, ["b"]) == ["b is there"]


def test_a_title_is_spelt_right_and_with_one_typo_of_each_kind() -> None:
    assert dict(spellings("Kestrel")) == {
        "right": "kestrel",
        "a letter missing": "kesrel",
        "a letter too much": "kesetrel",
        "a letter wrong": "keserel",
        "letters swapped": "kesrtel",
    }
