"""LangGraph: a `BaseStore` whose items are memories of apps.

    graph = builder.compile(store=RecollectStore(api))

A namespace is an app's slug, followed by the parts of a category: `("epic-web", "refunds")`. A
value of exactly two texts, `situation` and `decision`, becomes a memory of that decision; any other
value is stored as JSON and found by its texts. A decision that the app already has counts as one
more occurrence of it, and is also stored as a memory of its own.

Putting another value under a key supersedes the earlier one. Putting None deletes the value, which
needs the scope `memory:admin`. Quarantined memories are not items. Secrets and personal data are
masked in values; in a namespace they are refused, as are slashes. `index` has no effect, `ttl` is
refused.
"""

import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from operator import attrgetter
from typing import Final

from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)
from typing_extensions import override

from recollect.client.blocking import AppClient, Recollect
from recollect.client.errors import NotFoundError
from recollect.client.frameworks.stored_values import (
    KeptValue,
    Namespace,
    begins,
    category_of,
    decision_in,
    first_of_each_key,
    is_kept,
    is_put_under,
    kept_as,
    key_of,
    matches,
    namespace_of,
    value_of,
    written_value,
)
from recollect.memories.model import ListedState, Memory, Stage, StoredMemory

_MAX_FOUND: Final = 100
_MAX_SUPERSEDED: Final = 20
_ID_PREFIX: Final = "mem_"
_NOT_KEPT: Final = (
    "a namespace has no slashes, no blanks around its names, and no personal data or secrets, "
    "which are masked: use ids"
)


class RecollectStore(BaseStore):
    """A store whose items are memories. `stage` is the stage of new ones. Raises ClientError."""

    def __init__(self, api: Recollect, stage: Stage = "draft") -> None:
        self._api, self._stage = api, stage

    @override
    def batch(self, ops: Iterable[Op]) -> list[Result]:
        return [self._done(each) for each in ops]

    @override
    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _done(self, op: Op) -> Result:
        match op:
            case GetOp():
                kept = next(self._kept(op.namespace, op.key), None)
                found = kept or self._stored_by_others(op)
                return None if found is None else _item(found, op.key)
            case SearchOp():
                return list(islice(self._found(op), op.offset, op.offset + op.limit))
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp():
                self._put(op)
        return None

    def _app(self, namespace: Namespace) -> AppClient:
        if not namespace:
            raise InvalidNamespaceError("a namespace begins with the slug of an app")
        return self._api.app(namespace[0])

    def _kept(
        self, namespace: Namespace, key: str, state: ListedState | None = "active"
    ) -> Iterator[Memory]:
        """The memories that were put under a key, newest first.

        With `state=None`, superseded ones are included.
        """
        app = self._app(namespace)
        if not is_kept(namespace):
            raise InvalidNamespaceError(_NOT_KEPT)
        kept = app.memories(state=state, category=category_of(namespace), conversation_id=key)
        return (each for each in kept if is_put_under(each, namespace, key))

    def _stored_by_others(self, op: GetOp) -> Memory | None:
        """An active memory that was not put under a key, and whose key is therefore its id."""
        if not op.key.startswith(_ID_PREFIX):
            return None
        try:
            found = self._app(op.namespace).memory(op.key)
        except NotFoundError:
            return None
        is_item = key_of(found) == op.key and namespace_of(found) == op.namespace
        return found if is_item and found.metadata.state == "active" else None

    def _put(self, op: PutOp) -> None:
        if op.value is None:
            # If the superseded memories stayed, they would be active again.
            for memory in list(self._kept(op.namespace, op.key, state=None)):
                self._app(op.namespace).forget(memory.id)
            return
        before = tuple(islice(self._kept(op.namespace, op.key), _MAX_SUPERSEDED))
        decision, now = decision_in(op.value), datetime.now(UTC)
        if before and value_of(before[0]) == op.value:
            self._remember(op, kept_as(before[0]))
        elif decision is None:
            self._remember(op, written_value(op.key, op.value, now), before)
        elif before or self._remember(op, decision).deduplicated:
            self._remember(op, decision.at(now), before)

    def _remember(self, op: PutOp, kept: KeptValue, before: Iterable[Memory] = ()) -> StoredMemory:
        return self._app(op.namespace).remember(
            situation=kept.situation,
            decision=kept.decision,
            stage=self._stage,
            category=category_of(op.namespace),
            conversation_id=op.key,
            tags=kept.tags,
            supersedes=[each.id for each in before],
        )

    def _found(self, op: SearchOp) -> Iterator[SearchItem]:
        for memory, score in self._asked(op):
            value, namespace = value_of(memory), namespace_of(memory)
            if begins(namespace, op.namespace_prefix) and matches(value, op.filter):
                created, confirmed = _times(memory)
                yield SearchItem(namespace, key_of(memory), value, created, confirmed, score)

    def _asked(self, op: SearchOp) -> Iterator[tuple[Memory, float | None]]:
        app = self._app(op.namespace_prefix)
        if not op.query:
            yield from ((each, None) for each in first_of_each_key(app.memories(state="active")))
            return
        # The search cannot filter by a prefix, so `_found` filters the best hundred results. Of
        # several memories that say the same, it answers only one, which may lie in another
        # namespace: so the memories of this category are searched by themselves, too.
        categories = {category_of(op.namespace_prefix), None}
        answers = (app.find(op.query, limit=_MAX_FOUND, category=each) for each in categories)
        found = {each.memory.id: each for answer in answers for each in answer.results}
        memories = (each.memory for each in found.values())
        newest_first = sorted(memories, key=attrgetter("metadata.created_at"), reverse=True)
        current = [found[each.id] for each in first_of_each_key(newest_first)]
        current.sort(key=lambda each: (-each.score, each.memory.id))
        yield from ((each.memory, each.score) for each in current)

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        """The namespaces that meet the conditions, found by listing the memories of all apps."""
        all_of_them = (
            namespace_of(memory)
            for each in self._api.apps().apps
            for memory in self._api.app(each.app_slug).memories(state="active")
        )
        matching = {
            namespace[: op.max_depth]
            for namespace in all_of_them
            if all(_fits(namespace, each) for each in op.match_conditions or ())
        }
        return sorted(matching)[op.offset : op.offset + op.limit]


def _fits(namespace: Namespace, condition: MatchCondition) -> bool:
    if condition.match_type == "suffix":
        return begins(namespace[::-1], condition.path[::-1])
    return begins(namespace, condition.path)


def _item(memory: Memory, key: str) -> Item:
    created, confirmed = _times(memory)
    return Item(
        value=value_of(memory),
        key=key,
        namespace=namespace_of(memory),
        created_at=created,
        updated_at=confirmed,
    )


def _times(memory: Memory) -> tuple[datetime, datetime]:
    metadata = memory.metadata
    return datetime.fromisoformat(metadata.created_at), datetime.fromisoformat(
        metadata.last_confirmed_at
    )
