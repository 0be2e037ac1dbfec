"""A backup taken on a schedule holds the same as one taken by hand."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.cli.backing_up import back_up_to
from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, RunningPlatform
from infra.routes import FUNCTIONS
from recollect.backup.page import BEGINNING, read_page
from tests.functions.invoking import functions_with, sample
from tests.functions.platforms import own_platform

FUNCTION = next(each for each in FUNCTIONS if each.name == "take_backup")
ONE_PAGE = 4_000
PLENTY = 120_000


@pytest.fixture(scope="module")
def filled() -> Iterator[str]:
    """A platform with the sample data, to which no test writes."""
    with own_platform(PlatformOptions(workers=1)) as platform:
        seed(platform_target(platform.url))
        yield platform.url


def taken(url: str, folder: Path, *milliseconds: int) -> list[int]:
    """Call the function once with each of these times left; return the page count after each."""
    there = {"BACKUP_BUCKET": "kept-apart"}
    done = subprocess.run(  # noqa: S603  # our own program
        [
            *(sys.executable, "-m", "tests.backup.taking", str(folder)),
            *(json.dumps(sample("take_backup/back_up_stores")), *map(str, milliseconds)),
        ],
        env=environment(FUNCTION, url, PlatformOptions(extra_environment=there)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    counts: list[int] = json.loads(done.stdout)
    return counts


def entries(folder: Path) -> list[bytes]:
    """All entries of a backup, whose pages must be complete and in order."""
    files = sorted(folder.iterdir())
    pages = [read_page(number, file.read_bytes()) for number, file in enumerate(files, 1)]
    heads = [page.head for page in pages]
    assert len({head.backup for head in heads}) == 1
    assert [head.place for head in heads] == [BEGINNING, *(head.following for head in heads[:-1])]
    assert heads[-1].following is None
    return sorted(line for page in pages for line in page.lines)


def test_a_backup_without_enough_time_is_completed_an_hour_later(
    filled: str, tmp_path: Path
) -> None:
    counts = taken(filled, tmp_path / "bucket", ONE_PAGE, ONE_PAGE, PLENTY, PLENTY)

    day = tmp_path / "bucket" / "2026-01-15"
    assert counts[:2] == [1, 2]
    assert counts[2] == counts[3] == len([*day.iterdir()]) > 2
    back_up_to(str(tmp_path / "at-once"), filled)
    assert entries(day) == entries(tmp_path / "at-once")


async def test_without_a_bucket_the_function_fails_with_the_setting_that_is_missing(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    async with functions_with(platform, tmp_path) as functions:
        failed = await functions.failure("take_backup", sample("take_backup/back_up_stores"))
        (logged,) = functions.failures()

    assert "ConfigurationError" in failed
    assert logged["setting"].startswith("BACKUP_BUCKET is not set")
