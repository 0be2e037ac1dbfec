"""POST /context: graph traversals along causes and other relationships between items."""

import pytest

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
