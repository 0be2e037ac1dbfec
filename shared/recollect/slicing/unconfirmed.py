"""Evidence on whose word alone nobody should act."""

from typing import Final

from recollect.detection.payment_accounts import names_new_account
from recollect.retrieval.items import DEFAULT_TRUST, text_of, trust_of
from recollect.slicing.sliced import SlicedItem

NEW_ACCOUNT: Final = "names a new account for payments: let its owner confirm it first"
"""What to tell the reader of evidence that names one."""


def names_unconfirmed_account(item: SlicedItem) -> bool:
    """Whether an item says that payments go to a new account, and has no more than usual trust."""
    if trust_of(item.metadata) > DEFAULT_TRUST:
        return False
    return names_new_account(f"{item.title or ''}\n{text_of(item.content)}")
