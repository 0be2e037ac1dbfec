"""Which names are a customer's, and which entry of the directory is."""

from recollect.erasure.customer import belonging, known_as
from recollect.erasure.kept import KeptEntity
from recollect.erasure.keys import scrub_of
from recollect.knowledge.business_contexts import BusinessContext
from tests.tools.fakes import KnownBusinessContexts

OTHER = BusinessContext(entity_name="Bram: West", entity_type="CLIENT", aliases=("both",))


async def test_a_customer_has_the_names_of_its_entry_that_lead_to_no_other() -> None:
    altus = BusinessContext(entity_name="Altus", entity_type="CLIENT", aliases=("ALT", "both"))
    business_contexts = KnownBusinessContexts(known=[OTHER, altus])
    find = belonging(await known_as("ALT", business_contexts))
    assert [each for each in ("altus", " Alt", "both", "Bram: West") if find(each)] == [
        "altus",
        " Alt",
    ]
    assert belonging(await known_as("unknown", business_contexts))("Unknown")


async def test_an_entry_is_a_customers_by_its_own_name_alone() -> None:
    names = ("bram: WEST", "Altus", "both", "bram%3a west", "Bram")
    entry = KeptEntity("key", "", "bram%3a west", OTHER.model_dump_json(by_alias=True), "")
    asked = {each: belonging(await known_as(each, KnownBusinessContexts())) for each in names}
    gone = [name for name, find in asked.items() if scrub_of(entry, find) is not None]
    assert gone == ["bram: WEST"]
