"""What known threads keep: the first detection, the most messages and the last case number."""

import asyncio
from itertools import permutations

import pytest

from recollect.adapters.upstash.redis.threads import RedisThreads
from recollect.discovery.threads import KnownThread, SeenThread
from tests.adapters.contract.evidence import Evidence, at

TS = "1700000000.123456"


def seen(
    evidence: Evidence, minutes: float, messages: int = 0, number: str | None = None, ts: str = TS
) -> SeenThread:
    return SeenThread(evidence.scope.project, ts, at(minutes), messages, number)


@pytest.fixture
def threads(evidence: Evidence) -> RedisThreads:
    return RedisThreads(evidence.stores.redis)


async def test_a_thread_is_known_from_its_first_sight(
    evidence: Evidence, threads: RedisThreads
) -> None:
    known = await threads.touch(seen(evidence, 1, 3, "SCS0001234"))

    channel = evidence.scope.project
    assert known == KnownThread(channel, TS, at(1), at(1), 3, "SCS0001234")


async def test_only_new_facts_update_a_thread(evidence: Evidence, threads: RedisThreads) -> None:
    first = await threads.touch(seen(evidence, 1, 3))
    assert await threads.touch(seen(evidence, 9, 3)) == first
    assert await threads.touch(seen(evidence, 9, 2)) == first

    more = await threads.touch(seen(evidence, 10, 4))
    assert (more.detected_at, more.last_updated, more.message_count) == (at(1), at(10), 4)
    numbered = await threads.touch(seen(evidence, 11, 4, "A1"))
    assert (numbered.last_updated, numbered.case_number) == (at(11), "A1")
    assert await threads.touch(seen(evidence, 12, 4, "A1")) == numbered
    assert await threads.touch(seen(evidence, 12)) == numbered
    assert (await threads.touch(seen(evidence, 13, 0, "B2"))).case_number == "B2"


async def test_the_time_of_the_last_update_never_goes_back(
    evidence: Evidence, threads: RedisThreads
) -> None:
    await threads.touch(seen(evidence, 5, 1))
    known = await threads.touch(seen(evidence, 2, 2))

    assert (known.detected_at, known.last_updated, known.message_count) == (at(5), at(5), 2)


async def test_the_highest_message_count_stands_in_whatever_order(
    evidence: Evidence, threads: RedisThreads
) -> None:
    for place, order in enumerate(permutations((2, 30, 10))):
        for messages in order:
            known = await threads.touch(seen(evidence, 1, messages, ts=f"1.{place}"))
        assert known.message_count == 30


async def test_simultaneous_updates_of_a_thread_are_not_lost(
    evidence: Evidence, threads: RedisThreads
) -> None:
    await asyncio.gather(*(threads.touch(seen(evidence, n, n)) for n in range(1, 12)))
    known = await threads.touch(seen(evidence, 0))

    assert known.message_count == 11
    assert known.last_updated == at(11)


async def test_threads_are_separate_and_kept_for_30_days(
    evidence: Evidence, threads: RedisThreads
) -> None:
    await threads.touch(seen(evidence, 1, 3, ts="1.1"))
    other = SeenThread(f"{evidence.scope.project}:1", "1", at(2), 5)
    assert (await threads.touch(other)).message_count == 5
    assert (await threads.touch(seen(evidence, 3, 1, ts="1:1"))).message_count == 1

    left = await evidence.stores.redis.ttl(f"thread:{evidence.scope.project}:1.1")
    assert 29 * 86_400 < left <= 30 * 86_400
