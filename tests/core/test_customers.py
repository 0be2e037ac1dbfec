"""Which customers a caller may know about."""

import unicodedata

from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers, as_compared
from tests.cases import each_case

ALTUS = Customers.of(["Altus  Health", "ACC-1"])


@each_case(
    "known_as", [("Altus Health",), (" altus health ",), ("Other", "acc-1"), (None,), ("",), ()]
)
def test_a_customer_is_allowed_by_any_of_its_names_and_records_without_one_by_everybody(
    known_as: tuple[str | None, ...],
) -> None:
    assert ALTUS.allow(*known_as)


def test_composed_and_decomposed_letters_are_the_same_name() -> None:
    apart = unicodedata.normalize("NFD", "BÄCKEREI Groß")
    assert Customers.of(["Bäckerei Groß"]).allow(apart)
    assert Customers.of([apart]).allow("Bäckerei Groß")


@each_case("known_as", [("Altus",), ("Altus Health 2",), ("*",), ("ACC-11", None)])
def test_another_customer_is_not_allowed(known_as: tuple[str | None, ...]) -> None:
    assert not ALTUS.allow(*known_as)


def test_all_customers_allow_anybody_and_no_customers_allow_nobody() -> None:
    assert ALL_CUSTOMERS.allow("anybody")
    assert ALL_CUSTOMERS.all
    assert not NO_CUSTOMERS
    assert not Customers.of(["", " "])
    assert not NO_CUSTOMERS.allow("anybody")


def test_a_stored_name_compares_equal_to_the_original() -> None:
    # In lower case, this letter and its mark are one character, which has no capital.
    kept = as_compared("J\u030cak")
    assert kept == as_compared("j\u030cak") == as_compared(kept)
