"""`recollect backup` and `recollect restore`: both stores into a folder or a bucket, and back."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import uuid4

from infra.cli.console import GO_ON, CommandError, progress, stderr
from infra.cli.files import whole_file
from infra.cli.stores import OpenStores, choose_target
from recollect.adapters.aws.s3_pages import STORE as S3
from recollect.adapters.aws.s3_pages import S3Pages
from recollect.backup.errors import PageTaken
from recollect.backup.page import PageHead, page_name, page_number
from recollect.backup.parts import BothStores
from recollect.backup.ports import BackupPages
from recollect.backup.restoring import restore
from recollect.backup.taking import back_up
from recollect.core.errors import StoreError

_S3_PLACE: Final = re.compile(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/(.+)")
_S3_TIMEOUT_SECONDS: Final = 30.0

Steps = Callable[[BothStores, BackupPages], AsyncIterator[PageHead]]


class FolderPages:
    """Backup pages as files of a folder that only its owner can read; the port `BackupPages`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def last(self) -> int:
        """The number of the last page, 0 if there is none."""
        if not self._folder.exists():
            return 0
        return max((page_number(each.name) for each in self._folder.iterdir()), default=0)

    async def get(self, number: int) -> bytes | None:
        """The content of a page, None if there is no such page."""
        page = self._folder / page_name(number)
        return page.read_bytes() if page.exists() else None

    async def put(self, number: int, content: bytes) -> None:
        """Write a page, whole or not at all. Raises PageTaken if it exists already."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with whole_file(self._folder / page_name(number), mode=0o600, new=True) as file:
                file.write(content)
        except FileExistsError as error:
            raise PageTaken(number) from error


def back_up_to(place: str, url: str | None) -> None:
    """Back up both stores to a place. Raises CommandError, BackupRefused or PageTaken."""

    def steps(stores: BothStores, pages: BackupPages) -> AsyncIterator[PageHead]:
        return back_up(stores, pages, uuid4().hex, datetime.now(UTC))

    _run(place, url, steps, "written")


def restore_from(place: str, url: str | None) -> None:
    """Restore both stores from a place. Raises CommandError, BackupRefused or DamagedPage."""
    _run(place, url, restore, "brought back")


def pages_at(place: str) -> BackupPages:
    """The pages in a bucket or a folder. Raises CommandError if `place` names neither."""
    if not place.strip():  # an unset shell variable would mean the current folder
        raise CommandError("the place is empty: say a folder or s3://BUCKET/FOLDER")
    if not place.startswith("s3:"):
        return FolderPages(Path(place))
    match = _S3_PLACE.fullmatch(place)
    if match is None:
        raise CommandError(f"{place} is not s3://BUCKET/FOLDER")
    return S3Pages(match[1], match[2], _S3_TIMEOUT_SECONDS)


def _run(place: str, url: str | None, steps: Steps, done: str) -> None:
    target, pages = choose_target(url), pages_at(place)

    async def all_steps(stores: OpenStores) -> tuple[Counter[str], int]:
        counts, last = Counter[str](), 0
        with progress() as bar:
            task = bar.add_task("Entries", total=None)
            try:
                async for head in steps(stores.whole, pages):
                    counts["pages"] += 1
                    last = head.number
                    counts[head.place.part] += head.entries
                    bar.update(task, advance=head.entries, description=head.place.part)
            except StoreError as error:
                if error.store != S3:
                    raise
                raise CommandError(f"{error}. Asked {place}. {GO_ON}") from error
        return counts, last

    counts, last = target.run(all_steps, GO_ON)
    totals, now = f"{counts['keys']} keys and {counts['records']} records", counts["pages"]
    # Whoever compares counts must not take those of the rest for those of all.
    rest = f"the last {now} of {last} pages: it went on from page {last - now + 1}"
    stderr.print(f"{totals} {done}, {rest if now < last else f'{now} pages'}")
