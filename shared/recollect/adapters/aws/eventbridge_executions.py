"""Executions of tools, put on the event bus (Amazon EventBridge)."""

from datetime import datetime

from recollect.adapters.aws.eventbridge import EventBridgeBus
from recollect.enrichment.executions import ToolExecuted

SOURCE = "recollect.tools"


class EventBridgeExecutions:
    """The port `ExecutionPublisher` of `recollect.enrichment`. `timeout` is in seconds."""

    def __init__(self, bus_name: str, timeout: float) -> None:
        self._bus = EventBridgeBus(bus_name, timeout)

    async def publish(self, executed: ToolExecuted, at: datetime) -> None:
        """Tell that a tool was run. `at` is an aware moment."""
        await self._bus.put(SOURCE, executed, at)
