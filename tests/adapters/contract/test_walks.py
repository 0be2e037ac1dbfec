"""What a source of evidence promises of walks: breadth first, circles, any ids, both directions."""

from collections import deque
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect.knowledge.records import KnowledgeRecord, items_namespace
from tests.adapters.contract.evidence import Evidence, by_id
from tests.retrieval.readers import see_all

# Each example has ids of its own in the project that all examples of a test share.
_NUMBERS = count()
HOSTILE = ("it's", 'say "x"', "'\"both\\", "x' OR '1' = '1", "*", "(", "ü:日本", "a\nb", "%")


def hops(edges: dict[int, list[int]], start: int, depth: int) -> dict[int, int]:
    """How far each node is from the start, along edges in either direction."""
    near = {node: set(ends) for node, ends in edges.items()}
    for node, ends in edges.items():
        for end in ends:
            near.setdefault(end, set()).add(node)
    found, frontier = {start: 0}, deque([start])
    while frontier:
        node = frontier.popleft()
        for other in near.get(node, set()) - found.keys() if found[node] < depth else ():
            found[other] = found[node] + 1
            frontier.append(other)
    return {node: distance for node, distance in found.items() if node in edges}


async def reached(evidence: Evidence, start: str, depth: int, *types: str) -> dict[str, int | None]:
    found = await evidence.source.candidates(evidence.walking(start, depth, *types), see_all)
    return {item_id: each.hops for item_id, each in by_id(found).items()}


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(
    edges=st.dictionaries(
        st.integers(0, 9), st.lists(st.integers(0, 9), max_size=3), min_size=1, max_size=9
    ),
    depth=st.integers(1, 10),
)
async def test_a_walk_reaches_items_within_its_depth_by_the_shortest_path(
    evidence: Evidence, edges: dict[int, list[int]], depth: int
) -> None:
    # No path leads through an item that does not exist.
    known = {node: [end for end in ends if end in edges] for node, ends in edges.items()}
    example, start = next(_NUMBERS), min(edges)
    await evidence.stored(
        *(
            {
                "id": f"n{example}-{node}",
                "content": f"Node {node}",
                "caused_by": [f"n{example}-{end}" for end in ends],
            }
            for node, ends in edges.items()
        )
    )

    found = await reached(evidence, f"n{example}-{start}", depth)
    assert found == {
        f"n{example}-{node}": distance for node, distance in hops(known, start, depth).items()
    }


async def test_the_nearest_come_first_and_no_more_than_the_limit(evidence: Evidence) -> None:
    await evidence.stored(
        *(
            {"id": f"c{n}", "content": f"Link {n}", "caused_by": [f"c{n + 1}"] * (n < 8)}
            for n in range(9)
        )
    )
    found = await evidence.source.candidates(evidence.walking("c0", 10, limit=4), see_all)

    assert [(each.item.id, each.hops) for each in found] == [(f"c{n}", n) for n in range(4)]


async def test_types_of_relationships_are_names_of_fields(evidence: Evidence) -> None:
    await evidence.stored(
        {"id": "a", "content": "A", "blocks": "b", "text_of": ["c"]},
        {"id": "b", "content": "B", "duplicates": ["d"]},
        {"id": "c", "content": "C"},
        {"id": "d", "content": "D", "blocks": 7},
    )

    assert set(await reached(evidence, "a", 3)) == {"a"}
    assert set(await reached(evidence, "a", 3, "blocks")) == {"a", "b"}
    assert set(await reached(evidence, "d", 3, "blocks", "duplicates")) == {"a", "b", "d"}


async def test_a_walk_from_a_missing_item_reaches_nothing(evidence: Evidence) -> None:
    await evidence.stored({"id": "a", "content": "A", "caused_by": ["ghost"]})

    assert await reached(evidence, "ghost", 3) == {}
    assert await reached(evidence, "a", 3) == {"a": 0}


@pytest.mark.parametrize("hostile", HOSTILE)
async def test_a_hostile_id_leads_to_its_own_neighbours_only(
    evidence: Evidence, hostile: str
) -> None:
    records = [
        KnowledgeRecord("start", "Start", {"caused_by": [hostile]}),
        KnowledgeRecord(hostile, "Hostile", {"caused_by": ["cause"]}),
        KnowledgeRecord("cause", "Cause", {}),
        KnowledgeRecord("apart", "Apart", {"caused_by": ["x"]}),
    ]
    namespace = items_namespace(evidence.scope)
    await evidence.repository.put(namespace, records)

    async def kept() -> int:
        return len(await evidence.repository.get(namespace, [each.id for each in records]))

    await evidence.wait_for(4, kept)
    await evidence.wait_for(
        {"start": 0, hostile: 1, "cause": 2}, lambda: reached(evidence, "start", 5)
    )


async def test_a_walk_looks_up_a_level_of_a_hundred_long_ids_in_one_filter(
    evidence: Evidence,
) -> None:
    level = [f"{number:03}-{'x' * 200}" for number in range(99)]
    await evidence.stored({"id": "root", "content": "The root"})
    await evidence.stored(*({"id": each, "content": each, "caused_by": ["root"]} for each in level))
    await evidence.stored({"id": "last", "content": "The last", "caused_by": [level[-1]]})
    walking = evidence.walking("root", 2, limit=200)

    async def found() -> set[str]:
        return {each.item.id for each in await evidence.source.candidates(walking, see_all)}

    await evidence.wait_for({"root", *level, "last"}, found)
