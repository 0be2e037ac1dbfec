"""POST /context: which evidence a caller may see, and that an answer holds no other."""

import itertools
import json

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import Project, ids_of, ledger_of, new_project
from tests.functions.guarded import Issue

QUERY = "what became of the merger with Altus"
LEVELS = ("public", "internal", "confidential", "restricted")


async def test_a_caller_needs_a_right_to_the_tenant_that_the_envelope_names(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    item = {"id": "a", "content": QUERY}
    theirs = Project(door, "merger", tenant="theirs", headers=issue(tenants=("theirs",)))
    await theirs.stored(item)
    stranger = theirs.as_(issue(tenants=("default", "ours")))

    for answer in (await stranger.ask(QUERY), await stranger.send(item)):
        assert "theirs" in assert_problem(answer, 403)["detail"]
    assert await theirs.found(QUERY) == ["a"]


async def test_the_lower_of_the_claimed_and_the_granted_level_counts(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    def as_one_of(granted: str) -> Project:
        return Project(door, "levels", headers=issue(tenants=("default",), security_level=granted))

    await as_one_of("restricted").stored(
        {"id": "open", "content": QUERY},
        {"id": "secret", "content": f"Secretly, {QUERY[:-1]} never", "sensitivity": 0.9},
    )
    for granted, claimed, sees in (
        ("restricted", None, True),
        ("confidential", "restricted", True),
        ("restricted", "internal", False),
        ("internal", "restricted", False),
    ):
        sender = {"securityLevel": claimed} if claimed else {}
        payload = await as_one_of(granted).payload(QUERY, sender=sender)

        assert set(ids_of(payload)) == ({"open", "secret"} if sees else {"open"})
        entry = ledger_of(payload)["secret"]
        assert entry["stage"] == ("kept" if sees else "policy")
        assert sees or "sensitivity" in entry["explanation"]


# Items with a marker word of their own, and flags that decide whether it may be seen.
_NUMBERS = itertools.count(10_000)
_SHOWN = st.sampled_from(("text", "object", "turn"))
_FLAGS: tuple[Json, ...] = (
    {},
    {"sensitivity": 0.9},
    {"trust": 0.1},
    {"hasCredentials": True},
    {"restrictedToGroups": ["board"]},
    {"restrictedToGroups": ["ops"]},
    {"containsPII": True},
    {"containsPII": True, "piiFields": ["$.content.inner.hidden", "$.metadata.note"]},
    {"containsPII": True, "piiFields": ["$.content..hidden", "$.metadata.note"]},
    {"containsPII": True, "piiFields": ["$.nonsense["]},
)
_SENDERS = st.fixed_dictionaries(
    {"securityLevel": st.sampled_from(LEVELS), "authorizedGroups": st.sampled_from([[], ["ops"]])}
)


def _hides(flags: Json, sender: Json) -> bool:
    """Whether all of the marked part is hidden from the sender."""
    if "sensitivity" in flags:
        return sender["securityLevel"] in LEVELS[:2]
    if flags.get("restrictedToGroups") == ["ops"]:
        return "ops" not in sender["authorizedGroups"]
    return bool(flags)


def _item(shape: str, flags: Json, marker: str) -> Json:
    content: object = f"{QUERY}: {marker} said so. Yes."
    if shape == "object":
        content = {"about": QUERY, "inner": {"hidden": [f"{marker} did it.", {"x": marker}]}}
    elif "piiFields" in flags:  # paths lead into objects
        flags = {"containsPII": True}
    item: Json = {"id": f"item-{next(_NUMBERS)}", "content": content, **flags}
    if shape == "object" and flags:
        item["note"] = marker if flags != {"containsPII": True} else "none"
    return item | ({"thread": "talk"} if shape == "turn" else {})


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    parts=st.lists(st.tuples(_SHOWN, st.sampled_from(_FLAGS)), min_size=1, max_size=6),
    sender=_SENDERS,
    kind=st.sampled_from(("semantic", "keyword", "hybrid", "graph_traversal")),
    wishes=st.fixed_dictionaries(
        {name: st.booleans() for name in ("include_embeddings", "include_explain")}
    ),
)
async def test_no_word_of_a_hidden_item_is_anywhere_in_the_answer(
    api: httpx.AsyncClient, parts: list[tuple[str, Json]], sender: Json, kind: str, wishes: Json
) -> None:
    project = new_project(api)
    marked = [(f"Zq{next(_NUMBERS)}x", shape, flags) for shape, flags in parts]
    items = [_item(shape, flags, marker) for marker, shape, flags in marked]
    hub = {"id": "hub", "content": QUERY, "related": [item["id"] for item in items]}
    await project.stored(hub, *items)
    query: Json = {"type": kind}
    if kind == "graph_traversal":
        query["graph_params"] = {"start_node": "hub", "relationship_types": ["related"]}
    answer = await project.ask(QUERY, query=query, sender=sender, include_graph=True, **wishes)

    payload = read(answer)["payload"]
    # Items that are hidden as a whole are not counted, and no word of them is shown.
    assert payload["total_count"] <= len(items) + 1
    for marker, _, flags in marked:
        if _hides(flags, sender):
            assert marker not in answer.text, flags
        else:
            assert marker in json.dumps(payload["results"]), flags
