"""POST /tools/{toolName} with what it must refuse, or take as it is."""

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
async def test_what_there_is_not_is_not_found(
    api: httpx.AsyncClient, tool: str, arguments: Json, what: str
) -> None:
    problem = assert_problem(await ask(api, tool, **arguments), 404)

    assert problem["detail"].startswith(what)


@pytest.mark.parametrize(
    ("name", "closest"),
    [
        ("getcase", "getCase"),
        ("searchCmdb", "searchCMDB"),
        ("list_service_case", "list_service_cases"),
        ("createConfigItem", "createConfigurationItem"),
    ],
)
async def test_a_tool_that_there_is_not_is_not_found_with_the_closest_names(
    api: httpx.AsyncClient, name: str, closest: str
) -> None:
    problem = assert_problem(await ask(api, name), 404)

    assert problem["detail"].startswith(f"there is no tool {name}; the closest are {closest}")


async def test_a_name_that_is_like_none_has_no_closest(api: httpx.AsyncClient) -> None:
    assert assert_problem(await ask(api, "xyz"), 404)["detail"] == "there is no tool xyz"


@pytest.mark.parametrize(
    ("tool", "arguments", "fields"),
    [
        ("getCase", {}, ["caseNumber"]),
        ("getCase", {"caseNumber": 12}, ["caseNumber"]),
        ("getCase", {"caseNumber": "SCS0001234^ORnumberISNOTEMPTY"}, ["caseNumber"]),
        ("getCase", CASE | {"fields": "all"}, ["fields"]),
        ("getIncident", {"caseNumber": "INC0020011"}, ["incidentNumber", "caseNumber"]),
        ("searchCases", {"query": " "}, ["query"]),
        ("searchCases", {"query": "vpn", "limit": 51, "active": "maybe"}, ["active", "limit"]),
        ("searchCases", {"query": "a\x00b"}, ["query"]),
        ("list_service_cases", {"priority": 6}, ["priority"]),
        ("list_service_cases", {"openedAfter": "yesterday"}, ["openedAfter"]),
        ("searchSimilarCases", {"query": "ab"}, ["query"]),
        ("microsoftLearnSearch", {"query": "vpn", "limit": 0}, ["limit"]),
        ("getConfigurationItem", {"sysId": "1"}, ["sysId"]),
        ("createConfigurationItem", {}, ["className", "name"]),
    ],
)
async def test_arguments_that_are_not_right_are_named(
    api: httpx.AsyncClient, tool: str, arguments: Json, fields: list[str]
) -> None:
    problem = assert_problem(await ask(api, tool, **arguments), 422)

    assert [each["field"] for each in problem["errors"]] == [f"arguments.{name}" for name in fields]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("searchCMDB", {}),
        ("searchCMDB", {"limit": 3}),
        ("getConfigurationItem", {}),
        ("getConfigurationItem", {"name": "ALTUS-AMARILLO-FW01", "sysId": "0" * 32}),
    ],
)
async def test_arguments_that_are_not_right_together_are_said_to_be_so(
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
async def test_a_body_that_is_no_request_is_refused_in_few_words(
    api: httpx.AsyncClient, body: bytes, status: int
) -> None:
    answer = await api.post(
        "/tools/getCase", content=body, headers={"Content-Type": "application/json"}
    )

    assert_problem(answer, status)
    assert len(answer.content) < 8_000


async def test_arguments_that_do_not_stand_in_their_place_are_told_where_to(
    api: httpx.AsyncClient,
) -> None:
    problem = assert_problem(await api.post("/tools/getCase", json=CASE), 422)
    assert problem["detail"] == 'what the tool takes stands in "arguments"'


@pytest.mark.parametrize(
    "session", ["'; DROP TABLE x; --", 'a"b\\c', "\u202e日本", "x" * 256, None]
)
async def test_a_session_is_any_text(api: httpx.AsyncClient, session: str | None) -> None:
    answer = await api.post("/tools/getCase", json={"arguments": CASE, "sessionId": session})

    assert read(answer)["case"]["number"] == "SCS0001234"


async def test_arguments_may_be_null_where_they_may_be_left_out(api: httpx.AsyncClient) -> None:
    asked = {"query": "packet loss", "customer": None, "active": None}

    answer = read(await ask(api, "searchCases", **asked))
    assert answer["cases"] == read(await ask(api, "searchCases", query="packet loss"))["cases"]


@pytest.mark.parametrize("text", ["a^ORnumberISNOTEMPTY", "javascript:gs.now()", "a@b,c", "%00<>&"])
async def test_what_means_something_to_servicenow_means_nothing_here(
    api: httpx.AsyncClient, text: str
) -> None:
    assert read(await ask(api, "list_service_cases", customer=text))["cases"] == []
    assert read(await ask(api, "searchCMDB", name=text))["items"] == []
    assert_problem(await ask(api, "getConfigurationItem", name=text), 404)
