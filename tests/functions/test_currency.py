"""POST /evidence and POST /context: current items come once, and name those they replace."""

import httpx

from tests.cases import each_case
from tests.functions.calling import Json, assert_problem
from tests.functions.evidence import Project, ids_of, ledger_of, new_project
from tests.functions.guarded import Issue

OURS = ("default",)
QUESTION = "when do backups of the billing database run"
OLD = {
    "id": "old",
    "content": "Backups of the billing database run at 02:00 on bk-01.",
    "created_at": "2026-01-05T00:00:00Z",
}
NEW = {
    "id": "new",
    "content": "Nightly billing database backups: 04:00 on bk-02.",
    "created_at": "2026-02-05T00:00:00Z",
    "supersedes": ["old"],
}
MOVED = {
    "id": "moved",
    "content": "Backups of the billing database moved from bk-01 to bk-02, they run at 04:00.",
    "created_at": "2026-02-05T00:00:00Z",
}
CONTRARY = {
    "id": "contrary",
    "content": "Backups of the billing database run at 05:00 on bk-01.",
    "created_at": "2026-02-05T00:00:00Z",
}


def result(payload: Json, item_id: str) -> Json:
    return next(each for each in payload["results"] if each["id"] == item_id)


@each_case("newer", (NEW, MOVED))
async def test_a_superseded_item_is_not_a_result(project: Project, newer: Json) -> None:
    apart = new_project(project.client)
    await apart.stored(OLD, newer)
    payload = await apart.payload(QUESTION)

    assert ids_of(payload) == [newer["id"]]
    entry = ledger_of(payload)["old"]
    assert (entry["reason"], entry["stage"]) == ("dropped", "ranking")
    assert entry["explanation"] == f"superseded by {newer['id']}"


async def test_both_sides_of_a_contradiction_name_each_other_and_the_newer_comes_first(
    project: Project,
) -> None:
    await project.stored(OLD, CONTRARY)
    payload = await project.payload(QUESTION)

    assert ids_of(payload) == ["contrary", "old"]
    assert result(payload, "old")["conflicts_with"] == ["contrary"]
    assert result(payload, "contrary")["conflicts_with"] == ["old"]


async def test_items_that_say_the_same_are_one_result_that_names_the_others(
    project: Project,
) -> None:
    again = OLD | {"id": "again", "created_at": "2026-01-06T00:00:00Z"}
    await project.stored(OLD, again)
    payload = await project.payload(QUESTION)

    assert ids_of(payload) == ["again"]
    assert payload["results"][0]["duplicates"] == ["old"]
    assert ledger_of(payload)["old"]["explanation"] == "says the same as again, which stands for it"


async def test_only_the_writer_of_an_item_may_supersede_it(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    rights = ("knowledge:write", "context:read")
    owner = Project(door, "owned", headers=issue(tenants=OURS, subject="owner", scopes=rights))
    other = owner.as_(issue(tenants=OURS, subject="other", scopes=rights))
    keeper = owner.as_(issue(tenants=OURS, subject="keeper", scopes=(*rights, "knowledge:admin")))
    await owner.stored(OLD)

    assert_problem(await other.send(NEW), 409)
    assert await owner.found(QUESTION) == ["old"]
    await keeper.stored(NEW)
    assert await owner.found(QUESTION) == ["new"]


async def test_an_item_is_found_by_its_title_and_aliases_and_sent_with_its_title_and_url(
    project: Project,
) -> None:
    item = {
        "id": "runbook",
        "content": "Purge the tariffs of the carrier, then wait.",
        "title": "Quotes time out",
        "url": "https://wiki.example.com/runbooks/7",
        "aliases": ["quote-api latency"],
    }
    await project.stored(item, {"id": "other", "content": "Lunch is at noon."})
    for asked in ("Quotes time out", "quote-api latency"):
        payload = await project.payload(asked, query={"type": "keyword"})
        assert ids_of(payload)[0] == "runbook"
        (found,) = payload["results"][:1]
        assert (found["title"], found["url"]) == (item["title"], item["url"])
        assert found["content"] == item["content"]
        assert {"title", "url"}.isdisjoint(found["metadata"])
