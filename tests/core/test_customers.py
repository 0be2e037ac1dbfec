"""Who may know of which customers."""

import unicodedata

from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers, as_compared
from tests.cases import each_case

ALTUS = Customers.of(["Altus  Health", "ACC-1"])


@each_case(
    "known_as", [("Altus Health",), (" altus health ",), ("Other", "acc-1"), (None,), ("",), ()]
)
def test_a_customer_is_known_by_any_of_its_names_and_nobodys_is_everybodys(
    known_as: tuple[str | None, ...],
) -> None:
    assert ALTUS.allow(*known_as)


def test_a_customer_is_the_same_whoever_parted_its_letters_from_their_marks() -> None:
    apart = unicodedata.normalize("NFD", "BÄCKEREI Groß")
    assert Customers.of(["Bäckerei Groß"]).allow(apart)
    assert Customers.of([apart]).allow("Bäckerei Groß")


@each_case("known_as", [("Altus",), ("Altus Health 2",), ("*",), ("ACC-11", None)])
def test_another_customer_is_not_there(known_as: tuple[str | None, ...]) -> None:
    assert not ALTUS.allow(*known_as)


def test_all_are_all_and_none_are_none() -> None:
    assert ALL_CUSTOMERS.allow("anybody")
    assert ALL_CUSTOMERS.all
    assert not NO_CUSTOMERS
    assert not Customers.of(["", " "])
    assert not NO_CUSTOMERS.allow("anybody")


def test_a_name_is_compared_the_same_as_what_is_kept_of_it() -> None:
    # Small, a letter and its mark are one character that has no capital.
    kept = as_compared("J\u030cak")
    assert kept == as_compared("j\u030cak") == as_compared(kept)
