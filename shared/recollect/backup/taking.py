"""Taking a backup."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from datetime import datetime

from recollect.backup.errors import BackupRefused, PageTaken
from recollect.backup.page import BEGINNING, PageHead, page_bytes, read_page
from recollect.backup.parts import BothStores
from recollect.backup.ports import BackupPages


async def back_up(
    stores: BothStores, pages: BackupPages, new_id: str, at: datetime
) -> AsyncGenerator[PageHead, None]:
    """Write everything, one page a step; an interrupted backup is continued.

    `new_id` is 32 hexadecimal digits that no other backup has. Raises BackupRefused if there is a
    complete backup already, DamagedPage if the last page is not as it was written, and PageTaken if
    somebody else is writing this backup, whose pages stand.
    """
    head = await _last_head(pages)
    place = head.following if head else BEGINNING
    if place is None:
        raise BackupRefused("there is a whole backup already: name another place")
    while place is not None:
        lines, following = await stores.read(place, at)
        head = PageHead(
            backup=head.backup if head else new_id,
            begun_at=head.begun_at if head else at,
            number=head.number + 1 if head else 1,
            place=place,
            following=following,
            entries=len(lines),
        )
        await pages.put(head.number, page_bytes(head, lines))
        yield head
        place = following


async def back_up_until(
    time_is_up: Callable[[], bool],
    stores: BothStores,
    pages: BackupPages,
    new_id: str,
    at: datetime,
) -> bool:
    """Begin or continue a backup until it is complete, time is up, or somebody else continues it.

    Answers whether it is complete. An event may be delivered twice, even at the same time. A
    complete backup stays as it is. Raises DamagedPage as `back_up` does.
    """
    head = await _last_head(pages)
    if head is not None and head.following is None:
        return True
    with suppress(PageTaken):
        async with aclosing(back_up(stores, pages, new_id, at)) as steps:
            async for written in steps:
                if written.following is None:
                    return True
                if time_is_up():
                    break
    return False


async def _last_head(pages: BackupPages) -> PageHead | None:
    """The head of the last page, or None without pages. Raises DamagedPage."""
    number = await pages.last()
    return read_page(number, await pages.get(number)).head if number else None
