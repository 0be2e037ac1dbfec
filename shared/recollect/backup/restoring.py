"""Restores a backup.

All pages are read before anything is written, so that a damaged one is found while there is nothing
to undo. A mark records which pages are restored, so a repeat continues after the last of them.
"""

from collections.abc import AsyncIterator

from pydantic import ValidationError

from recollect.backup.errors import BackupRefused, DamagedPage
from recollect.backup.page import BEGINNING, BackupPage, PageHead, PartPlace, read_page
from recollect.backup.parts import BothStores
from recollect.backup.ports import BackupPages, RestoreMark


async def restore(stores: BothStores, pages: BackupPages) -> AsyncIterator[PageHead]:
    """Restore everything, one page a step; nobody else may write meanwhile.

    Raises BackupRefused if the stores hold anything that is not of this backup, and DamagedPage
    before anything is written.
    """
    backup = ""
    async for page in _whole(pages):
        backup = page.head.backup
    mark = await stores.keys.load_mark()
    if mark is None:
        if not await stores.are_empty():
            raise BackupRefused(
                "the stores are not empty, and nothing is written over: restore into new ones,"
                " before anything else uses them"
            )
        mark = RestoreMark(backup, 0)
        await stores.keys.save_mark(mark)
    if mark.backup != backup:
        raise BackupRefused(f"the stores hold a part of another backup, {mark.backup}")
    async for head, lines in _whole(pages):
        if head.number <= mark.pages:
            continue
        try:
            await stores.write(head.place, lines)
        except ValidationError as error:
            raise DamagedPage(head.number, "has an entry that is none") from error
        await stores.keys.save_mark(RestoreMark(backup, head.number))
        yield head
    await stores.keys.clear_mark()


async def _whole(pages: BackupPages) -> AsyncIterator[BackupPage]:
    """All pages in order; raises DamagedPage if one is of another backup, or does not follow on."""
    number, backup = 1, ""
    place: PartPlace | None = BEGINNING
    while place is not None:
        page = read_page(number, await pages.get(number))
        if page.head.place != place or backup not in {"", page.head.backup}:
            raise DamagedPage(number, "does not follow the one before it")
        yield page
        number, backup, place = number + 1, page.head.backup, page.head.following
