"""POST /context: two projects that differ only in hidden items give the caller the same answers."""

import json

import httpx
import pytest

from tests.functions.calling import Json
from tests.functions.evidence import Project
from tests.functions.guarded import Issue

TEXT = "the pin of the vault"
LONG_AGO = "1990-01-01T00:00:00Z"  # so that no signal moves while the test runs
LATER = "1990-02-01T00:00:00Z"
MANUAL = f"Manual of the vault\n{{}}\n{TEXT} is asked for at the desk, by two people. " + (
    "Whoever opens the vault writes name, day and hour into the book beside the door. " * 7
)
VISIBLE: list[Json] = [
    {"id": "manual", "content": MANUAL.format("Version 1")},
    {"id": "a", "content": f"{TEXT} is kept elsewhere", "caused_by": ["hidden-0", "b"]},
    {"id": "b", "content": "the vault was moved", "tags": ["vault"]},
    {"id": "c", "content": "nobody knows the pin", "trust": 0.3, "sensitivity": 0.7},
]
HIDDEN: list[Json] = [
    {"id": "hidden-0", "sensitivity": 0.9, "caused_by": ["c"]},
    {"id": "hidden-1", "hasCredentials": True},
    {"id": "hidden-2", "trust": 0.1, "caused_by": ["b"]},
    {"id": "hidden-3", "restrictedToGroups": ["board"], "tags": ["vault"]},
    {
        "id": "hidden-4",
        "restrictedToGroups": ["board"],
        "content": MANUAL.format("Version 2, supersedes version 1."),
        "created_at": LATER,
    },
    *({"id": f"crowd-{n}", "restrictedToGroups": ["board"]} for n in range(60)),
]
WALK = {"type": "graph_traversal", "graph_params": {"start_node": "a", "max_depth": 4}}
NOT_AUDITING = ("context:read", "knowledge:write")


@pytest.fixture
async def projects(door: httpx.AsyncClient, issue: Issue) -> tuple[Project, Project]:
    """Two projects: one with hidden items beside the visible ones, one without."""
    rights = issue(tenants=("default",), scopes=NOT_AUDITING, security_level="internal")
    full, bare = (Project(door, name, headers=rights) for name in ("oracle-full", "oracle-bare"))
    hidden = [{"content": f"{TEXT} is 4711", **each} for each in HIDDEN]
    for project, items in ((full, [*VISIBLE, *hidden]), (bare, VISIBLE)):
        await project.stored(*({"created_at": LONG_AGO, **each} for each in items))
    return full, bare


def comparable(answer: httpx.Response) -> tuple[str, list[str]]:
    """The body and headers of an answer without its ids, the project's name and times."""
    body = json.loads(answer.text)
    for name in ("message_id", "timestamp", "project"):
        body["meta"].pop(name, None)
    del body["payload"]["query_duration_ms"]
    timings = body["payload"]["explainability"]["timings"]
    body["payload"]["explainability"]["timings"] = {
        name: value if isinstance(value, dict) else 0 for name, value in timings.items()
    }
    moving = {"server-timing", "x-request-id", "date", "content-length"}
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name not in moving]
    return json.dumps(body), headers


@pytest.mark.parametrize(
    "query",
    [
        {"type": "semantic"},
        {"type": "semantic", "text": f"{TEXT} 4711"},
        {"type": "semantic", "filters": {"tags": ["vault"]}},
        {"type": "keyword"},
        {"type": "keyword", "text": f"{TEXT} 4711"},
        {"type": "hybrid", "text": f"{TEXT} 4711"},
        {"type": "hybrid", "text": f"{TEXT} 4711. " * 12},
        WALK,
        {**WALK, "text": None},
        {**WALK, "graph_params": {"start_node": "hidden-0"}, "text": None},
    ],
    ids=str,
)
async def test_hidden_items_change_nothing_in_an_answer(
    projects: tuple[Project, Project], query: Json
) -> None:
    for _ in ("cold", "hot"):
        options = {"include_explain": True, "include_embeddings": True, "include_graph": True}
        answers = [await each.ask(TEXT, query=query, **options) for each in projects]
        assert {each.status_code for each in answers} == {200}
        assert comparable(answers[0]) == comparable(answers[1])
        assert all("calls" not in each.headers["server-timing"] for each in answers)


async def test_an_auditor_sees_which_items_are_withheld(
    projects: tuple[Project, Project], issue: Issue
) -> None:
    scopes = (*NOT_AUDITING, "context:audit")
    auditor = projects[0].as_(issue(tenants=("default",), scopes=scopes, security_level="internal"))
    payload = await auditor.payload(
        "the vault", query={"type": "semantic"}, min_relevance=0, limit=60
    )
    withheld = [each for each in payload["explainability"]["ledger"] if each["stage"] == "policy"]
    assert {each["id"] for each in withheld} >= {"hidden-0", "hidden-1", "hidden-2", "hidden-3"}
    assert payload["candidate_count"] == len(VISIBLE) + len(withheld)
    assert payload["total_count"] == len(VISIBLE)
    assert payload["explainability"]["slicing"]["totalRedacted"] == len(withheld)
