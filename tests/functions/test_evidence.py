"""POST /evidence: ids, repeats, replacements, and flags set because of the content."""

import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import Project, ledger_of
from tests.functions.stores import Stores

TEXT = "The printer in accounting prints blank pages"
# A ¦ keeps a made-up secret from looking like one in this file.
SECRETS = [
    secret.replace("¦", "")
    for secret in (
        "AKIA¦Q3EXK7LPZ2MWN5TR",
        "vT9#x¦Lq2!mWz7",
        "ghp_¦A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
        "-----BEGIN ¦RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx7Kp2mQ9vT4wR8yZ3nBcMIIEpAIBAAKCAQEAx7",
    )
]


async def test_the_ids_of_stored_items_are_returned_in_order(project: Project) -> None:
    other = {"content": " ".join(reversed(TEXT.split()))}
    answer = read(await project.send({"id": "b", "content": TEXT}, other))

    assert answer["stored"] == 2
    assert answer["ids"][0] == "b"
    assert answer["ids"][1].startswith("ev_")
    assert set(await project.found(TEXT)) == set(answer["ids"])


async def test_a_repeat_under_an_idempotency_key_gets_the_first_answer(project: Project) -> None:
    key = f"key-{project.project}"
    first = await project.send({"content": TEXT}, Idempotency_Key=key)
    read(await project.send({"id": read(first)["ids"][0], "content": "Replaced meanwhile"}))
    again = await project.send({"content": TEXT}, Idempotency_Key=key)

    assert read(again) == read(first)
    assert await project.found(TEXT, query={"type": "keyword"}) == []
    assert_problem(await project.send({"content": "Another"}, Idempotency_Key=key), 409)


async def test_metadata_comes_back_as_it_was_sent(project: Project) -> None:
    given: Json = {"id": "a", "content": TEXT, "status": "failed", "nested": {"ü": [1, None, 0.5]},
                   "tags": ["x y", "ü"], "importance": 0.9, "source": "human", "thread": "t-1",
                   "created_at": "2026-01-15T10:30:00.5+01:00", "caused_by": ["b"]}  # fmt: skip
    await project.stored(given)
    (result,) = (await project.payload(TEXT))["results"]

    metadata = result["metadata"]
    for name in ("status", "nested", "tags", "importance", "thread", "caused_by"):
        assert metadata[name] == given[name]
    assert metadata["origin"] == "human"
    assert metadata["created_at"] == "2026-01-15T09:30:00.500Z"
    hidden = {"content", "text", "turn", "created_at_ms", "piiFields", "hasCredentials"}
    assert not hidden & metadata.keys()


@pytest.mark.parametrize(
    "content",
    [
        f"{TEXT}; the key is {SECRETS[0]}.",
        {"about": TEXT, "password": SECRETS[1]},
        {"about": TEXT, "log": [{"line": f"git clone with {SECRETS[2]} failed"}]},
        f"{TEXT}\n{SECRETS[3]}",
    ],
    ids=["key", "password", "in a log", "private key"],
)
async def test_undeclared_secrets_are_found_and_their_items_withheld(
    project: Project, content: object
) -> None:
    await project.stored({"id": "a", "content": content, "hasCredentials": False})
    answer = await project.ask(TEXT, include_graph=True)

    payload = read(answer)["payload"]
    assert payload["results"] == []
    assert "credentials" in ledger_of(payload)["a"]["explanation"]
    for secret in SECRETS:
        assert secret[-12:] not in answer.text


async def test_undeclared_personal_data_is_found_and_redacted(project: Project) -> None:
    await project.stored(
        {
            "id": "a",
            "content": {"about": TEXT, "who": {"mail": "jane.roe@example.com", "floor": 3}},
            "further": {"iban": "DE89 3704 0044 0532 0130 00"},
        }
    )
    answer = await project.ask(TEXT, include_graph=True)

    (result,) = read(answer)["payload"]["results"]
    assert result["content"] == {"about": TEXT, "who": {"mail": "[REDACTED:email]", "floor": 3}}
    assert result["metadata"]["further"] == {"iban": "[REDACTED]"}
    assert result["metadata"]["redacted"] is True
    assert result["metadata"]["containsPII"] is True
    assert "jane.roe" not in answer.text
    assert "DE89" not in answer.text


async def test_items_that_could_not_be_stored_are_named_and_a_repeat_stores_them(
    project: Project, stores: Stores
) -> None:
    items = [{"id": f"item-{n}", "content": f"{TEXT} {n}"} for n in range(50)]
    await stores.let_through("vector", 3)  # the calls that read and remove before
    await stores.fault("vector", "status", status=400, count=1)
    answer = await project.send(*items, Idempotency_Key="part")
    told = answer.json()
    failed = [each["index"] for each in told["failed"]]
    assert answer.status_code == 207
    assert told["stored"] == len(told["ids"]) == 50 - len(failed)
    assert told["failed"] == [
        {"index": index, "id": f"item-{index}", "reason": "refused"} for index in failed
    ]
    assert 10 <= len(failed) <= 20

    again = await project.send(*items, Idempotency_Key="part")
    assert again.status_code == 200
    assert again.json() == {"stored": 50, "ids": [each["id"] for each in items]}


async def test_a_hundred_long_items_are_stored_in_one_request_of_at_most_a_megabyte(
    project: Project, stores: Stores
) -> None:
    text = ("The payment gateway of the web shop restarted. " * 200)[:7_990]
    items = [{"id": f"long-{n}", "content": f"{text} {n}"} for n in range(100)]
    ids = [each["id"] for each in items]
    assert await project.stored(*items) == ids
    kept = await stores.vector(f"range/{project.namespace}", {"cursor": "0", "limit": 1_000})
    assert {each["id"] for each in kept["vectors"]} == set(ids)
    # A store removes at most a thousand records at once, and these items have more passages.
    others = [{"id": each, "content": f"{text} of {each}"} for each in ids]
    assert await project.stored(*others) == ids
    answer = await project.send({"content": "x" * 1024 * 1024})
    assert_problem(answer, 413)
