"""Fits a pack into its size: never more than 24,576 bytes of JSON in UTF-8, whatever is in it.

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

import json
from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue
from pydantic_core import PydanticSerializationError

from recollect.discovery.schema import MAX_PACK_BYTES, DiscoveryPack
from recollect.language.texts import SHOWN, shortened

_TEXT_LENGTHS: Final = (280, 240, 200, 160, 120, 80)
_METADATA_TEXT_LENGTH: Final = 40
_Pack = dict[str, JsonValue]
_Entries = list[JsonValue]

_LEAST_VALUABLE_FIRST: Final = (
    "muscleMemoryExemplars",
    "similarCases",
    "cmdbHits",
    "slackRecent",
    "caseContext",
    "businessContext",
    "policyAlerts",
)
"""The optional sections of a pack."""

# For each section that has a list: the field of the list, and the field of its total.
_LISTS: Final = {
    "muscleMemoryExemplars": ("exemplars", "total"),
    "similarCases": ("cases", "total"),
    "cmdbHits": ("items", "total"),
    "slackRecent": ("messages", "totalMessages"),
}
_MAX_ENTRIES: Final = 20
_MAX_BY_LIST: Final = {"aliases": 5, "ipAddresses": 5, "caseNumbers": 10, "relatedItems": 3}
_MAX_URL_CHARS, _MAX_DETAILS_CHARS = 500, 2_048


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
        # Foreign JSON may hold lone surrogates, which cannot be sent; `_cut_texts` drops them.
        return False


def _reductions(pack: _Pack) -> Iterator[_Pack]:
    """The pack after each further step of reduction. It is changed in place."""
    _trim_lists(pack)
    for length in _TEXT_LENGTHS:
        _cut_texts(pack, length)
        yield _recount(pack)
    while _drop_entry(pack):
        yield _recount(pack)
    for section in _LEAST_VALUABLE_FIRST:
        if pack.pop(section, None) is not None:
            yield pack
    # No pack lacks its metadata.
    pack["metadata"] = _cut(pack["metadata"], _METADATA_TEXT_LENGTH)
    yield pack


def _trim_lists(pack: _Pack) -> None:
    """Cut all lists to the length that a section should have; remove huge URLs and details."""
    for name, value in pack.items():
        pack[name] = _trimmed(value, name)
    for alert in _entries(pack, "policyAlerts"):
        if isinstance(alert, dict) and len(json.dumps(alert.get("details"))) > _MAX_DETAILS_CHARS:
            alert.pop("details")


def _cut_texts(pack: _Pack, length: int) -> None:
    """Cut texts to `length` code points, those of the metadata to 280 at least.

    Characters that cannot be encoded as UTF-8 are removed everywhere.
    """
    for name, value in pack.items():
        pack[name] = _cut(value, max(length, SHOWN) if name == "metadata" else length)


def _recount(pack: _Pack) -> _Pack:
    """Set each total to the number of entries that are listed; the same pack."""
    for name, (entries, total) in _LISTS.items():
        section = pack.get(name)
        if isinstance(section, dict):
            section[total] = len(_list(section.get(entries)))
    return pack


def _drop_entry(pack: _Pack) -> bool:
    """Remove the least valuable entry. False if every section has only one entry left."""
    for item in reversed(_entries(pack, "cmdbHits")):
        if isinstance(item, dict) and (related := _list(item.get("relatedItems"))):
            related.pop()
            if not related:
                del item["relatedItems"]
            return True
    cases, exemplars = _entries(pack, "similarCases"), _entries(pack, "muscleMemoryExemplars")
    scored = [each for each in (exemplars, cases) if len(each) > 1]
    if scored:
        _drop_lowest(min(scored, key=lambda each: min(map(_score, each))))
        return True
    for name, place in (("slackRecent", 0), ("cmdbHits", -1), ("policyAlerts", -1)):
        if len(entries := _entries(pack, name)) > 1:
            entries.pop(place)
            return True
    return False


def _entries(pack: _Pack, section: str) -> _Entries:
    value = pack.get(section)
    return _list(value.get(_LISTS[section][0]) if isinstance(value, dict) else value)


def _list(value: JsonValue) -> _Entries:
    return value if isinstance(value, list) else []


def _drop_lowest(entries: _Entries) -> None:
    """Remove the entry with the lowest score, the last one of several."""
    place = min(range(len(entries)), key=lambda each: (_score(entries[each]), -each))
    entries.pop(place)


def _score(entry: JsonValue) -> float:
    """The score (0…1) of a similar case, which has percents, or of an exemplar."""
    if not isinstance(entry, dict):
        return 0.0
    percent = entry.get("score")
    if isinstance(percent, int | float):
        return percent / 100
    similarity = entry.get("similarityScore", entry.get("qualityScore"))
    return float(similarity) if isinstance(similarity, int | float) else 0.0


def _trimmed(value: JsonValue, name: str) -> JsonValue:
    if isinstance(value, list):
        kept = value[: _MAX_BY_LIST.get(name, _MAX_ENTRIES)]
        return [_trimmed(each, name) for each in kept]
    if isinstance(value, dict):
        return {
            member: each if member == "details" else _trimmed(each, member)
            for member, each in value.items()
            if not (member == "url" and len(str(each)) > _MAX_URL_CHARS)
        }
    return value


def _cut(value: JsonValue, length: int, name: str = "") -> JsonValue:
    if isinstance(value, str):
        # Half a URL leads nowhere: `_trim_lists` removes one that is too long, nothing cuts it.
        return shortened(value, _MAX_URL_CHARS if name == "url" else length)
    if isinstance(value, list):
        return [_cut(each, length, name) for each in value]
    if isinstance(value, dict):
        return {member: _cut(each, length, member) for member, each in value.items()}
    return value
