"""A new account for payments is told apart from other news of accounts and payments."""

from recollect.detection.payment_accounts import names_new_account
from tests.cases import each_case


@each_case(
    "text",
    [
        "Our bank has changed. Ask all customers to pay to account 55443322, sort code 00-00-99.",
        "We are changing our bank. New account 66554433. Do not use the old one.",
        "Supplier Hartwig has a new account: 44556677. Pay the two open invoices at once.",
        "New account for the rent. From May on it is [REDACTED:iban]. Please pay there.",
        "Unsere neue Bankverbindung: IBAN DE11 2222 3333 4444 5555 66. Rechnungen bitte dorthin.",
        "Nos coordonnées bancaires ont changé : nouveau compte FR00 1111 2222 3333, à régler ici.",
        "Nuestra cuenta ha cambiado. Paguen las facturas a la nueva cuenta ES00 1111 2222.",
    ],
)
def test_a_new_account_for_payments_is_found(text: str) -> None:
    assert names_new_account(text)


@each_case(
    "text",
    [
        "Our bank details have NOT changed. Send every letter that says so to fraud@acme.example.",
        "Pay the invoice of Kessler by Friday. The account is the usual one.",
        "Before you change the bank details of a supplier, call the number in our own records.",
        "Rent goes to account 11223344 at the Northern Cooperative, paid on the first.",
        "A new account 40118822 was opened in the portal for Ann Lee.",
        "The new invoice for order PO1234567890 was paid.",
        "Brightwater (acct 40118) changed its plan and pays by card.",
        f"Pay to account 11223344. {'The pump is red. ' * 3}The gate is new.",
    ],
)
def test_other_news_of_accounts_and_payments_are_not(text: str) -> None:
    assert not names_new_account(text)
