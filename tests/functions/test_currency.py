"""POST /evidence and POST /context: current items come once, and name those they replace."""

import httpx

from tests.cases import each_case
from tests.functions.calling import Json, assert_problem, read
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


async def test_an_item_is_superseded_even_if_the_query_does_not_match_its_successor(
    project: Project,
) -> None:
    crowd = [{"id": f"x{n}", "content": f"Backups of database {n} are billing"} for n in range(60)]
    far = NEW | {"content": "Since spring snapshots take their place at dawn."}
    await project.stored(OLD, *crowd)
    await project.stored(far)
    payload = await project.payload(QUESTION)

    assert ledger_of(payload)["old"]["explanation"] == "superseded by new"
    assert "new" in ids_of(payload)


async def test_an_expired_item_is_not_a_result_and_is_named_if_only_it_is_likely(
    project: Project,
) -> None:
    over, coming = OLD | {"valid_until": "2026-01-31T00:00:00Z"}, "2999-01-01T00:00:00Z"
    await project.stored(over, CONTRARY | {"valid_from": coming})
    payload = await project.payload(QUESTION)

    assert ids_of(payload) == ["contrary"]
    assert ledger_of(payload)["old"]["explanation"] == "no longer valid"

    await project.stored(CONTRARY | {"valid_until": "2026-01-31T00:00:00Z"})
    payload = await project.payload(QUESTION)
    assert ids_of(payload) == []
    assert "no longer valid: " in " ".join(payload["explainability"]["warnings"])
    assert payload["explainability"]["tldr"]["citations"] == []


async def test_both_sides_of_a_contradiction_name_each_other_and_the_newer_comes_first(
    project: Project,
) -> None:
    await project.stored(OLD, CONTRARY)
    payload = await project.payload(QUESTION)

    assert ids_of(payload) == ["contrary", "old"]
    assert result(payload, "old")["conflicts_with"] == ["contrary"]
    assert result(payload, "contrary")["conflicts_with"] == ["old"]


async def test_the_more_trusted_side_of_a_contradiction_comes_first(project: Project) -> None:
    await project.stored(OLD | {"trust": 0.9}, CONTRARY)
    assert await project.found(QUESTION) == ["old", "contrary"]


async def test_items_that_say_the_same_are_one_result_that_names_the_others(
    project: Project,
) -> None:
    again = OLD | {"id": "again", "created_at": "2026-01-06T00:00:00Z"}
    await project.stored(OLD, again)
    payload = await project.payload(QUESTION)

    assert ids_of(payload) == ["again"]
    assert payload["results"][0]["duplicates"] == ["old"]
    assert ledger_of(payload)["old"]["explanation"] == "says the same as again, which stands for it"


async def test_redacted_items_are_not_merged_as_saying_the_same(project: Project) -> None:
    texts = (f"The account of {name}@example.com is locked" for name in ("ann", "bob"))
    await project.stored(*({"id": text[15:18], "content": text} for text in texts))
    assert set(await project.found("which account is locked")) == {"ann", "bob"}


@each_case("texts", [("has 20 days of leave", "has 12 days of leave"),
                     ("has 20 days of leave", "no longer has 20 days of leave, but 12"),
                     ("has 20 days of leave", "has 20 days of leave")])  # fmt: skip
async def test_what_is_hidden_decides_nothing_of_what_holds(
    project: Project, texts: tuple[str, str]
) -> None:
    """The same answer, whether the hidden parts are alike or not."""
    answers = []
    for names in (("Ann Lee", "Ann Lee"), ("Ann Lee", "Bob Stone"), ("no longer", "4711")):
        parts = zip(names, texts, ("2026-01-05", "2026-02-05"), strict=True)
        items = [
            {"id": f"leave-{day}", "content": {"who": who, "leave": text}, "title": f"Leave: {who}",
             "created_at": f"{day}T00:00:00Z", "piiFields": ["$.content.who", "$.metadata.title"]}
            for who, text, day in parts
        ]  # fmt: skip
        await project.stored(*items)
        payload = await project.payload("how many days of leave")
        shown = ("id", "content", "superseded_by", "duplicates", "conflicts_with", "newer_than")
        answers.append([{name: each.get(name) for name in shown} for each in payload["results"]])
    assert len(answers[0]) == 2
    assert answers[0] == answers[1] == answers[2]


async def test_relations_to_hidden_items_are_not_shown(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    project = Project(door, "currency", headers=issue(tenants=OURS, security_level="restricted"))
    secret = {"sensitivity": 0.9}
    await project.stored(OLD, NEW | secret, CONTRARY | secret)
    low = project.as_(issue(tenants=OURS, security_level="internal", scopes=("context:read",)))
    payload = await low.payload(QUESTION)

    assert ids_of(payload) == ["old"]
    assert {"superseded_by", "duplicates", "conflicts_with"}.isdisjoint(payload["results"][0])
    assert await project.found(QUESTION) != ["old"]


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


async def test_a_title_with_personal_data_is_shown_redacted_and_not_searched(
    project: Project,
) -> None:
    await project.stored({"id": "a", "content": "It is locked.", "title": "ann@example.com"})
    payload = await project.payload("what is locked")
    assert "ann@example.com" not in str(payload)
    assert payload["results"][0]["content"] == "It is locked."


async def test_the_content_of_a_conversation_turn_comes_back_as_stored(project: Project) -> None:
    turn = {"id": "turn", "content": "Yes, that one.", "title": "Which host", "thread": "C1"}
    await project.stored(turn)
    payload = read(await project.ask("Which host"))["payload"]
    assert payload["results"][0]["content"] == "Yes, that one."
