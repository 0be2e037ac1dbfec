"""A day has one backup, however many take it: an event may be delivered twice."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import boto3
import pytest
from moto import mock_aws
from typing_extensions import override

from infra.cli.backing_up import FolderPages
from recollect.adapters.aws.s3_pages import S3Pages
from recollect.backup.errors import PageTaken
from recollect.backup.parts import BothStores
from recollect.backup.ports import BackupPages
from recollect.backup.restoring import restore
from recollect.backup.taking import back_up, back_up_until
from tests.backup.fakes import FakeKeys, NoRecords

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ONE, OTHER = "a" * 32, "b" * 32


class AtomicPages(S3Pages):
    """Checks for a page and writes it in one step, as S3 does but moto does not."""

    def __init__(self, bucket: str, prefix: str, timeout: float) -> None:
        super().__init__(bucket, prefix, timeout)
        self._one_at_a_time = asyncio.Lock()

    @override
    async def put(self, number: int, content: bytes) -> None:
        async with self._one_at_a_time:
            await super().put(number, content)


@pytest.fixture(params=["folder", "bucket"])
def pages(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BackupPages]:
    if request.param == "folder":
        yield FolderPages(tmp_path / "pages")
        return
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "anyone")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        boto3.client("s3").create_bucket(Bucket="kept-apart")
        yield AtomicPages("kept-apart", "2026-03-01", 30)


def filled(keys: FakeKeys) -> BothStores:
    return BothStores(keys, NoRecords())


def there_is_time() -> bool:
    return False


async def restored(pages: BackupPages) -> FakeKeys:
    keys = FakeKeys()
    async for _ in restore(filled(keys), pages):
        pass
    return keys


async def test_one_of_two_backups_begun_at_once_is_taken_and_can_be_restored(
    pages: BackupPages,
) -> None:
    both = asyncio.Barrier(2)

    async def meet() -> None:
        with suppress(asyncio.BrokenBarrierError):  # who goes on alone waits for nobody
            await both.wait()

    first, second = (FakeKeys("one", "two", "three", meet=meet) for _ in range(2))

    async def take(keys: FakeKeys, new_id: str) -> bool:
        try:
            return await back_up_until(there_is_time, filled(keys), pages, new_id, NOW)
        finally:
            await both.abort()

    whole = await asyncio.gather(take(first, ONE), take(second, OTHER))

    assert sorted(whole) == [False, True]
    assert (await restored(pages)).kept == first.kept


async def test_the_later_of_two_that_continue_a_backup_fails_at_a_page_already_written(
    pages: BackupPages,
) -> None:
    keys = FakeKeys("one", "two", "three")
    begun = back_up(filled(keys), pages, ONE, NOW)
    await anext(begun)
    other = back_up(filled(keys), pages, OTHER, NOW)
    await anext(other)

    with pytest.raises(PageTaken, match="page 2 "):
        await anext(begun)
    assert [head.number async for head in other] == [3, 4]
    assert (await restored(pages)).kept == keys.kept
