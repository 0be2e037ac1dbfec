"""Reports the uplift that trials have measured: of an app's memories together, and of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from recollect.core.cursors import Cursors
from recollect.core.list_walk import page_of
from recollect.core.security_levels import SecurityLevel
from recollect.learning.uplift import uplift_of
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
        ledger, sensitive = self.stores.ledger, sees_all(self.level)
        together = report_of(uplift_of(await ledger.trials(collection, sensitive=sensitive)))
        places = partial(ledger.listed, collection, sensitive=sensitive)
        look, after = partial(self._tried, collection), cursors.opened(asked.cursor)
        page = await page_of(places, look, self.time_is_up, after, asked.limit, _AT_ONCE)
        return UpliftList(
            app=together.model_copy(update={"demoted": False}),
            memories=page.listed,
            next_cursor=cursors.sealed(page.following) or None,
        )

    async def _tried(self, collection: str, ids: Sequence[str]) -> Sequence[MemoryUplift | None]:
        """The uplifts of memories; None for one that was never tried, or that is too sensitive."""
        counts = await self.stores.ledger.read([(collection, each) for each in ids])
        tried = {
            memory_id: counted.trials
            for memory_id, counted in zip(ids, counts, strict=True)
            if counted.trials and counted.exists
        }
        records = await self.stores.index.get(collection, tuple(tried))
        uplifts = {
            record.id: MemoryUplift(id=record.id, **dict(report_of(uplift_of(tried[record.id]))))
            for record in records
            if record is not None and may_see(self.level, record.metadata)
        }
        return [uplifts.get(each) for each in ids]
