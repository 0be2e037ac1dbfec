"""Reports the uplift that trials have measured: of an app's memories together, and of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.cursors import Cursors
from recollect.core.places import id_at
from recollect.core.security_levels import SecurityLevel
from recollect.learning.uplift import Trial, uplift_of
from recollect.memories.finding.trials import report_of
from recollect.memories.learned import MemoryUplift, UpliftList
from recollect.memories.requests import UpliftQuery
from recollect.memories.stored.private import may_see, sees_all
from recollect.memories.stored.stores import MemoryStores

_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class UpliftReader:
    """Reads the uplifts of an app's memories, until its time is up."""

    level: SecurityLevel
    time_is_up: Callable[[], bool]
    stores: MemoryStores

    async def page(self, collection: str, asked: UpliftQuery, cursors: Cursors) -> UpliftList:
        """The uplift of the app's memories together, and of each that was tried, newest first."""
        after, found = cursors.opened(asked.cursor), list[MemoryUplift]()
        ledger, sensitive = self.stores.ledger, sees_all(self.level)
        together = report_of(uplift_of(await ledger.trials(collection, sensitive=sensitive)))
        app = together.model_copy(update={"demoted": False})
        while True:
            places = await ledger.listed(collection, after, _AT_ONCE, sensitive=sensitive)
            for place, tried in await self._tried(collection, places):
                if len(found) == asked.limit:
                    cursor = cursors.sealed(after)
                    return UpliftList(app=app, memories=tuple(found), next_cursor=cursor)
                found.append(tried)
                after = place
            if len(places) < _AT_ONCE:
                return UpliftList(app=app, memories=tuple(found))
            after = places[-1]
            if self.time_is_up():
                cursor = cursors.sealed(after)
                return UpliftList(app=app, memories=tuple(found), next_cursor=cursor)

    async def _tried(
        self, collection: str, places: Sequence[str]
    ) -> list[tuple[str, MemoryUplift]]:
        """The memories at `places` that were tried and that the caller may see, by place."""
        if not places:
            return []
        counts = await self.stores.ledger.read([(collection, id_at(each)) for each in places])
        tried = {
            id_at(place): (place, counted.trials)
            for place, counted in zip(places, counts, strict=True)
            if counted.trials and counted.exists
        }
        records = await self.stores.index.get(collection, tuple(tried))
        return [
            (tried[record.id][0], _uplift_of(record.id, tried[record.id][1]))
            for record in records
            if record is not None and may_see(self.level, record.metadata)
        ]


def _uplift_of(memory_id: str, trials: Sequence[Trial]) -> MemoryUplift:
    return MemoryUplift(id=memory_id, **dict(report_of(uplift_of(trials))))
