"""Finds what belongs to a customer: items that say so in a field for it.

The directory leads from one name of the customer to the others. Once its entry is erased it no
longer does, so an erasure carries digests of the names; names are only compared for equality.
"""

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from recollect.core.concurrency import gather_all
from recollect.erasure.subject_spellings import Find, Spelling
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.folded_names import folded_name

_FIELDS: Final = tuple(
    (
        "account accountname client clientname company companykey companyname customer customers "
        "customername entity entityname"
    ).split()
)


async def known_as(name: str, business_contexts: BusinessContexts) -> Sequence[str]:
    """Digests of this name of a customer, and of all its names in the directory.

    A name that leads to another entry is left out, since that entry has claimed it later.
    """
    found = await business_contexts.look_up(None, name)
    if found is None:
        return [_digest(name)]
    leading = await gather_all(business_contexts.look_up(None, each) for each in found.names)
    others = {
        each
        for each, to in zip(found.names, leading, strict=True)
        if to is not None and to.entity_name != found.entity_name
    }
    return sorted({_digest(each) for each in {name, *found.names} - others})


def belonging(names: Collection[str]) -> Find:
    """Finds a customer, by digests of its names, as the whole value of a field for the customer."""

    def find(text: str) -> Sequence[Spelling]:
        return (Spelling(0, len(text), sure=True),) if _digest(text) in names else ()

    return Find(find, _FIELDS)


def _digest(name: str) -> str:
    return hashlib.sha256(folded_name(name).encode()).hexdigest()[:24]
