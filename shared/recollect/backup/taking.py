"""Taking a backup."""

from collections.abc import AsyncIterator
from datetime import datetime

from recollect.backup.errors import BackupRefused
from recollect.backup.page import BEGINNING, PageHead, PartPlace, page_bytes, read_page
from recollect.backup.parts import BothStores
from recollect.backup.ports import BackupPages


async def back_up(
    stores: BothStores, pages: BackupPages, new_id: str, at: datetime
) -> AsyncIterator[PageHead]:
    """Write everything, a page a step; an interrupted backup is gone on with.

    `new_id` is 32 hexadecimal digits that no other backup has. Raises BackupRefused where a whole
    backup is there already, DamagedPage where the last page is not as it was written.
    """
    head: PageHead | None = None
    place: PartPlace | None = BEGINNING
    if number := await pages.last():
        head = read_page(number, await pages.get(number)).head
        place = head.following
        if place is None:
            raise BackupRefused("there is a whole backup already: name another place")
    while place is not None:
        number += 1
        lines, following = await stores.read(place, at)
        head = PageHead(
            backup=head.backup if head else new_id,
            begun_at=head.begun_at if head else at,
            number=number,
            place=place,
            following=following,
            entries=len(lines),
        )
        await pages.put(number, page_bytes(head, lines))
        yield head
        place = following
