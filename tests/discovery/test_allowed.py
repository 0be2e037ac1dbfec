"""A caller does not see exemplars and threads of customers that it has no right to."""

from dataclasses import replace

import pytest
from typing_extensions import override

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import StoreRefused
from recollect.discovery.allowed import AllowedExemplars, AllowedKnownThreads, AllowedThreads
from recollect.discovery.capturing import StoredExemplar
from recollect.discovery.exemplars import FoundExemplar
from recollect.discovery.threads import KnownThread, SeenThread
from recollect.servicedesk.allowed import AllowedDesk
from tests.discovery.fakes import ALTUS, CASE, Sources
from tests.discovery.samples import NOW
from tests.discovery.test_capturing import Repository

OURS, STRANGERS = Customers.of([ALTUS.entity_name]), Customers.of(["Kestrel"])
SEEN = SeenThread("C1", "1.5", NOW, 2, None)


async def test_an_exemplar_of_an_unknown_customer_is_only_for_callers_with_all_customers() -> None:
    found = FoundExemplar("SCS1", "triage", "Mail", 0.9, 1.0, "Rebooted", "success")
    repository = Repository()
    for name, company in (("a", None), ("b", "Altus"), ("c", "Kestrel")):
        await repository.put(StoredExemplar(name, NOW, replace(found, company=company)))

    async def seen(customers: Customers) -> list[str | None]:
        shown = AllowedExemplars(repository, customers)
        return [each.company for each in await shown.similar("mail", 9)]

    assert await seen(ALL_CUSTOMERS) == [None, "Altus", "Kestrel"]
    assert await seen(Customers.of(["altus"])) == ["Altus"]


async def test_a_thread_in_another_customers_channel_is_not_found() -> None:
    sources = Sources()
    assert await AllowedThreads(sources, sources, OURS).messages("C1", "1.5")
    with pytest.raises(StoreRefused, match="channel_not_found"):
        await AllowedThreads(sources, sources, STRANGERS).messages("C1", "1.5")


async def test_a_thread_in_a_channel_of_no_known_customer_is_not_found() -> None:
    sources = Sources(by_request=None)
    with pytest.raises(StoreRefused, match="channel_not_found"):
        await AllowedThreads(sources, sources, OURS).messages("C1", "1.5")


async def test_the_facts_known_about_another_customers_thread_are_not_asked_for() -> None:
    sources = Sources()
    known = await AllowedKnownThreads(sources, sources, sources, STRANGERS).touch(SEEN)

    assert known.case_number is None
    assert not [each for each in sources.asked if each.startswith("touch")]


async def test_another_customers_case_in_a_thread_is_not_shown() -> None:
    class WithCase(Sources):
        """A thread in which another case was talked about."""

        @override
        async def touch(self, seen: SeenThread) -> KnownThread:
            return replace(await Sources.touch(self, seen), case_number=CASE.number)

    sources = WithCase(by_request=None)
    for customers, told in ((Customers.of(["Altus"]), CASE.number), (STRANGERS, None)):
        desk = AllowedDesk(sources, customers)
        known = await AllowedKnownThreads(sources, sources, desk, customers).touch(SEEN)
        assert known.case_number == told
