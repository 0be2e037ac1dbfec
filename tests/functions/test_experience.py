"""Evidence that a solved case needed is found for a similar case."""

import httpx

from tests.functions.calling import App, Json, assert_problem, new_app, read
from tests.functions.evidence import Project, ids_of, ledger_of, new_project
from tests.functions.guarded import Issue

SITUATION = "The customer lost her card on a journey and wants a new one; ann@example.com"
QUESTION = "A customer has lost a card on a journey and wants another one"
PROCEDURE = {"id": "procedure", "content": "Ledger form 7b: freeze, reissue, notify branch."}
OTHERS = [{"id": f"other-{n}", "content": f"Opening hours of branch {n}"} for n in range(3)]


def cited(project: Project, *ids: str, run_id: str = "run-1", **more: object) -> Json:
    evidence = [{"tenant": project.tenant, "project": project.project, "id": each} for each in ids]
    return {"run_id": run_id, "evidence": evidence, "situation": SITUATION, **more}


async def outcome(app: App, how: str, run_id: str = "run-1") -> None:
    read(await app.send("PUT", f"citations/{run_id}/outcome", {"outcome": how}))


async def test_evidence_that_a_solved_case_needed_is_found_for_a_similar_case(
    api: httpx.AsyncClient,
) -> None:
    app, project = new_app(api), new_project(api)
    await project.stored(PROCEDURE, *OTHERS)
    assert "procedure" not in await project.found(QUESTION)

    answer = read(await app.send("POST", "citations", cited(project, "procedure")))
    assert [each["id"] for each in answer["evidence"]] == ["procedure"]
    assert "procedure" not in await project.found(QUESTION)

    await outcome(app, "success")
    told = await project.payload(QUESTION)
    assert ids_of(told)[0] == "procedure"
    entry = next(each for each in told["explainability"]["ledger"] if each["id"] == "procedure")
    assert 0 < entry["experience"]["credit"] <= 0.5
    assert len(entry["experience"]["cases"]) == 1
    assert "ann@example.com" not in str(told)

    await outcome(app, "failure")
    assert "procedure" not in await project.found(QUESTION)


async def test_solved_cases_do_not_reveal_evidence_that_a_caller_may_not_see(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    app, project = new_app(door), new_project(door)
    scopes = ("memory:write", "memory:judge", "context:read", "knowledge:write")
    high, low, judge = (
        issue(app.slug, scopes=scopes, subject=who, security_level=level, tenants=("default",))
        for who, level in (("ann", "restricted"), ("bob", "public"), ("eve", "restricted"))
    )
    secret = {**PROCEDURE, "sensitivity": 0.9}
    await project.as_(high).stored(secret, *OTHERS)
    before = await project.as_(low).payload(QUESTION)
    body = cited(project, "procedure")
    path = app.path("citations")

    unseen = assert_problem(await door.post(path, json=body, headers=low), 404)
    missing = cited(project, "no-such")
    nothing = assert_problem(await door.post(path, json=missing, headers=low), 404)
    assert unseen["detail"].replace("procedure", "no-such") == nothing["detail"]

    read(await door.post(path, json=body, headers=high))
    assert_problem(await door.post(path, json=cited(project, "other-1"), headers=judge), 404)
    put, success = f"{path}/run-1/outcome", {"outcome": "success"}
    assert_problem(await door.put(put, json=success, headers=high), 403)
    read(await door.put(put, json=success, headers=judge))

    after = await project.as_(low).payload(QUESTION)
    assert "procedure" in await project.as_(high).found(QUESTION)
    assert ledger_of(after).keys() == ledger_of(before).keys()
    assert not any("experience" in each for each in ledger_of(after).values())


async def test_deleted_evidence_is_no_longer_needed_by_any_case(api: httpx.AsyncClient) -> None:
    app, project = new_app(api), new_project(api)
    await project.stored(PROCEDURE, *OTHERS)
    memory = await app.stored("A lost card", conversation_id="talk-1")
    body = cited(project, "procedure", "other-1", memory_ids=[memory])
    assert read(await app.send("POST", "citations", body))["cited"] == [memory]
    await outcome(app, "success")
    assert ids_of(await project.payload(QUESTION))[:1] != []

    scope = {"tenant": project.tenant, "project": project.project}
    read(await api.delete("/evidence/procedure", params=scope))
    await project.stored(PROCEDURE)
    found = await project.found(QUESTION)
    assert "procedure" not in found
    assert "other-1" in found

    read(await app.send("DELETE", "conversations/talk-1"))
    assert "other-1" not in await project.found(QUESTION)


async def test_evidence_of_a_run_that_used_a_retracted_memory_no_longer_counts(
    api: httpx.AsyncClient,
) -> None:
    app, project = new_app(api), new_project(api)
    await project.stored(PROCEDURE, *OTHERS)
    bad = await app.stored("A lost card")
    read(await app.send("POST", "citations", cited(project, "procedure", memory_ids=[bad])))
    await outcome(app, "success")
    assert "procedure" in await project.found(QUESTION)

    told = read(await app.send("POST", f"memories/{bad}/retract"))
    assert told["affected"]["runs"] == ["run-1"]
    assert "procedure" not in await project.found(QUESTION)

    await outcome(app, "success")
    assert "procedure" in await project.found(QUESTION)


async def test_a_situation_without_evidence_is_refused(api: httpx.AsyncClient) -> None:
    app = new_app(api)
    for body in ({"run_id": "r"}, {"run_id": "r", "memory_ids": ["m"], "situation": "x"}):
        assert_problem(await app.send("POST", "citations", body), 422)
