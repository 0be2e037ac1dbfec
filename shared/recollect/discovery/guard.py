"""The size of a pack: never more than 24,576 bytes of JSON in UTF-8, whatever is in it.

A pack that fits is left as it is. A larger one is reduced step by step, the least valuable parts
first, until it fits:

1. lists are cut to the length that a section should have (5 aliases and addresses, 3 related items,
   10 case numbers, 20 other entries); URLs of more than 500 characters and details of more than
   2 KB are removed
2. texts outside `metadata` are cut to 280, 240, 200, 160, 120 and at last 80 characters
3. entries are removed one at a time, as long as their section has two: the last related
   configuration items, then the lowest scored of the similar cases and exemplars, then the oldest
   messages, the last configuration items, and the last alerts, which are the least severe
4. whole sections are removed: exemplars, similar cases, configuration items, messages, thread,
   customer, alerts
5. the texts of `metadata` are cut to 40 characters

`total` and `totalMessages` are the numbers of entries that are still listed.
"""

from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue
from pydantic_core import PydanticSerializationError

from recollect.discovery.schema import MAX_PACK_BYTES, DiscoveryPack
from recollect.discovery.trimming import (
    LEAST_VALUABLE_FIRST,
    Pack,
    cut_metadata,
    cut_texts,
    drop_entry,
    recount,
    trim_lists,
)

_TEXT_LENGTHS: Final = (280, 240, 200, 160, 120, 80)
_METADATA_TEXT_LENGTH: Final = 40


def fitted_pack(pack: DiscoveryPack, limit: int = MAX_PACK_BYTES) -> DiscoveryPack:
    """The pack, reduced if needed so that `model_dump_json()` has at most `limit` bytes.

    Raises ValueError for a limit that has no room even for the metadata: below some 4 KB.
    """
    if _fits(pack, limit):
        return pack
    plain: JsonValue = pack.model_dump(mode="json")
    if not isinstance(plain, dict):
        raise TypeError("a pack is an object")
    for smaller in _reductions(plain):
        reduced = DiscoveryPack.model_validate(smaller)
        if _fits(reduced, limit):
            return reduced
    raise ValueError(f"a pack does not fit into {limit} bytes")


def _fits(pack: DiscoveryPack, limit: int) -> bool:
    try:
        return len(pack.model_dump_json().encode()) <= limit
    except PydanticSerializationError:
        # Foreign JSON may hold lone surrogates, which cannot be serialized; `cut_texts` drops them.
        return False


def _reductions(pack: Pack) -> Iterator[Pack]:
    """The pack after each further step of reduction. It is changed in place."""
    trim_lists(pack)
    for length in _TEXT_LENGTHS:
        cut_texts(pack, length)
        yield recount(pack)
    while drop_entry(pack):
        yield recount(pack)
    for section in LEAST_VALUABLE_FIRST:
        if pack.pop(section, None) is not None:
            yield pack
    cut_metadata(pack, _METADATA_TEXT_LENGTH)
    yield pack
