"""A kept answer is given only after the same checks as the request itself."""

from infra.local.tokens import SCOPES
from tests.cases import each_case
from tests.functions.calling import DECISION, SITUATION, Json, assert_problem, read
from tests.functions.packs import EXEMPLAR
from tests.security.callers import AGENT_SCOPES, Callers, unique

ITEMS: Json = {"tenant": "acme", "project": "web", "items": [{"content": "The sky is green."}]}


def _tool_message(name: str, arguments: Json) -> Json:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


@each_case(
    ("path", "body", "before", "after"),
    [
        ("/evidence", ITEMS, {"tenants": ["acme"]}, {"tenants": ["other"]}),
        ("/evidence", ITEMS, {"projects": ["web"]}, {"projects": ["shop"]}),
        ("/exemplars", EXEMPLAR, {"scopes": SCOPES}, {"scopes": AGENT_SCOPES}),
    ],
)
async def test_a_caller_that_lost_a_required_right_gets_no_kept_answer(
    callers: Callers, path: str, body: Json, before: Json, after: Json
) -> None:
    subject, key = unique("ann"), unique("key")
    read(await callers(subject, **before).post(path, body, Idempotency_Key=key))

    refused = await callers(subject, **after).post(path, body, Idempotency_Key=key)
    assert_problem(refused, 403)


async def test_another_token_with_the_same_rights_gets_the_first_answer(callers: Callers) -> None:
    subject, path = unique("ann"), f"/apps/{unique('app')}/memories"
    body = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
    answers = [
        await callers(subject, customers=("a", "b c")).post(path, body, Idempotency_Key="once")
        for _ in range(2)
    ]

    assert [each.status_code for each in answers] == [201, 201]
    assert answers[0].content == answers[1].content


@each_case("change", [{"customers": ["x"]}, {"max_trust": 0.1}, {"security_level": "public"}])
async def test_a_write_with_other_rights_under_the_same_key_counts_once(
    callers: Callers, change: Json
) -> None:
    subject, app = unique("ann"), f"/apps/{unique('app')}"
    body = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
    ann, changed = callers(subject), callers(subject, **change)
    first = read(await ann.post(f"{app}/memories", body, Idempotency_Key="store"), 201)
    again = read(await changed.post(f"{app}/memories", body, Idempotency_Key="store"), 201)
    path = f"{app}/memories/{first['id']}"
    judge = unique("bob")
    ann, changed = callers(judge), callers(judge, **change)
    for caller in (ann, changed, ann):
        voted = await caller.send("PUT", f"{path}/outcome", {"outcome": "failed"},
                                  Idempotency_Key="judge")  # fmt: skip
        assert read(voted)["metadata"]["votes"]["downvotes"] == 1

    assert again["id"] == first["id"]
    assert again["metadata"]["occurrences"] == 1


async def test_another_body_under_the_same_key_is_refused_whatever_the_rights(
    callers: Callers,
) -> None:
    subject, path = unique("ann"), f"/apps/{unique('app')}/memories"
    body = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
    read(await callers(subject).post(path, body, Idempotency_Key="once"), 201)

    other = callers(subject, customers=["x"])
    refused = await other.post(path, body | {"stage": "route"}, Idempotency_Key="once")
    assert_problem(refused, 409)


async def test_what_was_deleted_is_in_no_repeat_of_a_request_that_only_read_it(
    callers: Callers,
) -> None:
    ann, project, app = callers.admin(unique("ann")), unique("project"), unique("app")
    read(await ann.store(project, {"id": "depot", "content": "The depot opens at bluebird."}))
    decided = {"situation": "The depot is shut.", "decision": "Rang bluebird.", "stage": "draft"}
    memory = read(await ann.post(f"/apps/{app}/memories", decided), 201)["id"]
    question = {"query": "when does the depot open", "project": project}
    situation = {"query": "the depot is shut", "app": app}
    uri = f"recollect://evidence/default/{project}/depot"
    resource = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": uri}}
    requests: list[tuple[str, Json]] = [
        ("/tools/get_context", {"arguments": question}),
        ("/tools/recall", {"arguments": situation}),
        ("/mcp", _tool_message("get_context", question)),
        ("/mcp", _tool_message("recall", situation)),
        ("/mcp", resource),
    ]

    async def ask() -> list[bool]:
        answers = [
            await ann.post(path, body, Idempotency_Key=f"once-{place}")
            for place, (path, body) in enumerate(requests)
        ]
        return ["bluebird" in each.text for each in answers]

    before = await ask()
    read(await ann.send("DELETE", f"/evidence/depot?project={project}"))
    read(await ann.send("DELETE", f"/apps/{app}/memories/{memory}"))

    assert before == [True] * len(requests)
    assert await ask() == [False] * len(requests)
