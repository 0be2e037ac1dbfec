"""The names of customers whose account numbers a caller is allowed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from typing_extensions import override

from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers
from recollect.core.errors import StoreUnavailable
from recollect.servicedesk.accounts import KEPT_SECONDS, Accounts, CustomerNames
from tests.cases import each_case

OURS = Customers.of(["ACCT1", "Kestrel"])


@dataclass(slots=True)
class Desk(Accounts):
    """A directory where all accounts have the same name, and which records its calls."""

    called: str = "Altus Health"
    is_down: bool = False
    asked: list[Sequence[str]] = field(default_factory=list)
    time: float = 1_000.0

    @override
    async def names(self, numbers: Sequence[str]) -> Sequence[str]:
        self.asked.append(numbers)
        if self.is_down:
            raise StoreUnavailable("desk", "down")
        return [self.called]

    @property
    def customers(self) -> CustomerNames:
        return CustomerNames(self, lambda: self.time)


async def test_an_account_number_also_allows_the_accounts_name_which_is_cached() -> None:
    desk = Desk()
    customers = desk.customers
    for _ in range(3):
        known = await customers.known(OURS)
        assert known.allow("altus health")
        assert known.allow("Kestrel")
        assert not known.allow("Meridian")
    assert desk.asked == [["acct1"]]

    desk.time += KEPT_SECONDS
    await customers.known(OURS)
    assert len(desk.asked) == 2


@each_case("customers", [ALL_CUSTOMERS, NO_CUSTOMERS, Customers.of(["Kestrel"])])
async def test_without_an_account_number_the_desk_is_not_asked(customers: Customers) -> None:
    desk = Desk()

    assert await desk.customers.known(customers) == customers
    assert desk.asked == []


async def test_a_desk_that_is_down_adds_no_names_and_is_not_asked_by_every_request() -> None:
    desk = Desk(is_down=True)
    customers = desk.customers
    assert [await customers.known(OURS) for _ in range(3)] == [OURS] * 3
    assert len(desk.asked) == 1

    desk.is_down, desk.time = False, desk.time + 6
    assert (await customers.known(OURS)).allow("Altus Health")


async def test_an_account_named_like_the_wildcard_does_not_allow_all() -> None:
    assert not (await Desk(called=" * ").customers.known(OURS)).all
