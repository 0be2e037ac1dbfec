"""People of a chat are shown by the names that the chat itself gives to their ids."""

from pydantic import JsonValue

from recollect.retrieval.items import shown_records_of
from recollect.retrieval.people import people_in, with_names
from tests.cases import each_case

ANN, BOB = "U024BE7LH", "U03AAAA11"
ASKED: JsonValue = {"user": ANN, "text": f"Is the relay down? <@{BOB}|bob>, {BOB}-2?"}
LISTED: JsonValue = [
    {"id": ANN, "name": "ann.k", "profile": {"display_name": "", "real_name": "Ann Kay"}},
    {"id": BOB, "name": "bob"},
]


@each_case(
    "content",
    [
        {"users": LISTED, "messages": [ASKED, {"user": BOB, "text": "Yes."}]},
        {"users": {ANN: "Ann Kay", BOB: {"name": "bob"}}, "messages": [ASKED, {"user": BOB}]},
        {
            "messages": [
                {"user": ANN, "user_profile": {"real_name": "Ann Kay"}, "text": "Hi"},
                {"user": BOB, "user_profile": {"real_name": "", "name": "bob"}, "text": "Hi"},
                ASKED,
            ]
        },
    ],
)
def test_the_author_and_the_mentioned_are_shown_by_their_names(content: JsonValue) -> None:
    fields = [field for record in shown_records_of(content, 10_000) for field in record]
    users = [value for name, value in fields if name in {"messages user", "user"}]
    assert set(users) == {"Ann Kay", "bob"}
    assert f"Is the relay down? @bob, {BOB}-2?" in [value for _, value in fields]


def test_messages_alone_name_their_authors() -> None:
    told: JsonValue = [{"user": ANN, "user_profile": {"display_name": "Ann"}, "text": "Hi"}]
    assert people_in(told) == {ANN: "Ann"}


@each_case(
    "content",
    [
        "text",
        None,
        {"messages": [ASKED]},
        {"people": {"2026-12-01": "Ann"}, "note": "Handover on 2026-12-01"},
        {"items": [{"id": "INC0007001", "name": "relay"}], "parent": "INC0007001"},
        {"users": [{"id": ANN}, {"id": "ann", "name": "Ann"}, {"id": 7, "name": "Bo"}, "x"]},
        {"users": {ANN: "x" * 100, "count": 3}, "messages": [{"user": 1, "user_profile": {}}]},
    ],
)
def test_what_gives_no_id_a_name_is_shown_as_it_is(content: JsonValue) -> None:
    assert people_in(content) == {}
    assert with_names(f"<@{ANN}> asks", people_in(content)) == f"<@{ANN}> asks"


def test_names_that_are_longer_than_their_ids_count_for_how_much_is_shown() -> None:
    said: list[JsonValue] = [{"user": ANN, "text": f"{ANN} " * 100} for _ in range(20)]
    content: JsonValue = {"users": {ANN: "Ann " * 20}, "messages": said}
    shown = [value for record in shown_records_of(content, 10_000) for _, value in record]
    assert 10_000 <= sum(map(len, shown)) < 20_000
