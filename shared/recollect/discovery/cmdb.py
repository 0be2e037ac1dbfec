"""The section `cmdbHits`: the configuration items that are talked about, and what hangs on them."""

from collections.abc import Mapping, Sequence
from typing import Final

from recollect.discovery.mentions import canonical_address
from recollect.discovery.schema import CmdbHits, CmdbItem, RelatedItem
from recollect.language.texts import shortened
from recollect.servicedesk.items import ConfigurationItem, Mentions, Relation

MOST_ITEMS: Final = 5
MOST_BASES: Final = 3
MOST_RELATED: Final = 3
_MOST_ADDRESSES, _LONGEST = 5, 120


def cmdb_hits(
    items: Sequence[ConfigurationItem], relations: Sequence[Relation], mentions: Mentions
) -> CmdbHits | None:
    """At most five of `items` that are mentioned, in order of mention; None when none is.

    Mentions come by kind: addresses before host names before names, and an item that is mentioned
    in several ways is given the first as its `matchReason`. The first three items bring up to three
    parents and children each, in the order of `relations`; none of these is listed twice.
    """
    matched = _matched(items, mentions)[:MOST_ITEMS]
    if not matched:
        return None
    listed = {_key(item) for item, _ in matched}
    shown: list[CmdbItem] = []
    for place, (item, reason) in enumerate(matched):
        related = _related(item, relations, listed) if place < MOST_BASES else ()
        shown.append(CmdbItem(**_fields(item, reason), related_items=related or None))
    return CmdbHits(total=len(shown), items=tuple(shown))


def _matched(
    items: Sequence[ConfigurationItem], mentions: Mentions
) -> list[tuple[ConfigurationItem, str]]:
    places = _places(mentions)
    first: dict[str, tuple[int, str, ConfigurationItem]] = {}
    for item in items:
        found = min((places[each] for each in _said_as(item) if each in places), default=None)
        if found is not None and _name(item) and _key(item) not in first:
            first[_key(item)] = (*found, item)
    ordered = sorted(first.values(), key=lambda each: (each[0], _name(each[2]), each[2].sys_id))
    return [(item, reason) for _, reason, item in ordered]


def _places(mentions: Mentions) -> Mapping[tuple[str, str], tuple[int, str]]:
    """For each mention as it is compared: its place, and the reason that it is for a match."""
    said = (
        *(("IP", each, canonical_address(each) or each) for each in mentions.ip_addresses),
        *(("FQDN", each, each.casefold()) for each in mentions.fqdns),
        *(("Name", each, each.casefold()) for each in mentions.names),
    )
    places: dict[tuple[str, str], tuple[int, str]] = {}
    for place, (kind, written, compared) in enumerate(said):
        places.setdefault((kind, compared), (place, f"{kind}: {written}"))
    return places


def _said_as(item: ConfigurationItem) -> list[tuple[str, str]]:
    """The ways in which it may be mentioned; some items have their host name as their name."""
    name = item.name.casefold()
    addresses = [("IP", canonical_address(each) or each) for each in item.ip_addresses]
    return [*addresses, ("FQDN", item.fqdn.casefold()), ("FQDN", name), ("Name", name)]


def _related(
    base: ConfigurationItem, relations: Sequence[Relation], listed: set[str]
) -> tuple[RelatedItem, ...]:
    """Its neighbours that are not `listed`, which they are from now on."""
    found: list[RelatedItem] = []
    for relation in relations:
        ends = (relation.parent, relation.child)
        if len(found) == MOST_RELATED or _key(base) not in map(_key, ends):
            continue
        other = ends[0] if _key(ends[1]) == _key(base) else ends[1]
        if _name(other) and _key(other) not in listed:
            listed.add(_key(other))
            found.append(RelatedItem(**_fields(other, f"Related to {_name(base)}")))
    return tuple(found)


def _key(item: ConfigurationItem) -> str:
    return item.sys_id or f"name:{_name(item).casefold()}"


def _name(item: ConfigurationItem) -> str:
    return shortened(item.name or item.fqdn, _LONGEST)


def _fields(item: ConfigurationItem, reason: str) -> dict[str, str | tuple[str, ...] | None]:
    addresses = (shortened(each, _LONGEST) for each in item.ip_addresses[:_MOST_ADDRESSES])
    return {
        "name": _name(item),
        "className": shortened(item.class_name, _LONGEST) or None,
        "ipAddresses": tuple(filter(None, addresses)) or None,
        "environment": shortened(item.environment_key, _LONGEST) or None,
        "ownerGroup": shortened(item.owner_group, _LONGEST) or None,
        "matchReason": shortened(reason, _LONGEST * 2),
    }
