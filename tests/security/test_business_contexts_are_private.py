"""Neither the description of a customer nor the names by which it is found contain secrets."""

import pytest

from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.errors import InvalidRequest
from recollect.knowledge.business_contexts import (
    NewBusinessContext,
    put_business_context,
    read_business_context,
)
from tests.cases import each_case
from tests.knowledge.fake_business_contexts import FakeBusinessContexts
from tests.writers import EDITOR

TOKEN = "ghp_" + "A1b2" * 9


def described(**said: object) -> NewBusinessContext:
    return NewBusinessContext.model_validate({"entityType": "customer", **said})


async def test_free_texts_and_tags_are_masked_before_they_are_stored() -> None:
    business_contexts = FakeBusinessContexts()
    said = described(
        notes=f"Ask ana.silva@example.org for {TOKEN}",
        serviceDetails="The portal's password was changed to Kite77%away",
        tags=["vip", TOKEN],
    )
    await put_business_context(
        "Altus", said, EDITOR, business_contexts=business_contexts, customers=ALL_CUSTOMERS
    )
    kept = await read_business_context(
        "Altus", business_contexts=business_contexts, customers=ALL_CUSTOMERS
    )
    assert kept.notes == "Ask [REDACTED:email] for [REDACTED:github]"
    assert kept.service_details == "The portal's password was changed to [REDACTED:password]"
    assert kept.tags == ("vip", "[REDACTED:github]")


@each_case(["name", "alias"], [(TOKEN, "Altus"), ("Altus", "ana.silva@example.org")])
async def test_a_name_with_a_secret_in_it_is_refused(name: str, alias: str) -> None:
    with pytest.raises(InvalidRequest):
        await put_business_context(
            name,
            described(aliases=[alias]),
            EDITOR,
            business_contexts=FakeBusinessContexts(),
            customers=ALL_CUSTOMERS,
        )
