import pytest
from pydantic import ValidationError

from recollect.discovery.threads import ThreadMessage
from tests.cases import each_case
from tests.discovery.samples import request


def test_no_field_is_required() -> None:
    asked = request()
    assert (asked.case_numbers, asked.messages, asked.refresh) == ((), (), False)
    assert asked.spoken == ()


def test_case_numbers_are_upper_cased_and_never_repeated() -> None:
    assert request(caseNumbers=["scs0001234", "SCS0001234", "CS0009"]).case_numbers == (
        "SCS0001234",
        "CS0009",
    )


def test_a_messages_text_and_time_may_have_either_name() -> None:
    asked = request(
        messages=[
            {"role": "user", "text": "down", "ts": "1.5"},
            {"role": "bot", "content": "looking", "timestamp": "2025-01-15T04:00:00Z"},
            {"role": "user", "text": ""},
        ]
    )
    assert asked.spoken == (
        ThreadMessage("user", "down", "1.5"),
        ThreadMessage("assistant", "looking", "2025-01-15T04:00:00Z"),
        ThreadMessage("user", "", ""),
    )


@each_case(
    ("times", "said"),
    [
        (["1700000003.5", "1700000001.000200", "1700000001.0001"], ["c", "b", "a"]),
        (["2025-01-15T04:00:00Z", "2025-01-15T04:00:00+02:00", "1700000000.1"], ["c", "b", "a"]),
        (["1700000001.5", "1700000001.5", "1700000000.5"], ["c", "a", "b"]),
        (["1700000003.5", "1700000001.5", ""], ["b", "a", "c"]),
        (["1700000003.5", "", "1700000001.5"], ["a", "b", "c"]),
        (["1700000003.5", "yesterday", "1700000001.5"], ["a", "b", "c"]),
    ],
)
def test_messages_are_sorted_by_time_if_each_has_one(times: list[str], said: list[str]) -> None:
    asked = request(
        messages=[
            {"role": "user", "text": text, **({"ts": ts} if ts else {})}
            for text, ts in zip("abc", times, strict=True)
        ]
    )
    assert [each.text for each in asked.spoken] == said


def test_messages_of_the_system_and_of_tools_are_left_out() -> None:
    roles = ("system", "user", "tool", "function", "developer", "agent")
    asked = request(messages=[{"role": role, "text": role} for role in roles], journalText="a note")
    assert [each.text for each in asked.spoken] == ["user", "agent"]


@each_case(
    "fields",
    [
        {"caseNumbers": ["SCS0001234^ORnumber=1"]},
        {"caseNumbers": ["SCS0001234\n"]},
        {"caseNumbers": ["SCS\u0660\u0660\u0660\u0661"]},
        {"caseNumbers": ["S 1"]},
        {"channelId": "c123"},
        {"threadTs": "1700000000"},
        {"threadTs": "1700000000.123456\n"},
        {"companyName": "  "},
        {"messages": [{"role": "user"}]},
        {"messages": [{"role": "user", "text": "a", "content": "a"}]},
        {"messages": [{"role": "user", "text": "a", "ts": "1.5", "timestamp": "1.5"}]},
        {"casenumbers": []},
    ],
)
def test_a_field_that_cannot_be_read_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        request(**fields)
