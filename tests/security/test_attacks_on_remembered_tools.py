"""However a tool's result names a customer, the memory of that result belongs to the customer."""

from recollect.enrichment.customers import customers_named
from tests.cases import each_case
from tests.functions.calling import Json, read
from tests.functions.enrichment import TOOL
from tests.security.callers import Callers, unique


@each_case(
    "told",
    [
        {"account": {"display_value": "Kestrel Freight", "value": "9d3f"}},
        {"account": {"name": "Kestrel Freight", "number": "ACCT0042"}},
        {"customer_name": "Kestrel Freight"},
        {"accountName": "Kestrel Freight"},
        {"Company Name": "Kestrel Freight"},
        {"u_customer": "Kestrel Freight"},
        {"customers": ["Kestrel Freight"]},
        {"cases": [{"client": {"name": "Kestrel Freight"}}]},
    ],
)
async def test_a_result_that_names_a_customer_is_shown_to_no_other_customer(
    callers: Callers, told: Json
) -> None:
    namespace, secret = unique("ns"), f"The optic {unique('of')} burnt out"
    asked = {"arguments": {"namespace": namespace}, "sessionId": "s-1"}
    path = f"/tools/{TOOL}"
    result = {"rootCause": secret, **told}
    ann = callers("ann", customers=["Kestrel Freight"])
    read(await ann.post(f"{path}/executions", {**asked, "result": result}), 201)

    mallory = callers("mallory", customers=["Altus"])
    assert secret in (await ann.post(f"{path}/memory-context", asked)).text
    assert secret not in (await mallory.post(f"{path}/memory-context", asked)).text


@each_case("told", [{"account_number": "ACCT1"}, {"companyId": "1"}, {"accounting": "x"}])
def test_numbers_and_similar_field_names_name_no_customer(told: Json) -> None:
    assert customers_named((told,)) == ()


@each_case("tags", [[], ["customer:Kestrel Freight"]])
@each_case("tells_all", [False, True])
async def test_a_result_that_names_no_customer_belongs_to_its_writers_customers(
    callers: Callers, tags: list[str], tells_all: bool
) -> None:
    namespace, secret = unique("ns"), f"The optic {unique('of')} burnt out"
    asked = {"arguments": {"namespace": namespace}, "sessionId": "s-1"}
    ann = callers("ann", customers=["*"] if tells_all else ["Kestrel Freight"])
    result = {"rootCause": secret}
    told = {**asked, "result": result, "tags": tags}
    read(await ann.post(f"/tools/{TOOL}/executions", told), 201)
    incident = {"symptoms": [f"{namespace} is down"], "rootCause": secret, "domain": "openshift"}
    read(await ann.post("/incidents", {**incident, "tags": tags}), 201)

    mallory = callers("mallory", customers=["Altus"])
    given = (await mallory.post(f"/tools/{TOOL}/memory-context", asked)).text
    assert (secret in given) is (tells_all and not tags)
    theirs = callers("bob", customers=["Kestrel Freight"])
    assert secret in (await theirs.post(f"/tools/{TOOL}/memory-context", asked)).text
