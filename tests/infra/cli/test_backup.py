"""`recollect backup` and `recollect restore`, from a platform to another, empty one."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import boto3
import httpx
import pytest
from moto import mock_aws
from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.cli.backing_up import FolderPages, back_up_to
from infra.cli.stores import platform_target
from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis
from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.app import create_vector_app
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.platform import PlatformOptions, running_platform
from recollect.backup.page import PageHead
from recollect.backup.restoring import restore
from recollect.backup.taking import back_up
from tests.infra.cli.commands import recollect
from tests.infra.local.serving import serving

BUCKET = "kept-apart"
FOLDER = f"s3://{BUCKET}/prod/2026-03-01"
CUT = 4
"""The number of pages after which an interruption comes: 1 is among the keys, 4 the records."""


@pytest.fixture(scope="module")
def backup(url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the platform with the sample data."""
    folder = tmp_path_factory.mktemp("backup") / "pages"
    back_up_to(str(folder), url)
    return folder


@pytest.fixture(scope="module")
def other(url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another backup of the same platform."""
    folder = tmp_path_factory.mktemp("other") / "pages"
    back_up_to(str(folder), url)
    return folder


@contextmanager
def empty_stores() -> Iterator[str]:
    """The store emulators of a platform, with nothing stored yet."""
    tokens, index, redis = StoreTokens(), EmulatedIndex(HashedEmbedder()), InProcessRedis()
    routes = [
        Mount("/_emulators/upstash-vector", create_vector_app(index, tokens)),
        Mount("/_emulators/upstash-redis", create_redis_app(redis, tokens)),
    ]
    with serving(Starlette(routes=routes)) as empty:
        yield empty
    redis.close()
    index.close()


@pytest.fixture
def empty() -> Iterator[str]:
    with empty_stores() as url:
        yield url


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "anyone")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        boto3.client("s3").create_bucket(Bucket=BUCKET)
        yield


def entries(folder: Path) -> list[bytes]:
    """All entries of a backup, without the heads of its pages."""
    pages = [each.read_bytes().split(b"\n")[2:] for each in folder.glob("*.jsonl")]
    return sorted(line for page in pages for line in page)


def stored_entries(url: str, folder: Path) -> list[bytes]:
    """All that the stores of a platform hold, as entries of a backup."""
    back_up_to(str(folder), url)
    return entries(folder)


def answers_of(url: str) -> JsonValue:
    """The answers of a platform to requests for memories and evidence.

    Confidence and scores fall by the second: they are rounded.
    """
    with httpx.Client(base_url=url, timeout=30) as client:

        def get_json(path: str) -> JsonValue:
            answer: JsonValue = client.get(path).raise_for_status().json()
            return answer

        asked = {"query": "checkout times out", "limit": 10}
        found = client.post("/apps/epic-web/memories/search", json=asked).raise_for_status().json()
        listed = get_json("/apps/epic-web/memories?limit=50")
        answers: list[JsonValue] = [found, listed, get_json("/apps/epic-web/stats")]
        answers += [get_json(f"/apps/epic-web/memories/{each}") for each in ids_of(listed)]
        answers += [get_json("/evidence?tenant=default&project=default&limit=50")]
    assert all(answers)
    return rounded(answers)


def ids_of(listed: JsonValue) -> list[str]:
    assert isinstance(listed, dict)
    memories = listed["memories"]
    assert isinstance(memories, list)
    assert memories
    return [str(each["id"]) for each in memories if isinstance(each, dict)]


def rounded(value: JsonValue) -> JsonValue:
    """The same value with numbers rounded, so that they do not change for a minute or two."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 2) if isinstance(value, float) else value


async def steps(taken: AsyncIterator[PageHead], most: int) -> int:
    """Take at most this many steps, and return how many were taken."""
    count = 0
    async for _ in taken:
        count += 1
        if count == most:
            break
    return count


async def interrupted_backup(url: str, folder: Path) -> None:
    async with platform_target(url).open() as stores:
        pages, at = FolderPages(folder), datetime.now(UTC)
        assert await steps(back_up(stores.whole, pages, "a" * 32, at), CUT) == CUT


async def interrupted_restore(url: str, folder: Path) -> None:
    async with platform_target(url).open() as stores:
        assert await steps(restore(stores.whole, FolderPages(folder)), CUT) == CUT


@pytest.mark.usefixtures("bucket")
def test_a_restore_from_a_bucket_brings_back_everything_with_the_same_answers(
    url: str, tmp_path: Path
) -> None:
    before = stored_entries(url, tmp_path / "before")
    written = recollect("backup", FOLDER, "--url", url, environment=dict(os.environ))
    with running_platform(PlatformOptions(workers=1)) as platform:
        back = recollect("restore", FOLDER, "--url", platform.url, environment=dict(os.environ))
        after = stored_entries(platform.url, tmp_path / "after")

        assert answers_of(platform.url) == answers_of(url)

    assert (written.returncode, back.returncode) == (0, 0), written.stderr + back.stderr
    assert before == after
    assert written.stderr.replace("written", "brought back") == back.stderr
    again = recollect("backup", FOLDER, "--url", url, environment=dict(os.environ))
    assert again.returncode == 1
    assert "there is a whole backup already" in again.stderr


def test_an_interrupted_backup_or_restore_continues_and_loses_nothing(
    url: str, empty: str, tmp_path: Path
) -> None:
    asyncio.run(interrupted_backup(url, tmp_path / "pages"))
    rest = recollect("backup", str(tmp_path / "pages"), "--url", url)
    asyncio.run(interrupted_restore(empty, tmp_path / "pages"))
    rest_back = recollect("restore", str(tmp_path / "pages"), "--url", empty)

    pages = len([*(tmp_path / "pages").iterdir()])
    told = f", the last {pages - CUT} of {pages} pages: it went on from page {CUT + 1}\n"
    assert rest.stderr.endswith(told)
    assert rest_back.stderr.endswith(told)
    assert stored_entries(empty, tmp_path / "after") == entries(tmp_path / "pages")


def test_a_restore_refuses_stores_that_are_not_empty(
    url: str, empty: str, backup: Path, other: Path
) -> None:
    asyncio.run(interrupted_restore(empty, backup))

    filled = recollect("restore", str(backup), "--url", url)
    begun = recollect("restore", str(other), "--url", empty)

    assert (filled.returncode, begun.returncode) == (1, 1)
    assert "the stores are not empty" in filled.stderr
    assert "restore into new ones, before anything else uses them" in filled.stderr
    assert "the stores hold a part of another backup" in begun.stderr


@pytest.mark.parametrize("wrong", ["damaged", "missing", "of another backup"])
def test_a_damaged_page_is_named_before_anything_is_written(
    empty: str, backup: Path, other: Path, tmp_path: Path, wrong: str
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for each in backup.iterdir():
        (folder / each.name).write_bytes(each.read_bytes())
    page = folder / "00000003.jsonl"
    if wrong == "damaged":
        page.write_bytes(page.read_bytes()[:-1])
    elif wrong == "missing":
        page.unlink()
    else:
        page.write_bytes((other / page.name).read_bytes())

    done = recollect("restore", str(folder), "--url", empty)

    assert done.returncode == 1
    assert done.stderr.startswith("recollect: page 3 of the backup ")
    assert stored_entries(empty, tmp_path / "after") == []


def test_only_its_owner_can_read_a_backup(backup: Path) -> None:
    modes = {each.stat().st_mode & 0o777 for each in [backup, *backup.iterdir()]}

    assert modes == {0o700, 0o600}


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("s3://kept-apart", "is not s3://BUCKET/FOLDER"),
        ("", "the place is empty: say a folder or s3://BUCKET/FOLDER"),
        ("nowhere", "page 1 of the backup is missing"),
    ],
)
def test_a_place_without_a_backup_is_reported_in_one_line(
    empty: str, place: str, reason: str
) -> None:
    done = recollect("restore", place, "--url", empty)

    assert done.returncode == 1
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.usefixtures("bucket")
def test_a_missing_bucket_is_named(empty: str) -> None:
    place = "s3://nobody-has-this/prod"
    done = recollect("backup", place, "--url", empty, environment=dict(os.environ))

    assert done.returncode == 1
    assert f"s3: did not accept (NoSuchBucket). Asked {place}." in done.stderr
