import json
import re
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.detection.content_inspection import Findings, inspect_content

NOTHING = Findings(has_credentials=False, pii_fields=())
TOKEN = "ghp_" + "A1b2" * 9
MAIL = "jane.doe@example.com"
NAMES = st.text(max_size=6) | st.sampled_from(
    ["email", "phone", "password", "first name", "it's", MAIL]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from([MAIL, TOKEN, "030 1234567", "hunter2abc"])
)
CONTENT = st.recursive(
    SCALARS, lambda below: st.lists(below, max_size=4) | st.dictionaries(NAMES, below, max_size=4)
)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]", re.DOTALL)


def resolved(path: str, item: JsonValue) -> JsonValue:
    """The value at an RFC 9535 path of names and indexes; fails if the path leads nowhere."""
    assert re.fullmatch(rf"\$(?:{_STEP.pattern})*", path, re.DOTALL)
    for plain, index, quoted in _STEP.findall(path):
        if index:
            assert isinstance(item, list)
            item = item[int(index)]
        else:
            assert isinstance(item, dict)
            item = item[
                plain or json.loads('"' + quoted.replace("\\'", "'").replace('"', '\\"') + '"')
            ]
    return item


@given(CONTENT)
def test_inspecting_never_fails_and_every_path_leads_to_a_value(content: JsonValue) -> None:
    for path in inspect_content(content).pii_fields:
        resolved(path, {"content": content})


@given(
    CONTENT,
    CONTENT,
    st.sampled_from(["a", "first name", "it's", 'a"b', "back\\slash", "\n", "\ud800", "ü"]),
)
def test_a_mail_address_is_found_anywhere_in_a_content(
    one: JsonValue, two: JsonValue, name: str
) -> None:
    content: JsonValue = {"before": one, name: [two, {"deep": MAIL}]}
    fields = inspect_content(content).pii_fields
    assert MAIL in [resolved(path, {"content": content}) for path in fields]


def test_the_path_of_personal_data_is_returned() -> None:
    cases: list[tuple[JsonValue, str]] = [
        (f"write to {MAIL}", "$.content"),
        ({"customer": {"email": MAIL}}, "$.content.customer.email"),
        ({"contacts": [{"phone": "5551234"}, "none"]}, "$.content.contacts[0].phone"),
        ({"first name": "Jane"}, "$.content['first name']"),
        ({"it's": MAIL}, "$.content['it\\'s']"),
        ({"a\\b": MAIL}, "$.content['a\\\\b']"),
        ({"a\nb\x01": MAIL}, "$.content['a\\nb\\u0001']"),
        ({"": MAIL}, "$.content['']"),
        ({"1st": MAIL}, "$.content['1st']"),
        ([[MAIL]], "$.content[0][0]"),
        ({"by": {MAIL: "customer"}}, "$.content.by"),
        ({MAIL: {"phone": "0151 23"}}, "$.content"),
        ({"customerEmail": "jane at example"}, "$.content.customerEmail"),
        ({"emails": ["jane at example"]}, "$.content.emails[0]"),
        ({"card": {"number": "1234"}}, "$.content.card.number"),
        ({"date_of_birth": "spring 1984"}, "$.content.date_of_birth"),
        ({"phone": 5551234}, "$.content.phone"),
        ({"email": "x"}, "$.content.email"),
        ({"phone": "1111111"}, "$.content.phone"),
        ({"mobile": "0151 23"}, "$.content.mobile"),
    ]
    for content, path in cases:
        found = inspect_content(content)
        assert (found.has_credentials, found.pii_fields) == (False, (path,))


def test_paths_of_texts_that_only_contain_personal_data_are_listed_separately() -> None:
    content: JsonValue = {"note": f"write to {MAIL}", "phone": f"call {MAIL}", "by": {MAIL: "x"}}
    assert inspect_content(content).pii_fields == (
        "$.content.note",
        "$.content.phone",
        "$.content.by",
    )
    assert inspect_content(content).pii_texts == ("$.content.note",)
    assert inspect_content([MAIL] * 51).pii_texts == ()


def test_credentials_are_reported() -> None:
    cases: list[JsonValue] = [
        TOKEN,
        {TOKEN: 1},
        [{"note": f"uses {TOKEN}"}],
        {"password": "correcthorse"},
        {"db_password": "hunter2"},
        {"stripeApiKey": "9f8e7d6c5b4a3928"},
        {"private_key": "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v"},
        {"headers": {"Authorization": "Token 9f8e7d6c5b4a3928"}},
    ]
    for content in cases:
        assert inspect_content(content) == Findings(has_credentials=True, pii_fields=())


def test_values_that_are_no_personal_data_are_not_reported() -> None:
    cases: list[JsonValue] = [
        None,
        True,
        12345678,
        "",
        {"email": ""},
        {"email": None},
        {"email": True},
        {"email": "[REDACTED]"},
        {"email": "required"},
        {"phone": "n/a"},
        {"mobile": "ios"},
        {"fax": "no"},
        {"email_template": "welcome-v2"},
        {"phone_support": "closed"},
        {"order_number": 4111111111111111},
        {"password": "********"},
        {"password": "<password>"},
        {"password": "the customer forgot it"},
        {"reset_password": "https://example.com/reset"},
        {"nextToken": "9f8e7d6c5b4a39281706"},
        {"token_count": 123456789012},
        {"secret": "prod/payments/api"},
        {"private_key": "/etc/ssl/private/server.pem"},
        {"name": "Safari does not play videos", "version": "17.4.1"},
    ]
    for content in cases:
        assert inspect_content(content) == NOTHING


def test_up_to_fifty_paths_are_reported_and_more_become_their_parent() -> None:
    assert len(inspect_content([MAIL] * 50).pii_fields) == 50
    assert inspect_content([MAIL] * 51).pii_fields == ("$.content",)
    assert inspect_content([*[MAIL] * 51, TOKEN]).has_credentials


def nested(value: JsonValue, depth: int) -> JsonValue:
    for level in range(depth):
        value = [value] if level % 2 else {"a": value}
    return value


def steps(path: str) -> Iterator[str]:
    return (match.group() for match in _STEP.finditer(path))


def test_a_content_nested_too_deep_is_inspected_as_one_text() -> None:
    cases: list[int] = [0, 1, 64, 65, 66, 1_000, 100_000]
    for depth in cases:
        content = nested([MAIL, TOKEN, {MAIL: 1}], depth)
        found = inspect_content(content)
        assert found.has_credentials
        assert found.pii_fields
        for path in found.pii_fields:
            assert len(list(steps(path))) <= 1 + 65
            resolved(path, {"content": content})


def test_a_deeply_nested_harmless_content_has_no_findings() -> None:
    assert inspect_content(nested("the student could not log in", 1_000)) == NOTHING


def test_a_number_too_long_to_write_is_not_personal_data() -> None:
    assert inspect_content({"phone": 10**5_000}) == NOTHING
