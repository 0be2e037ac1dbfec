"""A customer: what says in a field of its own that it is of them.

The directory leads from one of their names to the others. Once it is erased it no longer does, so
an erasure goes on with digests of them: of a name only whether it is equal is asked.
"""

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from recollect.core.concurrency import gather_all
from recollect.detection.rules import words
from recollect.erasure.spelling import Find, Spelling
from recollect.knowledge.business_contexts import BusinessContexts
from recollect.knowledge.names import folded_name

_FIELDS: Final = words(
    "account accountname client clientname company companykey companyname customer customers "
    "customername entity entityname"
)


async def known_as(name: str, business_contexts: BusinessContexts) -> Sequence[str]:
    """Digests of this name of a customer, and of all that the directory has for it.

    A name that leads to another entry is the other's, which has claimed it since.
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
    """Finds a customer, by the digests of its names, as a whole value of fields that say whose."""

    def find(text: str) -> Sequence[Spelling]:
        return (Spelling(0, len(text), sure=True),) if _digest(text) in names else ()

    return Find(find, _FIELDS)


def _digest(name: str) -> str:
    return hashlib.sha256(folded_name(name).encode()).hexdigest()[:24]
