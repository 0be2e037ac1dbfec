"""The section `cmdbHits`: the configuration items that are mentioned, and their related items."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from recollect.core.customers import NO_CUSTOMERS, Customers
from recollect.discovery.mentions import canonical_address
from recollect.discovery.schema import CmdbHits, CmdbItem, RelatedItem
from recollect.language.texts import shortened
from recollect.servicedesk.items import ConfigurationItem, ItemRelation, Mentions

MAX_ITEMS: Final = 5
MAX_BASES: Final = 3
MAX_RELATED: Final = 3
_MAX_ADDRESSES, _MAX_CHARS = 5, 120
# The kinds of mentions; `matchReason` begins with them.
_ADDRESS, _HOST, _NAME = "IP", "FQDN", "Name"


class _Match(NamedTuple):
    """An item and its first mention.

    `place` is the mention's place among all mentions, `written` its text, and `is_words` says
    whether it is a phrase, such as "Altus EHR".
    """

    item: ConfigurationItem
    place: int
    kind: str
    written: str
    is_words: bool


def cmdb_hits(
    items: Sequence[ConfigurationItem],
    relations: Sequence[ItemRelation],
    mentions: Mentions,
    customer: Customers = NO_CUSTOMERS,
) -> CmdbHits | None:
    """At most five of the `items` that are mentioned, in order of mention; None if there are none.

    Only items of the `customer`, or of nobody, count: other customers use the same private
    addresses. If no customer is known, an item counts if it is mentioned by a name or host name
    that no other item has, and never by its address.

    Mentions are ordered by kind: addresses, then host names, then names. The first mention of an
    item is its `matchReason`. The first three items bring up to three parents and children each, in
    the order of `relations`; none of these is listed twice.
    """
    meant = _meant(_matches(items, mentions), customer)[:MAX_ITEMS]
    if not meant:
        return None
    listed = {_key(each.item) for each in meant}
    shown: list[CmdbItem] = []
    for place, match in enumerate(meant):
        ends = [each for each in relations if _are_of(customer, each)] if place < MAX_BASES else []
        related = _related(match.item, ends, listed)
        fields = _fields(match.item, f"{match.kind}: {match.written}")
        shown.append(CmdbItem(**fields, related_items=related or None))
    return CmdbHits(total=len(shown), items=tuple(shown))


def _meant(matches: Sequence[_Match], customer: Customers) -> list[_Match]:
    """The matches whose items the mentions mean.

    These are the items of the customer or of nobody. Without a customer they are the items that are
    not mentioned by address, and share their mention with no other item. Of phrases within phrases
    only the longest counts: where Altus EHR Archive is mentioned, Altus EHR is not.
    """
    if customer:
        own = [each for each in matches if _is_of(customer, each.item)]
    else:
        counts = Counter(each.place for each in matches)
        own = [each for each in matches if each.kind != _ADDRESS and counts[each.place] == 1]
    names = [f" {_name(each.item).casefold()} " for each in own]
    return [
        match
        for match, name in zip(own, names, strict=True)
        if not match.is_words or not any(name in other != name for other in names)
    ]


def _is_of(customer: Customers, item: ConfigurationItem) -> bool:
    return customer.allow(item.company, item.company_sys_id)


def _are_of(customer: Customers, relation: ItemRelation) -> bool:
    return not customer or all(_is_of(customer, end) for end in (relation.parent, relation.child))


def _matches(items: Sequence[ConfigurationItem], mentions: Mentions) -> list[_Match]:
    """The items that are mentioned, each once, in the order of their first mentions."""
    places = _places(mentions)
    first: dict[str, _Match] = {}
    for item in items:
        found = min((places[each] for each in _keys_of(item) if each in places), default=None)
        if found is not None and _name(item):
            first.setdefault(_key(item), _Match(item, *found))
    return sorted(first.values(), key=lambda each: (each.place, _name(each.item), each.item.sys_id))


def _places(mentions: Mentions) -> Mapping[tuple[str, str], tuple[int, str, str, bool]]:
    """The mentions by kind and compared form: place, kind, written form, and whether a phrase."""
    candidates = (
        *((_ADDRESS, each, canonical_address(each) or each) for each in mentions.ip_addresses),
        *((_HOST, each, each.casefold()) for each in mentions.fqdns),
        *((_NAME, each, each.casefold()) for each in (*mentions.names, *mentions.phrases)),
    )
    words = len(candidates) - len(mentions.phrases)
    places: dict[tuple[str, str], tuple[int, str, str, bool]] = {}
    for place, (kind, written, compared) in enumerate(candidates):
        places.setdefault((kind, compared), (place, kind, written, place >= words))
    return places


def _keys_of(item: ConfigurationItem) -> list[tuple[str, str]]:
    """The ways to mention an item, as keys of `_places`. An item's name may be its host name."""
    name = item.name.casefold()
    addresses = [(_ADDRESS, canonical_address(each) or each) for each in item.ip_addresses]
    hosts = [(_HOST, item.fqdn.casefold()), (_HOST, name)]
    names = [(_NAME, name), (_NAME, item.host.casefold())]
    return [*addresses, *hosts, *names]


def _related(
    base: ConfigurationItem, relations: Sequence[ItemRelation], listed: set[str]
) -> tuple[RelatedItem, ...]:
    """The parents and children of `base` that are not yet in `listed`; they are added to it."""
    found: list[RelatedItem] = []
    for relation in relations:
        ends = (relation.parent, relation.child)
        if len(found) == MAX_RELATED or _key(base) not in map(_key, ends):
            continue
        other = ends[0] if _key(ends[1]) == _key(base) else ends[1]
        if _name(other) and _key(other) not in listed:
            listed.add(_key(other))
            found.append(RelatedItem(**_fields(other, f"Related to {_name(base)}")))
    return tuple(found)


def _key(item: ConfigurationItem) -> str:
    return item.sys_id or f"name:{_name(item).casefold()}"


def _name(item: ConfigurationItem) -> str:
    return shortened(item.name or item.fqdn, _MAX_CHARS)


def _fields(item: ConfigurationItem, reason: str) -> dict[str, str | tuple[str, ...] | None]:
    addresses = (shortened(each, _MAX_CHARS) for each in item.ip_addresses[:_MAX_ADDRESSES])
    return {
        "name": _name(item),
        "className": shortened(item.class_name, _MAX_CHARS) or None,
        "ipAddresses": tuple(filter(None, addresses)) or None,
        "environment": shortened(item.environment_key, _MAX_CHARS) or None,
        "ownerGroup": shortened(item.owner_group, _MAX_CHARS) or None,
        "matchReason": shortened(reason, _MAX_CHARS * 2),
    }
