"""Limits the trust of an item that was derived from others to that of the least trusted one."""

from collections.abc import Collection, Mapping, Sequence

from recollect.knowledge.records import KnowledgeRecord, KnowledgeRepository, items_namespace
from recollect.knowledge.requests import EvidenceBatch
from recollect.knowledge.restrictions import at_most_as_restricted
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import DEFAULT_TRUST, Item, strings_of, trust_of


async def with_derived_trust(
    items: Sequence[Item], batch: EvidenceBatch, scope: Scope, repository: KnowledgeRepository
) -> Sequence[Item]:
    """Items with at most the trust of the least trusted item that they were derived from.

    A stored origin counts only if everybody who may see the item may see the origin, too. Otherwise
    it counts as missing, so that an item's trust reveals nothing about it.
    """
    own = {item.id for item in items}
    origins = {each for new in batch.items for each in new.derived_from}
    if not origins:
        return items
    stored = await repository.get(items_namespace(scope), sorted(origins - own))
    trust = {item.id: trust_of(item.metadata) for item in items}
    trust |= {item.id: min(trust[item.id], _weakest_stored(item, stored, own)) for item in items}
    # Items of a batch may be derived from each other, even in circles: repeat until stable.
    while weaker := {
        item.id: weakest
        for item in items
        if (weakest := _weakest_of_batch(item, trust)) < trust[item.id]
    }:
        trust |= weaker
    return [
        Item(item.id, item.content, {**item.metadata, "trust": trust[item.id]}) for item in items
    ]


def _weakest_stored(item: Item, stored: Sequence[KnowledgeRecord], own: Collection[str]) -> float:
    trust = {
        each.id: trust_of(each.metadata)
        for each in stored
        if at_most_as_restricted(each.metadata, item.metadata)
    }
    return min(
        (trust.get(each, DEFAULT_TRUST) for each in _origins(item).difference(own)), default=1.0
    )


def _weakest_of_batch(item: Item, trust: Mapping[str, float]) -> float:
    return min((trust[each] for each in _origins(item) & trust.keys()), default=1.0)


def _origins(item: Item) -> set[str]:
    return set(strings_of(item.metadata.get("derived_from")))
