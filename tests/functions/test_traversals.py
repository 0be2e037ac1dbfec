"""POST /context: graph traversals along causes and other relationships between items."""

import pytest

from tests.functions.calling import Json
from tests.functions.evidence import Project, failure, ids_of, ledger_of


async def test_a_traversal_follows_causes_in_both_directions(project: Project) -> None:
    await project.stored(
        failure("root", "The disk of db-02 was full."),
        failure("middle", "The database refused to write.", caused_by=["root"]),
        failure("start", "The login failed.", caused_by=["middle"]),
        failure("effect", "The test was flaky.", caused_by=["start"]),
        failure("apart", "The printer prints blank pages."),
    )
    payload = await project.walked("start")

    assert set(ids_of(payload)) == {"root", "middle", "start", "effect"}
    hops = {"start": 0, "middle": 1, "effect": 1, "root": 2}
    ledger = ledger_of(payload)
    for item_id, distance in hops.items():
        assert ledger[item_id]["signals"]["causality"] == pytest.approx(1 / (1 + distance))
        assert ledger[item_id]["signals"]["relevance"] == 0
    graph = payload["explainability"]["causalGraph"]
    assert {(each["from"], each["to"]) for each in graph["edges"] if each["type"] == "causes"} >= {
        ("root", "middle"), ("middle", "start"), ("start", "effect")
    }  # fmt: skip
    assert set(ids_of(await project.walked("start", max_depth=1))) == {"start", "middle", "effect"}


async def test_a_traversal_follows_the_relationships_that_the_request_names(
    project: Project,
) -> None:
    await project.stored(
        failure("a", blocks=["b"]), failure("b", duplicates="c"), failure("c"), failure("d")
    )

    assert await project.found(None, query=_walk("a")) == ["a"]
    assert set(ids_of(await project.walked("a", relationship_types=["blocks"]))) == {"a", "b"}
    both = await project.walked("a", relationship_types=["blocks", "duplicates"])
    assert set(ids_of(both)) == {"a", "b", "c"}
    backwards = await project.walked("c", relationship_types=["blocks", "duplicates"])
    assert set(ids_of(backwards)) == {"a", "b", "c"}


def _walk(start: str) -> Json:
    return {"type": "graph_traversal", "graph_params": {"start_node": start}}


async def test_a_traversal_with_a_text_is_also_ranked_by_it(project: Project) -> None:
    chain = [failure("start")] + [
        failure(each, caused_by=["start"], text=text)
        for each, text in (("a", "The printer is out of paper."), ("b", "The VPN is down."))
    ]
    await project.stored(*chain)
    payload = await project.walked("start", text="what about the printer and its paper")

    ledger = ledger_of(payload)
    assert ledger["a"]["signals"]["relevance"] > ledger["b"]["signals"]["relevance"]
    assert ids_of(payload)[0] == "a"
