"""Claims are capped, not believed: a claim that lowers caution needs a right."""

from typing import Any

from tests.cases import each_case
from tests.functions.calling import DECISION, SITUATION, Json, assert_problem, read
from tests.functions.packs import EXEMPLAR
from tests.security.callers import AGENT_SCOPES, Caller, Callers, unique

BOASTS: Json = {"trust": 1.0, "importance": 1.0, "source": "human"}


async def memory(caller: Caller, **claims: object) -> Json:
    """The metadata of a memory that a caller stores."""
    body = {"situation": unique(SITUATION), "decision": DECISION, "stage": "draft", **claims}
    stored: Json = read(await caller.post(f"/apps/{unique('app')}/memories", body), 201)
    metadata: Json = stored["metadata"]
    return metadata


async def memory_of_a_batch(caller: Caller, **claims: object) -> Json:
    """The metadata of a memory that a caller stores in a batch, as a second store returns it."""
    body = {"situation": unique(SITUATION), "decision": DECISION, "stage": "draft", **claims}
    path = f"/apps/{unique('app')}/memories"
    read(await caller.post(f"{path}/batch", {"memories": [body]}))
    metadata: Json = read(await caller.post(path, body), 200)["metadata"]
    return metadata


@each_case(
    ("claims", "trust", "importance", "source"),
    [
        ({}, 0.7, 0.7, "agent"),
        ({"max_trust": 0.4}, 0.4, 0.4, "agent"),
        ({"max_trust": 1.0}, 1.0, 1.0, "agent"),
        ({"max_trust": 0.9, "relay": True}, 0.9, 0.9, "human"),
    ],
)
async def test_evidence_and_memories_are_trusted_no_further_than_the_token_allows(
    callers: Callers, claims: Json, trust: float, importance: float, source: str
) -> None:
    writer, project = callers("ann", **claims), unique("project")
    read(await writer.store(project, {"id": "boast", "content": "The sky is green.", **BOASTS}))
    found = (await writer.found(project, "The sky is green."))["metadata"]

    assert (found["trust"], found["importance"], found["origin"]) == (trust, importance, source)
    for kept in (await memory(writer, **BOASTS), await memory_of_a_batch(writer, **BOASTS)):
        assert (kept["trust"], kept["importance"], kept["source"]) == (trust, importance, source)


async def test_a_claim_below_the_cap_stands(callers: Callers) -> None:
    kept = await memory(callers("ann"), trust=0.45, importance=0.2)

    assert (kept["trust"], kept["importance"]) == (0.45, 0.2)


async def test_a_writer_that_claims_nothing_gets_no_more_than_the_token_allows(
    callers: Callers,
) -> None:
    kept = await memory(callers("ann", max_trust=0.2))

    assert (kept["trust"], kept["importance"], kept["state"]) == (0.2, 0.2, "quarantined")


async def test_only_an_administrator_of_knowledge_may_say_that_a_supervisor_approved(
    callers: Callers,
) -> None:
    approved = EXEMPLAR | {"inputContext": {"userRequest": unique("Packet loss")}}
    problem = assert_problem(await callers("ann").post("/exemplars", approved), 403)
    assert "knowledge:admin" in problem["detail"]

    read(await callers.admin().post("/exemplars", approved))
    signals = {"qualitySignals": {"supervisorApproved": False, "humanFeedback": "positive"}}
    told = read(await callers("ann").post("/exemplars", approved | signals))
    assert not told["captured"]


async def votes(caller: Caller, path: str, voters: list[str | None]) -> Any:
    for voter in voters:
        body = {"vote": "upvote", **({"voter_id": voter} if voter else {})}
        read(await caller.post(f"{path}/votes", body))
    return read(await caller.send("GET", path))["metadata"]["votes"]["upvotes"]


async def test_a_voter_votes_for_itself_whoever_it_names(callers: Callers) -> None:
    app = unique("app")
    body = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
    ann, bob, relay = callers("ann"), callers("bob"), callers("desk", relay=True)
    memory_id = read(await callers("writer").post(f"/apps/{app}/memories", body), 201)["id"]
    path = f"/apps/{app}/memories/{memory_id}"

    assert await votes(ann, path, [None, "x", "y", None, "bob"]) == 1
    assert await votes(bob, path, ["ann", "z"]) == 2
    assert await votes(relay, path, ["ann", "carl", "dora"]) == 4


async def test_a_token_without_the_right_to_write_knowledge_stores_no_exemplar(
    callers: Callers,
) -> None:
    scopes = [each for each in AGENT_SCOPES if each != "knowledge:write"]
    assert_problem(await callers("ann", scopes=scopes).post("/exemplars", EXEMPLAR), 403)
