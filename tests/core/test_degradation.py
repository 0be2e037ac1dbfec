"""A part that fails or is late is named once; other errors are not hidden."""

import asyncio

import pytest

from recollect.core.degradation import Degradation
from recollect.core.errors import StoreRefused, StoreUnavailable


async def answer_after(value: str | Exception, seconds: float = 0) -> str:
    await asyncio.sleep(seconds)
    if isinstance(value, Exception):
        raise value
    return value


async def test_a_part_that_answers_is_no_degradation() -> None:
    found = Degradation()
    assert await found.result_or("cache", "nothing", answer_after("kept")) == "kept"
    assert (found.parts, found.warnings) == ((), ())


async def test_a_part_that_fails_or_is_late_is_replaced_and_named() -> None:
    found = Degradation()
    late = answer_after("kept", seconds=60)
    assert await found.result_or("usage", "none", late, 0.01) == "none"
    assert (
        await found.result_or("cache", "none", answer_after(StoreUnavailable("redis", "503")))
        == "none"
    )
    assert found.parts == ("usage", "cache")
    assert found.warnings == (
        "usage could not be looked up (timeout)",
        "cache could not be looked up (unavailable)",
    )


async def test_people_are_told_what_they_miss_without_a_part_if_they_miss_anything() -> None:
    found = Degradation({"usage": "what is used", "cache": ""})
    for part in ("cache", "usage"):
        await found.result_or(part, "", answer_after(StoreUnavailable("redis", "503")))
    assert found.parts == ("cache", "usage")
    assert found.warnings == ("what is used could not be looked up (unavailable)",)


async def test_a_part_is_named_once_with_its_first_reason() -> None:
    found = Degradation()
    found.note("cache", "it is cold")
    await found.result_or("cache", "", answer_after(StoreRefused("redis", "?")))
    assert (found.parts, found.warnings) == (("cache",), ("it is cold",))


async def test_errors_other_than_of_stores_are_raised() -> None:
    with pytest.raises(ValueError, match="mistake"):
        await Degradation().result_or("cache", "", answer_after(ValueError("mistake")))
