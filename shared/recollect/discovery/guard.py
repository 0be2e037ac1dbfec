"""The size of a pack: never more than 24,576 bytes of JSON in UTF-8, whatever is in it.

A pack that fits is left as it is. Of one that does not, the least valuable is given up first, step
by step, until it fits:

1. what no section legitimately has: lists are cut to 5 aliases and addresses, 10 case numbers, 20
   entries; web addresses of more than 500 characters and details of more than 2 KB go
2. long texts but those of the metadata are cut to 280, 240, 200, 160, 120, at last 80 characters
3. entries, one at a time, while their section has two: related configuration items, from the last;
   then the lowest scored of the similar cases and exemplars; then the oldest messages, the last
   configuration items, and the last alerts, which are the least severe
4. whole sections: exemplars, similar cases, configuration items, messages, thread, customer, alerts
5. what is left of `metadata` is cut to 40 characters a text

`total` and `totalMessages` say how many are listed.
"""

from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue
from pydantic_core import PydanticSerializationError

from recollect.discovery.schema import MAX_PACK_BYTES, DiscoveryPack
from recollect.discovery.trimming import (
    SECTIONS,
    Pack,
    cut_metadata,
    cut_texts,
    drop_entry,
    recount,
    trim_lists,
)

_LENGTHS: Final = (280, 240, 200, 160, 120, 80)
_SHORTEST: Final = 40


def fitted_pack(pack: DiscoveryPack, limit: int = MAX_PACK_BYTES) -> DiscoveryPack:
    """The pack, trimmed to at most `limit` bytes of `model_dump_json()` if it is larger.

    Raises ValueError where a limit leaves no room for the metadata alone: under some 4 KB.
    """
    if _fits(pack, limit):
        return pack
    plain: JsonValue = pack.model_dump(mode="json")
    if not isinstance(plain, dict):
        raise TypeError("a pack is an object")
    for slimmer in _slimmer(plain):
        candidate = DiscoveryPack.model_validate(slimmer)
        if _fits(candidate, limit):
            return candidate
    raise ValueError(f"a pack does not fit into {limit} bytes")


def _fits(pack: DiscoveryPack, limit: int) -> bool:
    try:
        return len(pack.model_dump_json().encode()) <= limit
    except PydanticSerializationError:
        # Halves of surrogate pairs, which foreign JSON may hold; cutting texts leaves them out.
        return False


def _slimmer(pack: Pack) -> Iterator[Pack]:
    """The pack with less and less in it."""
    trim_lists(pack)
    for length in _LENGTHS:
        cut_texts(pack, length)
        yield recount(pack)
    while drop_entry(pack):
        yield recount(pack)
    for section in SECTIONS:
        if pack.pop(section, None) is not None:
            yield pack
    cut_metadata(pack, _SHORTEST)
    yield pack
