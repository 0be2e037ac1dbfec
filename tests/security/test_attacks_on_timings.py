"""The number of calls that a request took reveals nothing that its caller may not see."""

from tests.cases import each_case
from tests.functions.calling import read
from tests.security.callers import Callers, unique


@each_case(
    ("path", "body"),
    [
        ("/packs/discovery", {"channelId": "CVEGA1", "threadTs": "1700000000.000001"}),
        ("/tools/getCase", {"arguments": {"caseNumber": "SCS0001234"}}),
        ("/apps/vega/memories/search", {"query": "x"}),
    ],
)
async def test_only_a_caller_that_audits_sees_the_number_of_calls(
    callers: Callers, path: str, body: object
) -> None:
    context = {"entityType": "customer", "slackChannels": ["CVEGA1"]}
    read(await callers.admin().send("PUT", f"/business-contexts/{unique('Vega')}", context))

    told = await callers("mallory", customers=["Altus"]).post(path, body)
    assert "calls" not in told.headers["server-timing"]
    told = await callers.admin().post(path, body)
    assert "calls" in told.headers["server-timing"]
