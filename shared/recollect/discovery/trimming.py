"""The single steps that make a pack smaller. The pack is plain JSON and is changed in place."""

import json
from typing import Final

from pydantic import JsonValue

from recollect.language.texts import SHOWN, shortened

Pack = dict[str, JsonValue]
_Entries = list[JsonValue]

LEAST_VALUABLE_FIRST: Final = (
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


def trim_lists(pack: Pack) -> None:
    """Cut all lists to the length that a section should have; remove huge URLs and details."""
    for name, value in pack.items():
        pack[name] = _trimmed(value, name)
    for alert in _entries(pack, "policyAlerts"):
        if isinstance(alert, dict) and len(json.dumps(alert.get("details"))) > _MAX_DETAILS_CHARS:
            alert.pop("details")


def cut_texts(pack: Pack, length: int) -> None:
    """Cut texts to `length` code points, those of the metadata to 280 at least.

    Characters that cannot be encoded as UTF-8 are removed everywhere.
    """
    for name, value in pack.items():
        pack[name] = _cut(value, max(length, SHOWN) if name == "metadata" else length)


def cut_metadata(pack: Pack, length: int) -> None:
    """Cut each text of the metadata, which no pack lacks, to `length` code points."""
    pack["metadata"] = _cut(pack["metadata"], length)


def recount(pack: Pack) -> Pack:
    """Set each total to the number of entries that are listed; the same pack."""
    for name, (entries, total) in _LISTS.items():
        section = pack.get(name)
        if isinstance(section, dict):
            section[total] = len(_list(section.get(entries)))
    return pack


def drop_entry(pack: Pack) -> bool:
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


def _entries(pack: Pack, section: str) -> _Entries:
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
        # Half a URL leads nowhere: `trim_lists` removes one that is too long, nothing cuts it.
        return shortened(value, _MAX_URL_CHARS if name == "url" else length)
    if isinstance(value, list):
        return [_cut(each, length, name) for each in value]
    if isinstance(value, dict):
        return {member: _cut(each, length, member) for member, each in value.items()}
    return value
