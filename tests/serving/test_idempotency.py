import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from recollect.core.errors import Forbidden, IdempotencyConflict, NotFound, StoreUnavailable
from recollect.core.json_texts import canonical_json
from recollect.serving.idempotency import Answer, Request, answer_once, operation_id
from tests.cases import each_case
from tests.memories.fakes import FakeAnswers, FakeLedger
from tests.memories.lifecycle import begin, delete
from tests.memories.samples import record_of
from tests.virtual_time import virtually

REQUEST = Request("ada", "POST", "/apps/a/memories", '{"a": 1}')


class Work:
    """Work that answers differently each time it is done."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.times = 0
        self._answer = answer or Answer(status=201, body="{}")

    async def __call__(self) -> Answer:
        self.times += 1
        await asyncio.sleep(0)
        return self._answer.model_copy(update={"body": f"answer {self.times}"})


async def once(
    work: Callable[[], Awaitable[Answer]], kept: FakeAnswers, request: Request = REQUEST
) -> Answer:
    return await answer_once("op", request, work, kept)


async def test_the_same_request_gets_the_first_answer_again() -> None:
    kept = FakeAnswers(FakeLedger())
    work = Work(Answer(status=201, body="", content_type="text/plain", degraded=("reputation",)))
    first = await once(work, kept)
    assert await once(work, kept) == first
    assert (first.status, first.body, first.content_type) == (201, "answer 1", "text/plain")
    assert (first.degraded, work.times) == (("reputation",), 1)


@each_case("answer", [Answer(status=207, body=""), Answer(status=200, body="", only_read=True)])
async def test_an_answer_of_a_part_or_of_what_was_only_read_is_not_kept(answer: Answer) -> None:
    kept, work = FakeAnswers(FakeLedger()), Work(answer)
    assert [(await once(work, kept)).body for _ in range(2)] == ["answer 1", "answer 2"]


@each_case(
    "other",
    [
        Request("ada", "PUT", "/apps/a/memories", '{"a": 1}'),
        Request("ada", "POST", "/apps/b/memories", '{"a": 1}'),
        Request("ada", "POST", "/apps/a/memories", '{"a": 2}'),
        Request("ada", "POST", "/apps/a/memories", '{"a": "1"}'),
        Request("ada", "POST", "/apps/a/memories", '{"a": true}'),
        Request("ada", "POST", "/apps/a/memories", ""),
    ],
)
async def test_a_different_request_with_the_same_key_is_refused_and_not_done(
    other: Request,
) -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    await once(work, kept)
    with pytest.raises(IdempotencyConflict):
        await once(work, kept, other)
    assert work.times == 1


@each_case(
    "again",
    [
        '{"b":["é",{"d":null,"c":100}],"a":1}',
        '\n{"a": 1.0, "b": ["\\u00e9", {"c": 1e2, "d": null}]}',
        '{"a": 2, "a": 1, "b": ["é", {"c": 100, "d": null}]}',
    ],
)
async def test_a_repeat_may_be_written_in_another_way(again: str) -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    written = replace(REQUEST, body='{"a": 1, "b": ["é", {"c": 100, "d": null}]}')
    first = await once(work, kept, written)
    assert await once(work, kept, replace(written, body=again)) == first
    with pytest.raises(IdempotencyConflict):
        await once(work, kept, replace(written, body='{"a": 1, "b": [{"c": 100, "d": null}, "é"]}'))


def test_a_great_number_is_compared_without_writing_all_its_digits() -> None:
    assert canonical_json("[1e308, 1e2]") == "[1e+308,100]"


async def test_no_body_says_what_an_empty_object_says() -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    first = await once(work, kept, replace(REQUEST, body=""))
    assert await once(work, kept, replace(REQUEST, body=" { }")) == first


async def test_under_other_rights_the_kept_answer_is_not_given_and_the_work_is_redone() -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    first = await once(work, kept)
    other = replace(REQUEST, rights="ada, who has lost some")

    assert (await once(work, kept, other)).body == "answer 2"
    assert (await once(work, kept, other)).body == "answer 3"
    assert await once(work, kept) == first


async def test_a_repeat_that_its_new_rights_forbid_is_refused() -> None:
    kept = FakeAnswers(FakeLedger())
    await once(Work(), kept)

    async def refuse() -> Answer:
        raise Forbidden("not yours")

    with pytest.raises(Forbidden):
        await once(refuse, kept, replace(REQUEST, rights="none"))


async def test_a_different_request_is_refused_under_other_rights_too() -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    await once(work, kept)
    with pytest.raises(IdempotencyConflict):
        await once(work, kept, replace(REQUEST, rights="none", body="{}"))
    assert work.times == 1


async def test_an_answer_kept_without_its_rights_is_not_given() -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    await kept.complete("op", REQUEST.hash, Answer(status=200, body="old").model_dump_json(), ())
    assert (await once(work, kept)).body == "answer 1"


async def test_a_different_request_is_refused_while_the_first_is_still_running() -> None:
    kept = FakeAnswers(FakeLedger())

    async def meet_another() -> Answer:
        with pytest.raises(IdempotencyConflict):
            await once(Work(), kept, Request("ada", "POST", "/other", ""))
        return Answer(status=200, body="mine")

    assert (await once(meet_another, kept)).body == "mine"


async def test_two_simultaneous_requests_both_get_the_answer_that_was_kept_first() -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()
    one, other = await asyncio.gather(once(work, kept), once(work, kept))
    assert one == other
    assert work.times == 2


async def test_an_error_is_not_kept() -> None:
    kept, work = FakeAnswers(FakeLedger()), Work()

    async def fail() -> Answer:
        raise StoreUnavailable("store", "down")

    with pytest.raises(StoreUnavailable):
        await once(fail, kept)
    assert (await once(work, kept)).body == "answer 1"


async def test_a_kept_answer_is_removed_with_the_memory_that_it_is_about() -> None:
    counts = FakeLedger()
    record, kept = record_of(), FakeAnswers(counts)
    await begin(counts, record)
    work = Work(Answer(status=201, body="", about=(record.key,)))
    await once(work, kept)
    await delete(counts, record.key)
    assert (await once(work, kept)).body == "answer 2"


class Deleted:
    """A deletion that succeeds once, slowly, and then finds no memory."""

    def __init__(self) -> None:
        self.times = 0

    async def __call__(self) -> Answer:
        self.times += 1
        if self.times > 1:
            raise NotFound("there is no memory mem_1")
        await asyncio.sleep(0.25)
        return Answer(status=200, body="receipt")


def test_a_repeat_that_finds_the_memory_gone_gets_the_late_answer_of_the_first() -> None:
    async def delete_twice() -> list[Answer]:
        kept, deleted = FakeAnswers(FakeLedger()), Deleted()
        return list(await asyncio.gather(once(deleted, kept), once(deleted, kept)))

    one, other = virtually(delete_twice())
    assert one == other == Answer(status=200, body="receipt")


def test_a_first_request_that_finds_nothing_fails_at_once() -> None:
    async def delete() -> float:
        deleted = Deleted()
        deleted.times = 1
        with pytest.raises(NotFound, match="mem_1"):
            await once(deleted, FakeAnswers(FakeLedger()))
        return asyncio.get_running_loop().time()

    assert virtually(delete()) == 0


def test_a_repeat_that_finds_nothing_waits_for_a_kept_answer_and_then_fails() -> None:
    async def delete() -> float:
        kept, deleted = FakeAnswers(FakeLedger()), Deleted()
        deleted.times = 1
        for _ in range(2):
            with pytest.raises(NotFound, match="mem_1"):
                await once(deleted, kept)
        return asyncio.get_running_loop().time()

    assert 0.5 < virtually(delete()) < 2


def test_only_a_request_that_finds_nothing_waits_for_a_late_answer() -> None:
    async def fail_twice() -> float:
        kept = FakeAnswers(FakeLedger())

        async def fail() -> Answer:
            raise StoreUnavailable("store", "down")

        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await once(fail, kept)
        return asyncio.get_running_loop().time()

    assert virtually(fail_twice()) == 0


def test_an_operation_id_depends_on_caller_and_key_and_reveals_neither() -> None:
    ids = {
        operation_id("ada", "key-1"),
        operation_id("ada", "key-2"),
        operation_id("grace", "key-1"),
        operation_id("", "ada\nkey-1"),
    }
    assert len(ids) == 4
    assert operation_id("ada", "key-1") == operation_id("ada", "key-1")
    assert all(each.isalnum() and "ada" not in each and "key" not in each for each in ids)


def test_where_one_part_of_a_request_ends_and_the_next_begins_matters() -> None:
    one = Request("ada", "PUT", "/a", "b\nc")
    other = Request("ada", "PUT", "/a\nb", "c")
    assert one.hash == Request("grace", "PUT", "/a", "b\nc").hash
    assert len(one.hash) == len(other.hash) == 64
