"""SLAs of cases and incidents in ServiceNow, by the number of the task that they run on."""

from collections.abc import Sequence
from contextlib import suppress

from recollect.adapters.servicenow.query import NothingMatches, all_of, equals
from recollect.adapters.servicenow.tables import Row, ServiceNow
from recollect.discovery.service_desk import TaskSla

_MOST_ROWS = 50
_FIELDS = ("task.number", "sla", "active", "stage", "has_breached", "planned_end_time")


async def running_slas(servicenow: ServiceNow, number: str) -> Sequence[TaskSla]:
    """The SLAs that run on a task, the next to be breached first. Raises StoreError."""
    with suppress(NothingMatches):
        query = all_of(
            [equals("task.number", number), equals("active", "true")],
            order_by="planned_end_time",
        )
        return [
            _sla(row)
            for row in await servicenow.rows("task_sla", query, _FIELDS, _MOST_ROWS)
            if row.holds("task.number", number) and row.flag("active")
        ]
    return []


def _sla(row: Row) -> TaskSla:
    # The planned end of a paused one stands still, and moves on only when it is resumed.
    is_paused = row.value("stage") == "paused"
    breach_at = None if is_paused else row.moment("planned_end_time")
    return TaskSla(row.display("sla"), row.flag("has_breached"), breach_at)
