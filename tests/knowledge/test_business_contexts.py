"""Business contexts: which are accepted, which are refused, and how they are found."""

import pytest
from pydantic import ValidationError

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import InvalidRequest, NotFound
from recollect.knowledge.business_contexts import (
    BusinessContext,
    NewBusinessContext,
    put_business_context,
    read_business_context,
)
from tests.cases import each_case
from tests.knowledge.fake_business_contexts import FakeBusinessContexts
from tests.writers import EDITOR

HOURS = {"timeZone": "America/Chicago", "days": ["mon", "fri"], "start": "08:00", "end": "17:30"}
SEED = {
    "entityType": "CLIENT",
    "industry": "Healthcare",
    "aliases": ["Altus", "Altus Health"],
    "technologyPortfolio": "Azure, VMware SD-WAN",
    "serviceDetails": "Altus Health - Azure Environment",
}


async def put(
    business_contexts: FakeBusinessContexts, name: str, **fields: object
) -> BusinessContext:
    new = NewBusinessContext.model_validate({"entityType": "CLIENT", **fields})
    return await put_business_context(
        name, new, EDITOR, business_contexts=business_contexts, customers=ALL_CUSTOMERS
    )


@each_case(
    "field", [{"notes": "+491701234567 " * 280}, {"tags": ["a@b.de c@d.de e@f.de g@h.de i@j.de"]}]
)
async def test_a_text_that_masks_make_too_long_is_refused(field: dict[str, object]) -> None:
    business_contexts = FakeBusinessContexts()

    with pytest.raises(InvalidRequest) as refused:
        await put(business_contexts, "Altus", **field)

    assert refused.value.errors[0].field.startswith(next(iter(field)))
    with pytest.raises(NotFound):
        await read_business_context(
            "Altus", business_contexts=business_contexts, customers=ALL_CUSTOMERS
        )


async def test_a_context_is_read_back_under_any_spelling_of_its_name() -> None:
    business_contexts = FakeBusinessContexts()
    told = await put(
        business_contexts, " Altus  Community Healthcare ", **SEED, businessHours=HOURS
    )

    assert told.entity_name == "Altus Community Healthcare"
    for name in ("Altus Community Healthcare", "ALTUS COMMUNITY\tHEALTHCARE"):
        assert (
            await read_business_context(
                name, business_contexts=business_contexts, customers=ALL_CUSTOMERS
            )
            == told
        )
    assert told.model_dump(mode="json") == {
        "entityName": "Altus Community Healthcare",
        **SEED,
        "tags": [],
        "slackChannels": [],
        "businessHours": HOURS,
    }


async def test_an_alias_finds_the_context_only_for_callers_who_may_know_the_entity() -> None:
    business_contexts = FakeBusinessContexts()
    told = await put(business_contexts, "Altus Community Healthcare", **SEED)

    for customers in (ALL_CUSTOMERS, Customers.of(["altus community healthcare"])):
        assert (
            await read_business_context(
                "ALTUS", business_contexts=business_contexts, customers=customers
            )
            == told
        )
    with pytest.raises(NotFound):
        await read_business_context(
            "Altus", business_contexts=business_contexts, customers=Customers.of(["Borealis"])
        )


async def test_equal_aliases_and_the_own_name_make_one_pointer() -> None:
    business_contexts = FakeBusinessContexts()
    told = await put(business_contexts, "Altus", aliases=["ALTUS", "Altus Health", "altus  health"])

    assert business_contexts.pointers == {("alias", "altus health"): "altus"}
    assert told.aliases == ("ALTUS", "Altus Health", "altus  health")


async def test_a_name_that_folds_to_nothing_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        await put(FakeBusinessContexts(), " \u3000 ")


def test_an_invalid_business_context_is_refused() -> None:
    cases: list[dict[str, object]] = [
        {"entityType": ""},
        {"entityType": None},
        {"entityName": "Altus"},
        {"aliases": [""]},
        {"aliases": ["a\nb"]},
        {"aliases": ["x"] * 33},
        {"aliases": "Altus"},
        {"slackChannels": ["#general"]},
        {"slackChannels": ["C1"] * 33},
        {"tags": ["x"] * 33},
        {"notes": "x" * 4_001},
        {"businessHours": {}},
        {"businessHours": HOURS | {"timeZone": "Mars/Olympus"}},
        {"businessHours": HOURS | {"timeZone": "America"}},
        {"businessHours": HOURS | {"timeZone": "../etc/passwd"}},
        {"businessHours": HOURS | {"timeZone": "/etc/localtime"}},
        {"businessHours": HOURS | {"timeZone": ""}},
        {"businessHours": HOURS | {"days": []}},
        {"businessHours": HOURS | {"days": ["Monday"]}},
        {"businessHours": HOURS | {"start": "8:00"}},
        {"businessHours": HOURS | {"end": "24:00"}},
        {"businessHours": HOURS | {"holidays": []}},
    ]
    for fields in cases:
        with pytest.raises(ValidationError):
            NewBusinessContext.model_validate({"entityType": "CLIENT", **fields})


@each_case("start", ["22:00", "06:00"])
def test_a_shift_may_end_on_the_next_day(start: str) -> None:
    night = HOURS | {"start": start, "end": "06:00"}
    new = NewBusinessContext.model_validate({"entityType": "CLIENT", "businessHours": night})

    assert new.business_hours is not None
    assert new.business_hours.end == "06:00"
