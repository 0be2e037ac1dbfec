"""A caller with a right to some customers cannot write for another customer, nor for all."""

from tests.functions.calling import assert_problem, read
from tests.security.callers import Caller, Callers, unique


async def describe(caller: Caller, name: str, *aliases: str) -> int:
    """Describe a customer; return the status."""
    body = {"entityType": "customer", "notes": "Poison", "aliases": aliases}
    return (await caller.send("PUT", f"/business-contexts/{name}", body)).status_code


async def test_a_new_alias_needs_a_right_to_that_customer_just_as_the_name_does(
    callers: Callers,
) -> None:
    ours, theirs = unique("Altus"), unique("Kestrel")
    mallory, ann = callers("mallory", customers=[ours]), callers("ann", customers=[theirs])
    body = {"entityType": "customer", "aliases": [theirs]}
    refused = await mallory.send("PUT", f"/business-contexts/{ours}", body)
    assert "claim customers" in assert_problem(refused, 403)["detail"]

    pack = read(await ann.post("/packs/discovery", {"companyName": theirs}))
    assert "businessContext" not in pack
    assert await describe(ann, theirs) == 200


async def test_an_alias_that_is_stored_already_may_stay(callers: Callers) -> None:
    ours, short = unique("Altus"), unique("ALT")
    bob = callers("bob", customers=[ours, short])
    assert await describe(bob, ours, short) == 200
    assert await describe(callers("bob", customers=[ours]), ours, short.upper()) == 200
    assert await describe(callers("bob", customers=[ours]), ours, short, unique("new")) == 403
    assert await describe(callers("bob", customers=[short]), ours, short) == 200


async def test_a_caller_with_some_customers_cannot_store_a_case_for_everybody(
    callers: Callers,
) -> None:
    case = {"case_number": unique("case").upper(), "content": "Pay here."}
    mallory = callers("mallory", customers=["Altus"])
    for nobodys in ({}, {"company": None}):
        refused = await mallory.post("/cases", {"cases": [case | nobodys]})
        assert "everybody" in assert_problem(refused, 403)["detail"]
    read(await mallory.post("/cases", {"cases": [case | {"company": "Altus"}]}))
