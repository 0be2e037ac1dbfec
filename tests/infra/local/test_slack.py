"""The emulator of Slack over real HTTP."""

from collections.abc import Iterator

import httpx
import pytest

from infra.local.emulators.slack import TOKEN, create_slack_app, sample_workspace
from tests.infra.local.serving import serving

AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}
THREAD = {"channel": "C123456", "ts": "1700000000.123456"}


@pytest.fixture(scope="module")
def slack() -> Iterator[httpx.Client]:
    with serving(create_slack_app()) as url, httpx.Client(base_url=f"{url}/api") as client:
        yield client


def replies(slack: httpx.Client, **arguments: str | int) -> dict[str, object]:
    answer = slack.post("/conversations.replies", data=THREAD | arguments, headers=AUTHORIZED)
    assert answer.status_code == 200
    body: dict[str, object] = answer.json()
    return body


def test_a_form_and_a_query_are_both_answered_with_the_whole_thread(slack: httpx.Client) -> None:
    whole = replies(slack)
    asked = slack.get("/conversations.replies", params=THREAD, headers=AUTHORIZED)

    assert asked.json() == whole
    assert whole["ok"] is True
    assert whole["has_more"] is False
    assert isinstance(whole["messages"], list)
    assert len(whole["messages"]) == 13
    assert whole["messages"][0]["ts"] == THREAD["ts"]
    assert whole["messages"][0]["user"] == "U0JPARK"


def test_pages_follow_their_cursors_and_each_begins_with_the_first_message(
    slack: httpx.Client,
) -> None:
    seen: list[str] = []
    cursor = ""
    for _ in range(3):
        page = replies(slack, limit=5, **({"cursor": cursor} if cursor else {}))
        assert isinstance(page["messages"], list)
        first, *rest = [each["ts"] for each in page["messages"]]
        assert first == THREAD["ts"]
        seen += rest
        metadata = page.get("response_metadata")
        assert page["has_more"] is isinstance(metadata, dict)
        cursor = metadata["next_cursor"] if isinstance(metadata, dict) else ""

    assert cursor == ""
    whole = replies(slack)["messages"]
    assert isinstance(whole, list)
    assert seen == [each["ts"] for each in whole[1:]]


REFUSED: tuple[tuple[dict[str, str], str], ...] = (
    ({"channel": "C9"}, "channel_not_found"),
    ({"ts": "1.1"}, "thread_not_found"),
    ({"limit": "0"}, "invalid_limit"),
    ({"limit": "1001"}, "invalid_limit"),
    ({"limit": "²"}, "invalid_limit"),
    ({"limit": "9" * 5_000}, "invalid_limit"),
    ({"cursor": "nonsense"}, "invalid_cursor"),
)


def test_a_refusal_has_the_error_code_of_slack(slack: httpx.Client) -> None:
    for arguments, error in REFUSED:
        assert replies(slack, **arguments) == {"ok": False, "error": error}, arguments


@pytest.mark.parametrize(
    ("headers", "error"),
    [({}, "not_authed"), ({"Authorization": "Bearer another"}, "invalid_auth")],
)
def test_nobody_reads_without_the_token(
    slack: httpx.Client, headers: dict[str, str], error: str
) -> None:
    answer = slack.post("/conversations.replies", data=THREAD, headers=headers)
    assert answer.json() == {"ok": False, "error": error}


def test_other_methods_are_unknown_and_json_is_not_read_as_a_form(slack: httpx.Client) -> None:
    unknown = slack.post("/chat.postMessage", headers=AUTHORIZED)
    assert unknown.json() == {"ok": False, "error": "unknown_method"}
    as_json = slack.post("/conversations.replies", json=THREAD, headers=AUTHORIZED)
    assert as_json.json() == {"ok": False, "error": "channel_not_found"}


def test_the_messages_of_sample_threads_are_in_order() -> None:
    for threads in sample_workspace().values():
        for ts, messages in threads.items():
            assert messages[0].ts == ts
            assert [each.ts for each in messages] == sorted({each.ts for each in messages})
