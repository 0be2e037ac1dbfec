"""EventBridge, source recollect.schedule: continue the day's backup."""

from uuid import uuid4

from recollect.backup.events import BackUpStores
from recollect.backup.taking import back_up_until
from recollect.serving.events import EventConsumer, ReceivedEvent
from recollect.wiring.backup import day_pages, whole_stores
from recollect.wiring.process import process

consumer = EventConsumer("take_backup", process)


@consumer.on(BackUpStores)
async def take_backup(received: ReceivedEvent[BackUpStores]) -> None:
    """Continue the backup of the event's day until it is complete, or time is up."""
    day = received.as_of.date()
    at = received.operation.at
    await back_up_until(received.time_is_up, whole_stores(), day_pages(day), uuid4().hex, at)


lambda_handler = consumer.handle
