from recollect.discovery.slack import slack_recent
from recollect.discovery.threads import ThreadMessage
from tests.discovery.samples import user


def test_the_last_messages_are_listed_oldest_first() -> None:
    section = slack_recent([user(f"message {number}", f"{number}.0") for number in range(9)], 5)
    assert section is not None
    assert section.total_messages == 5
    assert [each.text for each in section.messages] == [f"message {each}" for each in range(4, 9)]
    assert section.messages[0].timestamp == "4.0"


def test_empty_messages_do_not_count() -> None:
    said = [user("Is it down?"), ThreadMessage("assistant", "It is.", ""), user(" \n ")]
    section = slack_recent(said, 2)
    assert section is not None
    assert [each.model_dump() for each in section.messages] == [
        {"role": "user", "text": "Is it down?"},
        {"role": "assistant", "text": "It is."},
    ]


def test_messages_are_folded_and_cut() -> None:
    section = slack_recent([user("packet\n\nloss " + "👩🏽‍🚒" * 200)], 5)
    assert section is not None
    text = section.messages[0].text
    assert text.startswith("packet loss 👩🏽‍🚒")
    assert len(text) <= 280
    assert text.endswith("🚒…")


def test_without_messages_there_is_no_section() -> None:
    assert slack_recent([], 5) is None
    assert slack_recent([user("hello")], 0) is None
