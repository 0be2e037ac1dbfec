"""POST /tools/{toolName} with inputs that it must refuse, or take literally."""

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.tools import ask

CASE: Json = {"caseNumber": "SCS0001234"}


@pytest.mark.parametrize(
    ("tool", "arguments", "what"),
    [
        ("getCase", {"caseNumber": "SCS9999999"}, "there is no case SCS9999999"),
        (
            "getCase",
            {"caseNumber": "INC0020011"},
            "INC0020011 is the number of an incident: use getIncident",
        ),
        ("getIncident", {"incidentNumber": "INC9999999"}, "there is no incident INC9999999"),
        ("getJournalEntries", {"caseNumber": "SCS9999999"}, "there is no case SCS9999999"),
        ("getConfigurationItem", {"name": "NOPE"}, "there is no configuration item NOPE"),
        ("getConfigurationItem", {"sysId": "0" * 32}, "there is no configuration item of this"),
    ],
)
async def test_an_unknown_record_is_not_found(
    api: httpx.AsyncClient, tool: str, arguments: Json, what: str
) -> None:
    problem = assert_problem(await ask(api, tool, **arguments), 404)

    assert problem["detail"].startswith(what)


async def test_an_unknown_tool_is_not_found_and_the_closest_names_are_given(
    api: httpx.AsyncClient,
) -> None:
    problem = assert_problem(await ask(api, "getcase"), 404)

    assert problem["detail"].startswith("there is no tool getcase; the closest are getCase")


@pytest.mark.parametrize(
    ("tool", "arguments", "fields"),
    [
        ("getCase", {}, ["caseNumber"]),
        ("getIncident", {"caseNumber": "INC0020011"}, ["incidentNumber", "caseNumber"]),
        ("searchCases", {"query": "vpn", "limit": 51, "active": "maybe"}, ["active", "limit"]),
        ("createConfigurationItem", {}, ["className", "name"]),
    ],
)
async def test_invalid_arguments_are_named(
    api: httpx.AsyncClient, tool: str, arguments: Json, fields: list[str]
) -> None:
    problem = assert_problem(await ask(api, tool, **arguments), 422)

    assert [each["field"] for each in problem["errors"]] == [f"arguments.{name}" for name in fields]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("searchCMDB", {"limit": 3}),
        ("getConfigurationItem", {"name": "ALTUS-AMARILLO-FW01", "sysId": "0" * 32}),
    ],
)
async def test_an_invalid_combination_of_arguments_is_refused_as_a_whole(
    api: httpx.AsyncClient, tool: str, arguments: Json
) -> None:
    (error,) = assert_problem(await ask(api, tool, **arguments), 422)["errors"]

    assert error["field"] == "arguments"
    assert "needs" in error["message"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'{"arguments": "caseNumber"}', 422),
        (b'{"arguments": [1]}', 422),
        (b'{"arguments": {"caseNumber": "SCS0001234"}, "session": "x"}', 422),
        (b'{"arguments": {"caseNumber": "SCS0001234"}, "sessionId": 7}', 422),
        (b'{"arguments": {%s}}' % b", ".join(b'"a%d": 1' % n for n in range(101)), 422),
        (b'{"arguments": {"caseNumber": "%s"}}' % (b"x" * 200_000), 422),
        (b'{"arguments": {"%s": 1}}' % (b"x" * 200_000), 422),
        (b'{"arguments": {"caseNumber": "%s"}}' % (b"x" * 300_000), 413),
        (b'{"arguments": {"caseNumber": %s}}' % (b"[" * 100 + b"]" * 100), 422),
        (b'{"arguments": {"caseNumber": %s}}' % (b"[" * 50_000 + b"]" * 50_000), 400),
    ],
    ids=lambda each: repr(each)[:32],
)
async def test_an_invalid_body_is_refused_in_few_words(
    api: httpx.AsyncClient, body: bytes, status: int
) -> None:
    answer = await api.post(
        "/tools/getCase", content=body, headers={"Content-Type": "application/json"}
    )

    assert_problem(answer, status)
    assert len(answer.content) < 8_000


async def test_misplaced_arguments_are_refused_with_where_they_belong(
    api: httpx.AsyncClient,
) -> None:
    problem = assert_problem(await api.post("/tools/getCase", json=CASE), 422)
    assert problem["detail"] == 'what the tool takes stands in "arguments"'


@pytest.mark.parametrize(
    "session", ["'; DROP TABLE x; --", 'a"b\\c', "\u202e日本", "x" * 256, None]
)
async def test_a_session_may_be_any_text(api: httpx.AsyncClient, session: str | None) -> None:
    answer = await api.post("/tools/getCase", json={"arguments": CASE, "sessionId": session})

    assert read(answer)["case"]["number"] == "SCS0001234"


@pytest.mark.parametrize("text", ["a^ORnumberISNOTEMPTY", "javascript:gs.now()", "a@b,c", "%00<>&"])
async def test_the_query_syntax_of_servicenow_has_no_effect_in_arguments(
    api: httpx.AsyncClient, text: str
) -> None:
    assert read(await ask(api, "list_service_cases", customer=text))["cases"] == []
    assert read(await ask(api, "searchCMDB", name=text))["items"] == []
    assert_problem(await ask(api, "getConfigurationItem", name=text), 404)
